"""Exploration of a process: from its start to numbered states and their actions.

Markov chains, decision processes and written-out models all begin here. A step function
names what may follow a state; ``explore`` follows it until no new state appears, and
checks that probabilities and rewards are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution

State = TypeVar("State")
Exact: TypeAlias = Fraction | int
Outcomes: TypeAlias = Distribution[State] | Mapping[State, Exact]


@dataclass(frozen=True, slots=True)
class Action:
    """The outcomes of an action, and the reward that it pays at once.

    Outcomes are states, as a ``Distribution`` or a mapping to exact probabilities.
    """

    outcomes: Outcomes[Any]
    reward: Exact = 0


class Move(NamedTuple):
    """An action of a numbered state.

    Outcome k leads to the state number ``targets[k]`` with probability
    ``weights[k] / total``.
    """

    label: Any
    reward: Fraction
    targets: list[int]
    weights: list[int]
    total: int

    @property
    def distribution(self) -> Distribution[int]:
        """The distribution of the next state's number, in ascending order."""
        return Distribution(dict(sorted(zip(self.targets, self.weights, strict=True))))

    @property
    def probabilities(self) -> dict[int, Fraction]:
        """The probability of each next state's number, in ascending order."""
        ordered = self.distribution
        return {target: ordered[target] for target in ordered}


@dataclass(frozen=True, slots=True)
class Graph(Generic[State]):
    """An explored process; the start is state 0.

    ``moves[i]`` are the actions of ``states[i]``. They are empty where the process
    ends, and ``ends[i]`` is then what the step function returned.
    """

    states: list[State]
    moves: list[list[Move]]
    ends: dict[int, Any]


def explore(start: State, step: Callable[[State], Any]) -> Graph[State]:
    """Explore every state that can follow ``start``.

    ``step(state)`` returns a mapping from labels to an ``Action``. Anything else marks
    the end of the process, and is kept.

    Raises ``ModelError`` for a state without actions, for a reward that is not exact,
    and for probabilities that do not add up to exactly 1.

    >>> graph = explore(1, lambda n: {"double": Action({2 * n: 1})} if n < 4 else "end")
    >>> graph.states, graph.ends
    ([1, 2, 4], {2: 'end'})
    """
    states, numbers = [start], {start: 0}
    moves: list[list[Move]] = []
    ends: dict[int, Any] = {}

    def number(state: State) -> int:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    def move(state: State, label: Any, action: Action) -> Move:
        outcomes = distribution_at(state, action.outcomes)
        targets = [number(outcome) for outcome in outcomes]
        weights = [weight for _, weight in outcomes.items()]
        reward = exact_at(state, action.reward)
        return Move(label, reward, targets, weights, outcomes.total)

    for place, state in enumerate(states):  # which grows
        actions = step(state)
        if not isinstance(actions, Mapping):
            ends[place] = actions
            actions = {}
        elif not actions:
            raise ModelError(f"state {state!r} has no actions and no terminal value")
        moves.append([move(state, *labelled) for labelled in actions.items()])
    return Graph(states, moves, ends)


def exact_at(state: object, number: Exact) -> Fraction:
    """Return the number; raise ``ModelError`` naming ``state`` if it is not exact."""
    if isinstance(number, Fraction | int):
        return Fraction(number)
    raise ModelError(f"state {state!r}: {number!r} is not an exact number")


def distribution_at(state: object, outcomes: Outcomes[State]) -> Distribution[State]:
    """Return the distribution of the next state after ``state``.

    Raises ``ModelError`` for probabilities of a mapping that are not exact, are
    negative or do not add up to exactly 1.

    >>> distribution_at("start", {"heads": Fraction(1, 3), "tails": Fraction(2, 3)})
    Distribution({'heads': 1, 'tails': 2})
    """
    if isinstance(outcomes, Distribution):
        return outcomes
    for outcome, probability in outcomes.items():
        if not isinstance(probability, Fraction | int) or probability < 0:
            raise ModelError(
                f"state {state!r}: the probability of {outcome!r} is {probability!r},"
                " which is not an exact number from 0 to 1"
            )
    total = sum(outcomes.values())
    if total != 1:
        raise ModelError(f"state {state!r}: the probabilities add up to {total}, not 1")
    common = lcm(*(probability.denominator for probability in outcomes.values()))
    return Distribution({o: int(p * common) for o, p in outcomes.items()})
