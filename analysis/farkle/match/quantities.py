"""The quantities of a match."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.match.different_dice import solved_against
from trueodds.analysis.farkle.match.optimal.cache import Match, solved
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.state_space import PlayerState, StateSpace
from trueodds.analysis.farkle.turn.exact_backward import LOWER
from trueodds.core.dice import counted_dice
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import fault
from trueodds.core.storage.progress import Progress, silent

SITUATIONS = tuple(Fraction(text) for text in ("0", "1/4", "1/2", "3/4", "9/10"))
"""Shares of the target at which the policy is shown, for each player's score."""

DICE_SITUATIONS = tuple(map(Fraction, ("0", "1/2", "9/10")))
"""The shares for loaded dice, of which many different sets can be left."""

SEATS = (2, 3, 4)
"""Numbers of players for whom each seat's probability to win is given."""


def quantities(
    rules: FarkleRules, progress: Progress = silent, *, use: bool = True
) -> Iterator[Quantity]:
    """Yield every quantity of a match to ``rules.target`` points under these rules.

    The match is solved unless it is cached. If ``use`` is false, the cache is neither
    read nor written.

    Raises:
        RulesError: If the match never ends or has too many scores.
        ModelError: If the bounds cannot be proved.
    """
    if rules.dice:
        yield from dice_quantities(rules, None, progress, use=use)
        return
    match = solved(rules, progress, use=use)
    yield first_player(match)
    if not fault("a simple strategy in a match", rules):
        yield from _strategies(match, progress, use=use)
        yield from seats(match.space)
    yield from policy(match)


def dice_quantities(
    rules: FarkleRules,
    against: str | None,
    progress: Progress = silent,
    *,
    use: bool = True,
) -> Iterator[Quantity]:
    """Yield the quantities of a match with loaded dice, against equal or other dice.

    ``against`` are the opponent's dice, as text; if None, they are yours. If ``use`` is
    false, the cache is left alone. ``match.first_player`` and ``match.second_player``
    are the probabilities that you win if you move first, and if the opponent does.

    Raises:
        DiceError: If the opponent's dice are unknown or impossible.
        RulesError: If the match never ends or has too many scores.
        ModelError: If the bounds cannot be proved.
    """
    match = solved_against(
        rules, str(rules.dice) if against is None else against, progress, use=use
    )
    first = match.first_player
    second = match.second_player
    yield _wins("first_player", "You win if you move first", first, match.yours)
    label = "You win if the opponent moves first"
    yield _wins("second_player", label, second, match.yours)
    yield from policy(match.yours, DICE_SITUATIONS)


def first_player(match: Match) -> Quantity:
    """Return the probability that the first of two optimal players wins.

    ``match`` is the solved match, with the dice of the rules for both.
    """
    label = "The first of two players wins"
    return _wins("first_player", label, match.first_player, match)


def _wins(name: str, label: str, value: Enclosure, match: Match) -> Quantity:
    return Quantity(
        f"match.{name}",
        f"{label}, both playing best",
        value,
        "probability",
        f"Bellman inequalities proved in integers over {match.scale}",
    )


def _strategies(match: Match, progress: Progress, *, use: bool) -> Iterator[Quantity]:
    """Yield the results of threshold strategies, where they can be evaluated."""
    # Compiled code, which takes longer to import than a solved match to read.
    from trueodds.analysis.farkle.match.strategies.search import threshold_strategies
    from trueodds.analysis.farkle.match.strategies.threshold_strategy import NEVER

    try:
        strategies = threshold_strategies(match, progress, use=use)
    except RulesError:
        return
    for name, (label, strategy, result) in strategies.items():
        title = label[0].upper() + label[1:]
        for id, text, value in (
            ("first", "wins against perfect play, moving first", result.first),
            ("second", "wins against perfect play, moving second", result.second),
            ("cost", "what it loses to perfect play, mean of both seats", result.cost),
        ):
            yield Quantity(
                f"match.strategy.{name}.{id}",
                f"{title}: {text}",
                value,
                "difference" if id == "cost" else "probability",
                "forward induction, rounded down",
            )
        for dice, stake in enumerate(strategy.bank_at, 1):
            if stake != NEVER:
                yield Quantity(
                    f"match.strategy.{name}.bank_at.{dice}",
                    f"{title}: with {counted_dice(dice)} left, bank at",
                    Fraction(stake),
                    "points",
                    "coordinate ascent",
                )


def seats(space: StateSpace) -> Iterator[Quantity]:
    """Yield the probability that each seat wins, if all players play for points.

    Each turn is played for the most expected points. The ids are
    ``match.players.N.seat.S``, for seat S of N players. Seat 1 moves first. ``space``
    has the states of a player under the rules (``state_space``).
    """
    from trueodds.analysis.farkle.match.strategies.given_strategies import players
    from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
        ThresholdStrategy,
    )

    strategy = ThresholdStrategy.most_points(space.dice)
    for count in SEATS:
        for seat, value in enumerate(players(space, count * [strategy]), 1):
            yield Quantity(
                f"match.players.{count}.seat.{seat}",
                f"Seat {seat} of {count} wins, if all always play for points",
                value,
                "probability",
                "independent chains, rounded down",
            )


def policy(
    match: Match, situations: tuple[Fraction, ...] = SITUATIONS
) -> Iterator[Quantity]:
    """Yield the stakes from which a player banks in optimal play, by scores and dice.

    ``match.bank_at.MINE.THEIRS.K`` is the smallest positive stake at which the player
    banks with K dice to roll, if the player has MINE points and the opponent THEIRS.
    All multiples of the match's unit of points count as stakes, reachable or not. The
    player banks where the lower bound of the probability to win is at least as high for
    banking as for rolling. If the dice are loaded, K has the names of the dice, joined
    by +, such as ``fair+weighted``. ``match`` is the solved match. ``situations`` are
    the scores of each player, as shares of the target.
    """
    space = match.space
    shown = sorted({space.rules.target * share // space.unit for share in situations})
    # Where the status says so, players with points have opened.
    status = space.banked_status if space.statuses > space.farkles else 0
    for mine in shown:
        for theirs in shown:
            mover, opponent = (
                PlayerState(int(units) + space.start, status if units else 0)
                for units in (mine, theirs)
            )
            turn = turn_from(match, mover, opponent)
            banks = turn.bank[LOWER, :, None] >= turn.roll[LOWER]
            # Below the minimum nothing is banked. From the top
            # on rolling is not computed.
            banks[: turn.least] = False
            banks[turn.top :] = True
            points = f"{mine * space.unit}.{theirs * space.unit}"
            for dice in range(1, space.dice.whole + (not space.must_roll)):
                name = str(dice)
                left = str(dice)
                if space.rules.dice:
                    name = "+".join(space.dice.names(space.dice.multisets[dice]))
                    left = space.dice.left_text(dice, noun=False)
                yield Quantity(
                    f"match.bank_at.{points}.{name}",
                    f"At {mine * space.unit} to {theirs * space.unit}, "
                    f"with {left} to roll: bank at",
                    Fraction(int(np.argmax(banks[:, dice])) * space.unit),
                    "points",
                    "the policy that proves the lower bound",
                )
