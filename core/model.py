"""A chain or decision process written out, for other people's tools to solve.

States are tuples of integers with named variables, numbered from the start on; each has
its choices, with exact probabilities and rewards, or is an end with labels. A chain has
one choice everywhere. A model comes with questions in the property language that PRISM
and Storm share, and answers them itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from trueodds.core.chain import MarkovChain, exact_at, law_at
from trueodds.core.decision import Action, DecisionProcess
from trueodds.core.errors import ModelError
from trueodds.core.graph import Numbering

State: TypeAlias = tuple[int, ...]
Labels: TypeAlias = tuple[str, ...]
Step: TypeAlias = "Labels | Action | Mapping[str, Action]"

END = "end"
"""The label of every state in which the process ends."""

CHAIN = "step"
"""What the one choice of a state of a chain is called."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice: the reward it pays at once, and the chance of each next state."""

    action: str
    reward: Fraction
    targets: dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Question:
    """The chance to end in a labelled state, or the expected reward until the end.

    ``label`` is None for the reward; ``best`` is the optimum asked of a decision
    process, and empty for a chain.
    """

    label: str | None = None
    best: Literal["", "max", "min"] = ""

    def text(self, reward: str) -> str:
        """The property as PRISM and Storm read it.

        >>> Question("first_wins").text("points"), Question(best="max").text("points")
        ('P=? [ F "first_wins" ]', 'R{"points"}max=? [ F "end" ]')
        """
        if self.label is not None:
            return f'P{self.best}=? [ F "{self.label}" ]'
        return f'R{{"{reward}"}}{self.best}=? [ F "{END}" ]'


@dataclass(frozen=True)
class Model:
    """A process written out; the start is state 0.

    ``labels[i]`` are the labels of state i, which has choices or is an end; ``reward``
    says what rewards count.
    """

    title: str
    variables: tuple[str, ...]
    reward: str
    questions: tuple[Question, ...]
    states: list[State]
    labels: list[Labels]
    choices: list[list[Choice]]

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
        """Write out a process: ``step`` gives what may follow a state.

        That is an action in a chain, actions by name in a decision process, and at an
        end its labels besides ``end``. Raises ``ModelError`` as ``law_at`` does, and
        for a state that is not as many integers as there are variables.

        >>> def step(state):
        ...     return ("won",) if state == (2,) else Action({(2,): 1}, reward=3)
        >>> model = Model.explore(
        ...     "A step", (0,), step, variables=("n",), reward="points",
        ...     questions=(Question(),),
        ... )
        >>> model.labels, model.answer(Question())
        ([(), ('end', 'won')], Fraction(3, 1))
        """
        numbering = Numbering(start)
        labels: list[Labels] = []
        choices: list[list[Choice]] = []
        for state in numbering.states:
            if len(state) != len(variables):
                raise ModelError(f"state {state!r} has other variables: {variables}")
            given = step(state)
            actions = {CHAIN: given} if isinstance(given, Action) else given
            if isinstance(actions, tuple):
                labels.append((END, *actions))
                choices.append([])
                continue
            labels.append(())
            choices.append(
                [_choice(state, name, act, numbering) for name, act in actions.items()]
            )
        return cls(
            title, variables, reward, questions, numbering.states, labels, choices
        )

    @property
    def is_chain(self) -> bool:
        """Whether nothing is to be chosen."""
        return all(c.action == CHAIN for choices in self.choices for c in choices)

    @property
    def all_labels(self) -> Labels:
        """Every label there is, in the order of the states."""
        return tuple(dict.fromkeys(label for labels in self.labels for label in labels))

    def name(self, number: int) -> str:
        """A state in words: its variables and their values."""
        pairs = zip(self.variables, self.states[number], strict=True)
        return ", ".join(f"{variable}={value}" for variable, value in pairs)

    def answer(self, question: Question) -> Fraction:
        """The exact answer, solved by ``MarkovChain`` or ``DecisionProcess``.

        Raises ``ModelError`` where there is none.
        """
        if not self.is_chain:
            return self._of_process(question)
        if question.label is None:
            return self._chain.expected_reward(lambda n: self.choices[n][0].reward)
        return sum(
            (
                chance
                for number, chance in self._chain.absorption().items()
                if question.label in self.labels[number]
            ),
            Fraction(0),
        )

    @cached_property
    def _chain(self) -> MarkovChain[int]:
        return MarkovChain(
            0, lambda n: self.choices[n][0].targets if self.choices[n] else None
        )

    def _of_process(self, question: Question) -> Fraction:
        label = question.label

        def actions(number: int) -> int | dict[str, Action]:
            if not self.choices[number]:
                return int(label is not None and label in self.labels[number])
            return {
                choice.action: Action(
                    choice.targets, choice.reward if label is None else 0
                )
                for choice in self.choices[number]
            }

        process = DecisionProcess(0, actions)
        return process.solve(maximise=question.best == "max").value


def _choice(
    state: State, name: str, action: Action, numbering: Numbering[State]
) -> Choice:
    law = law_at(state, action.outcomes)
    targets = {numbering[after]: Fraction(w, law.total) for after, w in law.items()}
    reward = Fraction(exact_at(state, action.reward))
    # Other tools want the states that may follow in order.
    return Choice(name, reward, dict(sorted(targets.items())))


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a game's model is made from its rules, and what it is.

    Where the model needs a number, such as a target, ``number`` is the usual one and
    ``meaning`` what it is; ``make`` then takes it after the rules.
    """

    about: str
    make: Callable[..., Model]
    number: int | None = None
    meaning: str = ""
