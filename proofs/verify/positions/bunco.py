"""Positions of Bunco: every round with every ordered roll, such as ``3 | 2 3 3``."""

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import numpy as np

from trueodds.core.dice import counts_of
from trueodds.core.rules import Breakdown
from trueodds.core.rules.bunco import BuncoRules, award
from trueodds.proofs.verify.positions.space import (
    MOST,
    Numbers,
    Positions,
    Rows,
    Space,
    mixed_radix,
)
from trueodds.proofs.verify.scorer.failure_classes import names_of_lines, up_to


def space(rules: BuncoRules, rule: str) -> Space | None:
    """Return the space with the columns round - 1, then face - 1 of each die.

    It is None where there are too many positions to enumerate.
    """
    size = int(rules.rounds * rules.sides**rules.dice)
    if size > MOST:
        return None
    faces = range(1, rules.sides + 1)
    dice = [[f"{face} " for face in faces]] * (rules.dice - 1) + [list(map(str, faces))]
    matching, equal = _points(rules)

    def values(rows: Rows) -> Numbers:
        targets = rows[:, :1] % rules.sides
        matches = np.count_nonzero(rows[:, 1:] == targets, axis=1)
        alike = (rows[:, 1:] == rows[:, 1:2]).all(axis=1) & (matches == 0)
        return np.where(alike, equal, matching[matches])

    return Space(
        [[f"{number} | " for number in rules.round_numbers], *dice],
        size,
        mixed_radix([rules.rounds, *[rules.sides] * rules.dice]),
        values,
        lambda rows: np.ones(len(rows), np.bool_),
        lambda: _sorted(rules),
        "the order of the dice",
        range(1, rules.dice + 1),
    )


def random_position(rules: BuncoRules, random: Random, rule: str | None) -> str:
    """Return a random round and roll."""
    dice = [str(random.randint(1, rules.sides)) for _ in range(rules.dice)]
    return f"{random.randint(1, rules.rounds)} | {' '.join(dice)}"


def _points(rules: BuncoRules) -> tuple[Numbers, int]:
    """Return the points by number of dice on the target, and of a mini Bunco."""
    target = 1
    other = 2
    third = min(3, rules.sides)
    rolls = [
        [target] * matches + [other] * (rules.dice - matches - 1) + [third]
        for matches in range(rules.dice)
    ]

    def points(faces: list[int]) -> int:
        return award(counts_of(faces, rules.sides), target, rules).points

    matching = [points(roll) for roll in [*rolls, [target] * rules.dice]]
    return np.array(matching), points([other] * rules.dice)


def _sorted(rules: BuncoRules) -> Rows:
    rolls = combinations_with_replacement(range(rules.sides), rules.dice)
    rows = product(range(rules.rounds), rolls)
    return np.array([[number, *roll] for number, roll in rows], np.uint16)


def causes(right: Breakdown) -> tuple[str, ...]:
    """Return the features of a roll: what scores, its round and its dice."""
    number, _, dice = right.position.partition(" | ")
    faces = Counter(dice.split())
    names = [f"{line.name} {line.what}" for line in right.lines]
    names += [f"a {face} among the dice" for face in faces]
    names += up_to("round {}", int(number))
    names += up_to("{} equal dice", max(faces.values()))
    return (*names_of_lines(right), *names)


def same_positions(rules: BuncoRules, other: BuncoRules) -> bool:
    """Return True if the rules have the same dice and as many rounds."""
    these = rules.rounds, rules.dice, rules.sides
    return these == (other.rounds, other.dice, other.sides)


POSITIONS = Positions(
    space,
    random_position,
    lambda rules: causes,
    same_positions,
    fields=("bunco_points", "mini_bunco_points", "match_points"),
)
