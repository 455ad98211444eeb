"""Independent derivation of rolls and a turn with any dice, fair, loaded and mixed.

Rolls are listed one die at a time. The dice of a keep are split into combinations,
beginning with the combination that contains the lowest die. A turn follows as in
``turns``, from the points still to be won beyond the stake. The dice left are a tuple
of kinds.

Values are integers in parts of a unit, rounded down at every roll. A unit divides all
points. A roll raises the stake by at least one unit or ends the turn. Hence the value
is too low by at most as many parts as there are units below the stake from which no
player rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import ceil, gcd
from typing import Any, TypeAlias

import numpy as np

from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.loaded_dice import FAIR_SET, read_dice
from trueodds.proofs.derivations import Value

SCALE = 10**15
"""Parts of a unit."""

Left: TypeAlias = tuple[int, ...]
"""The kinds of the dice left, in order."""

Roll: TypeAlias = tuple[tuple[int, int], ...]
"""The face and kind of each die, in order. A joker has the face after the highest."""

Distribution: TypeAlias = Counter[tuple[tuple[int, Left], ...]]
"""Weights of rolls by their most points for each choice of dice left."""

Offers: TypeAlias = tuple[tuple[int, int], ...]
"""The most points of a roll for each number of dice left, ascending."""

Rolls: TypeAlias = dict[int, Counter[Offers]]
"""Ordered rolls by number of dice and by their offers; a farkle has no offers."""


def scores(rules: FarkleRules) -> dict[str, Value]:
    """Return the odds of farkles, hot dice and best scores.

    They are of all dice, and of fewer dice if these are fair.

    Raises:
        NotDescribedError: If nothing can score.

    >>> derived = scores(FarkleRules.load("ece209", dice="fair*5, 1:1:1:1:1:2"))
    >>> derived["roll.6.farkle"]
    Fraction(25, 756)
    """
    dice = AnyDice(rules)
    derived: dict[str, Value] = {}
    for left, rolls in dice.distributions.items():
        # The analysis names rolls by their number of dice, which says all only of fair
        # dice.
        if rules.dice and left != dice.whole:
            continue
        best = Counter[int]()
        hot = 0
        for keeps, ways in rolls.items():
            # A farkle counts as 0 points.
            most = max((points for points, _ in keeps), default=0)
            best[most] += ways
            if any(not rest for _, rest in keeps):
                hot += ways
        name = f"roll.{len(left)}"
        total = best.total()
        points_of_all = sum(points * ways for points, ways in best.items())
        derived[f"{name}.farkle"] = Fraction(best[0], total)
        derived[f"{name}.best.mean"] = Fraction(points_of_all, total)
        if rules.hot_dice and not rules.junk:
            # Hot dice: some keep leaves no dice.
            derived[f"{name}.hot"] = Fraction(hot, total)
        for points in range(0, max(best) + 1, dice.unit):
            derived[f"{name}.best.{points}"] = Fraction(best[points], total)
    return derived


def any_dice(rules: FarkleRules) -> dict[str, Value]:
    """Return bounds of the mean of a turn.

    Raises:
        NotDescribedError: If some of the dice can never farkle, or nothing can score.

    >>> loaded = FarkleRules.load("ece209", dice="fair*5, 1:1:1:1:1:2")
    >>> any_dice(loaded)["turn.mean"].texts(9)
    ('468.150407', '468.150408')
    """
    dice = AnyDice(rules)
    derived: dict[str, Value] = {"turn.mean": _mean(dice, rules.minimum_to_bank)}
    if rules.minimum_to_open:
        # Before opening, both minimums bind.
        least = max(rules.minimum_to_open, rules.minimum_to_bank)
        derived["opening.turn.mean"] = _mean(dice, least)
    return derived


def distributions_of(rules: FarkleRules) -> Rolls:
    """Return the rolls of one to six fair dice, grouped by their legal keeps.

    Raises:
        NotDescribedError: If the rules have junk or loaded dice.
    """
    require_covered("a derivation from keeps", rules, NotDescribedError)
    distributions: Rolls = {}
    for left, rolls in AnyDice(rules).distributions.items():
        by_offers: Counter[Offers] = Counter()
        for keeps, ways in rolls.items():
            offers = sorted((points, len(rest)) for points, rest in keeps)
            by_offers[tuple(offers)] = ways
        distributions[len(left)] = by_offers
    return distributions


def grid_of(distributions: Mapping[Any, Counter[Any]]) -> int:
    """Return the largest number that divides all points."""
    every: set[int] = set()
    for distribution in distributions.values():
        for offers in distribution:
            every.update(points for points, _ in offers)
    return gcd(*every)


def enough(
    distributions: Mapping[Any, Counter[Any]], sure: Fraction = Fraction(0)
) -> Fraction:
    """Return a stake from which rolling does not pay, if a farkle is worth nothing.

    From this stake on, farkles lose at least what a roll can gain. Hot dice bring
    another ``sure`` points. Dice that cannot farkle are left out.
    """

    def most(offers: Iterable[tuple[int, object]]) -> Fraction:
        # Only a keep that leaves no dice brings back all dice.
        values = (points if left else points + sure for points, left in offers)
        return Fraction(max(values, default=0))

    stakes = []
    for distribution in distributions.values():
        if () in distribution:
            gain = sum(most(offers) * ways for offers, ways in distribution.items())
            stakes.append(Fraction(gain, distribution[()]))
    return max(stakes)


class AnyDice:
    """The distributions of all rolls, by the dice rolled.

    Kinds of dice are numbered in the order of their weights. ``whole`` is the full set
    of dice, ``unit`` divides all points, and ``sets`` has the points of each
    combination by its faces.
    """

    def __init__(self, rules: FarkleRules) -> None:
        require_covered("this derivation", rules, NotDescribedError)
        number = rules.number_of_dice
        dice = read_dice(str(rules.dice) or FAIR_SET, number, number)
        self.rules = rules
        self.joker = rules.sides + 1
        self.kinds = sorted({die.kind for die in dice})
        self.whole = tuple(sorted(self.kinds.index(die.kind) for die in dice))
        self.sets = Counter[tuple[int, ...]]()
        for faces, points in _combinations(rules):
            # Two patterns may name the same dice: the player takes the better one.
            self.sets[faces] = max(points, self.sets[faces])
        # The caches belong to this object, so they end with it and never mix rules.
        self._group = cache(self.group)
        self._scoring = cache(self.scoring)
        self._points = cache(self.points)
        self._rolls = cache(self.rolls)
        self.distributions = {
            left: self.distribution(left)
            for size in range(1, number + 1)
            for left in dict.fromkeys(combinations(self.whole, size))
        }
        self.unit = grid_of(self.distributions)
        if not self.unit:
            raise NotDescribedError("this derivation is of dice that can score")

    def group(self, faces: tuple[int, ...]) -> int:
        """Return the points of dice as a single combination; 0 if they form none."""
        shown = tuple(face for face in faces if face < self.joker)
        jokers = len(faces) - len(shown)
        # Jokers stand for faces beside other dice. Jokers alone score only if the rules
        # say so, and a single joker never does.
        alone = not shown and self.rules.jokers != "alone"
        if jokers and (alone or len(faces) < 2):
            return 0
        every = combinations_with_replacement(range(1, self.joker), jokers)
        return max(self.sets[tuple(sorted(shown + stand))] for stand in every)

    def points(self, faces: tuple[int, ...]) -> int:
        """Return the most points if all of these dice score; else -1."""
        if not faces:
            return 0
        most = -1
        # The lowest die is in some combination. Choosing its mates first visits every
        # split into combinations once.
        lowest, *others = faces
        for chosen, rest in _choices(len(others)):
            points = self._group((lowest, *(others[i] for i in chosen)))
            if not points:
                continue
            later = self._points(tuple(others[i] for i in rest))
            if later >= 0:
                most = max(most, points + later)
        return most

    def scoring(self, faces: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Return the legal keeps of sorted faces: the places left, and the points."""
        keeps = {
            chosen: (rest, points)
            for chosen, rest in _choices(len(faces))
            if (points := self._points(tuple(faces[i] for i in chosen))) > 0
        }
        # Some rules pay for a roll of all dice in which nothing scores. All dice count
        # as kept.
        if not keeps and len(faces) == len(self.whole) and self.rules.nothing:
            return [((), self.rules.nothing)]
        if not self.rules.junk:
            return list(keeps.values())
        # Junk: further dice may be kept without points, beside a keep that scores.
        with_junk = []
        for chosen, rest in _choices(len(faces)):
            held = {*chosen}
            inside = [points for kept, (_, points) in keeps.items() if held >= {*kept}]
            if inside:
                with_junk.append((rest, max(inside)))
        return with_junk

    def rolls(self, left: Left) -> Counter[Roll]:
        """Return the weights of all rolls of some dice."""
        if not left:
            return Counter({(): 1})
        weights, joker = self.kinds[left[-1]]
        faces = [*enumerate(weights, start=1), (self.joker, joker)]
        rolls = Counter[Roll]()
        for roll, ways in self._rolls(left[:-1]).items():
            for face, weight in faces:
                if weight:
                    # Rolls that differ by the order of dice alone add up their weights.
                    rolls[tuple(sorted((*roll, (face, left[-1]))))] += ways * weight
        return rolls

    def distribution(self, left: Left) -> Distribution:
        """Return the weights of rolls by the most points for each set of dice left."""
        distribution = Distribution()
        for roll, ways in self._rolls(left).items():
            # Of the keeps that leave the same dice, only the one with the most points
            # can be best.
            best: dict[Left, int] = {}
            faces = tuple(face for face, _ in roll)
            for rest, points in self._scoring(faces):
                after = tuple(sorted(roll[place][1] for place in rest))
                best[after] = max(points, best.get(after, 0))
            keeps = sorted((points, after) for after, points in best.items())
            distribution[tuple(keeps)] += ways
        return distribution


def _choices(dice: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every way to choose some of the dice, with the dice not chosen."""
    for size in range(dice + 1):
        for chosen in combinations(range(dice), size):
            yield chosen, tuple(die for die in range(dice) if die not in chosen)


def _combinations(rules: FarkleRules) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the faces of every combination, in order, and its points."""
    every = range(1, rules.sides + 1)
    for _, groups, faces, points in rules.all_patterns:
        # A pattern without faces, such as three of a kind, is of any different faces.
        choices = [faces] if faces else permutations(every, len(groups))
        for chosen in choices:
            dice: list[int] = []
            for face, number in zip(chosen, groups, strict=True):
                dice += [face] * number
            yield tuple(sorted(dice)), points


def _mean(dice: AnyDice, minimum: int) -> Enclosure:
    """Return bounds of the mean of a turn; ``minimum`` is the least stake to bank."""
    unit = dice.unit
    # The least whole number of units that may be banked. A stake of 0 cannot be banked.
    least = max(-(-minimum // unit), 1)
    for left, rolls in dice.distributions.items():
        if not rolls[()]:
            raise NotDescribedError(
                f"this derivation is of dice that can farkle, not {left}"
            )
    # Rows from ``high`` on stay 0: there the player banks and wins nothing beyond the
    # stake.
    high = max(ceil(enough(dice.distributions) / unit), least)
    # Column 0 is of no dice left: hot dice, or the end of the turn.
    column = {left: n for n, left in enumerate([(), *dice.distributions])}
    turns = {left: _Turn(dice, left, column) for left in dice.distributions}
    longest = max(int(turn.points.max(initial=0)) for turn in turns.values())
    more = np.zeros((high + longest + 1, len(column)), object)
    if not dice.rules.hot_dice:
        # Without hot dice, a turn without dice left is over, and loses a stake that is
        # too small to be banked.
        more[:least, 0] = [-stake * SCALE for stake in range(least)]
    for stake in range(high - 1, -1, -1):
        for left, turn in turns.items():
            won = turn.rolling(stake, more)
            more[stake, column[left]] = won if stake < least else max(won, 0)
        # All dice again. Keeps score, so this row is read only from lower stakes.
        if dice.rules.hot_dice:
            more[stake, 0] = more[stake, column[dice.whole]]
    # Each of at most ``high`` rolls in a row loses less than one part by rounding.
    lower = Fraction(more[0, column[dice.whole]] * unit, SCALE)
    return Enclosure(lower, lower + Fraction(high * unit, SCALE))


class _Turn:
    """The keeps of all rolls of some dice, as arrays with an entry for each keep.

    ``points`` are in units. ``after`` is the column of the dice left in the table of
    values.
    """

    def __init__(self, dice: AnyDice, left: Left, column: dict[Left, int]) -> None:
        rolls = dice.distributions[left]
        self.farkle = rolls[()]
        self.total = rolls.total()
        scoring = [(keeps, ways) for keeps, ways in rolls.items() if keeps]
        self.weights = np.array([ways for _, ways in scoring], object)
        sizes = [len(keeps) for keeps, _ in scoring]
        # The place of each roll's first keep.
        self.first = np.cumsum([0, *sizes[:-1]])
        every = [keep for keeps, _ in scoring for keep in keeps]
        self.points = np.array([n // dice.unit for n, _ in every], int)
        self.after = np.array([column[rest] for _, rest in every], int)
        self.gains = self.points.astype(object) * SCALE

    def rolling(self, stake: int, more: np.ndarray) -> int:
        """Return how much a roll wins beyond the stake, in parts, rounded down."""
        won = -self.farkle * stake * SCALE
        if len(self.points):
            # The best keep of each roll. No roll here is without keeps, so no segment
            # is empty.
            gains = self.gains + more[stake + self.points, self.after]
            won += int(self.weights @ np.maximum.reduceat(gains, self.first))
        # This rounds towards minus infinity, so negative values are rounded down too.
        return won // self.total
