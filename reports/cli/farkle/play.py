"""``trueodds farkle play``: the assignment's game, to compare programs with."""

import sys

import click

from trueodds.core.errors import RulesError
from trueodds.reports.cli._shared import rules_options
from trueodds.reports.cli.farkle._shared import load_rules


@click.command()
@click.option(
    "--players", type=click.IntRange(1, 4), help="Number of players [default: ask]."
)
@click.option(
    "--rolls",
    metavar="FILE",
    help="File of rolls, one word each, such as 113456; - reads standard input, where "
    "each roll comes before the answers to it.",
)
@click.option("--seed", metavar="N", help="Seed of the dice [default: ask].")
@rules_options
def play(
    players: int | None,
    rolls: str | None,
    seed: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> None:
    """Play the assignment's game with exactly its prompts.

    Answers are read from standard input, separated by any white space. --players and
    --seed answer the first two questions of the game. With --rolls, the game still asks
    for a seed but ignores it; with --rolls and --players, it does not ask.
    """
    if rolls is not None and seed is not None:
        raise click.UsageError(
            "the dice have two sources; give --rolls or --seed, not both"
        )
    from trueodds.reports.games.farkle.play import Answers, Table, read_seed, rolls_from

    record = load_rules(rules, changes)
    record.require_six_dice()
    answers = Answers(sys.stdin)
    source = None
    if rolls == "-":
        source = rolls_from(answers)
    elif rolls is not None:
        source = rolls_from(Answers.of_file(rolls))
    elif record.dice:
        raise RulesError(
            f"only fair dice are rolled here, not dice = {record.dice}; give the rolls "
            "with --rolls"
        )
    number = None if seed is None else read_seed(seed)

    def say(text: str) -> None:
        click.echo(text, nl=False)

    Table(record, answers, say).play(players, number, source)
