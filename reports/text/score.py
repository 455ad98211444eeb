"""What the reference scorer said, as text or JSON."""

from collections.abc import Sequence
from dataclasses import asdict

from trueodds.core import rulebook
from trueodds.core.breakdown import Breakdown
from trueodds.core.rulebook import Rules
from trueodds.reports.text.odds import json_text, table_text
from trueodds.reports.text.records import version

SCHEMA = "trueodds.score/1"


def render(
    game: str, rules: Rules, rule: str, found: Sequence[Breakdown], format_: str
) -> str:
    """Scored positions with their breakdowns, as ``table`` or ``json``."""
    if format_ == "json":
        return json_text(
            {
                "schema": SCHEMA,
                "game": game,
                "rule": rule,
                "rules_digest": rulebook.digest(game, rules),
                "version": version(),
                "positions": [asdict(breakdown) for breakdown in found],
            }
        )
    return "\n".join(map(_text, found))


def _text(breakdown: Breakdown) -> str:
    title = f"{breakdown.position}: {breakdown.verdict}\n"
    rows = [
        [line.name, line.what, "" if line.points is None else str(line.points)]
        for line in breakdown.lines
    ]
    return title + (table_text([], rows) if rows else "")
