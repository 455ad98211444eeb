"""Strategies that follow from a game's declared scoring, and from its record of rules.

Positions with equal dice or cards are frequent, and numbers in rules are small.
"""

from collections.abc import Mapping
from functools import partial
from operator import mul
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.scoring import Layout, Scoring, Shown
from trueodds.proofs.verify.hypothesis import Strategies

SPAN = 10
"""Numbers of rules are drawn up to this number above their least value."""


def strategies(game: Game, scoring: Mapping[str, Scoring]) -> Strategies:
    """Return the strategies that draw a game's positions and changes of its rules.

    ``scoring`` has the game's scoring rules by name.
    """

    def positions(rules: Any, rule: str | None) -> st.SearchStrategy[str]:
        layout = scoring[rule or next(iter(scoring))].under(rules)
        return _shown(layout).filter(layout.possible).map(layout.write)

    return Strategies(positions, partial(changes, game.record))


@st.composite
def _shown(draw: st.DrawFn, layout: Layout) -> Shown:
    def pick(numbers: list[int], count: int) -> tuple[int, ...]:
        number = st.integers(0, len(numbers) - 1).map(numbers.__getitem__)
        # Equal numbers are rare among independent ones, but score in many games.
        equal = st.tuples(number).map(partial(mul, count))
        return draw(equal | st.tuples(*[number] * count))

    return layout.drawn(pick, lambda cards: draw(st.permutations(cards)))


def changes(record: type[Rules]) -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed fields of a record of rules.

    It draws new values, by field. Fields that are integers, booleans, lists or choices
    can be changed.
    """
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    values = {field.name: _values(field.type) for field in info.fields}
    known = {name: each for name, each in values.items() if each is not None}
    return st.fixed_dictionaries({}, optional=known)


def _values(kind: inspect.Type) -> st.SearchStrategy[Any] | None:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least, le=most):
            low = least or 0
            high = low + SPAN if most is None else min(low + SPAN, most)
            return st.integers(low, high)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item_type=item):
            each = _values(item)
            return None if each is None else st.lists(each, max_size=SPAN)
    return None
