"""``trueodds positions``: the positions of a game, in the form that scorers read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trueodds.reports.cli._shared import game_argument, rule_option, rules_options
from trueodds.reports.cli.score import POSITIONS

if TYPE_CHECKING:
    from trueodds.proofs.verify.positions.order import Choice

BLOCK = 1 << 14

Command = TypeVar("Command", bound=Callable[..., Any])


def choice_options(command: Command) -> Command:
    """``--sample``, ``--seed`` and ``--by-class``: which positions."""
    for option in (
        click.option(
            "--by-class",
            is_flag=True,
            help="One position of each class: sound only for a scorer that ignores "
            "order and suits.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(min=0, max=2**64 - 1),
            help="Of --sample; 1 unless told.",
        ),
        click.option(
            "--sample",
            type=click.IntRange(min=1),
            metavar="N",
            help="So many random positions in place of all.",
        ),
    ):
        command = option(command)
    return command


def choice_of(sample: int | None, seed: int | None, by_class: bool) -> Choice:
    """The choice that these options make."""
    if by_class and sample is not None:
        raise click.UsageError("--by-class is of all positions, not of a --sample")
    if seed is not None and sample is None:
        raise click.UsageError("--seed needs --sample N")
    from trueodds.proofs.verify.positions.order import Choice

    return Choice(sample, Choice().seed if seed is None else seed, by_class)


@click.command(epilog=POSITIONS)
@game_argument
@rules_options
@rule_option
@choice_options
def positions(
    game: str,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    sample: int | None,
    seed: int | None,
    by_class: bool,
) -> None:
    """Print the positions of GAME, a line each, as a scorer is sent them.

    All of them in order, unless options say otherwise; "trueodds verify scorer" sends
    the same in another order.
    """
    choice = choice_of(sample, seed, by_class)
    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.positions.order import walk

    column = games.find(game)
    record = rulebook.load(column, rules, changes)
    printed = walk(column, record, column.scoring_rule(rule), choice)
    for start in range(0, printed.count, BLOCK):
        stop = min(start + BLOCK, printed.count)
        click.echo(printed.text(start, stop), nl=False)
