"""Games to test: a Farkle scorer, a cribbage scorer, and a Bunco that rolls."""

import random
from collections import Counter
from itertools import combinations

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
FARKLE_TRIPLES = {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600}
FARKLE_SINGLES = {"1": 100, "5": 50}


def farkle(dice: str) -> int:
    """Return the best score of one to six dice by the rules ece209."""
    if sorted(dice) == list("123456"):
        return 1500
    points = 0
    for face, number in Counter(dice).items():
        triples, singles = divmod(number, 3)
        points += triples * FARKLE_TRIPLES[face]
        points += singles * FARKLE_SINGLES.get(face, 0)
    return points


def cribbage(show: str) -> int:
    """Return the points of a show such as ``5H 5C 5S JD | 5D``."""
    left, _, starter = show.partition(" | ")
    hand = left.split()
    cards = [*hand, starter]
    ranks = sorted(RANKS.index(card[:-1]) for card in cards)
    points = 0
    for size in range(2, 6):
        for some in combinations(ranks, size):
            points += 2 * (sum(min(rank + 1, 10) for rank in some) == 15)
            points += 2 * (size == 2 and some[0] == some[1])
    for length in (5, 4, 3):
        runs = [
            some
            for some in combinations(ranks, length)
            if list(some) == list(range(some[0], some[0] + length))
        ]
        if runs:
            points += length * len(runs)
            break
    suits = {card[-1] for card in hand}
    if len(suits) == 1:
        points += 5 if starter[-1] in suits else 4
    return points + (f"J{starter[-1]}" in hand)


def bunco_roll(number: int = 1) -> int:
    """Roll three dice in a round, and return the points."""
    dice = [random.randint(1, 6) for _ in range(3)]
    if len(set(dice)) == 1:
        return 21 if dice[0] == number else 5
    return dice.count(number)
