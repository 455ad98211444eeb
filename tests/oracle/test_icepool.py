"""icepool, a library of exact dice and decks, finds the same distributions."""

from collections import Counter
from fractions import Fraction
from math import prod

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


@pytest.mark.parametrize("weights", [[1] * 6, [3, 1, 4, 1, 5, 9]])
def test_a_game_of_bunco(weights):
    odds = trueodds.odds("bunco", set={"weights": weights})
    pool = icepool.Die(dict(enumerate(weights, start=1))).pool(3).expand()
    rolls = [
        pool.map(lambda roll, t=target: bunco_points(roll, t)) for target in range(1, 7)
    ]
    game = chances(sum(rolls))
    totals = odds.family("game.total")
    assert len(totals) == 127
    for points, quantity in enumerate(totals):
        assert quantity.exact == game.get(points, 0)
    none = prod(1 - chances(roll)[21] for roll in rolls)
    assert odds["game.any_bunco"].exact == 1 - none


@pytest.mark.parametrize("dice", range(1, 7))
def test_farkle_by_the_number_of_dice(dice):
    odds = trueodds.odds("farkle", "ece209")
    best = icepool.d6.pool(dice).expand().map(farkle_points)
    assert chances(best)[0] == odds[f"roll.{dice}.farkle"].exact
    assert best.mean() == odds[f"roll.{dice}.best.mean"].exact
    if dice == 6:
        distribution = {n: p for n, p in chances(best).items() if p}
        ours = {int(q.id.split(".")[-1]): q.exact for q in odds.family("roll.6.best")}
        assert distribution == {
            points: chance for points, chance in ours.items() if chance
        }


def test_naturals_of_baccarat_by_dealing_a_deck():
    deck = icepool.Deck({0: 128, **dict.fromkeys(range(1, 10), 32)})

    @icepool.multiset_function
    def totals(player, banker):
        return player.sum(), banker.sum()

    natural = totals(deck.deal((2, 2))).map(lambda a, b: max(a % 10, b % 10) >= 8)
    assert chances(natural)[True] == trueodds.odds("baccarat")["coup.natural"].exact


ROLLS = {
    "4d6dl1": lambda: icepool.d6.highest(4, 3),
    "5d6dl1dh1": lambda: icepool.d6.middle(5, 3),
    "2d20kl1": lambda: icepool.d20.lowest(2),
    "20d20kh10": lambda: icepool.d20.highest(20, 10),
    "7d10c>=7": lambda: 7 @ (icepool.d10 >= 7),
    "3d6>2d10": lambda: (3 @ icepool.d6) > (2 @ icepool.d10),
    "3d6x2": lambda: 3 @ icepool.d6.explode(depth=2),
    "4d6r1": lambda: 4 @ icepool.d6.reroll([1], depth="inf"),
    "4d6ro<=2": lambda: 4 @ icepool.d6.reroll([1, 2], depth=1),
    "2d6*10-d%": lambda: (2 @ icepool.d6) * 10 - icepool.d100,
}


@pytest.mark.parametrize("roll", ROLLS)
def test_any_dice_by_their_notation(roll):
    total = trueodds.odds("dice", roll=roll).distribution("total")
    assert {n: total[n] for n in total} == chances(ROLLS[roll]())
