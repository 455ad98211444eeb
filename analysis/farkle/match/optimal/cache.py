"""Solved matches, made once and kept; half-solved ones go on where they stopped."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.match.optimal.checkpoint import Unfinished
from trueodds.analysis.farkle.match.state_space import Array, Board, board
from trueodds.core import rulebook, store
from trueodds.core.enclosure import Enclosure
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.farkle import FarkleRules

MADE_BY = "match/1"
"""Changes whenever what is kept would come out differently."""


@dataclass(frozen=True)
class Match:
    """A match of two, with proved bounds at every turn start.

    ``lower[p, q] <= scale * chance <= upper[p, q]``, where the chance is that of the
    player to move, who is at standing p, the other being at q: standing = score number
    * modes + mode (``Board``). ``last_lower[k, d]`` and ``last_upper[k, d]`` bound the
    last turn of a player d units behind, k by what they may bank
    (``last_turn.LastTurns``).
    """

    board: Board
    lower: Array
    upper: Array
    last_lower: Array
    last_upper: Array
    scale: int

    @property
    def start(self) -> int:
        """The standing that players begin at."""
        return self.board.start * self.board.modes

    @property
    def first_player(self) -> Enclosure:
        """The chance to win of whoever moves first."""
        return self.between(
            int(self.lower[self.start, self.start]),
            int(self.upper[self.start, self.start]),
        )

    def between(self, lower: int, upper: int) -> Enclosure:
        """Two bounds in units of the scale."""
        return Enclosure(Fraction(lower, self.scale), Fraction(upper, self.scale))


def solved(
    rules: FarkleRules, progress: Progress = silent, *, use: bool = True
) -> Match:
    """The match under these rules to ``rules.target``: optimal play, bounds proved.

    Kept on disk (``core/store``) and made only once, or with ``use`` false neither read
    nor kept. When it is interrupted, it goes on from there the next time.

    Raises ``RulesError`` for rules whose match has no end or too many scores, and
    ``ModelError`` where the bounds cannot be proved.

    >>> rules = FarkleRules.load(target=500)
    >>> solved(rules, use=False).first_player.texts(8)
    ('0.67988825', '0.67988826')
    """
    return solved_on(board(rules), progress, use=use)


def solved_on(board: Board, progress: Progress = silent, *, use: bool = True) -> Match:
    """The match on a board that is there already, as ``solved``."""
    digest = rulebook.digest("farkle", board.rules)
    name = f"farkle-match-{digest.removeprefix('sha256:')[:16]}"
    key = {"rules": digest, "made by": MADE_BY}
    unfinished = Unfinished(f"{name}-unfinished", key) if use else None
    arrays = store.fetch(name, key, lambda: _make(board, unfinished, progress), use=use)
    return Match(
        board,
        arrays["lower"],
        arrays["upper"],
        arrays["last_lower"],
        arrays["last_upper"],
        int(arrays["scale"]),
    )


def _make(
    board: Board, unfinished: Unfinished | None, progress: Progress
) -> store.Arrays:
    # numba is slow to import, and a match that is kept does not need it.
    from trueodds.analysis.farkle.match.optimal.bounds import prove
    from trueodds.analysis.farkle.match.optimal.solve import Game, Grid, solve

    game = Game(board)
    grid, begin = Grid.unknown(board), 0
    if unfinished and (kept := unfinished.read()):
        grid = Grid(kept["value"], kept["slope"])
        # Where scores can fall, sweeps are only complete from their beginning.
        begin = 0 if board.falls else int(kept["done"])

    def keep(done: int) -> None:
        if unfinished:
            arrays = {"value": grid.value, "slope": grid.slope}
            unfinished.offer(lambda: arrays | {"done": np.array(done)})

    try:
        solve(game, grid, progress, begin=begin, keep=keep)
        bounds = prove(game, grid, progress)
    except KeyboardInterrupt:
        if unfinished:
            unfinished.write()
        raise
    if unfinished:
        unfinished.forget()
    return {
        "lower": bounds.lower,
        "upper": bounds.upper,
        "last_lower": game.last_turns.lower,
        "last_upper": game.last_turns.upper,
        "scale": np.array(bounds.scale),
    }
