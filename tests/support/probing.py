"""Functions of all probes of shipped results: read a file, and compare numbers.

Exact values are equal. Proved bounds overlap, and are about as wide: their last digits
differ between machines.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise, zip_longest

import numpy as np

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.storage import store

SEED = 36
"""The seed of all places that are looked at, so that a run can be repeated."""

ROUNDING = Fraction(1, 10**15)
"""A difference of widths that is no more than the rounding of floats."""


def places(many: int, number: int, salt: int = 0) -> list[int]:
    """Return different places below ``many``, one from each part of equal size."""
    generator = np.random.default_rng([SEED, salt, many])
    ends = np.linspace(0, many, number + 1).astype(int).tolist()
    return [
        int(generator.integers(begin, end))
        for begin, end in pairwise(ends)
        if begin < end
    ]


def content(name: str, key: Mapping[str, object]) -> memoryview:
    """Return what the shipped file of this name holds for today's key."""
    read = store.shipped(name, key, memoryview)
    assert read is not None, f"{name} does not ship, or was made from other inputs"
    return read


def assert_close(shipped: Enclosure, computed: Enclosure) -> None:
    """Assert that bounds overlap and are about as wide."""
    assert shipped.meets(computed)
    assert shipped.width <= 2 * computed.width + ROUNDING
    assert computed.width <= 2 * shipped.width + ROUNDING


def assert_same(shipped: Iterable[Quantity], computed: Iterable[Quantity]) -> int:
    """Assert that quantities are the same, and return their number.

    Their ids, labels, units and methods are compared too, since these ship.
    """
    pairs = [*zip_longest(shipped, computed)]
    for old, new in pairs:
        assert old is not None
        assert new is not None
        assert words(old) == words(new)
        if old.exact is None:
            assert_close(old.bounds, new.bounds)
    return len(pairs)


def words(quantity: Quantity) -> tuple[object, ...]:
    """Return all of a quantity but its bounds."""
    return (
        quantity.id,
        quantity.label,
        quantity.unit,
        quantity.method,
        quantity.exact,
        quantity.count,
        quantity.total,
    )
