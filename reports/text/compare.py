"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Mapping
from typing import Any

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import csv_text, json_text, markdown_text, table_text
from trueodds.reports.text.records import quantity_record, version

SCHEMA = "trueodds.compare/1"
ABSENT = "-"


def render(game: str, found: Mapping[str, Odds], format_: str) -> str:
    """The odds of one game by rule set, as a table, JSON, CSV or Markdown.

    A quantity that some of the rule sets do not have is shown as ``-``, and is null in
    JSON and empty in CSV.
    """
    ids = list(dict.fromkeys(id for odds in found.values() for id in odds))
    if format_ == "json":
        return json_text(_record(game, found, ids))
    if format_ == "csv":
        return csv_text(
            [
                {"id": id}
                | {
                    name: numbers.exact_text(odds[id]) if id in odds else None
                    for name, odds in found.items()
                }
                for id in ids
            ]
        )
    rows = [
        [
            id,
            *(
                numbers.decimal(odds[id]) if id in odds else ABSENT
                for odds in found.values()
            ),
        ]
        for id in ids
    ]
    as_text = table_text if format_ == "table" else markdown_text
    return as_text(["id", *found], rows)


def _record(game: str, found: Mapping[str, Odds], ids: list[str]) -> dict[str, Any]:
    command = ["trueodds", "compare", game, *found, "--format", "json"]
    return {
        "schema": SCHEMA,
        "game": game,
        "version": version(),
        "command": shlex.join(command),
        "rule_sets": [
            {
                "name": name,
                "rules": rulebook.to_table(odds.rules),
                "rules_digest": rulebook.digest(game, odds.rules),
            }
            for name, odds in found.items()
        ],
        "quantities": [
            {
                "id": id,
                "values": {
                    name: quantity_record(odds[id]) if id in odds else None
                    for name, odds in found.items()
                },
            }
            for id in ids
        ],
    }
