"""``trueodds census``: how many positions there are of each score."""

import click

from trueodds.reports.cli._shared import (
    format_option,
    game_argument,
    rule_option,
    rules_options,
)


@click.command()
@game_argument
@rules_options
@rule_option
@format_option("table", "json")
def census(
    game: str,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    format_: str,
) -> None:
    """Count all positions of GAME by their score.

    A line for each score that occurs, ascending: the score, a blank, the number of
    positions. A program that prints its own census can be checked with diff alone.
    """
    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.census import census as count
    from trueodds.reports.progress import shown
    from trueodds.reports.text.odds import json_text
    from trueodds.reports.text.records import version

    column = games.find(game)
    rule = column.scoring_rule(rule)
    record = rulebook.load(column, rules, changes)
    with shown() as progress:
        counts = count(column, record, rule, progress)
    if format_ == "json":
        text = json_text(
            {
                "schema": "trueodds.census/1",
                "game": column.name,
                "rule": rule,
                "rules_digest": rulebook.digest(column.name, record),
                "version": version(),
                "positions": sum(counts.values()),
                "counts": counts,
            }
        )
    else:
        text = "".join(f"{score} {number}\n" for score, number in counts.items())
    click.echo(text, nl=False)
