"""icepool, a library of exact dice and decks, finds the same distributions."""

from collections import Counter
from fractions import Fraction

import pytest

import trueodds

icepool = pytest.importorskip(
    "icepool", reason="there is no icepool; it is in the tox environment oracle"
)


def chances(die):
    """Return the exact probability of each outcome of an icepool die."""
    return {outcome: Fraction(n, die.denominator()) for outcome, n in die.items()}


def bunco_points(roll, target):
    if len(set(roll)) == 1:
        return 21 if roll[0] == target else 5
    return roll.count(target)


def farkle_points(roll):
    """Return the best score by ECE 209: ones, fives, triplets, the straight."""
    if sorted(roll) == [1, 2, 3, 4, 5, 6]:
        return 1500
    triple = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
    single = {1: 100, 5: 50}
    return sum(
        n // 3 * triple[face] + n % 3 * single.get(face, 0)
        for face, n in Counter(roll).items()
    )


def test_a_game_of_bunco():
    odds = trueodds.odds("bunco")
    roll = icepool.d6.pool(3).expand().map(lambda roll: bunco_points(roll, 1))
    game = chances(6 @ roll)
    totals = odds.family("game.total")
    assert len(totals) == 127
    for points, quantity in enumerate(totals):
        assert quantity.exact == game.get(points, 0)
    assert odds["game.any_bunco"].exact == chances(6 @ (roll == 21) > 0)[True]


def test_bunco_with_loaded_dice():
    odds = trueodds.odds("bunco", changes={"weights": [3, 1, 4, 1, 5, 9]})
    die = icepool.Die({1: 3, 2: 1, 3: 4, 4: 1, 5: 5, 6: 9})
    game = 0
    for target in range(1, 7):
        game = game + die.pool(3).expand().map(
            lambda roll, t=target: bunco_points(roll, t)
        )
    for points, quantity in enumerate(odds.family("game.total")):
        assert quantity.exact == chances(game).get(points, 0)


@pytest.mark.parametrize("dice", range(1, 7))
def test_farkle_by_the_number_of_dice(dice):
    odds = trueodds.odds("farkle")
    best = icepool.d6.pool(dice).expand().map(farkle_points)
    assert chances(best)[0] == odds[f"roll.{dice}.farkle"].exact
    assert best.mean() == odds[f"roll.{dice}.best.mean"].exact
    if dice == 6:
        law = {n: p for n, p in chances(best).items() if p}
        ours = {int(q.id.split(".")[-1]): q.exact for q in odds.family("roll.6.best")}
        assert law == {points: chance for points, chance in ours.items() if chance}


def test_naturals_of_baccarat_by_dealing_a_deck():
    deck = icepool.Deck({0: 128, **dict.fromkeys(range(1, 10), 32)})

    @icepool.multiset_function
    def totals(player, banker):
        return player.sum(), banker.sum()

    natural = totals(deck.deal((2, 2))).map(lambda a, b: max(a % 10, b % 10) >= 8)
    assert chances(natural)[True] == trueodds.odds("baccarat")["coup.natural"].exact
