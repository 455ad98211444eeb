"""Proofs in certificates of trueodds: by enumeration, and of a Markov chain.

The document docs/explanation/certificates.md explains why these steps prove the claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any, NamedTuple

from .reading import Values, require, short


class Kind(NamedTuple):
    """A kind of certificate: its proof, and the shapes of its rules and its data.

    ``prove`` takes the rules and then the data, in the order of their fields. It
    returns all values that it has proved, by quantity id. If ``looser`` is true, a
    certificate may claim wider bounds than the proved ones. ``words`` returns the
    condition under which the claims of a certificate hold, in words. ``follows`` says
    what the proof shows, if it shows less than "proved".
    """

    prove: Callable[..., Values]
    rules: Any
    data: Values
    most_bytes: int = 4_000_000
    looser: bool = False
    words: Callable[[Values], str] | None = None
    follows: str = "proved"


def arrangements(shown: Iterable[Any]) -> int:
    """Return the number of orders of dice or cards that show these values."""
    held = Counter(shown).values()
    return factorial(sum(held)) // prod(map(factorial, held))


def enumerate_classes(classes: list[Any], expected: Iterable[Any]) -> Counter[Any]:
    """Verify all classes of a certificate; return the total weight of each outcome.

    ``expected`` yields every class: the row that the certificate must have at this
    place, and the outcomes of the class with their weights. So no class can be
    missing or repeated.
    """
    weights = Counter[Any]()
    rows = iter(classes)
    for row, outcomes in expected:
        # Compare as text, since Python holds 1 and true to be equal.
        require(repr(next(rows, None)) == repr(row), f"expected the class {row}")
        weights.update(outcomes)
    require(not list(rows), "there are too many classes")
    return weights


def distribution(prefix: str, mean: str, weights: Counter[int]) -> Values:
    """Return the probability of each number by id, and their mean under ``mean``."""
    total = weights.total()
    proved: Values = {mean: Fraction(sum(n * w for n, w in weights.items()), total)}
    return proved | {f"{prefix}.{n}": Fraction(w, total) for n, w in weights.items()}


class Step(NamedTuple):
    """One outcome of leaving a state, with its weight among all outcomes.

    An unknown of the state is a mean over all steps. Each step contributes its gain
    plus, times its sign, the same unknown of the next state. After the end nothing
    is added.
    """

    weight: int
    gains: Sequence[int]
    after: Any = None  # the next state; None is the end
    signs: Sequence[int] = ()


def solve_chain(states: Any, steps: Callable[[Any], Iterable[Step]]) -> dict[Any, Any]:
    """Return the unknowns of each state, after proving that they are the only solution.

    A row has a state, its unknowns, and its rank: the least number of steps to the
    end. Since the end can be reached from every state, the chain ends almost
    surely. So its equations have one solution. Substitution shows that the unknowns
    are this solution.
    """
    table = {tuple(state): (unknowns, rank) for state, unknowns, rank in states}
    require(len(table) == len(states), "a state occurs twice")
    for state, (unknowns, rank) in table.items():
        sums = [Fraction(0)] * len(unknowns)
        ranks = []
        total = 0
        for step in steps(state):
            total += step.weight
            ends = step.after is None
            require(ends or step.after in table, f"the state {step.after} is missing")
            later, rank_after = (unknowns, 0) if ends else table[step.after]
            ranks.append(rank_after)
            for i, gain in enumerate(step.gains):
                unknown = gain if ends else gain + step.signs[i] * later[i]
                sums[i] = short(sums[i] + step.weight * unknown)
        require(rank == min(ranks) + 1, f"the rank of {state} is wrong")
        require([x * total for x in unknowns] == sums, f"{state} is not solved")
    return {state: unknowns for state, (unknowns, _) in table.items()}
