"""Arguments of Python functions: checked by the types in the function's signature."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, isfunction, signature, unwrap
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from trueodds.core.arguments import plain_list, require_text_form
from trueodds.core.errors import (
    OptionError,
    TrueoddsError,
    UnknownNameError,
    WrongTypeError,
    choices,
    require_type,
)
from trueodds.core.games import Game

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")


class Array(Protocol):
    """A series or an array, such as those of pandas, polars and numpy."""

    def __iter__(self) -> Iterator[Any]: ...

    def __array__(self) -> Any:
        """Return the items as an array of numpy."""


@runtime_checkable
class Counts(Protocol):
    """Counts by outcome: a mapping, or a series with the outcomes as its index."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Return the outcomes with their counts."""


Numbers: TypeAlias = str | Sequence[int] | Array
"""Dice as text, or as a list, a tuple, a series or an array of faces."""

Texts: TypeAlias = str | Sequence[str] | Array
"""A text, or a list, a tuple, a series or an array of texts."""


class Words(NamedTuple):
    """The annotation of a parameter that is words of the command line, not an option.

    ``metavar`` is the name of the words in the help.
    """

    metavar: str


RANGES = (("{:,} or more", "{:,} to {:,}"), ("above {:,}", "between {:,} and {:,}"))
"""The words for closed and open ranges, without and with a highest value."""


class Between(NamedTuple):
    """The annotation of a number that has a lowest and perhaps a highest value.

    An ``open`` range leaves out these two values.
    """

    lowest: int
    highest: int | None = None
    open: bool = False

    def require(self, name: str, value: float) -> None:
        """Raise ``OptionError`` for a number that is too low or too high.

        ``name`` is that of the argument, for the message.

        >>> Between(1, 1000).require("top", 0)
        Traceback (most recent call last):
            ...
        trueodds.core.errors.OptionError: top must be 1 to 1,000, not 0
        """
        low, high, is_open = self
        inside = low <= value <= (high or value)
        at_end = value in (low, high)
        if not inside or (is_open and at_end):
            wanted = RANGES[is_open][high is not None].format(low, high)
            raise OptionError(f"{name} must be {wanted}, not {value:,}")


IN_PYTHON = "in Python"
"""The mark of an argument that the command line does not have."""

# The annotation of a type with marks, which people need not read.
UNMARKED = r"Annotated\[((?:[^][,]|\[(?:[^][]|\[[^][]*\])*\])*), .*\]"

CHECKED_LATER = ("rules", "set")
"""The arguments that are checked when rules are loaded."""

NAMES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    Path: "a path",
    Fraction: "a fraction",
    Callable: "a function",
    Counts: "counts by outcome",
    Game: "a game",
}
"""The types of single values, as messages name them."""


class Labelled(list[Any]):
    """The items of an argument, with the index of the series that they come from.

    ``labels`` is the index. It is None if the items come from a list, a tuple or an
    array.
    """

    labels: Any = None


@cache
def types_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the type hints of a function's parameters, by name.

    The type of the function's result is left out, because it is slow to import. The
    parameters ``rules``, ``set`` and ``**options`` are left out too, because they are
    checked when the rules are loaded.
    """
    parameters = signature(unwrap(function)).parameters.values()
    types = {
        p.name: p.annotation
        for p in parameters
        if p.name not in CHECKED_LATER and p.kind is not Parameter.VAR_KEYWORD
    }
    # Annotations are texts here. The hints of the function itself would import all
    # types of its result.
    of_parameters = SimpleNamespace(__annotations__=types)
    scope = vars(import_module(function.__module__))
    return get_type_hints(of_parameters, scope, include_extras=True)


def kinds_of(hint: Any) -> tuple[Any, ...]:
    """Return the types of a type hint: those of a union, or the only one."""
    if get_origin(hint) in (Union, UnionType):
        return get_args(hint)
    return (hint,)


def split_marks(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type hint without what ``Annotated`` adds to it, and these additions."""
    plain, *marks = get_args(hint) if get_origin(hint) is Annotated else [hint]
    return plain, marks


def text_of(value: object) -> str | None:
    """Return an argument as the words of a command line would give it; None is None.

    >>> text_of([1, 5, 5]), text_of(3), text_of("155")
    ('1 5 5', '3', '155')
    """
    if value is None or isinstance(value, str):
        return value
    return " ".join(map(str, value if isinstance(value, list) else [value]))


def checked(
    function: Callable[Arguments, Returned],
) -> Callable[Arguments, Returned]:
    """Decorate a function so that each call checks the types of its arguments.

    A number of numpy becomes an ``int`` or a ``float``, as the type says. Series and
    arrays become lists.

    >>> @checked
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double("400")
    Traceback (most recent call last):
        ...
    trueodds.core.errors.WrongTypeError: number must be a whole number, not '400'
    """
    parameters = signature(function)

    @wraps(function)
    def call(*arguments: Arguments.args, **settings: Arguments.kwargs) -> Returned:
        try:
            bound = parameters.bind(*arguments, **settings)
        except TypeError as error:
            raise TypeError(f"{function.__qualname__}(): {error}") from None
        # Defaults are not among them: they have the right type.
        values = bound.arguments
        require_text_form(settings | values)
        # The keywords of single games, which are fields of rules, have no hint of their
        # own.
        options = values.get("options", {})
        for name, value in options.items():
            read(name, value, str | int | None)
        for name, hint in types_of(function).items():
            several = parameters.parameters[name].kind is Parameter.VAR_POSITIONAL
            if name in values and several:
                values[name] = tuple(read(name, item, hint) for item in values[name])
            elif name in values:
                values[name] = read(name, values[name], hint)
        try:
            return function(*bound.args, **bound.kwargs)
        except TrueoddsError as error:
            # The same message names ``--hands`` on the command line and ``hands`` in
            # Python.
            known = {*parameters.parameters, *options}
            error.args = (named_in_python(str(error), known),)
            raise

    # Help in Python shows the types without the marks.
    call.__signature__ = parameters.replace(  # type: ignore[attr-defined]
        parameters=[
            each.replace(annotation=re.sub(UNMARKED, r"\1", each.annotation))
            for each in parameters.parameters.values()
        ]
    )
    return call


def named_in_python(message: str, names: Container[str]) -> str:
    """Return a message with arguments in place of options, except in a command line.

    ``names`` are the names of the arguments. Other options stay as they are.

    >>> message = "--hands needs --stake; such as --stake 25; see trueodds odds --all"
    >>> named_in_python(message, ["hands", "stake", "all"])
    'hands needs stake; such as stake=25; see trueodds odds --all'
    """

    def named(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        if name not in names:
            return option[0]
        return f"{name}=" if option[2] else name

    # A command line is to be copied as it is, so its options keep their form.
    words, command, more = message.partition("trueodds ")
    return re.sub(r"--([a-z][a-z-]*)( (?=\d))?", named, words) + command + more


def read(name: str, value: Any, hint: Any) -> Any:
    """Return an argument, converted to one of the types of its type hint.

    Raises ``WrongTypeError`` if ``value`` fits none of these types. The message has
    ``name``, the name of the argument.
    """
    require_text_form({name: value})
    if hasattr(value, "columns"):
        raise WrongTypeError(f"{name} is a data frame; give one of its columns")
    hint, marks = split_marks(hint)
    # A value may fit several types of a union, so the order counts: True and None, then
    # types that read themselves, numbers, lists, names, and all others.
    kinds = {get_origin(kind) or kind: kind for kind in kinds_of(hint)}
    if isinstance(value, bool | NoneType) and type(value) in kinds:
        return value
    for mark in marks:
        if isfunction(mark):
            return mark(value)
    number = int if int in kinds else float
    of_kind = isinstance(value, Integral if number is int else Real)
    # In Python True is an integer. As a number of players it is a mistake.
    if number in kinds and of_kind and not isinstance(value, bool):
        for mark in marks:
            if isinstance(mark, Between):
                mark.require(name, number(value))
        return number(value)
    items = plain_list(value)
    if Sequence in kinds and isinstance(items, list | tuple):
        (of_items,) = get_args(kinds[Sequence])
        # Items of any type are checked where their game reads them.
        if of_items is not object:
            items = [read(name, item, of_items) for item in items]
        labelled = Labelled(items)
        index = getattr(value, "index", None)
        # Lists and tuples have a method of this name; a series has its labels.
        labelled.labels = None if callable(index) else index
        return labelled
    if Literal in kinds:
        names = get_args(kinds[Literal])
        # A list is not hashable, and would not be comparable with the names.
        require_type(name, value, str, "text")
        if value not in names:
            raise UnknownNameError(
                f"{name} cannot be {value!r}; {choices(value, names)}"
            )
        return value
    wanted = [text for kind, text in NAMES.items() if kind in kinds]
    wanted += ["a list"] * (Sequence in kinds)
    allowed = tuple(kind for kind in NAMES if kind in kinds)
    require_type(name, value, allowed, " or ".join(wanted))
    return value
