"""``trueodds census``: how many positions there are of each score."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import (
    PositionsCommand,
    game_argument,
    prints,
    rule_option,
    rules_options,
)
from trueodds.reports.output import Output, Table


@click.command(cls=PositionsCommand)
@game_argument
@rules_options
@rule_option
@prints("table", "json", "markdown", "latex", "tsv")
def census(
    game: str,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
) -> Output:
    """Count all positions of GAME by their score.

    A line for each score that occurs, ascending: the score, a blank, the number of
    positions. A program that prints its own census can be checked with diff alone.
    """
    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.positions.order import census as count
    from trueodds.reports.progress import shown
    from trueodds.reports.text.records import version

    column = games.find(game)
    rule = column.scoring_rule(rule)
    record = rulebook.load(column, rules, changes)
    with shown() as progress:
        counts = count(column, record, rule, progress)
    return Output(
        "trueodds.census/1",
        record=lambda: {
            "game": column.name,
            "rule": rule,
            "rules_digest": rulebook.digest(column.name, record),
            "version": version(),
            "positions": sum(counts.values()),
            "counts": counts,
        },
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
