"""Every cell of a rules record, each with another value in it.

The record's types say what a cell is. A switch has one other value, a choice has all
its others, a number grows by one; but points that are 0, for what does not score,
become one more than any number of the record. A list of bounded numbers is a set: each
number of the range is a cell that is in or out. A table by bounded numbers has all of
them as cells, those it leaves out too, which stand for 0. Text is no cell, and neither
is what a bet leaves out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import inspect

from trueodds.core.rulebook import Rules, to_table

LARGEST_SET = 20
"""A range with more numbers than this is not a set of switches."""


class Mutant(NamedTuple):
    """One cell with another value: its path, and what to change in the rules.

    The path of a choice says which other choice it is: ``runs=threes``.
    """

    cell: str
    field: str
    value: Any


def mutants(rules: Rules) -> Iterator[Mutant]:
    """Every cell of the record, changed alone; a choice once for each of its others.

    >>> from trueodds.core.rules.cribbage import CribbageRules
    >>> rules = CribbageRules.load("published-script")
    >>> [mutant.value for mutant in mutants(rules)][:4]
    [True, 3, 3, 'longest']
    """
    table = to_table(rules)
    most = max(_numbers(table))
    record = inspect.type_info(type(rules))
    assert isinstance(record, inspect.StructType)
    for field in record.fields:
        for path, value in _Others(most).of(field.type, table[field.name]):
            yield Mutant(field.name + path, field.name, value)


def _numbers(value: Any) -> Iterator[int]:
    """Return the whole numbers of a table, at any depth."""
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, int):
        yield value
    elif not isinstance(value, str | None):
        yield from (number for item in value for number in _numbers(item))


class _Others(NamedTuple):
    """Other values of what is in a record whose largest number is ``most``."""

    most: int

    def of(self, kind: inspect.Type, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the path of each cell in a value, and the value with the change."""
        match kind:
            case inspect.Metadata():
                yield from self.of(kind.type, value)
            case inspect.UnionType():
                yield from self.of(_alternative(kind, value), value)
            case inspect.BoolType():
                yield "", not value
            case inspect.IntType():
                yield "", self.number(kind, value)
            case inspect.CustomType() if kind.cls is Fraction:
                yield "", str(Fraction(value) + 1)
            case inspect.LiteralType():
                others = (choice for choice in kind.values if choice != value)
                yield from ((f"={choice}", choice) for choice in others)
            case inspect.StructType():
                kinds = {f.encode_name: f.type for f in kind.fields}
                yield from self.inside({k: kinds[k] for k in value}, value)
            case inspect.DictType():
                yield from self.inside(_keys(kind, value), value)
            case inspect.VarTupleType():
                yield from self.in_list(_bare(kind.item_type), value)

    def number(self, kind: inspect.IntType, value: int) -> int:
        """Its neighbour; for points of nothing, more than anything else."""
        if value == 0 and kind.ge == 0 and kind.le is not None and self.most < kind.le:
            return self.most + 1
        return value - 1 if value == kind.le else value + 1

    def inside(
        self, kinds: dict[str, inspect.Type], value: dict[str, Any]
    ) -> Iterator[tuple[str, Any]]:
        """Each entry of a table, what is left out as 0 or as an empty table."""
        for key, kind in kinds.items():
            empty: Any = {} if isinstance(_bare(kind), inspect.DictType) else 0
            for path, other in self.of(kind, value.get(key, empty)):
                yield f".{key}{path}", value | {key: other}

    def in_list(
        self, kind: inspect.Type, value: Sequence[Any]
    ) -> Iterator[tuple[str, Any]]:
        """Each number that is in a set or out of it, or each entry of a list."""
        numbers = _range(kind)
        if numbers and len(numbers) <= LARGEST_SET:
            for number in numbers:
                yield f".{number}", sorted(set(value) ^ {number})
            return
        for place, item in enumerate(value):
            for path, other in self.of(kind, item):
                changed = [*value[:place], other, *value[place + 1 :]]
                yield f".{place + 1}{path}", changed


def _keys(kind: inspect.DictType, value: dict[str, Any]) -> dict[str, inspect.Type]:
    """Return the possible keys if they are bounded numbers, else the present keys."""
    numbers = _range(_bare(kind.key_type))
    return dict.fromkeys(map(str, numbers) if numbers else value, kind.value_type)


def _range(kind: inspect.Type) -> range | None:
    """Return the numbers of a bounded type."""
    if isinstance(kind, inspect.IntType) and None not in (kind.ge, kind.le):
        return range(kind.ge or 0, (kind.le or 0) + 1)
    return None


def _bare(kind: inspect.Type) -> inspect.Type:
    """Return the type without what only describes it."""
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _alternative(kind: inspect.UnionType, value: Any) -> inspect.Type:
    """Return the member of a union that a value is of."""
    shapes: dict[type, tuple[type[inspect.Type], ...]] = {
        bool: (inspect.BoolType,),
        int: (inspect.IntType,),
        str: (inspect.LiteralType, inspect.StrType),
        list: (inspect.VarTupleType,),
        tuple: (inspect.VarTupleType,),
        dict: (inspect.DictType,),
        type(None): (inspect.NoneType,),
    }
    members = [_bare(member) for member in kind.types]
    return next(m for m in members if isinstance(m, shapes[type(value)]))
