"""The same quantities under several rule sets, side by side."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from trueodds.core import rulebook
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import Quantity, family_of
from trueodds.core.odds import Odds
from trueodds.reports import parts
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import selected
from trueodds.reports.text.records import version

SCHEMA = "trueodds.compare/1"
ABSENT = "-"


MOST_ROWS = 20
"""The most differences that the table shows by default."""


Row = dict[str, Quantity | None]
"""A quantity by rule set; None for rules that do not have it."""


def output(
    game: str,
    rule_sets: Mapping[str, Odds],
    words: Sequence[str] = (),
    *,
    everything: bool = False,
) -> Output:
    """Return the odds of one game by rule set as an answer.

    A table shows the headlines and the largest differences, or ``everything``, or the
    numbers that ``words`` name. A quantity that some of the rule sets do not have is
    shown as ``-``, and is null in JSON and empty in CSV. A name of a rule set such as
    decks=6 is a change of the first one.
    """
    ids = _ids(rule_sets, words)
    values: dict[str, Row] = {
        id: {name: odds.get(id) for name, odds in rule_sets.items()} for id in ids
    }
    count = f"{len(ids):,} number{'s' * (len(ids) != 1)}"
    title = (
        f"{'All ' * (not words)}{count} of {game.capitalize()} by {_names(rule_sets)}."
    )
    named = [f"--set={name}" if "=" in name else name for name in rule_sets]

    def all_rows() -> Table:
        rows = [[id, *_texts(row, numbers.decimal)] for id, row in values.items()]
        return Table(["id", *rule_sets], rows)

    def shown() -> Iterable[Part]:
        if words:
            return [title, _labelled(values, rule_sets)]
        return [title, all_rows()] if everything else _parts(game, rule_sets, values)

    return Output(
        SCHEMA,
        record=lambda: _record(game, rule_sets, values, [*named, *words]),
        table=shown,
        rows=lambda: [
            {"id": id}
            | {name: value and numbers.exact_text(value) for name, value in row.items()}
            for id, row in values.items()
        ],
        markdown=lambda: [all_rows()],
    )


def _ids(rule_sets: Mapping[str, Odds], words: Sequence[str]) -> list[str]:
    """Return the ids that words name under any of the rule sets, or all ids.

    Raises ``UnknownNameError`` if they name none.
    """
    if not words:
        return [*dict.fromkeys(id for odds in rule_sets.values() for id in odds)]
    ids: dict[str, None] = {}
    for odds in rule_sets.values():
        try:
            ids |= dict.fromkeys(selected(odds, words))
        except UnknownNameError as error:
            fault = error
    if not ids:
        raise fault
    return [*ids]


def _texts(row: Row, text: Callable[[Quantity], str]) -> Iterator[str]:
    return (text(value) if value else ABSENT for value in row.values())


def _labelled(values: Mapping[str, Row], rule_sets: Iterable[str]) -> Table:
    """Return rows with labels. Digits grow until different values look different."""
    rows = []
    for id, row in values.items():
        known = [value for value in row.values() if value]
        for digits in (None, *range(3, 20)):
            texts = [*_texts(row, partial(numbers.value_text, digits=digits))]
            if len({*texts} - {ABSENT}) >= len({value.bounds for value in known}):
                break
        rows.append([id, known[0].label, *texts])
    return Table(["id", "", *rule_sets], rows)


def _parts(
    game: str, rule_sets: Mapping[str, Odds], values: Mapping[str, Row]
) -> Iterator[Part]:
    """Yield a sentence and the quantities that differ, the headlines first."""
    differences = {id: _difference([*row.values()]) for id, row in values.items()}
    differing = [id for id in values if differences[id]]
    title = game.capitalize()
    names = _names(rule_sets)
    if not differing:
        yield f"{title} has the same {len(values):,} numbers by {names}."
        return
    yield (
        f"{len(differing):,} of {len(values):,} numbers of {title} differ between "
        f"{names}. The headlines come first, then the largest difference of each "
        "family, the largest first."
    )
    differing.sort(key=lambda id: differences[id], reverse=True)
    leading = [id for id in parts.answers(game).headlines or () if id in differing]
    largest: dict[str, str] = {}
    for id in differing:
        largest.setdefault(family_of(id), id)
    others = [id for id in largest.values() if id not in leading]
    rows = [*leading, *others][:MOST_ROWS]
    yield _labelled({id: values[id] for id in rows}, rule_sets)
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
    game: str,
    rule_sets: Mapping[str, Odds],
    values: Mapping[str, Row],
    named: Sequence[str],
) -> dict[str, Any]:
    command = ["trueodds", "compare", game, *named, "--format", "json"]
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
