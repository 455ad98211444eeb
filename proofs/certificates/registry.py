"""The certificates there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from trueodds.core.odds import Odds
from trueodds.core.progress import Progress
from trueodds.proofs.certificates.format import Certificate


@dataclass(frozen=True, slots=True)
class Maker:
    """A certificate by name: of which game, and by which function of its file here.

    ``claims`` are the ids it claims of the game's own odds, or their beginnings where a
    number follows. ``checker`` is the file that checks it. The function takes the
    game's odds and, where ``slow``, whom to tell of progress.
    """

    name: str
    game: str
    function: str
    claims: tuple[str, ...]
    checker: str = "checker"

    @property
    def slow(self) -> bool:
        """Whether it is made only when it is named, and is for a checker with numpy."""
        return self.checker != "checker"

    def make(self, odds: Odds, progress: Progress) -> Certificate:
        """The certificate under the rules of these odds.

        Raises ``ModelError`` for rules that it does not describe.
        """
        module, _, function = self.function.partition(":")
        make: Callable[..., Certificate] = getattr(
            import_module(f"trueodds.proofs.certificates.{module}"), function
        )
        return make(odds, progress) if self.slow else make(odds)

    def proves(self, id: str) -> bool:
        """Whether the quantity of this id is among the claims."""
        family, _, number = id.rpartition(".")
        return id in self.claims or (number.isdigit() and f"{family}." in self.claims)


def _shows(rule: str) -> tuple[str, ...]:
    return (f"show.{rule}.mean", f"show.{rule}.")


ROLL = ("roll.mean", "roll.bunco", "roll.mini_bunco", "roll.triple", "roll.points.")
DICE = range(1, 7)

MAKERS = (
    Maker("bunco-roll", "bunco", "bunco:rolls", ROLL),
    Maker(
        "bunco-turn",
        "bunco",
        "bunco:turn",
        ("turn.mean", "turn.rolls.mean", "turn.any_bunco"),
    ),
    Maker(
        "bunco-race",
        "bunco",
        "bunco:race",
        ("race.first_wins", "race.rolls.mean", "race.turns.mean"),
    ),
    Maker(
        "baccarat-coup",
        "baccarat",
        "baccarat:coups",
        ("coup.player", "coup.banker", "coup.tie"),
    ),
    Maker("cribbage-hand", "cribbage", "cribbage:hand", _shows("hand")),
    Maker("cribbage-crib", "cribbage", "cribbage:crib", _shows("crib")),
    Maker("cribbage-discard-13", "cribbage", "discard_13_cards:equilibrium", ()),
    Maker(
        "cribbage-discard",
        "cribbage",
        "discard_full_deck:whole",
        ("deal.equilibrium.value", "deal.equilibrium.exploitability"),
        checker="checkers.cribbage_discard",
    ),
    Maker(
        "farkle-roll",
        "farkle",
        "farkle:rolls",
        (
            *(f"roll.{dice}.farkle" for dice in DICE),
            *(f"roll.{dice}.best.mean" for dice in DICE),
            "roll.6.best.",
        ),
    ),
    Maker("farkle-turn", "farkle", "farkle:turn", ("turn.mean",)),
    Maker("farkle-match-500", "farkle", "farkle_match:to_500", ()),
    Maker(
        "farkle-match",
        "farkle",
        "farkle_match:whole",
        ("match.first_player",),
        checker="checkers.farkle_match",
    ),
)
