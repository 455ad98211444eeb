"""DecisionProcess: the best play for one player, or for two who alternate, exactly.

The process is explored from its start and solved component by component, each after
all that it leads to, by policy or strategy iteration (``core/policy.py``). At the end
the Bellman equations are checked by substitution in every state.

Two players of a symmetric game share one table: the chance of the player to move to
win. An action can pass the move, and what the other then wins is lost. A table that
satisfies these equations proves nothing when two players may never finish (if nobody
need move first, 1/2 satisfies them), so the policy must end the play almost surely,
whatever the other does. Then it guarantees the mover's value against anybody; and the
other, by playing it too, holds the mover to that value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from flint import fmpq

from trueodds.core.chain import Exact, Law, exact_at, law_at
from trueodds.core.distribution import Distribution
from trueodds.core.errors import ModelError
from trueodds.core.graph import Numbering, components
from trueodds.core.linear import fraction, rational
from trueodds.core.policy import Row, best_policy

State = TypeVar("State")
Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Passed(Generic[State]):
    """The outcome that the other player is to move at ``state``, as they see it."""

    state: State


@dataclass(frozen=True, slots=True)
class Action:
    """What may follow an action, and the reward it pays at once.

    Outcomes are states or, in a game of two players, also ``Passed`` states; their
    law is a ``Distribution`` or a mapping to exact probabilities.
    """

    outcomes: Law[Any]
    reward: Exact = 0


@dataclass(frozen=True, slots=True)
class Solution(Generic[State, Label]):
    """The value of the start and of every state, an optimal policy, and the method."""

    value: Fraction
    values: dict[State, Fraction]
    policy: dict[State, Label]
    method: str


class Choice(NamedTuple):
    """One action of a state, checked: its label, its law and its reward."""

    label: Any
    law: Distribution[Any]
    reward: Exact


class DecisionProcess(Generic[State, Label]):
    """Choices with random outcomes until a terminal state, explored from the start.

    ``actions(state)`` gives the exact value of a terminal state, or the actions there
    by label. What is sought is the best expected total of rewards and terminal value
    among the policies that end almost surely. Where outcomes are ``Passed``, terminal
    values are the mover's chance to win and there are no rewards.

    A die that may be rolled again, at a cost of one each time:

    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> def actions(state):
    ...     if isinstance(state, str):
    ...         return int(state)
    ...     return {"keep": Action({str(state): 1}), "again": Action(die, reward=-1)}
    >>> solution = DecisionProcess(1, actions).solve(maximise=True)
    >>> solution.value, solution.policy[2], solution.policy[3]
    (Fraction(3, 1), 'again', 'keep')
    """

    def __init__(
        self,
        start: State,
        actions: Callable[[State], Exact | Mapping[Label, Action]],
    ) -> None:
        self.start = start
        self._actions = actions

    def at(self, state: State) -> Fraction | list[Choice]:
        """The value of a terminal state, or what can be done there.

        Raises ``ModelError`` where there is nothing to do, a number is not exact, or
        weights do not add up.
        """
        given = self._actions(state)
        if not isinstance(given, Mapping):
            return Fraction(exact_at(state, given))
        if not given:
            raise ModelError(f"state {state!r} has no actions and no terminal value")
        return [
            Choice(label, law_at(state, act.outcomes), exact_at(state, act.reward))
            for label, act in given.items()
        ]

    def solve(self, *, maximise: bool) -> Solution[State, Label]:
        """The best expected total from every state, and a policy that attains it.

        Exact: the Bellman equations hold by substitution. Each player of two
        maximises. An action replaces another only where it is strictly better. Where
        the rationals of a game for two grow too large, see ``core/bounds.py``.

        Raises ``ModelError`` for a state without actions, weights that do not add up,
        a cycle without exit, and a cycle that makes the value infinite; for two
        players, also where one of them can, or would, keep the play from ending.
        """
        return _Model(self).solve(1 if maximise else -1)


def require_chances(state: object, given: Fraction | list[Choice]) -> None:
    """Raise ``ModelError`` where a state is not about the chance to win alone."""
    if isinstance(given, Fraction):
        if not 0 <= given <= 1:
            raise ModelError(f"state {state!r}: {given} is not a chance to win")
    elif any(choice.reward for choice in given):
        raise ModelError(f"state {state!r} pays a reward besides the chance to win")


class _Option(NamedTuple):
    """An action's reward and its outcomes: state number, probability, passed or not."""

    reward: fmpq
    edges: list[tuple[int, fmpq, bool]]

    def worth(self, values: Mapping[int, fmpq]) -> fmpq:
        """The expected total after this action when the states have these values."""
        return sum(
            (
                p * (1 - values[s] if passed else values[s])
                for s, p, passed in self.edges
            ),
            self.reward,
        )


class _Model(Generic[State, Label]):
    """A process explored, its states numbered, and the values found so far."""

    def __init__(self, process: DecisionProcess[State, Label]) -> None:
        numbering = Numbering(process.start)
        self.states = numbering.states
        self.given: list[Fraction | list[Choice]] = []
        self.options: list[list[_Option]] = []
        self.values: dict[int, fmpq] = {}
        self.policy: dict[int, int] = {}
        for number, state in enumerate(self.states):
            given = process.at(state)
            self.given.append(given)
            self.options.append([])
            if isinstance(given, Fraction):
                self.values[number] = rational(given)
                continue
            for _, law, reward in given:
                edges = [
                    (numbering[o.state], fmpq(weight, law.total), True)
                    if isinstance(o, Passed)
                    else (numbering[o], fmpq(weight, law.total), False)
                    for o, weight in law.items()
                ]
                self.options[number].append(_Option(rational(reward), edges))
        self.for_two = any(
            passed
            for options in self.options
            for option in options
            for _, _, passed in option.edges
        )

    def solve(self, sign: int) -> Solution[State, Label]:
        if self.for_two:
            if sign < 0:
                raise ModelError("two players maximise, each their own chance to win")
            for state, given in zip(self.states, self.given, strict=True):
                require_chances(state, given)
        successors = [
            {target for option in options for target, _, _ in option.edges}
            for options in self.options
        ]
        for part in components(successors):
            if part[0] not in self.values:
                self._solve_part(part, sign)
        self._check_bellman(sign)
        values = [fraction(self.values[number]) for number in range(len(self.states))]
        return Solution(
            value=values[0],
            values=dict(zip(self.states, values, strict=True)),
            policy={
                self.states[number]: choices[self.policy[number]].label
                for number, choices in enumerate(self.given)
                if not isinstance(choices, Fraction)
            },
            method="strategy iteration (Hoffman-Karp), exact rationals"
            if self.for_two
            else "policy iteration, exact rationals",
        )

    def _solve_part(self, part: Sequence[int], sign: int) -> None:
        """Solve one component: for two players, every state with either to move."""
        nodes = list(product(part, (0, 1) if self.for_two else (0,)))
        place = {node: i for i, node in enumerate(nodes)}
        rows = [
            [self._row(option, side, place) for option in self.options[state]]
            for state, side in nodes
        ]
        others = {i for i, (_, side) in enumerate(nodes) if side}
        names = [self.states[state] for state, _ in nodes]
        policy, values = best_policy(rows, names, others, sign=sign)
        for state in part:
            self.policy[state] = policy[place[state, 0]]
            self.values[state] = values[place[state, 0]]
            if self.for_two and values[place[state, 1]] != 1 - self.values[state]:
                raise ModelError(
                    f"state {self.states[state]!r}: the player who waits does better"
                    " when the play never ends"
                )

    def _row(
        self, option: _Option, side: int, place: dict[tuple[int, int], int]
    ) -> Row:
        """An option for one side as seen by side 0, what is outside put in."""
        constant, inner, leaves = option.reward, {}, False
        for target, chance, passed in option.edges:
            side_to_move = side ^ passed
            if (target, side_to_move) in place:
                inner[place[target, side_to_move]] = chance
            else:
                value = self.values[target]
                constant += chance * (1 - value if side_to_move else value)
                leaves = True
        return Row(constant, inner, leaves)

    def _check_bellman(self, sign: int) -> None:
        for number, options in enumerate(self.options):
            if options:
                best = max(sign * option.worth(self.values) for option in options)
                if best != sign * self.values[number]:
                    raise ArithmeticError("defect: a Bellman equation does not hold")
