"""The odds of each game, and the command that prints them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from trueodds.core import games, rulebook, shipped_odds
from trueodds.core.arguments import require_text_form
from trueodds.core.errors import RulesError, UnansweredError, require_type
from trueodds.core.exact import exact_toml
from trueodds.core.exact.quantity import Quantity
from trueodds.core.games import Game, imported
from trueodds.core.models import Recipe
from trueodds.core.odds import Family, Odds
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress, silent


def odds(
    game: str | Game,
    rules: str | Path | Rules | None = None,
    *,
    set: Mapping[str, object] | None = None,
    progress: Progress = silent,
    **fields: object,
) -> Odds:
    """Return the exact odds of a game under some rules.

    ``game`` is a game or its name. ``rules`` are a preset, a rules file or rules; the
    default is the game's default preset. ``set`` and ``fields`` have changed fields of
    the rules, by name.

    >>> odds("bunco")["roll.bunco"].exact
    Fraction(1, 216)
    """
    require_text_form(locals())
    column = games.find(game)
    require_type("progress", progress, Callable, "a function")
    changes = rulebook.plain(set) | rulebook.plain(fields)
    record = rulebook.load(column, rules, changes)
    # As the record holds them, because a value can be written in several ways.
    held = rulebook.to_table(record)
    changes = {field: held.get(field, value) for field, value in changes.items()}
    command = reproducing_command("odds", column.name, rules, changes)
    ready = shipped_odds.read("odds", column.name, record)
    families = ready or families_of(column)(record, progress)
    return Odds(column.name, record, command, families=families)


def reproducing_command(
    verb: str,
    game: str,
    source: str | Path | Rules | None,
    changes: Mapping[str, object],
    options: Iterable[str] = (),
) -> str:
    """Return the command line that gives the same result as these arguments.

    ``verb`` is the command, such as "odds". ``source`` is a preset, a rules file or
    rules, or None for the default preset. ``changes`` has changed fields of the rules.
    ``options`` are further words, which follow the game.

    >>> reproducing_command("odds", "bunco", None, {"weights": [1, 1, 2]})
    'trueodds odds bunco --set weights=1,1,2 --format json'
    >>> rules = rulebook.load(games.find("farkle"), "ece209", {"target": 500})
    >>> reproducing_command("odds", "farkle", rules, {})
    'trueodds odds farkle --rules ece209 --set target=500 --format json'
    """
    words = ["trueodds", verb, game, *options, *rules_options(source, changes)]
    return shlex.join([*words, "--format", "json"])


def rules_options(
    source: str | Path | Rules | None, changes: Mapping[str, object]
) -> list[str]:
    """Return the words of a command line that choose rules.

    ``source`` is a preset, a rules file or rules, or None for the default preset.
    ``changes`` has changed fields of the rules. The words are the options ``--rules``
    and ``--set`` with their values.

    >>> rules_options("zilch", {"target": 500})
    ['--rules', 'zilch', '--set', 'target=500']
    """
    words = []
    if isinstance(source, Rules):
        # Name the nearest preset, unless it is the default, and the other fields.
        column = games.find(source.game)
        record = rulebook.load(column, source, changes)
        preset, _ = rulebook.nearest_preset(record)
        held = rulebook.to_table(record)
        standard = rulebook.to_table(rulebook.load(column, preset))
        standard["description"] = record.description
        changes = {name: held[name] for name in held if held[name] != standard[name]}
        source = None if preset == column.default_preset else preset
    if source is not None:
        words += ["--rules", str(source)]
    for field, value in changes.items():
        words += ["--set", f"{field}={exact_toml.write(value)}"]
    return words


Families: TypeAlias = Callable[[Any, Progress], Iterable[Family]]
"""A function of rules of a game: the families of quantities, in order.

It calls ``progress`` while it computes a family that takes long.
"""


def families_of(game: Game) -> Families:
    """Return the function that yields a game's families of quantities.

    The quantities of a family are computed together. The function takes the rules and a
    progress callback. The odds of scoring rules and the answers of models, which the
    game declares, come last. A game that was written for trueodds 1.0 may have a
    function ``quantities(rules)`` instead, which becomes a single family.
    """
    families: Families | None
    families = imported(game.families) or game.of_1_0("analysis", "families")
    quantities = game.of_1_0("analysis", "quantities")

    def every(rules: Any, progress: Progress) -> Iterable[Family]:
        of_1_0 = [Family("*", lambda: quantities(rules))] if quantities else []
        own = families(rules, progress) if families else of_1_0
        known = [*own] if isinstance(own, Iterable) else [own]
        for family in known:
            require_type(f"a family of {game.name}", family, Family, "a Family")
        if scoring := game.declared_scoring:
            of_scores = imported("trueodds.analysis.scoring:families")
            known += of_scores(scoring, rules)
        return [*known, *model_families(game, rules, known)]

    return every


def models_of(game: Game) -> Mapping[str, Any]:
    """Return the recipe of each model of a game, by the model's name.

    A recipe makes the model from the game's rules, and describes the model.
    """
    models = imported(game.models) or game.of_1_0("analysis", "MODELS") or {}
    whose = f"{games.credited(game.name) or 'trueodds'}, {game.name}"
    return {
        name: replace(imported(recipe), whose=f"{whose}, model {name}: ")
        for name, recipe in models.items()
    }


def declared(game: Game) -> Mapping[str, Recipe]:
    """Return the recipes of a game's models that declare questions, by name.

    A recipe makes a model from the game's rules. A question asks for a number, such as
    the probability of an end of the model. The answers are quantities of the game.
    """
    models = models_of(game).items()
    return {name: model for name, model in models if isinstance(model, Recipe)}


def model_families(game: Game, rules: Any, known: Sequence[Family]) -> Iterator[Family]:
    """Yield a family for each model that answers questions, with its new quantities.

    A family is a group of quantities that are computed together. A quantity is new if
    none of the families ``known`` has its id. A family of a game that was written for
    trueodds 1.0 does not say its ids in advance. So it is computed before the answers,
    to see which ids are new. A model that raises ``RulesError`` for these rules has no
    answers.
    """
    for recipe in declared(game).values():
        ids = [
            ask.id
            for ask in recipe.asks_under(rules)
            if ask.id and not any(f.may_have(ask.id) for f in known if f.globs != "*")
        ]
        if ids:
            unanswered: dict[str, str] = {}
            compute = partial(_answers, recipe, rules, known, ids, unanswered)
            yield Family(" ".join(ids), compute, unanswered=unanswered)


def _answers(
    recipe: Recipe,
    rules: Any,
    known: Sequence[Family],
    ids: Sequence[str],
    unanswered: dict[str, str],
) -> Iterator[Quantity]:
    missing = {*ids}.difference(
        *(family.by_id for family in known if any(map(family.may_have, ids)))
    )
    if not missing:
        return
    try:
        explored = recipe.explored(rules)
    except RulesError:
        return
    for ask in explored.asks:
        if ask.id in missing:
            try:
                yield explored.quantity(ask)
            except UnansweredError as error:
                unanswered[ask.id] = str(error)
