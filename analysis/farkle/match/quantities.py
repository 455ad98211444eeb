"""What there is to say about a match, as quantities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.match.optimal.cache import Match, solved
from trueodds.analysis.farkle.match.optimal.turn_bounds import (
    LOWER,
    Standing,
    turn_from,
)
from trueodds.analysis.farkle.match.state_space import Board
from trueodds.core.errors import RulesError
from trueodds.core.progress import Progress, silent
from trueodds.core.quantity import Quantity
from trueodds.core.rules.farkle import DICE, FarkleRules

SITUATIONS = tuple(Fraction(text) for text in ("0", "1/4", "1/2", "3/4", "9/10"))
"""Shares of the target at which the policy is shown, for either score."""

SEATS = (2, 3, 4)


def quantities(
    rules: FarkleRules, progress: Progress = silent, *, use: bool = True
) -> Iterator[Quantity]:
    """Every quantity of a match under these rules, to ``rules.target``.

    Solves the match unless it is kept; with ``use`` false nothing is read or kept.
    Raises ``RulesError`` and ``ModelError`` as ``solved`` does.
    """
    match = solved(rules, progress, use=use)
    yield first_player(match)
    yield from _strategies(match, progress, use=use)
    yield from seats(match.board)
    yield from policy(match)


def first_player(match: Match) -> Quantity:
    """``match.first_player``."""
    return Quantity(
        id="match.first_player",
        label="The first of two players wins, both playing best",
        value=match.first_player,
        unit="probability",
        method=f"Bellman inequalities proved in integers over {match.scale}",
    )


def _strategies(match: Match, progress: Progress, *, use: bool) -> Iterator[Quantity]:
    """Strategies to remember; none where they cannot be played against the optimum."""
    # Compiled code, which takes longer to import than a solved match to read.
    from trueodds.analysis.farkle.match.strategies.search import remembered
    from trueodds.analysis.farkle.match.strategies.threshold import NEVER

    try:
        strategies = remembered(match, progress, use=use)
    except RulesError:
        return
    for name, each in strategies.items():
        label, strategy, duel = each.label, each.strategy, each.duel
        for what, text, value in (
            ("first", "moving first", duel.first),
            ("second", "moving second", duel.second),
            ("cost", "lost on the mean of both seats", duel.cost),
        ):
            yield Quantity(
                id=f"match.strategy.{name}.{what}",
                label=f"Against the optimum: {label}; {text}",
                value=value,
                unit="edge" if what == "cost" else "probability",
                method="forward play, rounded down",
            )
        for dice, stake in enumerate(strategy.bank_at, 1):
            if stake != NEVER:
                yield Quantity(
                    id=f"match.strategy.{name}.bank_at.{dice}",
                    label=f"{label[0].upper()}{label[1:]}: with {dice} to roll, from",
                    value=Fraction(stake),
                    unit="points",
                    method="search, one threshold at a time",
                )


def seats(board: Board) -> Iterator[Quantity]:
    """``match.players.N.seat.S``: everybody plays every turn for the most points."""
    from trueodds.analysis.farkle.match.strategies.multiplayer import players
    from trueodds.analysis.farkle.match.strategies.threshold import Strategy

    strategy = Strategy.most_points(board.rules, board.rolls)
    for count in SEATS:
        for seat, value in enumerate(players(board, count * [strategy]), 1):
            yield Quantity(
                id=f"match.players.{count}.seat.{seat}",
                label=f"Seat {seat} of {count} wins, all playing for the most points",
                value=value,
                unit="probability",
                method="independent chains, rounded down",
            )


def policy(match: Match) -> Iterator[Quantity]:
    """The stakes from which the policy that proves the lower bound banks.

    ``match.bank_at.MINE.THEIRS.K``: the smallest positive stake on the grid, reachable
    or not, at which it banks with K dice to roll, at these scores.
    """
    board = match.board
    shown = sorted({board.rules.target * share // board.unit for share in SITUATIONS})
    mode = board.banked_mode if board.modes > board.farkles else 0
    for mine in shown:
        for theirs in shown:
            mover, other = (
                Standing(int(units) + board.start, mode if units else 0)
                for units in (mine, theirs)
            )
            turn = turn_from(match, mover, other)
            banks = turn.bank[LOWER, :, None] >= turn.roll[LOWER]
            banks[: turn.least] = False
            banks[turn.top :] = True
            points = f"{mine * board.unit}.{theirs * board.unit}"
            for dice in range(1, DICE + 1):
                yield Quantity(
                    id=f"match.bank_at.{points}.{dice}",
                    label=f"At {mine * board.unit} to {theirs * board.unit}, "
                    f"with {dice} to roll: bank from",
                    value=Fraction(int(np.argmax(banks[:, dice])) * board.unit),
                    unit="points",
                    method="the policy that proves the lower bound",
                )
