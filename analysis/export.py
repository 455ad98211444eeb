"""Models of the games that can be exported, by name.

The file formats, such as PRISM's and Storm's DRN, are written by ``reports/export.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from re import fullmatch
from typing import TypeAlias

from trueodds.analysis.run import models_of
from trueodds.core import games, rulebook
from trueodds.core.errors import ModelError, UnknownNameError, choices, listed
from trueodds.core.models import Recipe as Declared
from trueodds.core.models.model import Model, Recipe
from trueodds.core.rulebook import Rules

AnyRecipe: TypeAlias = Recipe | Declared
HIGHEST = 100_000
"""The highest N of a model ``NAME:N``."""


def recipes(game: str) -> Mapping[str, AnyRecipe]:
    """Return the recipe of each model of a game, by name.

    A recipe makes the model from the game's rules, and describes the model.

    Raises:
        UnknownNameError: If there is no such game, or it has no models.

    Example:
        >>> list(recipes("bunco"))
        ['turn', 'race', 'game']
    """
    if not (models := models_of(games.find(game))):
        have = [name for name, known in games.each(models_of).items() if known]
        raise UnknownNameError(
            f"{game} has no models to export; these games have: {listed(have)}"
        )
    return models


def model(
    game: str,
    name: str,
    rules: str | Path | Rules | None = None,
    changes: Mapping[str, object] | None = None,
) -> Model:
    """Return a model of a game under some rules.

    Args:
        game: The name of the game.
        name: The name of the model, or ``NAME:N`` where the model takes a number N,
            such as a target.
        rules: A preset, a TOML file or a record; the default is the game's default
            preset.
        changes: Changes to these rules, by the name of the field.

    Raises:
        UnknownNameError: If there is no such game or model.
        ModelError: If the model does not take this number.
        RulesError: If these rules have no such model.

    Example:
        >>> len(model("bunco", "race").states)
        884
    """
    known = recipes(game)
    plain, colon, number = name.partition(":")
    if plain not in known:
        models = [usage(*named) for named in known.items()]
        raise UnknownNameError(
            f"{game} has no model {plain!r:.40}; {choices(plain, models)}"
        )
    recipe = known[plain]
    record = rulebook.load(games.find(game), rules, changes)
    if recipe.number is None:
        if colon:
            raise ModelError(f"the model {plain} takes no number: write {plain} alone")
        return recipe.make(record)
    if not colon:
        return recipe.make(record, recipe.number)
    if not (fullmatch("[0-9]{1,8}", number) and 0 < int(number) <= HIGHEST):
        raise ModelError(
            f"{name!r:.40}: {recipe.meaning} is a number from 1 to {HIGHEST}, such as "
            f"{plain}:{recipe.number}"
        )
    return recipe.make(record, int(number))


def usage(name: str, recipe: AnyRecipe) -> str:
    """Return a model's name as a user types it: ``NAME``, or ``NAME:N``.

    ``recipe`` makes the model. It has a default for N, or None for a model that takes
    no number.
    """
    return name if recipe.number is None else f"{name}:N"
