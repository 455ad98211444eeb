"""Independent derivations for Farkle: rolls, turns, thresholds, solitaire, a match.

The derivations list and score all rolls with code of their own (``any_dice``), and use
no code of the analysis. Only the probabilities of farkles do not come from these rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trueodds.analysis.run import odds
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.derivations import Method, Source
from trueodds.proofs.farkle.any_dice import any_dice, scores
from trueodds.proofs.farkle.listings import listings
from trueodds.proofs.farkle.rolls import farkles
from trueodds.proofs.farkle.rounded import first_player, longrun
from trueodds.proofs.farkle.seats import alone, seats
from trueodds.proofs.farkle.thresholds import thresholds
from trueodds.proofs.farkle.turns import openings, turns

ALONE, MATCH = 1000, 200
"""Targets that the independent derivations reach in seconds."""

TURN = ("turn.mean", "turn.farkle", "turn.bank_at.*", "turn.rolls", "turn.points.*")
LOADED = "weighted*2, fair*4"
ROLLS = "rolls die by die", ("roll.*.farkle", "roll.*.best.*"), scores
MEAN = "rolls die by die, rounded points to be won"
LOADED_DICE = Source(
    f'odds farkle --rules kingdom-come --dice "{LOADED}"',
    lambda: odds("farkle", "kingdom-come", dice=LOADED),
)
BLOG = Source("odds farkle --rules blog", lambda: odds("farkle", "blog"))


def _farkle(find: Callable[[FarkleRules], Iterable[Quantity]], **changes: int) -> Odds:
    rules = FarkleRules.load(**changes)
    return Odds("farkle", rules, "", find(rules))


def _thresholds() -> Odds:
    from trueodds.analysis.farkle.threshold.table import Thresholds, quantities

    def table(rules: FarkleRules) -> Iterable[Quantity]:
        turns = Thresholds(rules)
        return quantities(turns.table(), turns)

    return _farkle(table)


def _solitaire() -> Odds:
    from trueodds.analysis.farkle.solitaire import quantities

    return _farkle(quantities, target=ALONE)


def _match() -> Odds:
    from trueodds.analysis.farkle.match.quantities import quantities

    # The other quantities of a match take longer than the first.
    return _farkle(lambda rules: [next(quantities(rules, use=False))], target=MATCH)


def _seats() -> Odds:
    from trueodds.analysis.farkle.match.quantities import seats
    from trueodds.analysis.farkle.match.state_space import state_space

    return _farkle(lambda rules: seats(state_space(rules)), target=ALONE)


METHODS = (
    Method("exponential generating functions", ("roll.*.farkle",), farkles),
    Method(*ROLLS),
    Method("points still to be won, with its own scorer", TURN, turns),
    Method(MEAN, ("turn.mean", "opening.turn.mean"), any_dice),
    Method(*ROLLS, source=LOADED_DICE),
    Method(MEAN, ("turn.mean",), any_dice, source=LOADED_DICE),
    Method(
        "points still to be won, with its own scorer",
        tuple(f"opening.{id}" for id in TURN),
        openings,
        source=BLOG,
    ),
    Method(
        "every order of combinations",
        ("claim.blog.enumerator.*",),
        listings,
        source=BLOG,
    ),
    Method(
        "renewal-reward theorem",
        ("longrun.mean",),
        longrun,
        source=Source("odds farkle --rules zilch", lambda: odds("farkle", "zilch")),
    ),
    Method(
        "recursion on the points missing to T",
        ("threshold.best", "threshold.*.mean", "threshold.*.farkle"),
        thresholds,
        source=Source("farkle thresholds", _thresholds),
    ),
    Method(
        "turns that each player needs alone",
        ("solitaire.most_points.mean",),
        alone,
        source=Source(f"farkle solitaire --set target={ALONE}", _solitaire),
    ),
    Method(
        "win probability within n turns",
        ("match.first_player",),
        first_player,
        source=Source(f"farkle match --target {MATCH}", _match),
    ),
    Method(
        "turns that each player needs alone",
        ("match.players.*",),
        seats,
        source=Source(f"farkle match --target {ALONE}", _seats),
    ),
)
