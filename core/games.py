"""Registry of the games, ours and those of other packages.

A game has a module in every layer: rules, analysis, proofs and reports. A module of our
games has the game's name in its import name. This module imports the rules,
``analysis.run`` the analyses, ``analysis.export`` the models, ``proofs.parts`` the
proofs and ``reports.parts`` the reports. Another package announces its game as an entry
point in the group ``trueodds.games``. The entry point is a ``Game``, which names the
modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from trueodds.core.errors import UnknownNameError, choices, require_type

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from trueodds.core import rulebook
    from trueodds.core.rules import Breakdown

GROUP = "trueodds.games"
GameName = Literal["bunco", "baccarat", "cribbage", "farkle"]
OURS: tuple[GameName, ...] = get_args(GameName)


class RulesPart(Protocol):
    """The module of a game's rules; the folder ``presets/<game>`` lies beside it.

    ``BASE``, if there is one, names the preset that a rules file changes if it does not
    say ``extends``. It never changes later, so that no file changes its meaning.
    """

    @property
    def __name__(self) -> str: ...

    @property
    def Rules(self) -> type[rulebook.Rules]:  # noqa: N802  # the name of a class
        """The record of the rules."""

    @property
    def DEFAULT(self) -> str:  # noqa: N802  # the name of a constant
        """The name of the default preset."""

    @property
    def RULES_TO_SCORE(self) -> tuple[str, ...]:  # noqa: N802  # a constant
        """The names of the scoring rules, the default first."""

    def score(self, position: str, rules: Any, rule: Any = ..., /) -> Breakdown:
        """Score a position by the reference scorer."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, with the import names of its modules if another package defines it.

    The module ``rules`` is a ``RulesPart``. The module ``analysis`` has
    ``quantities(rules)`` or ``families(rules, progress)``. The module ``report`` has
    ``page(odds)``. For our own games, all three names are None.
    """

    name: str
    rules: str | None = None
    analysis: str | None = None
    report: str | None = None

    @property
    def rules_part(self) -> RulesPart:
        """The module of the game's rules."""
        module: Any = self.module("rules", "trueodds.core.rules.{}")
        part: RulesPart = module
        return part

    @property
    def base(self) -> str:
        """The preset that rules files without ``extends`` change: BASE or DEFAULT.

        >>> find("farkle").base
        'ece209'
        """
        base: str = getattr(self.rules_part, "BASE", self.rules_part.DEFAULT)
        return base

    def module(self, part: str, ours: str) -> ModuleType:
        """Import a module of the game, such as its ``analysis``.

        ``ours`` is the import name for our own games, with {} in place of the game.
        Raises ``UnknownNameError`` for a game that does not name this module.
        """
        if self.name in OURS:
            return import_module(ours.format(self.name))
        name = getattr(self, part)
        if name is None:
            raise UnknownNameError(
                f"the game {self.name!r} has no module of {part}; its package names "
                f"one by Game({part}=…)"
            )
        return import_module(name)

    def positions(self, words: Sequence[str], rules: rulebook.Rules) -> tuple[str, ...]:
        """Return the positions that some words are.

        Successive words that are single cards or dice are one position. Any other word
        is a position. A game's module of rules splits a word by ``words(text, rules)``.

        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> find("farkle").positions(["1", "1", "5"], FarkleRules.load())
        ('1 1 5',)
        >>> find("farkle").positions(["113", "5"], FarkleRules.load())
        ('113', '5')
        """
        split = getattr(self.rules_part, "words", None)
        groups = groupby(words, lambda word: split and len(split(word, rules)) <= 1)
        return tuple(
            position
            for single, group in groups
            for position in ([" ".join(group)] if single else group)
        )

    def scoring_rule(self, name: str | None) -> str:
        """Return the scoring rule of this name, or the default one.

        Raises ``UnknownNameError`` with the names of the scoring rules.
        """
        known = self.rules_part.RULES_TO_SCORE
        if name is not None and name not in known:
            raise UnknownNameError(
                f"{self.name} has no scoring rule {name!r}; {choices(name, known)}"
            )
        return name or known[0]


def _entry_points() -> EntryPoints:
    # Slow to import, and our own games do not need it.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def ours() -> tuple[GameName, ...]:
    """Return the names of the games of this package, in their order.

    >>> ours()
    ('bunco', 'baccarat', 'cribbage', 'farkle')
    """
    return OURS


def names() -> tuple[str, ...]:
    """Return the names of all games: ours in their order, then the others by name."""
    others = {point.name for point in _entry_points()} - {*OURS}
    return (*OURS, *sorted(others))


def is_game(name: str) -> bool:
    """Return True for the name of a game. Entry points are read only if needed."""
    return name in OURS or name in names()


def find(name: str | Game) -> Game:
    """Return the game of this name; upper and lower case are the same.

    Raises ``UnknownNameError`` with the names of the games.

    >>> find("Bunco").name
    'bunco'
    """
    if isinstance(name, Game):
        return name
    require_type("game", name, str, "the name of a game, such as 'bunco'")
    if name.lower() in OURS:
        return Game(name.lower())
    for point in _entry_points():
        if point.name.lower() == name.lower():
            try:
                game: Game = point.load()
            except Exception as error:  # whatever another package's import raises
                raise UnknownNameError(
                    f"the game {name!r} of another package cannot be loaded: {error!r}"
                ) from error
            return game
    raise UnknownNameError(
        f"there is no game {name!r}; {choices(name, names())}. To add one, see "
        "docs/how-to/add-a-game.md"
    )
