"""Whole games of Farkle: ``match``, ``solitaire`` and ``play``."""

from __future__ import annotations

import sys
from functools import partial

import click

from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import rules_options
from trueodds.reports.commands.farkle import farkle_rules

dice_option = click.option(
    "--dice",
    metavar="DICE",
    help="All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2' "
    "or '10:1:1:1:1:1*6' [default: the dice of the rules].",
)


@click.command()
@click.option(
    "--players", type=click.IntRange(1, 4), help="Number of players [default: ask]."
)
@click.option(
    "--rolls",
    metavar="FILE",
    help="File of rolls, one word each, such as 113456 or 1,joker,5; - reads standard "
    "input, where each roll comes before the answers to it.",
)
@click.option("--seed", metavar="N", help="Seed of the dice [default: ask].")
@dice_option
@rules_options
def play(
    players: int | None,
    rolls: str | None,
    seed: str | None,
    dice: str | None,
    rules: ChosenRules,
) -> None:
    """Play the assignment's game with exactly its prompts.

    Answers are read from standard input, separated by any white space. --players and
    --seed answer the first two questions of the game. With --rolls, the game still asks
    for a seed but ignores it; with --rolls and --players, it does not ask. Dice are
    rolled by their weights. A keep is one word: commas separate dice with a joker, more
    than 9 sides or a name, such as 1,joker,5.
    """
    if rolls is not None and seed is not None:
        raise click.UsageError(
            "the dice have two sources; give --rolls or --seed, not both"
        )
    from trueodds.core.rules.farkle.dice_kinds import dice_kinds
    from trueodds.reports.answers.farkle.play import (
        Answers,
        Table,
        read_seed,
        rolls_from,
    )

    record = farkle_rules(rules.with_fields({"dice": dice}))
    answers = Answers(sys.stdin)
    source = None
    if rolls is not None:
        read = answers if rolls == "-" else Answers.of_file(rolls)
        source = rolls_from(read, dice_kinds(record))
    number = None if seed is None else read_seed(seed)

    Table(record, answers, partial(echo, nl=False)).play(players, number, source)
