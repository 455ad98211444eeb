"""Quantities that are derived again apart from a game's odds under default rules.

They come from another command or from other rules, or their second derivation takes
long. Each source makes its odds anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from trueodds.analysis.run import odds
from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules

ALONE, MATCH = 1000, 200
"""Targets that the second derivations reach in seconds."""

DEAL = "5H 5D JS QC 2D 9S"


@dataclass(frozen=True, slots=True)
class Source:
    """The words after ``trueodds`` that print the quantities, and what finds them.

    ``ids`` are theirs, or their beginnings where more follows.
    """

    game: str
    words: str
    ids: tuple[str, ...]
    find: Callable[[], Odds]

    def has(self, id: str) -> bool:
        """Whether there is such a quantity."""
        return id in self.ids or any(
            id.startswith(family) for family in self.ids if family.endswith(".")
        )


def _farkle(find: Callable[[FarkleRules], Iterable[Quantity]], **changes: int) -> Odds:
    rules = FarkleRules.load(**changes)
    return Odds("farkle", rules, "", find(rules))


def _thresholds() -> Odds:
    from trueodds.analysis.farkle.threshold.table import Thresholds, quantities

    def find(rules: FarkleRules) -> Iterable[Quantity]:
        turns = Thresholds(rules)
        return quantities(turns.table(), turns)

    return _farkle(find)


def _solitaire() -> Odds:
    from trueodds.analysis.farkle.solitaire import quantities

    return _farkle(quantities, target=ALONE)


def _match() -> Odds:
    from trueodds.analysis.farkle.match.quantities import quantities

    # The first of a match's quantities; the others take longer.
    return _farkle(lambda rules: [next(quantities(rules, use=False))], target=MATCH)


def _deals() -> Odds:
    from trueodds.analysis.cribbage import own_hand
    from trueodds.analysis.cribbage.published import script

    rules = CribbageRules.load()
    found = chain(own_hand.quantities(rules), script.quantities(rules))
    return Odds("cribbage", rules, "", found)


def _discards() -> Odds:
    from trueodds.analysis.cribbage.discard.ranking import discard

    rules = CribbageRules.load()
    quantities = [
        Quantity(
            id=f"discard.{place}.{name}",
            label=f"{name} of throwing {one.discard[0]} {one.discard[1]}",
            value=getattr(one, name),
            unit="points",
            method="inclusion and exclusion over suit classes",
        )
        for place, one in enumerate(discard(DEAL, "dealer"), 1)
        for name in ("own", "crib", "total")
    ]
    return Odds("cribbage", rules, "", quantities)


def _seats() -> Odds:
    from trueodds.analysis.farkle.match.quantities import seats
    from trueodds.analysis.farkle.match.state_space import state_space

    return _farkle(lambda rules: seats(state_space(rules)), target=ALONE)


REROLLS = Source(
    "bunco",
    "odds bunco --rules d20",
    ("reroll.roll.gain", "reroll.game.gain"),
    lambda: odds("bunco", "d20"),
)
BIASES = Source(
    "bunco",
    "odds bunco --rules published-script-dice",
    ("bias.roll.", "bias.game."),
    lambda: odds("bunco", "published-script-dice"),
)
SCRIPT = Source(
    "baccarat",
    "odds baccarat --rules published-script",
    ("tableau.shift.",),
    lambda: odds("baccarat", "published-script"),
)
DEALS = Source(
    "cribbage",
    "odds cribbage",
    (
        "deal.best_four.",
        "deal.best_mean.mean",
        "script.wrong_best",
        "script.wrong_choice",
    ),
    _deals,
)
DISCARDS = Source(
    "cribbage", f'discard "{DEAL}" --role dealer', ("discard.",), _discards
)
BLOG = Source(
    "farkle",
    "odds farkle --rules blog",
    ("opening.turn.", "claim.blog.enumerator."),
    lambda: odds("farkle", "blog"),
)
ZILCH = Source(
    "farkle",
    "odds farkle --rules zilch",
    ("longrun.mean",),
    lambda: odds("farkle", "zilch"),
)
THRESHOLDS = Source("farkle", "farkle thresholds", ("threshold.",), _thresholds)
SOLITAIRE = Source(
    "farkle",
    f"farkle solitaire --set target={ALONE}",
    ("solitaire.mean", "solitaire.most_points.mean"),
    _solitaire,
)
TWO_PLAYERS = Source(
    "farkle", f"farkle match --target {MATCH}", ("match.first_player",), _match
)
SEVERAL_PLAYERS = Source(
    "farkle", f"farkle match --target {ALONE}", ("match.players.",), _seats
)
