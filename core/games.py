"""Registry of the games, and the module in which each room keeps its part of a game.

A game is a column: a module of rules, a module of analysis, a module of proofs and a
module of reports. Every game, ours and those of other packages, announces a ``Game``
as an entry point in the group ``trueodds.games``. A room is imported when it is first
used.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import (
    EntryPoint,
    PackageNotFoundError,
    distribution,
    entry_points,
)
from operator import attrgetter
from types import ModuleType

from trueodds.core.errors import InstallationError, UnknownNameError, choices

GROUP = "trueodds.games"


@dataclass(frozen=True, slots=True)
class Game:
    """The rooms of a game, as module names.

    ``rules`` has ``Rules`` (the record), ``DEFAULT`` (a preset), ``RULES_TO_SCORE``
    (the names of its scoring rules) and ``score(position, rules, rule)``; the folder
    ``presets/<name>`` lies beside it. ``analysis`` has ``quantities(rules)``;
    ``report`` has ``page(odds)``. ``proofs`` is None for a game without proofs. Lists
    of games are ordered by ``place``, then by name.
    """

    name: str
    rules: str
    analysis: str
    report: str
    proofs: str | None = None
    place: int = 100

    @classmethod
    def shipped(cls, name: str, place: int) -> "Game":
        """Return a game that has a module of its name in each room of this package."""
        rules, proofs = f"trueodds.core.rules.{name}", f"trueodds.proofs.{name}"
        analysis = f"trueodds.analysis.{name}.quantities"
        return cls(
            name, rules, analysis, f"trueodds.reports.answers.{name}", proofs, place
        )

    def room(self, room: str) -> ModuleType:
        """Import the module of a room: ``rules``, ``analysis``, ``report``, ``proofs``.

        Raises ``UnknownNameError`` for a game without that room.
        """
        module = getattr(self, room)
        if module is None:
            raise UnknownNameError(f"the game {self.name} has no module of {room}")
        return import_module(module)

    def scoring_rule(self, name: str | None) -> str:
        """Return the scoring rule of this name, or the default one.

        Raises ``UnknownNameError`` with the names of the scoring rules.
        """
        known: tuple[str, ...] = self.room("rules").RULES_TO_SCORE
        if name is not None and name not in known:
            raise UnknownNameError(
                f"{self.name} has no scoring rule {name!r}; {choices(name, known)}"
            )
        return name or known[0]


def ours() -> tuple[str, ...]:
    """Return the names of the games of this package, in their order.

    >>> ours()
    ('bunco', 'baccarat', 'cribbage', 'farkle')
    """
    games = sorted((point.load() for point in _our_points()), key=attrgetter("place"))
    return tuple(game.name for game in games)


def names() -> tuple[str, ...]:
    """Return the names of all games: ours in their order, then the others by name."""
    first = ours()
    return (*first, *sorted(registered() - {*first}))


def registered() -> set[str]:
    """Return the names of all games, without importing any of them."""
    return {point.name for point in entry_points(group=GROUP)}


def find(name: str) -> Game:
    """Return the game of this name; upper and lower case are the same.

    Raises ``UnknownNameError`` with the names of the games.

    >>> find("bunco").analysis
    'trueodds.analysis.bunco.quantities'
    """
    for point in (*_our_points(), *entry_points(group=GROUP, name=name)):
        if point.name == name:
            try:
                game: Game = point.load()
            except Exception as error:  # whatever another package's import raises
                raise UnknownNameError(
                    f"the game {name!r} of another package cannot be loaded: {error!r}"
                ) from error
            return game
    known = names()
    for other in known:
        if other != name and other.lower() == name.lower():
            return find(other)
    raise UnknownNameError(
        f"there is no game {name!r}; {choices(name, known)}. To add one, see "
        "docs/how-to/add-a-game.md"
    )


def _our_points() -> list[EntryPoint]:
    """Return our own entry points, found without reading every installed package.

    Raises ``InstallationError`` if there are none: an editable installation keeps the
    entry points that it was made with.
    """
    try:
        points = [*distribution("trueodds").entry_points.select(group=GROUP)]
    except PackageNotFoundError:
        points = []
    if not points:
        raise InstallationError(
            "the installation of trueodds is out of date: it lists no games; run "
            "`pip install -e .` again in the folder of trueodds"
        )
    return points
