"""The games there are, and in which module each room keeps its part of a game.

A game is a column: a module of rules, one of analysis, one of proofs, one of reports.
Ours follow one naming pattern; a game from another package announces a ``Game`` under
the entry-point group ``trueodds.games``. Nothing is imported until a room is asked for.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType

from trueodds.core.errors import UnknownNameError, listed

GROUP = "trueodds.games"


@dataclass(frozen=True, slots=True)
class Game:
    """Where a game keeps its rooms, as module names.

    ``rules`` has ``Rules`` (the record), ``DEFAULT`` (a preset), ``RULES_TO_SCORE``
    (the names of its scoring rules), ``score(position, rules, rule)``, and beside it a
    folder ``presets/<name>``; ``analysis`` has ``quantities(rules)``; ``report`` has
    ``page(odds)``.
    """

    name: str
    rules: str
    analysis: str
    report: str

    def room(self, room: str) -> ModuleType:
        """The module of this game in the room ``rules``, ``analysis`` or ``report``."""
        return import_module(getattr(self, room))

    def scoring_rule(self, name: str | None) -> str:
        """The scoring rule of this name, or the usual one.

        Raises ``UnknownNameError`` with the names there are.
        """
        known: tuple[str, ...] = self.room("rules").RULES_TO_SCORE
        if name is not None and name not in known:
            raise UnknownNameError(
                f"{self.name} has no scoring rule {name!r}; there are: {listed(known)}"
            )
        return name or known[0]


def _ours(name: str) -> Game:
    return Game(
        name,
        rules=f"trueodds.core.rules.{name}",
        analysis=f"trueodds.analysis.{name}.quantities",
        report=f"trueodds.reports.games.{name}",
    )


OURS = ("bunco", "baccarat", "cribbage", "farkle")


def names() -> tuple[str, ...]:
    """All games: ours in the order of the house, then other packages' by name."""
    others = {point.name for point in entry_points(group=GROUP)} - set(OURS)
    return (*OURS, *sorted(others))


def find(name: str) -> Game:
    """The game of this name.

    Raises ``UnknownNameError`` with the names there are.

    >>> find("bunco").analysis
    'trueodds.analysis.bunco.quantities'
    """
    if name in OURS:
        return _ours(name)
    for point in entry_points(group=GROUP, name=name):
        try:
            game: Game = point.load()
        except Exception as error:  # whatever another package's import raises
            raise UnknownNameError(
                f"the game {name!r} of another package cannot be loaded: {error!r}"
            ) from error
        return game
    raise UnknownNameError(f"there is no game {name!r}; there are: {listed(names())}")
