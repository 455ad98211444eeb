"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity, family_of
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import version

SCHEMA = "trueodds.compare/1"
ABSENT = "-"


MOST_ROWS = 20
"""Differences that the table shows by default."""


def output(game: str, found: Mapping[str, Odds], *, everything: bool = False) -> Output:
    """Return the odds of one game by rule set as an answer.

    A table shows the largest differences, or ``everything``. A quantity that some of
    the rule sets do not have is shown as ``-``, and is null in JSON and empty in CSV.
    """
    ids = list(dict.fromkeys(id for odds in found.values() for id in odds))
    return Output(
        SCHEMA,
        record=lambda: _record(game, found, ids),
        table=lambda: (
            _all_parts(game, found, ids) if everything else _parts(game, found, ids)
        ),
        rows=lambda: _csv_rows(found, ids),
        markdown=lambda: [_all_rows(found, ids)],
    )


def _all_parts(game: str, found: Mapping[str, Odds], ids: list[str]) -> list[Part]:
    title = f"All {len(ids):,} numbers of {game.capitalize()} by {_names(found)}."
    return [title, _all_rows(found, ids)]


def _parts(game: str, found: Mapping[str, Odds], ids: list[str]) -> Iterator[Part]:
    """Yield a sentence and the quantities that differ, the largest difference first."""
    differences = {
        id: _difference([odds.get(id) for odds in found.values()]) for id in ids
    }
    differing = [id for id in ids if differences[id]]
    title, names = game.capitalize(), _names(found)
    if not differing:
        yield f"{title} has the same {len(ids):,} numbers by {names}."
        return
    yield (
        f"{len(differing):,} of {len(ids):,} numbers of {title} differ between "
        f"{names}. Of each family the largest difference is shown, the largest first."
    )
    differing.sort(key=lambda id: differences[id], reverse=True)
    largest: dict[str, str] = {}
    for id in differing:
        largest.setdefault(family_of(id), id)
    rows = []
    for id in [*largest.values()][:MOST_ROWS]:
        values = [odds.get(id) for odds in found.values()]
        label = next(value.label for value in values if value)
        texts = (numbers.value_text(value) if value else ABSENT for value in values)
        rows.append([id, label, *texts])
    yield Table(["id", "", *found], rows)
    if len(differing) > len(rows):
        yield f"{len(differing) - len(rows):,} more differ: --all"


def _names(found: Mapping[str, Odds]) -> str:
    first, *rest = found
    return f"the {' and '.join([', '.join([first, *rest[:-1]]), *rest[-1:]])} rules"


def _difference(values: Sequence[Quantity | None]) -> Fraction:
    """Return how much the values differ: a share of 1, and 0 where one is missing.

    Probabilities and edges are shares already; other values are divided by the largest.
    """
    there = [value.bounds.midpoint for value in values if value]
    span = max(there) - min(there)
    unit = next(value.unit for value in values if value)
    if len(there) < len(values):
        return Fraction(1, 10**9)  # after all others, but it differs
    if unit in numbers.PERCENT:
        return span
    return span / (max(map(abs, there)) or 1)


def _csv_rows(found: Mapping[str, Odds], ids: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": id}
        | {
            name: numbers.exact_text(odds[id]) if id in odds else None
            for name, odds in found.items()
        }
        for id in ids
    ]


def _all_rows(found: Mapping[str, Odds], ids: list[str]) -> Table:
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
    return Table(["id", *found], rows)


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
                    name: odds[id].record() if id in odds else None
                    for name, odds in found.items()
                },
            }
            for id in ids
        ],
    }
