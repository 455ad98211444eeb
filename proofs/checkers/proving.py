"""Methods of proof for certificates of trueodds: enumeration, and a Markov chain.

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

    A shape says which values are allowed, such as ``[int]`` for any list of integers
    from 0; ``conform`` checks it. ``rules`` is the shape of the rules, and ``data`` has
    the shape of each further field. ``most_bytes`` is the largest size of a file.
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
    """Return in how many orders dice or cards can show the values ``shown``."""
    held = Counter(shown).values()
    # The order stays the same if equal values change places.
    same = prod(map(factorial, held))
    orders = factorial(sum(held))
    return orders // same


def enumerate_classes(classes: list[Any], expected: Iterable[Any]) -> Counter[Any]:
    """Verify all classes of a certificate; return the total weight of each outcome.

    ``classes`` are the rows of the certificate. ``expected`` yields, for each class in
    order, the row that the certificate must have and a mapping of the class's outcomes
    to their weights. Raises ``UnprovedError`` if a row differs. So no class can be
    missing or repeated.
    """
    weights = Counter[Any]()
    rows = iter(classes)
    for row, outcomes in expected:
        claimed = next(rows, None)
        # Compare as text, since Python holds 1 and true to be equal.
        same = repr(claimed) == repr(row)
        require(same, f"expected the class {row}")
        weights.update(outcomes)
    # Nothing is left after the last class.
    further = list(rows)
    require(not further, "there are too many classes")
    return weights


def distribution(prefix: str, mean: str, weights: Counter[int]) -> Values:
    """Return the probability of each number, and the mean of the numbers, by id.

    ``weights`` has the weight of each number, such as a number of points. The ids are
    ``prefix.N`` for the number N, and ``mean``.
    """
    total = weights.total()
    weighted = sum(n * weight for n, weight in weights.items())
    proved = Values()
    proved[mean] = Fraction(weighted, total)
    for n, weight in weights.items():
        proved[f"{prefix}.{n}"] = Fraction(weight, total)
    return proved


class Step(NamedTuple):
    """One outcome of leaving a state, with its weight among all outcomes.

    ``after`` is the next state, or None for the end. An unknown of the state is a mean
    over all steps. For each unknown, a step contributes its number in ``gains``, plus
    its sign in ``signs`` times the same unknown of the next state. After the end
    nothing is added.
    """

    weight: int
    gains: Sequence[int]
    after: Any = None  # the next state; None is the end
    signs: Sequence[int] = ()


def solve_chain(states: Any, steps: Callable[[Any], Iterable[Step]]) -> dict[Any, Any]:
    """Return the unknowns of each state, after proving that they are the only solution.

    A row of ``states`` has the variables of a state, its unknowns as fractions, and its
    rank: the least number of steps to the end. ``steps(state)`` yields the outcomes of
    leaving a state, which is a tuple of the variables. The result has the unknowns by
    state. Raises ``UnprovedError`` if an equation does not hold. Since the end can be
    reached from every state, the chain ends almost surely. So its equations have one
    solution. Substitution shows that the unknowns are this solution.
    """
    table = {}
    ranks: dict[Any, int] = {None: 0}  # The end has rank 0.
    for variables, unknowns, rank in states:
        state = tuple(variables)
        table[state] = unknowns
        ranks[state] = rank
    all_differ = len(table) == len(states)
    require(all_differ, "a state occurs twice")
    for state, unknowns in table.items():
        sums = [Fraction(0)] * len(unknowns)
        next_ranks = []
        total = 0
        # Add up the weighted gains, and what the certificate says of the next states.
        for weight, gains, after, signs in steps(state):
            require(after in ranks, f"the state {after} is missing")
            next_ranks.append(ranks[after])
            total += weight
            for i, gain in enumerate(gains):
                unknown: Fraction | int = gain
                if after is not None:
                    further = table[after][i]
                    unknown += signs[i] * further
                added = sums[i] + weight * unknown
                sums[i] = short(added)
        # The nearest of the next states is one step nearer to the end. So the end can
        # be reached from this state, by induction on the rank.
        rank = min(next_ranks) + 1
        right_rank = ranks[state] == rank
        require(right_rank, f"the rank of {state} is wrong")
        # The unknowns are the weighted means of what was added up.
        expected = [unknown * total for unknown in unknowns]
        solved = expected == sums
        require(solved, f"{state} is not solved")
    return table
