"""Models declared by a start, a step function, and the questions that they are asked.

The questions become quantities of the game. A quantity, the exported model and the
certificate are made of the same ``Model``, so they have the same value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal, TypeAlias

from trueodds.core.errors import ModelError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.model import CHAIN, END, Labels, Model, Question, State
from trueodds.core.models.process import (
    Action,
    Exact,
    Move,
    Outcomes,
    exact_at,
)

REWARD = "reward"
"""The name of rewards that have no other name."""

MOST_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class End:
    """An end of a process, with its payoff and its label."""

    payoff: Exact = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """A random step: a distribution of the next state, and the reward of the step.

    ``outcomes`` is a ``Distribution`` of states, or a mapping from states to exact
    probabilities. ``reward`` is a number, or numbers by name.
    """

    outcomes: Outcomes[Any]
    reward: Exact | Mapping[str, Exact] = 0


Step: TypeAlias = "End | Chance | Mapping[str, Chance]"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about a model, whose answer is the quantity ``id``.

    ``of`` is "reward" for the expected total of rewards and payoffs, or the name of
    other rewards. It may be a variable, for its expected value at the end. Any other
    text is a label, for the probability of an end with this label. ``best`` is "max" or
    "min" for decisions. ``unit`` is by default "probability" for a label, or "points".
    A question with an empty ``id`` is answered by the exported model only.
    """

    id: str
    label: str
    unit: str = ""
    of: str = REWARD
    best: Literal["max", "min"] | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """A process that is declared by its start, its steps, and questions about it.

    A state is a tuple of whole numbers, one for each of ``variables``. ``start(rules)``
    returns the first state. ``step(state, rules)`` returns an ``End``, a ``Chance``, or
    a ``Chance`` for each action by name. ``asks`` are the questions, or a function that
    returns the questions under some rules. ``title`` may name fields of the rules, such
    as "to {rules.target} points".

    A die is rolled until it shows a six, and each roll costs a point:

    >>> def step(state, rules):
    ...     if state == (1,):
    ...         return End(label="six")
    ...     return Chance({(0,): Fraction(5, 6), (1,): Fraction(1, 6)}, reward=1)
    >>> rolls = Ask("six.rolls", "Rolls until a six", "rolls")
    >>> six = Recipe("Until a six", lambda rules: (0,), step, asks=[rolls])
    >>> six.make(None).answer(Question())
    Fraction(6, 1)
    """

    title: str
    start: Callable[[Any], State]
    step: Callable[[State, Any], Step]
    _: KW_ONLY
    asks: Sequence[Ask] | Callable[[Any], Iterable[Ask]]
    variables: Sequence[str] = ()

    number: ClassVar[None] = None
    meaning: ClassVar[str] = ""

    def about(self, rules: Any) -> str:
        """Return the title under some rules."""
        return self.title.format(rules=rules)

    def asks_under(self, rules: Any) -> tuple[Ask, ...]:
        """Return the questions that there are under some rules."""
        return tuple(self.asks(rules) if callable(self.asks) else self.asks)

    def make(self, rules: Any) -> Model:
        """Return the model that is exported, with the questions that it answers."""
        return Explored(self, rules).model()


class Explored:
    """A recipe's process under some rules, with a model for each kind of reward.

    The mean payoff of the ends is part of the reward of the step that leads to them.

    Raises ``ModelError`` for a state or a step that is not as ``Recipe`` says, for a
    start that is an end, and for a process of too many steps.
    """

    def __init__(self, recipe: Recipe, rules: Any) -> None:
        start = recipe.start(rules)
        variables = tuple(recipe.variables or (f"x{n + 1}" for n in range(len(start))))
        self.asks = recipe.asks_under(rules)
        # By state and action; at an end, its payoff and its variables.
        self._paid: dict[tuple[State, str], Mapping[str, Exact]] = {}
        self._models: dict[str, Model] = {}

        def step(state: State) -> Labels | Mapping[str, Action]:
            made = recipe.step(state, rules)
            if len(self._paid) > MOST_STEPS:
                raise ModelError(f"{recipe.title} has more than {MOST_STEPS:,} steps")
            if isinstance(made, End):
                held = dict(zip(variables, state, strict=True))
                self._paid[state, END] = {REWARD: made.payoff, **held}
                _require(state, made, made.label or END)
                return (made.label,) * bool(made.label)
            named = made if isinstance(made, Mapping) else {CHAIN: made}
            for name, chance in named.items():
                _require(state, made, name, isinstance(chance, Chance))
                paid = chance.reward
                by_name = paid if isinstance(paid, Mapping) else {REWARD: paid}
                self._paid[state, name] = by_name
            return {name: Action(chance.outcomes) for name, chance in named.items()}

        title = recipe.about(rules)
        self._process = Model.explore(
            title, start, step, variables=variables, reward=REWARD, questions=()
        )
        if not self._process.moves[0]:
            raise ModelError(f"{title}: the start {start!r} is an end")
        self._names = {REWARD, *variables}.union(*self._paid.values())

    def question(self, ask: Ask) -> tuple[Model, Question]:
        """Return the model that answers a question, and the question to the model."""
        return self.model(self._kind(ask)), self._question(ask)

    def quantity(self, ask: Ask) -> Quantity:
        """Return the answer to a question. Raises ``ModelError`` if there is none."""
        model, question = self.question(ask)
        return Quantity(
            ask.id,
            ask.label,
            model.answer(question),
            ask.unit or ("probability" if question.label else "points"),
            "Markov chain" if model.is_chain else "decision process",
        )

    def model(self, kind: str = REWARD) -> Model:
        """Return the model whose rewards have a name, or are the values of a variable.

        The rewards that have no other name come with the questions about labels.
        """
        if kind not in self._models:
            asked = [ask for ask in self.asks if self._kind(ask) == kind]
            unit = next((ask.unit for ask in asked if ask.of == kind), "") or kind
            self._models[kind] = replace(
                self._process,
                reward=re.sub(r"\W", "_", unit),
                questions=tuple(map(self._question, asked)),
                moves=self._moves(kind),
            )
        return self._models[kind]

    def _kind(self, ask: Ask) -> str:
        return ask.of if ask.of in self._names else REWARD

    def _question(self, ask: Ask) -> Question:
        return Question(None if ask.of in self._names else ask.of, ask.best or "")

    def _moves(self, kind: str) -> list[list[Move]]:
        """Return the steps of each state, with rewards and payoffs of a kind."""
        states = self._process.states

        def pays(number: int, name: str) -> Fraction:
            state = states[number]
            return exact_at(state, self._paid[state, name].get(kind, 0))

        steps = self._process.moves
        payoffs = {n: pays(n, END) for n, moves in enumerate(steps) if not moves}

        def paid(number: int, move: Move) -> Move:
            ends = move.weights.keys() & payoffs
            later = sum(payoffs[end] * move.weights[end] for end in ends)
            reward = pays(number, move.label) + Fraction(later, move.total)
            return move._replace(reward=reward)

        return [[paid(n, move) for move in moves] for n, moves in enumerate(steps)]


def _require(state: State, made: object, name: object, right: bool = True) -> None:
    if not (right and isinstance(name, str) and name.isidentifier()):
        raise ModelError(
            f"state {state!r}: {made!r:.200} is no step; it must be an End, a "
            "Chance, or a mapping from names to a Chance; such a name is lose_all"
        )
