"""``trueodds positions`` and ``census``: the positions of a game, and their scores."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trueodds.core.games import Game
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli._shared import (
    FORMATS,
    PositionsCommand,
    game_argument,
    one_of,
    prints,
    rule_option,
    rules_options,
)
from trueodds.reports.cli.score import POSITIONS
from trueodds.reports.output import Output, Table
from trueodds.reports.progress import shown

if TYPE_CHECKING:
    from trueodds.core.rulebook import Rules
    from trueodds.proofs.verify.positions.order import Choice, Order

BLOCK = 1 << 14

Command = TypeVar("Command", bound=Callable[..., Any])


def choice_options(command: Command) -> Command:
    """Add ``--sample``, ``--seed``, ``--by-class`` and ``--ten`` to a command."""
    for option in (
        click.option(
            "--ten",
            type=click.Choice(["10", "T"]),
            default="10",
            help="The rank of a ten in the text of a card.",
        ),
        click.option(
            "--by-class",
            is_flag=True,
            help="Skip positions that differ only in order or suits. (A scorer that "
            "looks at these may hide a bug.)",
        ),
        click.option(
            "--seed",
            type=click.IntRange(min=0, max=2**64 - 1),
            help="Random seed [default: 1]",
        ),
        click.option(
            "--sample",
            type=click.IntRange(1),
            metavar="N",
            help="Use only N random positions.",
        ),
    ):
        command = option(command)
    return command


def choice_of(*, ordered: bool, **options: Any) -> Choice:
    """Return the choice of positions that the options make."""
    if options["by_class"] and options["sample"] is not None:
        raise click.UsageError("--by-class and --sample exclude each other")
    from trueodds.proofs.verify.positions.order import Choice

    chosen = {name: value for name, value in options.items() if value is not None}
    return Choice(ordered=ordered, **chosen)


@click.command(cls=PositionsCommand, epilog=POSITIONS)
@game_argument
@rules_options
@rule_option
@choice_options
@click.option(
    "--scored", is_flag=True, help="Print each position with its right score."
)
@click.option(
    "--format",
    "written",
    type=one_of(("csv", "json")),
    help="How to print positions with scores. [default: csv]",
)
def positions(
    game: Game,
    rules: ChosenRules,
    rule: str | None,
    scored: bool,
    written: str | None,
    **chosen: Any,
) -> None:
    """Print the positions of GAME, one on each line.

    With --scored the lines are test vectors for a scorer of your own.

    All positions are printed in ascending order by default. "trueodds verify scorer"
    sends the same positions in another order.

    A game can have options of its own: trueodds positions GAME --help.
    """
    if chosen["seed"] is not None and chosen["sample"] is None:
        raise click.UsageError("--seed needs --sample N")
    if written and not scored:
        raise click.UsageError("--format needs --scored")
    choice = choice_of(**chosen, ordered=False)
    from trueodds.proofs.verify.positions.order import order

    record = rules.of_game(game)
    rule = game.scoring_rule(rule)
    printed = order(game, record, rule, choice)
    texts: Iterable[str | bytes] = (
        printed.text(start, stop) for start, stop in _blocks(printed.count)
    )
    if scored and written == "json":
        texts = _json(printed, _about("positions", game, record, rule))
    elif scored:
        texts = _csv(printed)
    for text in texts:
        click.echo(text, nl=False)  # noqa: TID251 - 200 MB of ours


def _blocks(count: int) -> Iterator[tuple[int, int]]:
    """Yield the first place of each block, and the place after its last."""
    for start in range(0, count, BLOCK):
        yield start, min(start + BLOCK, count)


def _vectors(printed: Order) -> Iterator[list[dict[str, str | int]]]:
    """Yield blocks of positions with their scores."""
    for start, stop in _blocks(printed.count):
        texts = printed.text(start, stop).decode().splitlines()
        scores = printed.values(start, stop).tolist()
        yield [
            {"position": text, "score": score}
            for text, score in zip(texts, scores, strict=True)
        ]


def _csv(printed: Order) -> Iterator[str]:
    from trueodds.reports.text.tables import csv_text

    for number, vectors in enumerate(_vectors(printed)):
        text = csv_text(vectors)
        yield text.partition("\n")[2] if number else text


def _json(printed: Order, about: Mapping[str, str]) -> Iterator[str]:
    """Yield one JSON, a line for each position."""
    between = json.dumps({**about, "positions": []}, indent=1).removesuffix("]\n}")
    for vectors in _vectors(printed):
        for vector in vectors:
            yield f"{between}\n  {json.dumps(vector, ensure_ascii=False)}"
            between = ","
    yield "\n ]\n}\n"


def _about(schema: str, game: Game, rules: Rules, rule: str) -> dict[str, str]:
    """Return what the JSON of positions says of them."""
    from trueodds.core import rulebook
    from trueodds.reports.text.records import version

    return {
        "schema": f"trueodds.{schema}/1",
        "game": game.name,
        "rule": rule,
        "rules_digest": rulebook.digest(game.name, rules),
        "version": version(),
    }


@click.command(cls=PositionsCommand)
@game_argument
@rules_options
@rule_option
@prints(*FORMATS)
def census(game: Game, rules: ChosenRules, rule: str | None) -> Output:
    """Count all positions of GAME by their score.

    A line for each score that occurs, ascending: the score, a blank, the number of
    positions. A program that prints its own census can be checked with diff alone.
    """
    from trueodds.proofs.verify.positions.order import census as count

    rule = game.scoring_rule(rule)
    record = rules.of_game(game)
    with shown() as progress:
        counts = count(game, record, rule, progress)
    return Output(
        "trueodds.census/1",
        record=lambda: {
            **_about("census", game, record, rule),
            "positions": sum(counts.values()),
            "counts": counts,
        },
        rows=lambda: [
            {"score": score, "positions": number} for score, number in counts.items()
        ],
        table=lambda: [
            "\n".join(f"{score} {number}" for score, number in counts.items())
        ],
        markdown=lambda: [
            Table(
                ["score", "positions"],
                [[str(score), str(number)] for score, number in counts.items()],
            )
        ],
    )
