"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from trueodds.core import rulebook
from trueodds.core.exact.quantity import Quantity, family_of
from trueodds.core.odds import Odds
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import version

SCHEMA = "trueodds.compare/1"
ABSENT = "-"


MOST_ROWS = 20
"""Differences that the table shows by default."""


def output(
    game: str, rule_sets: Mapping[str, Odds], *, everything: bool = False
) -> Output:
    """Return the odds of one game by rule set as an answer.

    A table shows the largest differences, or ``everything``. A quantity that some of
    the rule sets do not have is shown as ``-``, and is null in JSON and empty in CSV.
    """
    ids = list(dict.fromkeys(id for odds in rule_sets.values() for id in odds))
    return Output(
        SCHEMA,
        record=lambda: _record(game, rule_sets, ids),
        table=lambda: (
            _all_parts(game, rule_sets, ids)
            if everything
            else _parts(game, rule_sets, ids)
        ),
        rows=lambda: _csv_rows(rule_sets, ids),
        markdown=lambda: [_all_rows(rule_sets, ids)],
    )


def _all_parts(game: str, rule_sets: Mapping[str, Odds], ids: list[str]) -> list[Part]:
    title = f"All {len(ids):,} numbers of {game.capitalize()} by {_names(rule_sets)}."
    return [title, _all_rows(rule_sets, ids)]


def _parts(game: str, rule_sets: Mapping[str, Odds], ids: list[str]) -> Iterator[Part]:
    """Yield a sentence and the quantities that differ, the largest difference first."""
    differences = {
        id: _difference([odds.get(id) for odds in rule_sets.values()]) for id in ids
    }
    differing = [id for id in ids if differences[id]]
    title, names = game.capitalize(), _names(rule_sets)
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
        values = [odds.get(id) for odds in rule_sets.values()]
        label = next(value.label for value in values if value)
        texts = (numbers.value_text(value) if value else ABSENT for value in values)
        rows.append([id, label, *texts])
    yield Table(["id", "", *rule_sets], rows)
    if len(differing) > len(rows):
        yield f"{len(differing) - len(rows):,} more differ: --all"


def _names(rule_sets: Mapping[str, Odds]) -> str:
    first, *rest = rule_sets
    return f"the {' and '.join([', '.join([first, *rest[:-1]]), *rest[-1:]])} rules"


def _difference(values: Sequence[Quantity | None]) -> Fraction:
    """Return the difference of the values as a share of 1.

    Probabilities and edges are shares already. Differences of other values are
    divided by the largest value.
    """
    there = [value.bounds.midpoint for value in values if value]
    span = max(there) - min(there)
    unit = next(value.unit for value in values if value)
    if len(there) < len(values):
        return Fraction(1, 10**9)  # a difference, but the smallest of all
    if unit in numbers.PERCENT:
        return span
    return span / (max(map(abs, there)) or 1)


def _csv_rows(rule_sets: Mapping[str, Odds], ids: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": id}
        | {
            name: numbers.exact_text(odds[id]) if id in odds else None
            for name, odds in rule_sets.items()
        }
        for id in ids
    ]


def _all_rows(rule_sets: Mapping[str, Odds], ids: list[str]) -> Table:
    rows = [
        [
            id,
            *(
                numbers.decimal(odds[id]) if id in odds else ABSENT
                for odds in rule_sets.values()
            ),
        ]
        for id in ids
    ]
    return Table(["id", *rule_sets], rows)


def _record(game: str, rule_sets: Mapping[str, Odds], ids: list[str]) -> dict[str, Any]:
    command = ["trueodds", "compare", game, *rule_sets, "--format", "json"]
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
            for name, odds in rule_sets.items()
        ],
        "quantities": [
            {
                "id": id,
                "values": {
                    name: odds[id].record() if id in odds else None
                    for name, odds in rule_sets.items()
                },
            }
            for id in ids
        ],
    }
