"""Positions of Farkle: every ordered roll of some of the dice, such as ``113456``.

Unequal dice are written with their names, such as ``weighted=1 fair=5``, one kind after
another. Equal dice come in every order.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import (
    accumulate,
    chain,
    combinations_with_replacement,
    permutations,
    product,
)
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from trueodds.core.errors import PositionError
from trueodds.core.kernels.farkle_keeps import KeepPoints
from trueodds.core.rules import Breakdown
from trueodds.core.rules.farkle import REFUSED, FarkleRules, Scorer
from trueodds.core.rules.farkle.dice_kinds import dice_kinds
from trueodds.core.rules.farkle.loaded_dice import JOKER
from trueodds.core.rules.farkle.patterns import NUMBERS
from trueodds.proofs.verify.bench.kernels import Kernel
from trueodds.proofs.verify.positions.farkle_patterns import suggested
from trueodds.proofs.verify.positions.space import Numbers, Positions, Rows, Space
from trueodds.proofs.verify.scorer.failure_classes import (
    NOTHING,
    FeaturesOf,
    up_to,
    with_counts,
)

OTHERS = " (not in these rules)"
MOST_CLASSES = 1_000_000
"""Upper limit on a list of all rolls apart from the order of their dice."""


def space(rules: FarkleRules, rule: str) -> Space:
    """Return the space of all rolls: a column for each die, 0 if it is not rolled.

    ``rule`` is the name of the scoring rule.
    """
    whole = rule == "keep" and rules.rest != "scored"
    rolls = _Rolls(rules, whole=whole)
    numbers = rolls.dice.numbers
    stops = accumulate(numbers)
    return Space(
        [rolls.words] * rolls.dice.size,
        rolls.size,
        rolls.rows,
        rolls.values,
        rolls.possible,
        rolls.by_class,
        "the order of the dice",
        [range(rolls.dice.size)],
        factorial(rolls.dice.size) if rolls.dice.mixed else 1,
        equal=[range(stop - n, stop) for stop, n in zip(stops, numbers, strict=True)],
        refusals=rule == "keep",
    )


class _Kind(NamedTuple):
    """Equal dice: their number, their faces, and the entry of the first face."""

    number: int
    faces: tuple[int, ...]
    first: int

    @property
    def starts(self) -> Numbers:
        """The number of ordered rolls of fewer than 0, 1, ... of these dice."""
        rolls = [len(self.faces) ** dice for dice in range(self.number + 1)]
        return np.cumsum([0, *rolls])

    def rows(self, numbers: Numbers) -> Rows:
        """Return rolls by their numbers. Fewer dice fill the last columns."""
        starts = self.starts
        sides = len(self.faces)
        # How many dice are rolled, and the number of the roll among those of as many
        # dice.
        dice = np.searchsorted(starts, numbers, side="right") - 1
        within = (numbers - starts[dice])[:, None]
        places = np.arange(self.number)[::-1]
        entries = within // sides**places % sides + self.first
        rows: Rows = (entries * (places < dice[:, None])).astype(np.uint16)
        return rows

    def sorted(self) -> Iterator[tuple[int, ...]]:
        """Yield each roll of at most all of these dice once."""
        entries = range(self.first, self.first + len(self.faces))
        return combinations_with_replacement((0, *entries), self.number)


class _Rolls:
    """All rolls as rows. An entry is 0 for no die, or stands for a kind and a face."""

    def __init__(self, rules: FarkleRules, *, whole: bool = False) -> None:
        self.rules = rules
        self.whole = whole
        self.dice = dice_kinds(rules)
        self.kinds: list[_Kind] = []
        self.words = [""]
        self.faces = [0]
        self.kind_of = [-1]
        # An entry stands for one kind and face. Entry 0 is no die, and an empty word.
        between = " " if self.dice.spaced else ""
        for number, count in enumerate(self.dice.numbers):
            faces = tuple(self.dice.shown(number))
            self.kinds.append(_Kind(count, faces, len(self.words)))
            self.words += [self.dice.die_text(number, f) + between for f in faces]
            self.faces += faces
            self.kind_of += [number] * len(faces)
        self.sizes = [int(kind.starts[-1]) for kind in self.kinds]
        self.size = prod(self.sizes) - 1

    @cached_property
    def points(self) -> KeepPoints:
        """The points of every roll; if ``whole`` is true, 0 unless all dice score."""
        if not self.whole:
            return self.scoring
        return KeepPoints(replace(self.rules, junk=False), self.dice)

    @cached_property
    def scoring(self) -> KeepPoints:
        """The best score of every roll; 0 for a roll without scoring dice."""
        return KeepPoints(self.rules, self.dice, junk=True)

    @cached_property
    def orders(self) -> NDArray[np.intp]:
        """All orders of the columns."""
        return np.array(list(permutations(range(self.dice.size))))

    def rows(self, numbers: Numbers) -> Rows:
        """Return the rows of numbers. From ``size`` on, rolls come in other orders."""
        order, rest = np.divmod(numbers, self.size)
        # Number 0 of all kinds together is no die at all.
        rest += 1
        columns: list[Rows] = []
        for kind, size in zip(reversed(self.kinds), reversed(self.sizes), strict=True):
            rest, number = np.divmod(rest, size)
            columns.insert(0, kind.rows(number))
        rows = np.hstack(columns)
        if order.any():
            rows = np.take_along_axis(rows, self.orders[order], axis=1)
        return rows

    def values(self, rows: Rows) -> Numbers:
        """Return the best scores of rows."""
        place = np.array([0, *self.points.place])[self.faces]
        # A sum over the dice, so their order does not matter.
        codes = place[rows].sum(axis=1)
        best = self.points.of(codes).astype(np.int64)
        if self.rules.nothing:
            # Only a roll of all dice is paid for without a score.
            nothing = rows.all(axis=1) & (self.scoring.of(codes) == 0)
            best[nothing] = self.rules.nothing
        if self.whole and self.rules.rest == "refused":
            best[best == 0] = REFUSED
        return best

    def possible(self, rows: Rows) -> NDArray[np.bool_]:
        """Return which rows have dice, and at most as many of a kind as there are."""
        possible = np.asarray(rows.any(axis=1))
        kinds = np.array(self.kind_of)[rows]
        # Equal dice fill no more columns than there are.
        for number, kind in enumerate(self.kinds if self.dice.mixed else ()):
            possible &= np.count_nonzero(kinds == number, axis=1) <= kind.number
        return possible

    def by_class(self) -> Rows:
        """Return every roll once, without regard to the order of its dice."""
        size = prod(
            comb(len(kind.faces) + kind.number, kind.number) for kind in self.kinds
        )
        if size > MOST_CLASSES:
            raise PositionError(
                f"these dice have {size - 1:,} rolls apart from their order, too many "
                "to list; take random ones with --sample N"
            )
        rolls = product(*(kind.sorted() for kind in self.kinds))
        rows = [tuple(chain(*roll)) for roll in rolls]
        return np.array([row for row in rows if any(row)], np.uint16)


def same_positions(rules: FarkleRules, other: FarkleRules) -> bool:
    """Return True if two sets of rules have the same positions: the same dice."""
    return (rules.dice, rules.number_of_dice) == (other.dice, other.number_of_dice)


def random_position(rules: FarkleRules, random: Random, rule: str | None) -> str:
    """Return a random roll of some of the dice, as text.

    ``rule`` makes no difference.
    """
    dice = dice_kinds(rules)
    number = random.randint(1, dice.size)
    kinds = [kind for kind, count in enumerate(dice.numbers) for _ in range(count)]
    rolled = random.sample(kinds, number) if dice.mixed else kinds[:number]
    return dice.roll_text(
        (kind, random.choice(list(dice.shown(kind)))) for kind in rolled
    )


def features_under(rules: FarkleRules, rule: str) -> FeaturesOf:
    """Return a function that names the features of a roll.

    It takes the reference scorer's breakdown of the roll. A feature is a property that
    may explain wrong answers. The features include combinations that these rules do not
    have, if some preset has them. ``rule`` makes no difference.
    """
    dice = dice_kinds(rules)

    def combinations(rules: FarkleRules) -> set[tuple[str, str]]:
        scorer = Scorer(rules, dice.sides, jokers=dice.jokers)
        return {(c.name, dice.faces_text(c.dice)) for c in scorer.combinations}

    own = combinations(rules)
    known = {
        (*item, "" if item in own else OTHERS): Counter(dice.words(item[1]))
        for item in sorted(
            own.union(*map(combinations, FarkleRules.presets().values()))
        )
    }

    def features_of(right: Breakdown) -> tuple[str, ...]:
        """Return the scoring features, with and without their dice, and the dice.

        Jokers are features too: their number, and the combinations that they are in.

        ``right`` is the reference scorer's breakdown of the position.
        """
        shown = Counter(word.rpartition("=")[2] for word in dice.words(right.position))
        scored = [Counter(dice.words(line.what)) for line in right.lines]
        items = [(line.name, line.what, "") for line in right.lines]
        names = [f"{name} with {JOKER}" for name, what, _ in items if JOKER in what]
        for item, needed in known.items():
            # Combinations that are there but do not score, by these or other rules: a
            # wrong scorer may count them.
            if needed <= shown and not any(needed <= part for part in scored):
                items.append(item)
        for name, what, note in items:
            names += [f"{name} {what}{note}", f"{name}{note}"]
        names += [JOKER] * shown[JOKER] + [NOTHING] * (not right.lines)
        dice_names = up_to("{} dice", shown.total(), 1, dice.size)
        faces = (f"a {face} among the dice" for face in shown)
        return (*with_counts(names), *dice_names, *faces, *_patterns(shown))

    return features_of


def _patterns(shown: Counter[str]) -> list[str]:
    """Return the patterns that score by the rules of other dice games."""
    counts = sorted(shown.values(), reverse=True)
    names = []
    if counts[0] > 2 and len(counts) > 1 and counts[1] > 1:
        names.append("full house")
    if counts[0] == 1 and len(counts) > 2:
        names.append("only different faces")
    for low in filter(str.isdigit, shown):
        row = 1
        while str(int(low) + row) in shown:
            row += 1
            names.append(f"straight of {NUMBERS[row - 1]}")
    return list(dict.fromkeys(names))


POSITIONS = Positions(
    space,
    random_position,
    features_under,
    same_positions,
    fields=(
        "singles",
        "of_a_kind",
        "straight",
        "straights",
        "three_pairs",
        "four_and_two",
        "two_triplets",
        "patterns",
        "nothing",
        "rest",
    ),
    suggest=suggested,
    apart=("keep",),
)


def kernel_input(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the compiled scorer of rolls, and the rolls as rows.

    A row has the number of dice of each face. ``rule`` makes no difference.
    """
    from trueodds.core.kernels.farkle import score_rolls  # slow to import

    return score_rolls, [[roll.count(face) for face in "123456"] for roll in positions]
