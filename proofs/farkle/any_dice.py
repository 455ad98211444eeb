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
    """Return the odds of farkles, hot dice and best scores of a roll, by quantity id.

    The odds are those of a roll of all dice. If all dice are fair, rolls of fewer dice
    are included.

    Raises:
        NotDescribedError: If nothing can score, or the rules have a special rule such
            as ``must_roll_hot_dice``.

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
    """Return bounds of the mean points of a turn with any dice, by quantity id.

    If the rules have a minimum to open, bounds of a turn before opening are included.

    Raises:
        NotDescribedError: If some of the dice can never farkle, if nothing can score,
            or if the rules have a special rule such as ``must_roll_hot_dice``.

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

    For each number of dice, a counter has the number of ordered rolls by the keeps that
    they offer. A keep is a pair of points and number of dice left. For each number of
    dice left only the keep with the most points counts. A farkle offers no keeps: its
    key is ``()``.

    Raises:
        NotDescribedError: If the rules have junk, other dice than six fair ones, or a
            special rule such as ``must_roll_hot_dice``, or if nothing can score.
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
    """Return the largest number that divides the points of all keeps.

    ``distributions`` has, for each choice of dice to roll, a counter of rolls. Its keys
    are tuples of the keeps that a roll offers, as pairs of points and dice left.
    """
    every: set[int] = set()
    for distribution in distributions.values():
        for offers in distribution:
            every.update(points for points, _ in offers)
    return gcd(*every)


def enough(
    distributions: Mapping[Any, Counter[Any]], sure: Fraction = Fraction(0)
) -> Fraction:
    """Return a stake from which no roll gains on average, if farkles are possible.

    ``distributions`` has, for each choice of dice to roll, the number of ways to roll
    each result. A result is a tuple of the keeps that it offers, as pairs of points and
    dice left; it is empty for a farkle.

    The value of a farkle is 0. From this stake on, farkles lose at least what a roll
    can gain. A keep of all dice (hot dice) gains another ``sure`` points. Rolls of dice
    that cannot farkle are left out.
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
    """All rolls of each choice of dice, grouped by their best keeps.

    The best keeps of a roll are, for each set of dice that it can leave, the keep with
    the most points.

    Kinds of dice are numbered from 0 in the order of the list ``kinds``. A choice of
    dice is a tuple of the kinds of its dice, ascending. ``whole`` is the full set of
    dice. ``distributions`` has the rolls by choice of dice, as ``distribution`` returns
    them. ``unit`` divides all points, and ``sets`` has the points of each combination
    by its faces.
    """

    def __init__(self, rules: FarkleRules) -> None:
        require_covered("this derivation", rules, NotDescribedError)
        number = rules.number_of_dice
        dice = read_dice(str(rules.dice) or FAIR_SET, number, number)
        self.rules = rules
        self.joker = rules.sides + 1
        self.kinds = sorted({die.kind for die in dice})
        number_of_kind = [self.kinds.index(die.kind) for die in dice]
        self.whole = tuple(sorted(number_of_kind))
        self.sets = Counter[tuple[int, ...]]()
        for faces, points in _combinations(rules):
            # Two patterns may name the same dice: the player takes the better one.
            self.sets[faces] = max(points, self.sets[faces])
        # The caches belong to this object, so they end with it and never mix rules.
        self._group = cache(self.group)
        self._scoring = cache(self.scoring)
        self._points = cache(self.points)
        self._rolls = cache(self.rolls)
        self.distributions: dict[Left, Distribution] = {}
        for size in range(1, number + 1):
            for left in dict.fromkeys(combinations(self.whole, size)):
                self.distributions[left] = self.distribution(left)
        self.unit = grid_of(self.distributions)
        if not self.unit:
            raise NotDescribedError("this derivation is of dice that can score")

    def group(self, faces: tuple[int, ...]) -> int:
        """Return the points of dice as a single combination; 0 if they form none.

        ``faces`` are the faces of the dice, sorted. A joker is ``self.joker``, which is
        more than any face.
        """
        shown = tuple(face for face in faces if face < self.joker)
        jokers = len(faces) - len(shown)
        # Jokers stand for faces beside other dice. Jokers alone score only if the rules
        # say so, and a single joker never does.
        if jokers:
            if len(faces) < 2:
                return 0
            if not shown and self.rules.jokers != "alone":
                return 0
        best = 0
        for stand in combinations_with_replacement(range(1, self.joker), jokers):
            combination = tuple(sorted(shown + stand))
            best = max(best, self.sets[combination])
        return best

    def points(self, faces: tuple[int, ...]) -> int:
        """Return the most points of dice if every one of them scores; else -1.

        ``faces`` are the faces of the dice, sorted. A joker is ``self.joker``, which is
        more than any face.
        """
        if not faces:
            return 0
        most = -1
        # The lowest die is in some combination. Choosing its mates first visits every
        # split into combinations once.
        lowest, *others = faces
        for chosen, rest in _choices(len(others)):
            mates = [others[place] for place in chosen]
            points = self._group((lowest, *mates))
            if not points:
                continue
            remaining = tuple(others[place] for place in rest)
            later = self._points(remaining)
            if later >= 0:
                most = max(most, points + later)
        return most

    def scoring(self, faces: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Return the legal keeps of a roll, whose faces are sorted.

        A keep is a pair: the places of the dice that are left, and the points of the
        dice that are kept.
        """
        keeps = {}
        for chosen, rest in _choices(len(faces)):
            kept = tuple(faces[place] for place in chosen)
            points = self._points(kept)
            if points > 0:
                keeps[chosen] = (rest, points)
        # Some rules pay for a roll of all dice in which nothing scores. All dice count
        # as kept.
        if not keeps and len(faces) == len(self.whole) and self.rules.nothing:
            return [((), self.rules.nothing)]
        if not self.rules.junk:
            return list(keeps.values())
        # Junk: further dice may be kept without points, beside a keep that scores.
        with_junk = []
        for chosen, rest in _choices(len(faces)):
            inside = []
            for scoring, (_, points) in keeps.items():
                if {*scoring} <= {*chosen}:
                    inside.append(points)
            if inside:
                with_junk.append((rest, max(inside)))
        return with_junk

    def rolls(self, left: Left) -> Counter[Roll]:
        """Return all rolls of some dice, with the number of ways to roll each of them.

        ``left`` has the kind of each die, as its place in ``self.kinds``. A roll is a
        sorted tuple of pairs of face and kind. The weights of loaded faces count as
        numbers of ways.
        """
        if not left:
            return Counter({(): 1})
        *others, kind = left
        weights, joker = self.kinds[kind]
        faces = [*enumerate(weights, start=1), (self.joker, joker)]
        rolls = Counter[Roll]()
        for roll, ways in self._rolls(tuple(others)).items():
            for face, weight in faces:
                if not weight:
                    continue
                # Rolls that differ by the order of dice alone add up their weights.
                longer = sorted([*roll, (face, kind)])
                rolls[tuple(longer)] += ways * weight
        return rolls

    def distribution(self, left: Left) -> Distribution:
        """Return the rolls of some dice, grouped by best keeps, with their weights.

        ``left`` has the kind of each die, as its place in ``self.kinds``. A key of the
        result is a tuple of keeps, as pairs of points and the kinds of the dice left;
        it is empty for a farkle. The best keeps of a roll are, for each set of dice
        that it can leave, the keep with the most points.
        """
        distribution = Distribution()
        for roll, ways in self._rolls(left).items():
            # Of the keeps that leave the same dice, only the one with the most points
            # can be best.
            best: dict[Left, int] = {}
            faces = tuple(face for face, _ in roll)
            for rest, points in self._scoring(faces):
                kinds_left = [roll[place][1] for place in rest]
                after = tuple(sorted(kinds_left))
                best[after] = max(points, best.get(after, 0))
            keeps = sorted((points, after) for after, points in best.items())
            distribution[tuple(keeps)] += ways
        return distribution


def _choices(dice: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every way to choose some of the dice, with the dice not chosen."""
    every = range(dice)
    for size in range(dice + 1):
        for chosen in combinations(every, size):
            rest = tuple(die for die in every if die not in chosen)
            yield chosen, rest


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
    column: dict[Left, int] = {(): 0}
    for number, left in enumerate(dice.distributions, start=1):
        column[left] = number
    whole = column[dice.whole]
    turns = [(column[left], _Turn(dice, left, column)) for left in dice.distributions]
    longest = max(int(turn.points.max(initial=0)) for _, turn in turns)
    more = np.zeros((high + longest + 1, len(column)), object)
    if not dice.rules.hot_dice:
        # Without hot dice, a turn without dice left is over, and loses a stake that is
        # too small to be banked.
        for stake in range(least):
            more[stake, 0] = -stake * SCALE
    for stake in reversed(range(high)):
        may_bank = stake >= least
        for place, turn in turns:
            won = turn.rolling(stake, more)
            if may_bank:
                won = max(won, 0)
            more[stake, place] = won
        # All dice again. Keeps score, so this row is read only from lower stakes.
        if dice.rules.hot_dice:
            more[stake, 0] = more[stake, whole]
    lower = Fraction(more[0, whole] * unit, SCALE)
    # Each of at most ``high`` rolls in a row loses less than one part by rounding.
    lost = Fraction(high * unit, SCALE)
    return Enclosure(lower, lower + lost)


class _Turn:
    """The keeps of all rolls of some dice, as arrays with an entry for each keep.

    ``points`` are in units. ``after`` is the column of the dice left in the table of
    values.
    """

    def __init__(self, dice: AnyDice, left: Left, column: dict[Left, int]) -> None:
        rolls = dice.distributions[left]
        self.farkle = rolls[()]
        self.total = rolls.total()
        weights = []
        first = []
        every: list[tuple[int, Left]] = []
        for keeps, ways in rolls.items():
            if keeps:
                weights.append(ways)
                first.append(len(every))
                every += keeps
        self.weights = np.array(weights, object)
        # The place of each roll's first keep.
        self.first = np.array(first, int)
        units = [points // dice.unit for points, _ in every]
        columns = [column[rest] for _, rest in every]
        self.points = np.array(units, int)
        self.after = np.array(columns, int)
        self.gains = self.points.astype(object) * SCALE

    def rolling(self, stake: int, more: np.ndarray) -> int:
        """Return how much a roll wins beyond the stake, in parts, rounded down.

        ``stake`` is in units. ``more[stake, column]`` is what the rest of the turn wins
        beyond a higher stake, by the dice left. A unit has ``SCALE`` parts.
        """
        won = -self.farkle * stake * SCALE
        if len(self.points):
            # The best keep of each roll. No roll here is without keeps, so no segment
            # is empty.
            later = more[stake + self.points, self.after]
            gains = self.gains + later
            best = np.maximum.reduceat(gains, self.first)
            won += int(self.weights @ best)
        # This rounds towards minus infinity, so negative values are rounded down too.
        return won // self.total
