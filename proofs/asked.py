"""Certificates and derivations for the questions that a game's models answer.

A game can declare a model, which is a Markov chain or a decision process, with
questions about it. Each question gets a certificate with all states written out. Each
model gets an independent derivation by linear programming duality.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from trueodds.analysis.run import declared
from trueodds.core import rulebook
from trueodds.core.errors import NotDescribedError, RulesError, UnansweredError
from trueodds.core.games import Game
from trueodds.core.models import Recipe
from trueodds.core.models.explored import Explored
from trueodds.core.models.model import CHAIN, Model, Question
from trueodds.core.odds import Odds
from trueodds.proofs.certificates.format import Certificate, Maker
from trueodds.proofs.certificates.process import process
from trueodds.proofs.derivations import Method


def makers(game: Game) -> Sequence[Maker]:
    """Return a ``Maker`` for each question that a game's models can answer.

    It has the name of a certificate of the answer, and the function that makes it.
    """
    return [
        Maker(
            f"{game.name}-{id}",
            game.name,
            partial(_certificate, f"{game.name} {name}", recipe, id),
            (id,),
        )
        for name, recipe in declared(game).items()
        for id in _ids(game, recipe)
    ]


def methods(game: Game) -> Sequence[Method]:
    """Return an independent derivation for each of a game's models."""
    return [
        Method(
            f"linear programming duality, model {name}", ids, partial(_derived, recipe)
        )
        for name, recipe in declared(game).items()
        if (ids := _ids(game, recipe))
    ]


def _ids(game: Game, recipe: Recipe) -> tuple[str, ...]:
    """Return the ids of the quantities that a model answers under the default rules."""
    asks = recipe.asks_under(rulebook.load(game))
    return tuple(ask.id for ask in asks if ask.id)


def _explored(recipe: Recipe, rules: Any) -> Explored:
    try:
        return recipe.explored(rules)
    # Rules that the model refuses are rules that this derivation does not describe.
    except RulesError as error:
        raise NotDescribedError(str(error)) from None


def _certificate(name: str, recipe: Recipe, id: str, odds: Odds) -> Certificate:
    explored = _explored(recipe, odds.rules)
    for ask in explored.asks:
        if ask.id == id:
            return process(name, id, *explored.question(ask))
    raise NotDescribedError(f"under these rules the model {name} does not answer {id}")


def _derived(recipe: Recipe, rules: Any) -> dict[str, Fraction]:
    explored = _explored(recipe, rules)
    values = {}
    for ask in explored.asks:
        # A question without an answer under these rules is left out, and the others
        # stay.
        with suppress(UnansweredError):
            values[ask.id] = dual(*explored.question(ask))
    return values


def dual(model: Model, question: Question) -> Fraction:
    """Return a model's exact answer to a question, by linear programming duality.

    The value of a process is the optimum of a linear program. The variables of the
    program are the values of the states. The variables of the dual program are the
    expected visits to the states (Puterman 1994, section 6.9). ``Model.answer`` solves
    a model without choices (a chain) by visits, and a model with choices by values.
    This function does the reverse. Where there are choices, it takes the visits of the
    best policy. If no action in any state is better than the values say, both results
    are the optimum.

    Raises ``ArithmeticError`` if an action is better.

    >>> from trueodds.analysis.export import model
    >>> race = model("bunco", "race", changes={"round_points": 2})
    >>> dual(race, Question("first_wins"))
    Fraction(411209, 702464)
    """
    solution = model.solve(question)
    # Without choices no optimum has to be proved.
    if model.is_chain:
        return solution.value
    best = solution.policy
    # A minimum is the maximum of the negative values.
    sign = 1 if question.best == "max" else -1
    for number, actions in enumerate(model.moves):
        for move in actions:
            # The probability of a label ignores the rewards.
            paid = 0 if question.label else move.reward
            value = paid + move.distribution.expected(solution.values.get)
            # Feasible values of the dual program: no action in any state improves on
            # them.
            if sign * (value - solution.values[number]) > 0:
                raise ArithmeticError("defect: an action is better than the best one")
    # The visits are those of the best policy, so the model is now a chain.
    moves = [
        [move._replace(label=CHAIN) for move in actions if move.label == best[number]]
        for number, actions in enumerate(model.moves)
    ]
    return replace(model, moves=moves).answer(replace(question, best=""))
