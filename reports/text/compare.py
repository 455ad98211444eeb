"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Mapping
from typing import Any

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import quantity_record, version

SCHEMA = "trueodds.compare/1"
ABSENT = "-"


def output(game: str, found: Mapping[str, Odds]) -> Output:
    """Return the odds of one game by rule set as an answer.

    A quantity that some of the rule sets do not have is shown as ``-``, and is null in
    JSON and empty in CSV.
    """
    ids = list(dict.fromkeys(id for odds in found.values() for id in odds))
    return Output(
        SCHEMA,
        record=lambda: _record(game, found, ids),
        table=lambda: _table(found, ids),
        rows=lambda: _csv_rows(found, ids),
    )


def _csv_rows(found: Mapping[str, Odds], ids: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": id}
        | {
            name: numbers.exact_text(odds[id]) if id in odds else None
            for name, odds in found.items()
        }
        for id in ids
    ]


def _table(found: Mapping[str, Odds], ids: list[str]) -> list[Part]:
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
    return [Table(["id", *found], rows)]


def _record(game: str, found: Mapping[str, Odds], ids: list[str]) -> dict[str, Any]:
    command = ["trueodds", "compare", game, *found, "--format", "json"]
    return {
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
