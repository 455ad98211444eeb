"""Exploration of declared models: one process, and a model for each kind of reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from trueodds.core.errors import ModelError, choices
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models import REWARD, Ask, Chance, End, Recipe
from trueodds.core.models.model import (
    CHAIN,
    END,
    OF_ENDING,
    Labels,
    Model,
    Question,
    State,
)
from trueodds.core.models.process import Action, Exact, Move, exact_at

MOST_STEPS = 1_000_000


class Explored:
    """The process of a ``Recipe`` under some rules, with a model by kind of reward.

    The mean payoff of the ends is part of the reward of the step that leads to them.

    Raises ``ModelError`` for a state or a step that is not as ``Recipe`` says, for a
    start that is an end, and for a process of more than a million steps. Also raises it
    for a question about a reward, a variable or a label that the process does not have.
    """

    def __init__(self, recipe: Recipe, rules: Any) -> None:
        start = recipe.start(rules)
        variables = tuple(recipe.variables or (f"x{n + 1}" for n in range(len(start))))
        # By state and action; at an end, its payoff and its variables.
        self._paid: dict[tuple[State, str], Mapping[str, Exact]] = {}
        self._models: dict[str, Model] = {}

        def step(state: State) -> Labels | Mapping[str, Action]:
            # By type, because True and False are instances of int too.
            if {*map(type, state)} != {int}:
                raise ModelError(f"state {state!r} must have whole numbers only")
            made = recipe.step(state, rules)
            if len(self._paid) > MOST_STEPS:
                raise ModelError(f"{recipe.title} has more than {MOST_STEPS:,} steps")
            if isinstance(made, End):
                held = dict(zip(variables, state, strict=True))
                self._paid[state, END] = {REWARD: exact_at(state, made.payoff), **held}
                _require(state, made, made.label or END)
                return (made.label,) * bool(made.label)
            named = made if isinstance(made, Mapping) else {CHAIN: made}
            for name, chance in named.items():
                _require(state, made, name, isinstance(chance, Chance))
                paid = chance.reward
                by_name = paid if isinstance(paid, Mapping) else {REWARD: paid}
                for reward in by_name.values():
                    exact_at(state, reward)
                self._paid[state, name] = by_name
            # Explore without rewards, once for all kinds;
            # ``_moves`` adds those of a kind.
            return {name: Action(chance.outcomes) for name, chance in named.items()}

        title = recipe.titled(rules)
        self._process = Model.explore(
            title, start, step, variables=variables, reward=REWARD, questions=()
        )
        if not self._process.moves[0]:
            raise ModelError(f"{title}: the start {start!r} is an end")
        self._names = {REWARD, *variables}.union(*self._paid.values())
        # A question about no kind of reward is about a
        # label, and so about a probability.
        units = "probability", "points"
        of_ending = "" if self._process.ends else f" ({OF_ENDING})"
        self.asks = tuple(
            replace(
                ask,
                unit=ask.unit or units[ask.of in self._names],
                label=ask.label + of_ending,
            )
            for ask in recipe.asks_under(rules)
        )
        self.rewards = [
            *dict.fromkeys(ask.of for ask in self.asks if ask.of in self._names)
        ] or [REWARD]
        known = {*self._names}.union(recipe.labels, *self._process.labels)
        for ask in self.asks:
            asked = f"{title}: {ask.id or ask.label!r}"
            if ask.of not in known:
                raise ModelError(
                    f"{asked} asks of {ask.of!r}, which is no "
                    "reward, no variable and no label of an end; "
                    f"{choices(ask.of, sorted(known))}"
                )
            if ask.best not in (None, "max", "min"):
                raise ModelError(f"{asked} has best={ask.best!r}; write 'max' or 'min'")

    def question(self, ask: Ask) -> tuple[Model, Question]:
        """Return the model that answers ``ask``, and the question to put to it."""
        kind, question = self._read(ask)
        return self.model(kind), question

    def quantity(self, ask: Ask) -> Quantity:
        """Return the answer to the question ``ask``, as a quantity with its id.

        Raises ``UnansweredError`` if there is no answer, such as an infinite mean.
        """
        model, question = self.question(ask)
        try:
            answer = model.answer(question)
        except ModelError as error:
            raise type(error)(f"{model.title}: {ask.id!r}: {error}") from error
        return Quantity(
            ask.id,
            ask.label,
            answer,
            ask.unit,
            "Markov chain" if model.is_chain else "decision process",
        )

    def model(self, kind: str) -> Model:
        """Return the model of one kind of reward, with the questions that it answers.

        ``kind`` is the name of a reward. If it is a variable, an end pays the value of
        the variable. Questions about labels are answered by the model of the first kind
        of reward that the questions name.
        """
        if kind not in self._models:
            units = (ask.unit for ask in self.asks if ask.of == kind)
            self._models[kind] = replace(
                self._process,
                reward=re.sub(r"\W", "_", next(units, kind)),
                questions=tuple(
                    question
                    for of_kind, question in map(self._read, self.asks)
                    if of_kind == kind
                ),
                left_out=self.rewards[1:],
                moves=self._moves(kind),
            )
        return self._models[kind]

    def _read(self, ask: Ask) -> tuple[str, Question]:
        """Return the kind of rewards that a question is about, and the question."""
        if ask.of in self._names:
            return ask.of, Question(best=ask.best or "")
        return self.rewards[0], Question(ask.of, ask.best or "")

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
