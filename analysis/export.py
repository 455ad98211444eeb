"""The models of a game that can be exported, by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from trueodds.core import games, rulebook
from trueodds.core.errors import ModelError, UnknownNameError, listed
from trueodds.core.model import Model, Recipe

HIGHEST = 100_000
"""The highest number that a model may be asked for."""


def recipes(game: str) -> Mapping[str, Recipe]:
    """How to make each model of a game.

    Raises ``UnknownNameError`` for a game there is not, or that has no models.

    >>> list(recipes("bunco"))
    ['turn', 'race', 'game']
    """
    if not (models := _models(game)):
        have = [other for other in games.names() if _models(other)]
        raise UnknownNameError(
            f"{game} has no models to export; these games have: {listed(have)}"
        )
    return models


def model(
    game: str,
    name: str,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
) -> Model:
    """A model of a game, by name or ``NAME:N``, under some rules.

    Raises ``UnknownNameError`` with the models there are, ``ModelError`` for a number
    that the model does not take, and ``RulesError`` for rules under which there is no
    such model.

    >>> len(model("bunco", "race").states)
    884
    """
    known = recipes(game)
    plain, colon, number = name.partition(":")
    if plain not in known:
        there_are = listed(usage(*named) for named in known.items())
        raise UnknownNameError(
            f"{game} has no model {plain!r:.40}; there are: {there_are}"
        )
    recipe, record = known[plain], rulebook.load(games.find(game), rules, changes)
    if recipe.number is None:
        if colon:
            raise ModelError(f"the model {plain} takes no number; say {plain} alone")
        return recipe.make(record)
    if not colon:
        return recipe.make(record, recipe.number)
    digits = number.isascii() and number.isdigit() and len(number) < 9
    if not (digits and 0 < int(number) <= HIGHEST):
        raise ModelError(
            f"{name!r:.40}: {recipe.meaning} is a number from 1 to {HIGHEST}, such as "
            f"{plain}:{recipe.number}"
        )
    return recipe.make(record, int(number))


def usage(name: str, recipe: Recipe) -> str:
    """How a model is asked for: its name, with N where it takes a number."""
    return name if recipe.number is None else f"{name}:N"


def _models(game: str) -> Mapping[str, Recipe]:
    """``MODELS`` of the game's analysis, or of the module ``models`` beside it.

    That module is imported here and nowhere else: the odds do not wait for it.
    """
    analysis = games.find(game).room("analysis")
    name = f"{analysis.__spec__.parent if analysis.__spec__ else ''}.models"
    if find_spec(name):
        analysis = import_module(name)
    models: Mapping[str, Recipe] = getattr(analysis, "MODELS", {})
    return models
