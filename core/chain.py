"""MarkovChain: where a chain ends, and what is collected on the way, exactly.

All the answers from one start state follow from one solution: the expected number of
visits to each state. Visits flow forward, so the components are solved in topological
order, each from what flows into it; an absorbing state is visited exactly as often
as the chain ends there. Source: Kemeny & Snell, Finite Markov Chains, chapter 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Generic, TypeAlias, TypeVar

from flint import fmpq

from trueodds.core.distribution import Distribution
from trueodds.core.errors import ModelError
from trueodds.core.graph import Numbering, attractor, components
from trueodds.core.linear import fraction, solve

State = TypeVar("State")
Exact: TypeAlias = Fraction | int
Law: TypeAlias = Distribution[State] | Mapping[State, Exact]


def exact_at(state: object, number: Exact) -> Exact:
    """The number; raises ``ModelError`` naming ``state`` where it is not exact."""
    if isinstance(number, Fraction | int):
        return number
    raise ModelError(f"state {state!r}: {number!r} is not an exact number")


def law_at(state: object, law: Law[State]) -> Distribution[State]:
    """The law of what follows ``state``, as integer weights over one total.

    Raises ``ModelError`` where the probabilities of a mapping are not exact, are
    negative or do not add up to exactly 1.

    >>> law_at("start", {"heads": Fraction(1, 3), "tails": Fraction(2, 3)})
    Distribution({'heads': 1, 'tails': 2})
    """
    if isinstance(law, Distribution):
        return law
    for outcome, chance in law.items():
        if not isinstance(chance, Fraction | int) or chance < 0:
            raise ModelError(
                f"state {state!r}: the probability of {outcome!r} is {chance!r},"
                " which is not an exact number from 0 to 1"
            )
    total = sum(law.values())
    if total != 1:
        raise ModelError(f"state {state!r}: the probabilities add up to {total}, not 1")
    common = lcm(*(chance.denominator for chance in law.values()))
    return Distribution({o: int(chance * common) for o, chance in law.items()})


class MarkovChain(Generic[State]):
    """A finite chain that is absorbed almost surely; explored from its start.

    ``step(state)`` gives the law of the next state (a ``Distribution``, or a mapping
    from states to exact probabilities), or None where the chain ends.

    Raises ``ModelError`` where probabilities do not add up to exactly 1, and for a
    state from which the chain can never be absorbed.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> heads_in_a_row = lambda n: None if n == 3 else {0: coin[0], n + 1: coin[1]}
    >>> MarkovChain(0, heads_in_a_row).expected_steps()
    Fraction(14, 1)
    """

    def __init__(
        self, start: State, step: Callable[[State], Law[State] | None]
    ) -> None:
        numbering = Numbering(start)
        self.states: list[State] = numbering.states
        self._rows: list[dict[int, fmpq]] = []
        self._ends: list[int] = []
        for number, state in enumerate(self.states):
            given = step(state)
            if given is None:
                self._ends.append(number)
                self._rows.append({})
            else:
                law = law_at(state, given)
                self._rows.append(
                    {numbering[s]: fmpq(w, law.total) for s, w in law.items()}
                )
        absorbed = attractor([[row] for row in self._rows], self._ends)
        for number, state in enumerate(self.states):
            if number not in absorbed:
                raise ModelError(f"state {state!r} never absorbs")

    @cached_property
    def _visits(self) -> list[fmpq]:
        """The expected number of visits to each state, the absorbing ones too."""
        visits = [fmpq(0)] * len(self.states)
        visits[0] = fmpq(1)
        for part in reversed(components(self._rows)):
            place = {state: i for i, state in enumerate(part)}
            into: list[dict[int, fmpq]] = [{} for _ in part]
            for state in part:
                for target, chance in self._rows[state].items():
                    if target in place:
                        into[place[target]][place[state]] = chance
            for state, times in zip(
                part, solve(into, [visits[s] for s in part]), strict=True
            ):
                visits[state] = times
            for state in part:
                for target, chance in self._rows[state].items():
                    if target not in place:
                        visits[target] += visits[state] * chance
        return visits

    def expected_visits(self) -> dict[State, Fraction]:
        """How often each transient state is visited, the start's first visit included.

        >>> MarkovChain(1, lambda n: {n - 1: 1} if n else None).expected_visits()
        {1: Fraction(1, 1)}
        """
        ends = set(self._ends)
        return {
            self.states[i]: fraction(times)
            for i, times in enumerate(self._visits)
            if i not in ends
        }

    def absorption(self) -> dict[State, Fraction]:
        """The probability of ending in each absorbing state; they add up to 1.

        >>> third = Fraction(1, 3)
        >>> ruin = lambda n: {n - 1: 2 * third, n + 1: third} if 0 < n < 4 else None
        >>> MarkovChain(1, ruin).absorption()
        {0: Fraction(14, 15), 4: Fraction(1, 15)}
        """
        return {self.states[i]: fraction(self._visits[i]) for i in self._ends}

    def expected_steps(self) -> Fraction:
        """The expected number of steps until absorption."""
        return self.expected_reward(lambda state: 1)

    def expected_reward(
        self,
        reward: Callable[[State], Exact],
        *,
        terminal: Callable[[State], Exact] | None = None,
    ) -> Fraction:
        """The expected sum of ``reward(state)`` over the visits to transient states.

        ``terminal(state)`` is added for the absorbing state in which the chain ends.
        Raises ``ModelError`` for a reward that is not an exact number.
        """
        total = Fraction(0)
        for state, times in self.expected_visits().items():
            total += times * exact_at(state, reward(state))
        if terminal:
            for state, chance in self.absorption().items():
                total += chance * exact_at(state, terminal(state))
        return total
