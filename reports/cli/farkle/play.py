"""``trueodds farkle play``: the assignment's game, to compare programs with."""

import sys

import click

from trueodds.reports.cli._shared import rules_options
from trueodds.reports.cli.farkle._shared import load_rules


@click.command()
@click.option(
    "--players", type=click.IntRange(1, 4), help="How many play; asked for if not said."
)
@click.option(
    "--rolls",
    metavar="FILE",
    help="The rolls, one a word, such as 113456; - for standard input, where each "
    "stands before the answers to it.",
)
@click.option("--seed", metavar="N", help="Roll by a generator with this seed.")
@rules_options
def play(
    players: int | None,
    rolls: str | None,
    seed: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> None:
    """Play the assignment's game in its own words, byte for byte.

    Answers are read from standard input, separated by any white space. What --players
    and --seed say is not asked for. With --rolls a seed is asked for and not used,
    unless --players is given too.
    """
    if rolls is not None and seed is not None:
        raise click.UsageError("name one source of dice: --rolls or --seed")
    from trueodds.reports.games.farkle.play import Answers, Table, given, read_seed

    record = load_rules(rules, changes)
    answers = Answers(sys.stdin)
    source = None
    if rolls == "-":
        source = given(answers)
    elif rolls is not None:
        source = given(Answers.of_file(rolls))
    number = None if seed is None else read_seed(seed)

    def say(text: str) -> None:
        click.echo(text, nl=False)

    Table(record, answers, say).play(players, number, source)
