"""Whole games of Farkle: ``match``, ``solitaire`` and ``play``."""

from __future__ import annotations

import sys
from functools import partial

import click

from trueodds.reports.chosen import ChosenRules, require_text
from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import (
    WITH_ROWS,
    prints,
    rules_options,
)
from trueodds.reports.commands.farkle import farkle_rules
from trueodds.reports.output import Printed
from trueodds.reports.progress import shown

dice_option = click.option(
    "--dice",
    metavar="DICE",
    help="All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2' "
    "or '10:1:1:1:1:1*6' [default: the dice of the rules].",
)
against_option = click.option(
    "--against",
    metavar="DICE",
    help="Your opponent's dice, as --dice [default: the same dice as yours].",
)


@click.command()
@click.option(
    "--target",
    metavar="POINTS",
    help="Banked points that end the game [default: the target of the rules].",
)
@dice_option
@against_option
@rules_options
@prints(*WITH_ROWS)
def match(
    target: str | None, dice: str | None, against: str | None, rules: ChosenRules
) -> Printed:
    """Who wins a match of two, and when to bank at any score.

    Both players play perfectly, and the result is proved. The answer also has what
    simpler strategies lose to perfect play, and who wins if two to four players always
    play for points. A match is solved once and cached; an interrupted solve is resumed.

    With --dice and --against the players may have different dice. The answer then has
    who wins, for either player moving first, and when to bank.
    """
    from trueodds.core import shipped_odds
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.match import dice_match_of, match_of

    require_text("against", against)
    rules = rules.with_fields({"target": target, "dice": dice})
    record = farkle_rules(rules)
    words = [] if against is None else ["--against", against]
    command = rules.command("farkle", "match", *words)
    if record.dice or against is not None:
        with shown() as progress:
            others = {name: to for name, to in rules.changes.items() if name != "dice"}
            named = farkle_rules(rules._replace(changes=others))
            return dice_match_of(record, named, against, command, progress)
    if families := shipped_odds.read("match", "farkle", record):
        return match_of(Odds("farkle", record, command, families=families))
    from trueodds.analysis.farkle.match.quantities import quantities

    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return match_of(odds)


@click.command()
@dice_option
@rules_options
@prints(*WITH_ROWS)
def solitaire(dice: str | None, rules: ChosenRules) -> Printed:
    """Print the fewest expected turns to the target (--set target=...).

    The answer also has the turns of a player who always plays for points, and banks
    whatever reaches the target.
    """
    from trueodds.analysis.farkle.solitaire import quantities
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import solitaire_of

    rules = rules.with_fields({"dice": dice})
    record = farkle_rules(rules)
    command = rules.command("farkle", "solitaire")
    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return solitaire_of(odds)


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
