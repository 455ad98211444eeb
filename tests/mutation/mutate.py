"""Mutation: change one cell of a rule table, and some published number must move.

A rule table is data, so any cell of it can be wrong. Every cell of every preset is
changed alone (``cells``), and the quantities of both rules are compared, in order,
until one differs. A mutant that changes no quantity is a *survivor*, and the module of
the game proves why that cell cannot matter. A game's module may have

- ``integers(rules)``: some of the published numbers, found a faster way, by id, which
  are compared first;
- ``spelled_out(rules)``: rules that play alike and state more cells;
- ``idle(rules)``: the cells that cannot matter, by their paths, each with its proof in
  words, derived from the rules without changing any.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import zip_longest
from typing import Any, NamedTuple

from mutation.cells import Mutant, mutants

from trueodds.analysis.run import odds
from trueodds.core import games, rulebook
from trueodds.core.errors import RulesError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress, silent

__all__ = ["Fate", "Mutant", "fates", "mutants", "survivors"]

REFUSED = "refused"
"""The fate of a mutant that the checks of the rules do not accept."""


class Fate(NamedTuple):
    """The fate of a mutant of a preset.

    ``moved`` is the id of a quantity that has another value, or that only one of the
    two rules have; ``REFUSED``; or None for a survivor. ``why`` is the proof that the
    cell cannot matter, where there is one.
    """

    preset: str
    cell: str
    moved: str | None
    why: str | None


def survivors(game: Game, *, progress: Progress = silent) -> list[Fate]:
    """Return the mutants of all presets of a game that move no published quantity."""
    all_fates = fates(game, progress=progress)
    return [fate for fate in all_fates if fate.moved is None]


def fates(
    game: Game,
    *,
    whole: bool = True,
    chosen: Callable[[str, str], bool] = lambda preset, cell: True,
    progress: Progress = silent,
) -> Iterator[Fate]:
    """Yield the fate of each mutant of each preset, in order.

    ``chosen`` is asked for each preset and cell whether they are wanted.

    A number moves when its exact value does, or its proved bounds lie apart from what
    they were. Without ``whole`` only the numbers that are found quickly are compared,
    and not where a cell is proved not to matter: seconds in place of many minutes, but
    some survive that would not.

    >>> from trueodds.core import games
    >>> bunco = fates(games.find("bunco"))
    >>> next(bunco)
    Fate(preset='bunco', cell='dice', moved='roll.bunco', why=None)
    """
    own = _own_part(game)
    for preset in rulebook.preset_names(game):
        rules = rulebook.load(game, preset)
        published = _Published(game, rules, own.get("integers"))
        proved: Mapping[str, str] = own["idle"](rules) if "idle" in own else {}
        cells = [c for c in cells_of(game, rules) if chosen(preset, c[1].cell)]
        for done, (base, mutant) in enumerate(cells):
            progress(f"{game.name} {preset}", done, len(cells))
            why = proved.get(mutant.cell)
            moved = None
            if whole or why is None:
                moved = published.moved_by(base, mutant, whole=whole)
            yield Fate(preset, mutant.cell, moved, why)


def _own_part(game: Game) -> Mapping[str, Any]:
    """Return the definitions of the game's module in this package, if it has one."""
    if game.name not in games.ours():
        return {}
    return vars(import_module(f"mutation.{game.name}"))


def cells_of(game: Game, rules: Rules) -> list[tuple[Rules, Mutant]]:
    """Return all mutants, each with the first rules that state its cell."""
    own = _own_part(game)
    stated = [rules, own["spelled_out"](rules)] if "spelled_out" in own else [rules]
    by_cell: dict[str, list[tuple[Rules, Mutant]]] = {}
    for rules in stated:
        of_these: dict[str, list[tuple[Rules, Mutant]]] = {}
        for mutant in mutants(rules):
            of_these.setdefault(mutant.cell, []).append((rules, mutant))
        by_cell = of_these | by_cell
    return [cell for alike in by_cell.values() for cell in alike]


class _Published:
    """The numbers of some rules, computed no further than they are compared."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        integers: Callable[[Rules], Iterable[tuple[str, Fraction]]] | None,
    ) -> None:
        self._game, self._integers = game, integers
        self._quick = iter(integers(rules) if integers else ())
        self._found: dict[str, Fraction] = {}
        self._coming = iter(self._quantities(rules))
        self._known: list[Quantity] = []

    def moved_by(self, base: Rules, mutant: Mutant, *, whole: bool) -> str | None:
        """Return the first quantity that a change moves, if any."""
        try:
            other = rulebook.load(self._game, base, {mutant.field: mutant.value})
            if self._integers:
                for id, value in self._integers(other):
                    if self._before(id) != value:
                        return id
            if not whole:
                return None
            pairs = zip_longest(self._all(), self._quantities(other))
            moved = ((old or new).id for old, new in pairs if _differ(old, new))
            return next(moved, None)
        except RulesError:
            return REFUSED

    def _before(self, id: str) -> Fraction | None:
        """Return a number of the unchanged rules, found quickly, if there is one."""
        while id not in self._found and (known := next(self._quick, None)):
            self._found.update([known])
        return self._found.get(id)

    def _quantities(self, rules: Rules) -> Iterable[Quantity]:
        return odds(self._game.name, rules).values()

    def _all(self) -> Iterator[Quantity]:
        """Return the quantities of the unchanged rules, kept as they come."""
        yield from self._known
        for quantity in self._coming:
            self._known.append(quantity)
            yield quantity


def _differ(before: Quantity | None, after: Quantity | None) -> bool:
    if before is None or after is None or before.id != after.id:
        return True
    mine, theirs = before.bounds, after.bounds
    return mine.upper < theirs.lower or theirs.upper < mine.lower
