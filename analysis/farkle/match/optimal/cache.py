"""Solved matches, computed once and cached; an interrupted solve is resumed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.state_space import StateSpace, state_space
from trueodds.core import rulebook
from trueodds.core.errors import ModelError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage import store
from trueodds.core.storage.checkpoint import Checkpoint
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.farkle.match.optimal.solve import Game

log = logging.getLogger("trueodds")

MADE_BY = "match/1"
"""Changes whenever the cached bounds would come out differently."""


@dataclass(frozen=True)
class Match:
    """A match between two players, with proved bounds at every turn start.

    ``lower[p, q] <= scale * probability <= upper[p, q]`` for the player to move, who is
    in the state number p while the opponent is in q (``StateSpace``).
    ``last_lower[k, d]`` and ``last_upper[k, d]`` bound the last turn of a player who is
    d units behind and may bank from the k-th minimum (``final_round.LastTurns``).
    ``against`` is the text of the opponent's dice, if the players' dice differ
    (``different_dice``).
    """

    space: StateSpace
    lower: Array
    upper: Array
    last_lower: Array
    last_upper: Array
    scale: int
    against: str | None = None

    @property
    def start(self) -> int:
        """The number of the state that players begin in."""
        return self.space.start * self.space.statuses

    @property
    def first_player(self) -> Enclosure:
        """The probability that the player who moves first wins."""
        start = self.start, self.start
        return self.between(int(self.lower[start]), int(self.upper[start]))

    def between(self, lower: int, upper: int) -> Enclosure:
        """Return two bounds in units of the scale as an enclosure."""
        return Enclosure(Fraction(lower, self.scale), Fraction(upper, self.scale))


def solved(
    rules: FarkleRules, progress: Progress = silent, *, use: bool = True
) -> Match:
    """Solve the match under these rules to ``rules.target``, with proved bounds.

    Args:
        rules: The rules; ``rules.target`` ends the match.
        progress: A callback for the work, which may take long.
        use: Read the result from the cache, or store it there (``core.storage``). If
            False, the cache is left alone. An interrupted solve is resumed.

    Returns:
        The solved match.

    Raises:
        RulesError: If the match never ends or has too many scores.
        ModelError: If the bounds cannot be proved.

    Example:
        >>> rules = FarkleRules.load(target=500)
        >>> solved(rules, use=False).first_player.texts(8)
        ('0.67988825', '0.67988826')
    """
    return solved_on(state_space(rules), progress, use=use)


def solved_on(
    space: StateSpace, progress: Progress = silent, *, use: bool = True
) -> Match:
    """Solve the match as ``solved`` does, given its state space."""
    name, key = cache_key("match", space.rules, MADE_BY)
    arrays = bounds_on((space,), name, key, progress, use=use)
    return Match(
        space,
        arrays["lower"],
        arrays["upper"],
        arrays["last_lower"],
        arrays["last_upper"],
        int(arrays["scale"]),
    )


def bounds_on(
    spaces: tuple[StateSpace, ...],
    name: str,
    key: dict[str, str],
    progress: Progress,
    *,
    use: bool,
) -> store.Arrays:
    """Return the proved bounds of a match as arrays, from the cache or solved now.

    The arrays are those of ``Match``, with the numbers of states as ``solve.Game``; the
    second player's last turns are ``last_lower_2`` and ``last_upper_2``.
    """
    path = store.folder() / f"{name}-unfinished.npz"
    checkpoint = Checkpoint(path, key) if use else None
    return store.fetch(
        name,
        key,
        lambda: _make(spaces, checkpoint, progress),
        lambda cached: _fits(spaces, cached),
        use=use,
    )


def cache_key(
    kind: str, rules: FarkleRules, made_by: str
) -> tuple[str, dict[str, str]]:
    """Return the name and the key under which results for these rules are cached."""
    digest = rulebook.digest("farkle", rules)
    name = f"farkle-{kind}-{digest.removeprefix('sha256:')[:16]}"
    return name, {"rules": digest, "made by": made_by}


def _fits(spaces: tuple[StateSpace, ...], arrays: store.Arrays) -> bool:
    """Return True if arrays have the names, shapes and types of this match's bounds."""
    states = sum(space.states for space in spaces)
    suffixes = ("", "_2")[: len(spaces)]
    last = [f"last_{b}{end}" for b in ("lower", "upper") for end in suffixes]
    return arrays["scale"].shape == () and all(
        arrays[name].dtype == np.int64
        and arrays[name].shape[2:] == ()
        and (name in last or arrays[name].shape == (states, states))
        for name in ("lower", "upper", *last)
    )


def _last_turns(game: Game) -> store.Arrays:
    """Return the last turns of each player, by the names of their arrays."""
    return {
        f"last_{bound}{suffix}": getattr(last, bound)
        for suffix, last in zip(("", "_2"), game.last_turns, strict=False)
        for bound in ("lower", "upper")
    }


def _make(
    spaces: tuple[StateSpace, ...], checkpoint: Checkpoint | None, progress: Progress
) -> store.Arrays:
    # numba is slow to import, and a match that is cached does not need it.
    from trueodds.analysis.farkle.match.optimal.bounds import Bounds, prove
    from trueodds.analysis.farkle.match.optimal.solve import Game, Grid, solve

    game = Game(*spaces)

    def bounds_from(grid: Grid, begin: int) -> Bounds:
        def keep(done: int) -> None:
            if checkpoint:
                arrays = {"value": grid.value, "slope": grid.slope}
                checkpoint.offer(lambda: arrays | {"done": np.array(done)})

        try:
            solve(game, grid, progress, begin=begin, keep=keep)
            return prove(game, grid, progress)
        except KeyboardInterrupt:
            if checkpoint:
                checkpoint.write()
            raise

    bounds = None
    if checkpoint and (resumed := _resume(game, checkpoint)):
        try:
            bounds = bounds_from(Grid(*resumed[:2]), resumed[2])
        except ModelError as error:
            log.warning("%s is of no use (%s); starting over", checkpoint.path, error)
            checkpoint.remove()
    bounds = bounds or bounds_from(Grid.unknown(game.states), 0)
    if checkpoint:
        checkpoint.remove()
    return {
        "lower": bounds.lower,
        "upper": bounds.upper,
        **_last_turns(game),
        "scale": np.array(bounds.scale),
    }


def _resume(game: Game, checkpoint: Checkpoint) -> tuple[Array, Array, int] | None:
    """Return the tables of an unfinished solve, and the number of sums solved."""
    saved = checkpoint.read()
    if saved is None:
        return None
    shape = game.states, game.states
    try:
        tables = [np.array(saved[name], np.float64) for name in ("value", "slope")]
        done = int(saved["done"])
    except (KeyError, TypeError, ValueError):
        return None
    if not all(
        table.shape == shape and ((table >= 0) & (table <= 1)).all() for table in tables
    ):
        return None
    # Where scores can fall, sweeps are only complete from their beginning.
    space = game.space
    begin = 0 if space.falls else min(max(done, 0), 2 * space.scores - 1)
    return tables[0], tables[1], begin
