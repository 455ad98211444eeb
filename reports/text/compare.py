"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
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
"""The most differences that the table shows by default."""


Row = dict[str, Quantity | None]
"""A quantity by rule set; None for rules that do not have it."""


def output(
    game: str, rule_sets: Mapping[str, Odds], *, everything: bool = False
) -> Output:
    """Return the odds of one game by rule set as an answer.

    A table shows the largest differences, or ``everything``. A quantity that some of
    the rule sets do not have is shown as ``-``, and is null in JSON and empty in CSV.
    """
    known = {name: dict(odds) for name, odds in rule_sets.items()}
    ids = dict.fromkeys(id for odds in known.values() for id in odds)
    values: dict[str, Row] = {
        id: {name: odds.get(id) for name, odds in known.items()} for id in ids
    }
    title = f"All {len(ids):,} numbers of {game.capitalize()} by {_names(rule_sets)}."

    def all_rows() -> Table:
        rows = [[id, *_texts(row, numbers.decimal)] for id, row in values.items()]
        return Table(["id", *rule_sets], rows)

    return Output(
        SCHEMA,
        record=lambda: _record(game, rule_sets, values),
        table=lambda: (
            [title, all_rows()] if everything else _parts(game, rule_sets, values)
        ),
        rows=lambda: [
            {"id": id}
            | {name: value and numbers.exact_text(value) for name, value in row.items()}
            for id, row in values.items()
        ],
        markdown=lambda: [all_rows()],
    )


def _texts(row: Row, text: Callable[[Quantity], str]) -> Iterator[str]:
    return (text(value) if value else ABSENT for value in row.values())


def _parts(
    game: str, rule_sets: Mapping[str, Odds], values: Mapping[str, Row]
) -> Iterator[Part]:
    """Yield a sentence and the quantities that differ, the largest difference first."""
    differences = {id: _difference([*row.values()]) for id, row in values.items()}
    differing = [id for id in values if differences[id]]
    title, names = game.capitalize(), _names(rule_sets)
    if not differing:
        yield f"{title} has the same {len(values):,} numbers by {names}."
        return
    yield (
        f"{len(differing):,} of {len(values):,} numbers of {title} differ between "
        f"{names}. Of each family the largest difference is shown, the largest first."
    )
    differing.sort(key=lambda id: differences[id], reverse=True)
    largest: dict[str, str] = {}
    for id in differing:
        largest.setdefault(family_of(id), id)
    rows = []
    for id in [*largest.values()][:MOST_ROWS]:
        row = values[id]
        label = next(value.label for value in row.values() if value)
        rows.append([id, label, *_texts(row, numbers.value_text)])
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


def _record(
    game: str, rule_sets: Mapping[str, Odds], values: Mapping[str, Row]
) -> dict[str, Any]:
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
                    name: value and value.record() for name, value in row.items()
                },
            }
            for id, row in values.items()
        ],
    }
