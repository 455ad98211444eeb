"""Gambit's solution of the play of small decks, against our bounds.

Gambit's ``gambit-lp`` reads the exported .efg file and solves the linear programme of
the sequence form in rationals. Best responses to its strategies in fractions confirm
the solution: both give the same value.
"""

import shutil
import subprocess
from fractions import Fraction

import pytest
from explicit_play import Policy, best_response, dealt, decisions, solved

from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.models.model import ExtensiveGame
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules
from trueodds.reports.export import efg_text

GAMBIT = shutil.which("gambit-lp")
pytestmark = pytest.mark.skipif(
    GAMBIT is None, reason="there is no gambit-lp, a program of Gambit, on the path"
)


def policy_of(game: ExtensiveGame, probabilities: list[Fraction]) -> Policy:
    """Return a line of Gambit's as a policy: by player, information set and action."""
    sets: dict[tuple[int, str], tuple[str, ...]] = {}
    for node in decisions(game.start):
        names = tuple(name for name, _ in node.actions)
        sets.setdefault((node.player, str(node.information)), names)
    numbers = iter(probabilities)
    in_order = sorted(sets.items(), key=lambda entry: entry[0][0])
    policy = {key: {name: next(numbers) for name in names} for key, names in in_order}
    assert next(numbers, None) is None
    return policy


@pytest.mark.parametrize(
    ("ranks", "hand", "value"),
    [
        ((0, 1, 2), 2, Fraction(73, 33)),
        ((4, 5, 9), 2, Fraction(20452, 10395)),
        ((0, 4, 9, 10), 2, Fraction(383, 195)),
    ],
)
def test_the_exact_value_of_small_decks_is_between_our_bounds(
    ranks: tuple[int, ...], hand: int, value: Fraction
) -> None:
    explicit = explicit_game(ranks, hand, PlayRules())
    text = efg_text(explicit)
    ran = subprocess.run(
        [str(GAMBIT), "-q"], input=text, capture_output=True, text=True, check=True
    )
    (line,) = ran.stdout.splitlines()
    name, *numbers = line.split(",")
    assert name == "NE"
    policy = policy_of(explicit, [Fraction(number) for number in numbers])
    assert best_response(explicit, DEALER, policy) == value
    assert best_response(explicit, PONE, policy) == -value
    game = RanksOfPlay(ranks, hand)
    hands = dealt(game)
    totals = solved(game, hands, 500).totals
    bounds = certify(game, hands, in_parts(game, totals)).value
    assert bounds.lower <= value <= bounds.upper
    assert bounds.width < Fraction(1, 1000)
