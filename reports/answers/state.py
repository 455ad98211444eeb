"""The value of each action in a state of a declared model, as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from trueodds.analysis.run import declared
from trueodds.core.errors import PositionError, UnknownNameError, choices
from trueodds.core.games import Game
from trueodds.core.models.model import Model
from trueodds.core.rulebook import Rules, rules_name
from trueodds.reports.cli import places
from trueodds.reports.kinds import Column, Grid, percent, points
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.records import rules_fields

Declared = TypeVar("Declared")


class Valued(NamedTuple):
    """An action, its value, and by how much the best action is better."""

    action: str
    value: Fraction
    costs: Fraction


@dataclass(frozen=True, kw_only=True, repr=False)
class StateAdvice(Answer):
    """The best action in a state, with the value of each action.

    A model is a Markov chain or a decision process, which the game declares. ``state``
    has the value of each variable of the model. ``id``, ``label`` and ``unit`` are
    those of the quantity that is asked for, such as the expected points, and ``value``
    is its value with the best action. ``best`` is "max" or "min" for the value that the
    player wants. In a chain there is no choice: ``best`` and ``action`` are None, and
    ``actions`` is empty.
    """

    schema = "trueodds.state/1"
    marked = True

    game: str
    rules: Rules
    rules_digest: str
    version: str
    model: str
    state: Mapping[str, int]
    id: str
    label: str
    unit: str
    # With "min" the least value is the best, so ``costs`` are distances without a sign.
    best: str | None
    action: str | None
    value: Fraction
    actions: tuple[Valued, ...]
    summary: Hidden[str]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the actions and their values, the best first.

        In a Markov chain there are no actions, so the table has the value of the state.
        """
        kind = percent if self.unit == "probability" else points
        columns = (
            Column("action", "action"),
            Column("value", "value", kind),
            Column("costs", "costs", kind),
        )
        if self.actions:
            return {"actions": Grid(columns, self.actions)}
        return {"value": Grid(columns, [Valued("", self.value, Fraction(0))])}

    def table(self) -> Iterator[Part]:
        """Yield the best action and its value, and the values of all actions."""
        yield self.summary
        if self.actions:
            yield from self.printed_tables()


def state_advice(
    game: Game, name: str | None, rules: Rules, id: str | None, state: str
) -> StateAdvice:
    """Return the values of the actions in a state of a game's model, as an answer.

    A model is a Markov chain or a decision process, which the game declares. A question
    is a quantity that the model answers, such as the expected points. If the game has
    no models with questions, the error names its other advice.

    Args:
        game: The game.
        name: The name of the model.
        rules: The rules.
        id: The id of the quantity to play for; None is the first question's.
        state: The values of the model's variables as text; empty for the start.

    Raises:
        UnknownNameError: If there is no model ``name``, or no question ``id``.
        PositionError: If no play reaches the state.
    """
    if not (models := declared(game)):
        near = (line for line in places("advise") if game.name in line.split())
        see = next(near, "trueodds advise --help")
        raise UnknownNameError(f"{game.name} has no model with questions; see {see}")
    # A missing name takes the same way as a wrong one: the error lists the models.
    explored = _named(models, name or "", f"model of {game.name}").explored(rules)
    asks = {ask.id or ask.of: ask for ask in explored.asks}
    ask = _named(asks, id or next(iter(asks), ""), f"question of {name}")
    model, question = explored.question(ask)
    number = _number(model, state)
    values = model.action_values(question, number)
    value = next(iter(values.values()))
    # The only action of a chain's state is no advice.
    if model.is_chain:
        values = {}
    action = next(iter(values), None)
    advice = f"{action.replace('_', ' ').capitalize()}. " if action else ""
    text = (
        percent(value) if ask.unit == "probability" else f"{points(value)} {ask.unit}"
    )
    where = f"{model.name(number)}, {rules_name(game.name, rules)}"
    return StateAdvice(
        **rules_fields(rules),
        model=str(name),
        state=dict(zip(model.variables, model.states[number], strict=True)),
        id=ask.id or ask.of,
        label=ask.label,
        unit=ask.unit,
        best=ask.best,
        action=action,
        value=value,
        actions=tuple(Valued(key, v, abs(v - value)) for key, v in values.items()),
        summary=f"{advice}{ask.label}: {text} ({where}).",
    )


def _named(known: Mapping[str, Declared], name: str, what: str) -> Declared:
    if name not in known:
        unknown = f", not {name!r:.40}" * bool(name)
        raise UnknownNameError(f"name a {what}{unknown}; {choices(name, known)}")
    return known[name]


def _number(model: Model, text: str) -> int:
    """Return the number of the state that a text names; no text names the start."""
    # Values may stand with their names in any order, or alone in the order of the
    # variables.
    words = [word.rpartition("=") for word in re.findall(r"[^\s,]+", text)]
    if not words:
        return 0
    try:
        values = {
            # A missing or an additional word makes ``zip`` raise, and a wrong name
            # leaves a variable without a value.
            name or key: int(value)
            for key, (name, _, value) in zip(model.variables, words, strict=True)
        }
        number = model.states.index(tuple(map(values.__getitem__, model.variables)))
    except (KeyError, ValueError):
        raise PositionError(
            f"no play reaches the state {text!r:.60}; such a state is "
            f"{model.name(0)} (give each variable)"
        ) from None
    if not model.moves[number]:
        raise PositionError(f"{model.name(number)} is an end, where nothing is chosen")
    return number
