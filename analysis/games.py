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
    models: Callable[[], Mapping[str, Recipe]]


def analysis_of(game: Game) -> Analysis[Any]:
    """Return the analysis of one of our games, or of a game of another package."""
    ours = {
        "bunco": _bunco,
        "baccarat": _baccarat,
        "cribbage": _cribbage,
        "farkle": _farkle,
    }
    return ours[game.name]() if game.name in ours else _of_package(game)


def _bunco() -> Analysis[Any]:
    from trueodds.analysis.bunco.quantities import families

    def models() -> Mapping[str, Recipe]:
        from trueodds.analysis.bunco.models import MODELS

        return MODELS

    return Analysis(families, models)


def _baccarat() -> Analysis[Any]:
    from trueodds.analysis.baccarat.quantities import families

    def models() -> Mapping[str, Recipe]:
        from trueodds.analysis.baccarat.models import MODELS

        return MODELS

    return Analysis(families, models)


def _cribbage() -> Analysis[Any]:
    from trueodds.analysis.cribbage.quantities import families

    return Analysis(families, dict)


def _farkle() -> Analysis[Any]:
    from trueodds.analysis.farkle.quantities import families

    def models() -> Mapping[str, Recipe]:
        from trueodds.analysis.farkle.models import MODELS

        return MODELS

    return Analysis(families, models)


def _of_package(game: Game) -> Analysis[Any]:
    """Return the analysis of another package's game, from its module.

    The module has ``families(rules, progress)``, or ``quantities(rules)``, which is a
    single family; and ``MODELS`` if there are models.
    """
    module = game.room("analysis")

    def one_family(rules: Rules, progress: Progress) -> Iterable[Family]:
        return [Family("*", lambda: module.quantities(rules))]

    return Analysis(
        getattr(module, "families", one_family),
        lambda: getattr(module, "MODELS", {}),
    )
