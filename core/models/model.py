"""Models and games that are written out in full, for other tools to solve.

States of a chain or decision process are tuples of integers with named variables,
numbered from the start. A state has actions, with exact probabilities and rewards, or
is an end with labels. A chain has one action in every state. A model comes with
questions in the property language that PRISM and Storm share, and answers them itself.

A game in extensive form is a tree of random events, decisions with information sets,
and ends with payoffs. A node contains the whole tree below it, so only a small game can
be written in this form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Literal, TypeAlias

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.decision import Solution, solve_graph
from trueodds.core.models.process import Action, Graph, Move, explore, ranks_of

State: TypeAlias = tuple[int, ...]
Labels: TypeAlias = tuple[str, ...]
Step: TypeAlias = "Labels | Action | Mapping[str, Action]"

END = "end"
"""The label of every state in which the process ends."""

CHAIN = "step"
"""The label of the only action of a chain's states."""


# The value of a decision process in which a strategy need not end.
OF_ENDING = "best among strategies that end"


@dataclass(frozen=True, slots=True)
class Question:
    """A question: how likely an end with a label is, or the expected total reward.

    ``label`` is None if the question is about the reward. ``best`` is "max" or "min"
    for the optimum of a decision process, and empty for a chain.
    """

    label: str | None = None
    best: Literal["", "max", "min"] = ""

    def text(self, reward: str) -> str:
        """Return the property as PRISM and Storm read it.

        ``reward`` is the name of the rewards in the model's file.

        >>> Question("first_wins").text("points"), Question(best="max").text("points")
        ('P=? [ F "first_wins" ]', 'R{"points"}max=? [ F "end" ]')
        """
        if self.label is not None:
            return f'P{self.best}=? [ F "{self.label}" ]'
        return f'R{{"{reward}"}}{self.best}=? [ F "{END}" ]'


@dataclass(frozen=True)
class Model:
    """A process with all its states written out; the start is state 0.

    A state is a tuple with a whole number for each of ``variables``. ``labels[i]`` are
    the labels of state i, and ``moves[i]`` its actions. An end has no actions, and
    other states have no labels. ``reward`` is the unit of the rewards. ``left_out``
    names further kinds of reward, on which the process has questions that this model
    does not answer.
    """

    title: str
    variables: tuple[str, ...]
    reward: str
    questions: tuple[Question, ...]
    states: list[State]
    labels: list[Labels]
    moves: list[list[Move]]
    left_out: Sequence[str] = ()

    @classmethod
    def explore(
        cls,
        title: str,
        start: State,
        step: Callable[[State], Step],
        *,
        variables: tuple[str, ...],
        reward: str,
        questions: tuple[Question, ...],
    ) -> Model:
        """Explore a process from its start, and write out every state.

        ``step(state)`` returns an action in a chain, actions by name in a decision
        process, and at an end its labels besides ``end``. ``variables`` are the names
        of the entries of a state. ``title`` names the process, and ``reward`` the unit
        of its rewards. ``questions`` are stored with the model.

        Raises ``ModelError`` for a state that is not a tuple with an entry for each
        variable, for a state without actions, for a reward that is not exact, and for
        probabilities that do not add up to exactly 1.

        >>> def step(state):
        ...     return ("won",) if state == (2,) else Action({(2,): 1}, reward=3)
        >>> model = Model.explore(
        ...     "A step", (0,), step, variables=("n",), reward="points",
        ...     questions=(Question(),),
        ... )
        >>> model.labels, model.answer(Question())
        ([(), ('end', 'won')], Fraction(3, 1))
        """

        def named(state: State) -> Labels | Mapping[str, Action]:
            if not isinstance(state, tuple) or len(state) != len(variables):
                raise ModelError(f"state {state!r} has other variables: {variables}")
            actions = step(state)
            return {CHAIN: actions} if isinstance(actions, Action) else actions

        graph = explore(start, named)
        labels = [
            (END, *graph.ends[n]) if n in graph.ends else ()
            for n in range(len(graph.states))
        ]
        return cls(
            title, variables, reward, questions, graph.states, labels, graph.moves
        )

    @property
    def is_chain(self) -> bool:
        """True if the process is a chain: none of its states has named actions."""
        return all(move.label == CHAIN for moves in self.moves for move in moves)

    @property
    def ends(self) -> bool:
        """True if the process ends with probability 1 under every strategy."""
        return len(ranks_of(self.moves)) == len(self.moves)

    @property
    def all_labels(self) -> Labels:
        """Every label of any state once, in the order of the states."""
        return tuple(dict.fromkeys(label for labels in self.labels for label in labels))

    def name(self, number: int) -> str:
        """Return the state of this number in words: its variables and their values."""
        pairs = zip(self.variables, self.states[number], strict=True)
        return ", ".join(f"{variable}={value}" for variable, value in pairs)

    def answer(self, question: Question) -> Fraction:
        """Return the exact answer to a question about the start.

        Raises ``ModelError`` if the question has no answer.
        """
        if not self.is_chain:
            return self.solve(question).value
        # Where every state has one action, a chain has all visits from one solution.
        if question.label is None:
            return self._chain.expected_reward(lambda n: self.moves[n][0].reward)
        return self._chain.expected_reward(
            lambda n: 0, terminal=lambda n: question.label in self.labels[n]
        )

    @cached_property
    def _chain(self) -> MarkovChain[int]:
        def step(number: int) -> Distribution[int] | None:
            return next((move.distribution for move in self.moves[number]), None)

        return MarkovChain(0, step, name=self.states.__getitem__)

    def solve(self, question: Question) -> Solution[int, str]:
        """Return the value of every state and the best action there, by number.

        Raises:
            ModelError: If the question has no answer, or the states have choices and
                the question does not say what is best.

        Example:
            >>> ways = {"walk": Action({(2,): 1}, 3), "run": Action({(2,): 1}, 2)}
            >>> model = Model.explore(
            ...     "A way", (1,), lambda state: ways if state == (1,) else (),
            ...     variables=("n",), reward="hours", questions=(),
            ... )
            >>> solution = model.solve(Question(best="min"))
            >>> solution.values, solution.policy
            ({0: Fraction(2, 1), 1: Fraction(0, 1)}, {0: 'run'})
        """
        label = question.label
        if not question.best and any(len(row) > 1 for row in self.moves):
            raise ModelError("a model with choices needs a best: 'max' or 'min'")
        moves = [_paying(row, question) for row in self.moves]
        # For a label, a payoff of 1 at its ends makes the value its probability. For
        # rewards the label is None, which no end has, and so every payoff is 0.
        ends = {
            number: Fraction(label in labels)
            for number, labels in enumerate(self.labels)
            if labels
        }
        graph = Graph([*range(len(moves))], moves, ends)
        return solve_graph(graph, maximise=question.best == "max", names=self.states)

    def action_values(self, question: Question, number: int) -> dict[str, Fraction]:
        """Return the value of each action in a state, the best action first.

        ``number`` is that of the state, from 0. The value of an action is the answer to
        the question from this state on, if this action is chosen and the best actions
        follow.

        If several actions are best, the first is one with which the process ends.
        """
        solution = self.solve(question)
        values = {
            move.label: move.reward + move.distribution.expected(solution.values.get)
            for move in _paying(self.moves[number], question)
        }
        best = solution.policy[number]
        others = sorted(
            values.items(), key=itemgetter(1), reverse=question.best == "max"
        )
        return {best: values[best]} | dict(others)


def _paying(moves: list[Move], question: Question) -> list[Move]:
    """Return actions with their rewards, or without them for the label of an end."""
    if question.label is None:
        return moves
    return [move._replace(reward=Fraction(0)) for move in moves]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A way to make a game's model from its rules, and a description of the model.

    ``make(rules)`` returns the model, and ``about`` describes it. If the model needs a
    number, such as a target, ``number`` is its default and ``meaning`` describes it;
    ``make`` then takes it after the rules. Errors begin with ``whose``, which trueodds
    fills in: the package, the game and the name of the model.
    """

    about: str
    make: Callable[..., Model]
    number: int | None = None
    meaning: str = ""
    whose: str = ""

    def titled(self, rules: object) -> str:
        """Return ``about``, the description of the model, whatever the rules are."""
        return self.about


@dataclass(frozen=True, slots=True)
class End:
    """An end of a game in extensive form, with the payoff of each player."""

    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A random event: each outcome has a label, a probability and the next node.

    A node is an ``End``, a ``Chance`` or a ``Decision``.
    """

    outcomes: tuple[tuple[str, Fraction, Node], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player, who knows no more than ``information``.

    ``player`` is the place of the player in ``ExtensiveGame.players``. ``information``
    names the information set by any hashable value. Each action has a label and the
    next node, which is an ``End``, a ``Chance`` or a ``Decision``.
    """

    player: int
    information: Hashable
    actions: tuple[tuple[str, Node], ...]


Node: TypeAlias = End | Chance | Decision


@dataclass(frozen=True, slots=True)
class ExtensiveGame:
    """A game in extensive form: its title, the names of the players, and its tree.

    ``start`` is the root of the tree: an ``End``, a ``Chance`` or a ``Decision``.

    Example:
        >>> coin = Chance((("heads", Fraction(1, 2), End((Fraction(1), Fraction(-1)))),
        ...                ("tails", Fraction(1, 2), End((Fraction(-1), Fraction(1))))))
        >>> ExtensiveGame("Toss", ("Ann", "Bob"), coin).players
        ('Ann', 'Bob')
    """

    title: str
    players: tuple[str, ...]
    start: Node
