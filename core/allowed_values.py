"""The values and the fields that a record of rules allows, from its annotations."""

import re
from collections.abc import Iterable

import msgspec


def allowed_values(record: type[msgspec.Struct], where: str) -> Iterable[object]:
    """Return what a user may write at a place in a record of rules, for a hint.

    The result is the names of the fields if the place is a record, the keys if it is a
    table, and otherwise the allowed values. A place for free text has none.

    Args:
        record: The class of the record.
        where: The place, as msgspec's error messages write it, such as
            ``banker_draws[...]``. An empty text is the record itself.

    >>> from trueodds.core.rules.bunco import BuncoRules
    >>> list(allowed_values(BuncoRules, ""))[:2]
    ['description', 'dice']
    """
    kinds = [msgspec.inspect.type_info(record)]
    for step in re.findall(r"\[[^]]*\]|[^.\[]+", where):
        kinds = [inner for kind in kinds for inner in _inside(kind, step)]
    for kind in kinds:
        if isinstance(kind, msgspec.inspect.LiteralType):
            return kind.values
        if isinstance(kind, msgspec.inspect.StructType):
            return [field.name for field in kind.fields]
        if isinstance(kind, msgspec.inspect.StrType):
            return []
        if isinstance(kind, msgspec.inspect.DictType):  # a wrong key
            (key,) = _alternatives(kind.key_type)
            assert isinstance(key, msgspec.inspect.LiteralType)
            return key.values
    raise AssertionError(where)


def _inside(kind: msgspec.inspect.Type, step: str) -> list[msgspec.inspect.Type]:
    """Return the types after a step: of the named field, or of any item."""
    if isinstance(kind, msgspec.inspect.StructType):
        fields = {field.name: field.type for field in kind.fields}
        return _alternatives(fields[step])
    if isinstance(kind, msgspec.inspect.DictType):
        return _alternatives(kind.value_type)
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return _alternatives(kind.item_type)
    return []


def _alternatives(kind: msgspec.inspect.Type) -> list[msgspec.inspect.Type]:
    """Return the types of a union, without limits on their values."""
    if isinstance(kind, msgspec.inspect.UnionType):
        return [leaf for inner in kind.types for leaf in _alternatives(inner)]
    if isinstance(kind, msgspec.inspect.Metadata):
        return _alternatives(kind.type)
    return [kind]
