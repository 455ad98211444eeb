"""Independent derivations for Farkle: rolls, turns, thresholds, solitaire, a match.

The derivations list and score all rolls with code of their own (``any_dice``), and use
no code of the analysis. The probabilities of farkles and of combinations do not need
these rolls (``rolls``). The functions in this file return the odds of the analysis with
which some derivations are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.derivations import listed
from trueodds.proofs.farkle.any_dice import any_dice, scores
from trueodds.proofs.farkle.listings import listings
from trueodds.proofs.farkle.rolls import farkles, shapes
from trueodds.proofs.farkle.rounded import first_player, longrun
from trueodds.proofs.farkle.seats import alone, seats
from trueodds.proofs.farkle.thresholds import thresholds
from trueodds.proofs.farkle.turns import openings, turns

RULES = "ece209"
ALONE = 1000
MATCH = 200
"""Rules and targets that the independent derivations reach in seconds."""


def _farkle(
    command: str, find: Callable[[FarkleRules], Iterable[Quantity]], **changes: int
) -> Odds:
    rules = FarkleRules.load(RULES, **changes)
    words = f"trueodds farkle {command} --rules {RULES}"
    return Odds("farkle", rules, words, find(rules))


def table_of_thresholds() -> Odds:
    """Return the analysis's odds of turns that bank at T points, for each T.

    The rules are ``ece209``.
    """
    from trueodds.analysis.farkle.threshold.table import Thresholds, quantities

    def table(rules: FarkleRules) -> Iterable[Quantity]:
        turns = Thresholds(rules)
        return quantities(turns.table(), turns)

    return _farkle("thresholds", table)


def solitaire() -> Odds:
    """Return the analysis's odds of solitaire: the turns to a target, playing alone.

    The rules are ``ece209``, with a target of 1,000 points.
    """
    from trueodds.analysis.farkle.solitaire import quantities

    return _farkle(f"solitaire --set target={ALONE}", quantities, target=ALONE)


def short_match() -> Odds:
    """Return the analysis's probability that the first player wins a short match.

    The rules are ``ece209``, with a target of 200 points.
    """
    from trueodds.analysis.farkle.match.quantities import quantities

    # The other quantities of a match take longer than the first.
    return _farkle(
        f"match --target {MATCH}",
        lambda rules: [next(quantities(rules, use=False))],
        target=MATCH,
    )


def several_players() -> Odds:
    """Return the analysis's win probabilities of several players, by seat.

    There are 2, 3 or 4 players, who all play each turn for the most points. Seat 1
    moves first. The rules are ``ece209``, with a target of 1,000 points.
    """
    from trueodds.analysis.farkle.match.quantities import seats as by_seat
    from trueodds.analysis.farkle.match.state_space import state_space

    return _farkle(
        f"match --target {ALONE}",
        lambda rules: by_seat(state_space(rules)),
        target=ALONE,
    )


METHODS = listed(
    "farkle",
    [
        *(farkles, shapes, scores, turns, openings, any_dice, listings, longrun),
        *(thresholds, alone, first_player, seats),
    ],
    [table_of_thresholds, solitaire, short_match, several_players],
)
