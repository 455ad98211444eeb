"""The strategy of the play that ships: the average of a solution, in few parts.

The parts of an information set are equal shares of probability: with 8 parts, each
choice is played with a multiple of 1/8. A pure strategy would lose ten times as much,
because the opponent reads much from the first cards. So choices of the first cards have
many parts, and those of the last cards one. Most information sets have none, because
their player never reaches them. Hands that are never kept play a best response. The
bounds of the result are proved for the rounded strategy (``certificate``), so another
solution is as good if its own bounds are.
"""

from __future__ import annotations

import hashlib
import lzma
from dataclasses import dataclass
from decimal import ROUND_CEILING
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.play.results.shipped import shipped_values
from trueodds.analysis.cribbage.play.solving.certificate import PlayCertificate, certify
from trueodds.analysis.cribbage.play.solving.kept_hands import KEPT, named_hands
from trueodds.analysis.cribbage.play.solving.parts import (
    PARTS,
    in_few_parts,
    in_parts,
)
from trueodds.analysis.cribbage.play.solving.saved_solution import (
    take_over,
    unkept_hands,
)
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import HAND, RanksOfPlay
from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import OF_A_RANK
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

MADE_BY = "play/1"
"""Changes whenever the strategy would come out or be stored differently."""
UNITS = (0, 0, 0, 1, 8, 16, 64, 128, 128)
"""Numbers of parts by the cards that both players hold. They divide ``PARTS``."""
ROUNDING = 1e-12
"""More than the rounding error of the bounds in float64, by which they are widened."""


@dataclass(frozen=True, eq=False)
class ShippedStrategy:
    """A strategy of the play in small integers, and proved bounds of the game's value.

    ``value`` bounds the dealer's mean points minus pone's, if both play best.
    ``packed`` is the strategy: the integer weight of each choice, as compressed bytes.
    ``digest`` is the SHA-256 hash of these bytes.
    """

    packed: bytes
    value: Enclosure
    digest: str

    @cached_property
    def parts(self) -> Array:
        """The strategies of both players, as the integer weight of each choice: uint8.

        The weights of the choices that a player has at a moment are proportional to
        their probabilities. The index is the slot of the choice
        (``RanksOfPlay.slots``).
        """
        return np.frombuffer(lzma.decompress(self.packed), np.uint8)

    def cached_parts(self) -> Array:
        """Return the array ``parts`` from the cache, which is faster than to unpack it.

        One entry in twenty is not 0: the cache has these entries and their indices.
        """

        def make() -> store.Arrays:
            slots = np.flatnonzero(self.parts).astype(np.uint32)
            number = np.array(len(self.parts))
            return {"number": number, "slots": slots, "parts": self.parts[slots]}

        key = {"made by": MADE_BY, "digest": self.digest}
        cached = store.fetch("cribbage-play-parts", key, make)
        parts = np.zeros(cached["number"], np.uint8)
        parts[cached["slots"]] = cached["parts"]
        return parts

    @property
    def words(self) -> str:
        """The points that the strategy is proved to lose at most, in words."""
        loss = decimal_text(self.value.width, 2, ROUND_CEILING)
        return f"a strategy proved to lose at most {loss} points a deal"


def cache_key() -> tuple[str, dict[str, object]]:
    """Return the name and the key of the shipped file with the strategy of the play.

    ``store`` finds the file by both.
    """
    values = shipped_values(KEPT) or {}
    inputs = {name: values.get(name) for name in ("rules", "hands_digest")}
    return "cribbage-play", {"made by": MADE_BY, **inputs}


@cache
def shipped_strategy() -> ShippedStrategy:
    """Return the strategy of the play that ships with the program.

    It is returned also inside ``store.unshipped``, where no other shipped result is
    read. It is for the rules and the hands of the shipped results of the play.

    >>> shipped_strategy().words
    'a strategy proved to lose at most 0.013 points a deal'
    """
    arrays = store.always_shipped(*cache_key())
    assert arrays is not None
    packed = arrays["parts"].tobytes()
    lower, upper = (Fraction(float(arrays[side])) for side in ("lower", "upper"))
    return ShippedStrategy(
        packed,
        Enclosure(lower, upper),
        f"sha256:{hashlib.sha256(packed).hexdigest()}",
    )


def first_replies(rules: CribbageRules) -> list[list[dict[int, Fraction]]]:
    """Return the probability of each rank as the dealer's reply to pone's first card.

    The list has an item for each hand of the dealer, in the order of
    ``RanksOfPlay.hands``. The item has a dictionary for each rank that pone leads,
    which is empty if the dealer holds all cards of this rank.

    >>> from trueodds.core.rules.cribbage import CribbageRules
    >>> four_to_seven = RanksOfPlay().hands.index((3, 4, 5, 6))
    >>> first_replies(CribbageRules.load())[four_to_seven][2]  # pone leads a three
    {4: Fraction(23, 128), 6: Fraction(105, 128)}
    """
    game = RanksOfPlay(rules=rules.play)
    tree = game.tree
    hands = game.hands
    plus = game.multisets.plus[HAND - 1]
    parts = shipped_strategy().parts
    replies: list[list[dict[int, Fraction]]] = [[] for _ in hands]
    for lead in game.ranks:
        slots = parts[tree.slot[tree.child[0, lead]] :][: plus.size].reshape(plus.shape)
        for number, hand in enumerate(hands):
            weights = {r: int(slots[r][plus[r] == number].sum()) for r in hand}
            # A player with cards of one rank has no choice, and no parts.
            whole = sum(weights.values())
            shares = {r: Fraction(w, whole) for r, w in weights.items() if w}
            held = hand.count(lead)
            replies[number].append(
                (shares or {hand[0]: Fraction(1)}) if held < OF_A_RANK else {}
            )
    return replies


def write(folder: Path, rules: CribbageRules, progress: Progress = silent) -> None:
    """Round the solution of a folder, prove its bounds, and write it to the cache.

    The folder has a solution of ``cribbage play solve`` for kept hands. The result is
    what ``shipped_strategy`` reads.
    """
    game = RanksOfPlay(rules=rules.play)
    solver = Solver(game, np.zeros((len(game.hands),) * 2))
    take_over(folder, solver)
    parts = in_few_parts(game, solver.totals, np.array(UNITS))
    proof = proved(parts, rules, progress)
    # Hands that are never kept have one part for each best response.
    changed = proof.parts != in_parts(game, parts)
    parts = np.where(changed, proof.parts // PARTS, parts).astype(np.uint8)
    # Where there is no choice, one choice has all even parts.
    forced = in_parts(game, np.zeros_like(parts)) == PARTS
    parts[forced | ~reached(solver, parts)] = 0
    name, key = cache_key()
    arrays = {
        "parts": np.frombuffer(lzma.compress(parts.tobytes()), np.uint8),
        "lower": np.array(float(proof.value.lower) - ROUNDING),
        "upper": np.array(float(proof.value.upper) + ROUNDING),
    }
    store.write(store.own_folder() / f"{name}.npz", key, arrays)


def reached(solver: Solver, parts: Array) -> Array:
    """Return a mask of the slots to which a player may come by his own choices.

    A slot is the number of a choice of a player with certain cards at a node. ``parts``
    are the strategies of both players: the integer weight of each choice, by slot.
    ``solver`` must give all pairs of hands the probability 0. Its regrets and sums are
    overwritten.
    """
    solver.regrets[:] = parts
    solver.totals[:] = 0
    solver.iterate()
    return solver.totals > 0


def proved(
    parts: Array, rules: CribbageRules, progress: Progress = silent
) -> PlayCertificate:
    """Return proved bounds of the strategies of both players in the play.

    ``parts`` has the integer weight of each choice, as ``in_few_parts`` returns it. The
    hands are those that the players keep by the shipped equilibrium of the discard.
    """
    game = RanksOfPlay(rules=rules.play)
    weights = named_hands(KEPT, rules, progress)
    return certify(
        game,
        weights.probabilities(),
        in_parts(game, parts),
        unkept_hands(weights, rules),
        progress,
    )
