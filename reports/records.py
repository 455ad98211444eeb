"""The JSON of typed records: the names of their fields are the keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_type_hints

from trueodds.core import rulebook
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds

Held = TypeVar("Held")

_HIDDEN, _ABSENT = "hidden", "absent"

Hidden: TypeAlias = Annotated[Held, _HIDDEN]
"""A field that is not part of the JSON."""

OrAbsent: TypeAlias = Annotated[Held | None, _ABSENT]
"""A field that is part of the JSON unless it is None."""

AsText: TypeAlias = Annotated[Held, str]
"""A field that the JSON has as text, such as a large number."""


def value_record(value: Fraction | Enclosure) -> dict[str, Any]:
    """Return a value as text, exact or as two bounds, and as a float to print.

    >>> value_record(Fraction(1, 2))
    {'exact': '1/2', 'decimal': 0.5, 'lower': None, 'upper': None}
    """
    exact = None if isinstance(value, Enclosure) else fraction_text(value)
    texts = value.record() if isinstance(value, Enclosure) else {}
    none = {"lower": None, "upper": None}
    decimal = Enclosure.around(value).decimal
    return {"exact": exact, "decimal": decimal, **none, **texts}


def record_of(record: Any) -> dict[str, Any]:
    """Return the fields of a record as plain values by name.

    >>> from trueodds.core.rules import Line
    >>> record_of(Line("pair", "5H 5C", 2))
    {'name': 'pair', 'what': '5H 5C', 'points': 2}
    """
    plain = {}
    for field in fields(record):
        value = getattr(record, field.name)
        of_type = _types(record.__class__)[field.name]
        marks = getattr(of_type, "__metadata__", ())
        if _HIDDEN in marks or (_ABSENT in marks and value is None):
            continue
        # A mark that can be called makes the text or the list that the JSON has.
        text = next(filter(callable, marks), None)
        of_type = of_type.__origin__ if marks else of_type
        plain[field.name] = (
            # None stays null, and does not become the text "None".
            text(value) if text and value is not None else _plain(value, of_type)
        )
    return plain


@cache
def _types(record: Any) -> dict[str, Any]:
    return get_type_hints(record, include_extras=True)


def _plain(value: Any, of_type: object) -> Any:
    """Return a value of a field as JSON.

    A field that can hold fractions has its exact value and its bounds. A field that
    only holds enclosures has the bounds alone.
    """
    # The order matters: rules and quantities are data classes too, and a named tuple is
    # also a tuple.
    match value:
        case rulebook.Rules():
            return rulebook.to_table(value)
        case Odds():
            return [quantity.record() for quantity in value.values()]
        case Quantity():
            return value.record()
        case Enclosure() if Fraction not in get_args(of_type):
            return value.record()
        # The keys do not depend on the value, only on the type of the field: a program
        # that reads "exact" and "lower" finds both, whichever of them is null.
        case Fraction() | Enclosure():
            return value_record(value)
        case tuple() if hasattr(value, "_asdict"):
            return _plain(value._asdict(), None)
        case tuple() | list():
            return [_plain(item, None) for item in value]
        case Mapping():
            return {key: _plain(item, None) for key, item in value.items()}
    return record_of(value) if is_dataclass(value) else value
