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
from trueodds.core.rules.farkle.loaded_dice import FAIR_SET
from trueodds.core.storage import store
from trueodds.core.storage.checkpoint import Checkpoint
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.farkle.match.optimal.solve import MatchTables

log = logging.getLogger("trueodds")

MADE_BY = "match/2"
"""Changes whenever the cached bounds would come out or be stored differently."""

SUFFIXES = ("", "_2")
"""The endings of the names of each player's last turns."""


@dataclass(frozen=True)
class Match:
    """A match between two players, with proved bounds at the start of every turn.

    ``lower[p, q] <= scale * probability <= upper[p, q]`` for the probability to win of
    the player to move, who is in the state number p while the opponent is in q
    (``StateSpace``). ``last_lower[k, d]`` and ``last_upper[k, d]`` bound the
    probability that a last turn passes the leader, of a player who is d units behind
    and may bank from ``space.minimums[k]`` units. ``scale`` stands for a probability
    of 1. ``against`` is the text of the opponent's dice, if the players' dice differ.
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
        """The number of the state in which players begin the match."""
        return self.space.start * self.space.statuses

    @property
    def first_player(self) -> Enclosure:
        """The probability that the player who moves first wins."""
        start = self.start, self.start
        return self.between(int(self.lower[start]), int(self.upper[start]))

    def between(self, lower: int, upper: int) -> Enclosure:
        """Return the enclosure from ``lower / scale`` to ``upper / scale``.

        ``scale`` is the integer of this match that stands for a probability of 1.
        """
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
        RulesError: If the match never ends or has too many scores, if hardly any turn
            can be banked, if the weights of the dice are too large, or if a farkle
            keeps the points of the turn.
        ModelError: If the bounds cannot be proved.

    Example:
        >>> rules = FarkleRules.load("ece209", target=500)
        >>> solved(rules, use=False).first_player.texts(8)
        ('0.67988825', '0.67988826')
    """
    return solved_on(state_space(rules), progress, use=use)


def solved_on(
    space: StateSpace, progress: Progress = silent, *, use: bool = True
) -> Match:
    """Solve a match with proved bounds, given its state space.

    ``space`` has the rules and the dice of both players (``state_space``). If ``use``
    is false, the cache is left alone.
    """
    return matches_on((space,), progress, use=use)[0]


def matches_on(
    spaces: tuple[StateSpace, ...], progress: Progress, *, use: bool
) -> list[Match]:
    """Return a ``Match`` for each player whose state space is given.

    A player's ``Match`` has the player's own dice, and the bounds of the turns in which
    the opponent moves. With one state space both players have the same dice, and there
    is one ``Match`` for both. If ``use`` is false, the cache is left alone.
    """
    rules = [space.rules for space in spaces]
    name, key = cache_key("match", rules[0], MADE_BY, *rules[1:])
    path = store.folder() / f"{name}-unfinished.npz"
    checkpoint = Checkpoint(path, key, use)
    arrays = store.fetch(
        name,
        key,
        lambda: _make(spaces, checkpoint, progress),
        lambda cached: _fits(spaces, cached),
        use=use,
    )
    # The widths of the bounds need less room than the upper bounds.
    lower = arrays["lower"]
    upper = arrays["lower"] + arrays["width"].astype(np.int64)
    states = spaces[0].states
    matches = []
    for seat, space in enumerate(spaces):
        mover = len(spaces) - 1 - seat
        moves, waits = (slice(n * states, (n + 1) * states) for n in (mover, seat))
        match = Match(
            space,
            lower[moves, waits],
            upper[moves, waits],
            arrays[f"last_lower{SUFFIXES[mover]}"],
            arrays[f"last_upper{SUFFIXES[mover]}"],
            int(arrays["scale"]),
            None if mover == seat else str(rules[mover].dice) or FAIR_SET,
        )
        matches.append(match)
    return matches


def cache_key(
    kind: str, rules: FarkleRules, made_by: str, *against: FarkleRules
) -> tuple[str, dict[str, str]]:
    """Return the name and the key under which results for these rules are cached.

    ``kind`` names the kind of results, such as "match". ``made_by`` is the version of
    the code that computes them. ``against`` are the rules with the opponent's dice, if
    the players' dice differ.
    """
    digests = [rulebook.digest("farkle", each) for each in (rules, *against)]
    short = (digest.removeprefix("sha256:")[:16] for digest in digests)
    key = dict(zip(("rules", "against"), digests, strict=False))
    return "-".join(["farkle", kind, *short]), key | {"made by": made_by}


def _fits(spaces: tuple[StateSpace, ...], arrays: store.Arrays) -> bool:
    """Return True if arrays have the names, shapes and types of this match's bounds."""
    states = sum(space.states for space in spaces)
    suffixes = SUFFIXES[: len(spaces)]
    last = [f"last_{b}{end}" for b in ("lower", "upper") for end in suffixes]
    kinds = dict.fromkeys(("lower", *last), "i") | {"width": "u"}
    return arrays["scale"].shape == () and all(
        arrays[name].dtype.kind == kind
        and arrays[name].shape[2:] == ()
        and (name in last or arrays[name].shape == (states, states))
        for name, kind in kinds.items()
    )


def _make(
    spaces: tuple[StateSpace, ...], checkpoint: Checkpoint, progress: Progress
) -> store.Arrays:
    # numba is slow to import, and a match that is cached does not need it.
    from trueodds.analysis.farkle.match.optimal.bounds import PairBounds, prove
    from trueodds.analysis.farkle.match.optimal.solve import (
        MatchTables,
        PairGrid,
        solve,
    )

    game = MatchTables(*spaces)

    def bounds_from(grid: PairGrid, begin: int) -> PairBounds:
        def keep(done: int) -> None:
            arrays = {"value": grid.value, "slope": grid.slope}
            checkpoint.offer(lambda: arrays | {"done": np.array(done)})

        solve(game, grid, progress, begin=begin, keep=keep)
        return prove(game, grid, progress)

    bounds = None
    with checkpoint:
        if resumed := _resume(game, checkpoint):
            try:
                bounds = bounds_from(PairGrid(*resumed[:2]), resumed[2])
            except ModelError as error:
                path = checkpoint.path
                log.warning("%s is of no use (%s); starting over", path, error)
                checkpoint.remove()
        bounds = bounds or bounds_from(PairGrid.unknown(game.states), 0)
    width = bounds.upper - bounds.lower
    return {
        "lower": bounds.lower,
        "width": width.astype(np.min_scalar_type(int(width.max()))),
        **{
            f"last_{bound}{suffix}": getattr(last, bound)
            for suffix, last in zip(SUFFIXES, game.last_turns, strict=False)
            for bound in ("lower", "upper")
        },
        "scale": np.array(bounds.scale),
    }


def _resume(
    game: MatchTables, checkpoint: Checkpoint
) -> tuple[Array, Array, int] | None:
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
