"""The analysis of each game: its families of quantities, and its models to export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from trueodds.core.odds import Family
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress

if TYPE_CHECKING:
    from trueodds.core.games import Game
    from trueodds.core.models.model import Recipe

R = TypeVar("R", bound=Rules)


@dataclass(frozen=True, slots=True)
class Analysis(Generic[R]):
    """The parts of a game in this layer.

    ``families(rules, progress)`` returns the families of quantities in order, and calls
    ``progress`` while it computes one that takes long. ``models()`` returns the recipes
    of models by name; it is a function, so that the odds do not import the models.
    """

    families: Callable[[R, Progress], Iterable[Family]]
    models: Callable[[], Mapping[str, Recipe]] = dict


def analysis_of(game: Game) -> Analysis[Any]:
    """Return the analysis of one of our games, or of a game of another package."""
    match game.name:
        case "bunco":
            from trueodds.analysis.bunco import quantities as bunco

            return Analysis(bunco.families, _bunco_models)
        case "baccarat":
            from trueodds.analysis.baccarat import quantities as baccarat

            return Analysis(baccarat.families, _baccarat_models)
        case "cribbage":
            from trueodds.analysis.cribbage import quantities as cribbage

            return Analysis(cribbage.families)
        case "farkle":
            from trueodds.analysis.farkle import quantities as farkle

            return Analysis(farkle.families, _farkle_models)
    return _of_package(game)


def _bunco_models() -> Mapping[str, Recipe]:
    from trueodds.analysis.bunco.models import MODELS

    return MODELS


def _baccarat_models() -> Mapping[str, Recipe]:
    from trueodds.analysis.baccarat.models import MODELS

    return MODELS


def _farkle_models() -> Mapping[str, Recipe]:
    from trueodds.analysis.farkle.models import MODELS

    return MODELS


def _of_package(game: Game) -> Analysis[Any]:
    """Return the analysis of another package's game, from its module.

    The module has ``families(rules, progress)``, or ``quantities(rules)``, which is a
    single family; and ``MODELS`` if there are models.
    """
    module = vars(game.module("analysis"))

    def one_family(rules: Rules, progress: Progress) -> Iterable[Family]:
        return [Family("*", lambda: module["quantities"](rules))]

    return Analysis(
        module.get("families", one_family), lambda: module.get("MODELS", {})
    )
