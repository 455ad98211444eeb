"""Scored positions as an answer."""

from collections.abc import Sequence
from dataclasses import asdict

from trueodds.core import rulebook
from trueodds.core.preset_words import rules_in_words
from trueodds.core.rulebook import Rules, rules_name
from trueodds.core.rules import Breakdown
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

SCHEMA = "trueodds.score/1"


def output(
    game: str, rules: Rules, rule: str, breakdowns: Sequence[Breakdown]
) -> Output:
    """Return scored positions with their breakdowns as an answer."""
    names = [rules_in_words(game, rules)] + [rules_name(game, rules)] * len(breakdowns)
    return Output(
        SCHEMA,
        record=lambda: {
            "game": game,
            "rule": rule,
            "rules_digest": rulebook.digest(game, rules),
            "version": version(),
            "positions": [asdict(breakdown) for breakdown in breakdowns],
        },
        table=lambda: list(map(_part, breakdowns, names)),
    )


def _part(breakdown: Breakdown, rules: str) -> Part:
    title = f"{breakdown.position}: {breakdown.verdict} ({rules})"
    rows = [
        [line.name, line.what, "" if line.points is None else str(line.points)]
        for line in breakdown.lines
    ]
    return Table([], rows, title) if rows else title
