"""Farkle for tests: rules at random, and options by brute force."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.turn.bounded import BoundedTurn
from trueodds.core import games, rulebook
from trueodds.core.dice import Dice, Roll, counts_of, faces_of
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.core.rules.farkle.loaded_dice import Die, read_dice
from trueodds.proofs.verify.hypothesis.farkle import point_changes as changes

__all__ = [
    "GAME",
    "SIX_FAIR_DICE",
    "changes",
    "naive_options",
    "random_rules",
    "rolls",
    "rules",
]

GAME = games.find("farkle")
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=DICE)
"""The faces of one to six dice."""


def rules(source: str = "ece209", **changes: object) -> FarkleRules:
    """Return a preset with changes."""
    record = rulebook.load(GAME, source, changes)
    assert isinstance(record, FarkleRules)
    return record


SIX_FAIR_DICE = [name for name in rulebook.preset_names(GAME) if not rules(name).dice]
"""The presets with six fair dice."""


def rules_or_none(
    changes: Mapping[str, object], preset: str = "ece209"
) -> FarkleRules | None:
    """Rules with changes; None where nothing scores, or what should cannot occur."""
    try:
        return rules(preset, **changes)
    except RulesError:
        return None


random_rules = changes().map(rules_or_none)
"""Rules with points that are small multiples of 50, or None."""


def splits(dice: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split some dice, told apart, into groups."""
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for mask in product((False, True), repeat=len(rest)):
        group = (first, *(d for d, m in zip(rest, mask, strict=True) if m))
        left = tuple(d for d, m in zip(rest, mask, strict=True) if not m)
        for others in splits(left):
            yield [group, *others]


def group_points(group: tuple[int, ...], record: FarkleRules) -> int:
    """Return the points of dice as a combination; 0 if they are none."""
    counts = sorted(counts_of(group))
    number, face = len(group), group[0]
    if len(set(group)) == 1:
        table = record.singles if number == 1 else record.of_a_kind.get(number, {})
        return table.get(face, 0)
    sizes = "+".join(str(count) for count in reversed(counts) if count)
    faces = "".join(map(str, sorted(group)))
    written = {
        "1+1+1+1+1+1": record.straight,
        "2+2+2": record.three_pairs,
        "4+2": record.four_and_two,
        "3+3": record.two_triplets,
    }
    tables = (written, record.straights, record.patterns)
    return max(table.get(text, 0) for table in tables for text in (sizes, faces))


def later_throw(record: FarkleRules) -> FarkleRules:
    """Return rules that score as a later throw of a turn, by taking points away."""

    def without(points: Any, keys: list[str]) -> Any:
        if not keys:
            return 0
        changed = {
            key: without(points[key], keys[1:]) for key in points if str(key) == keys[0]
        }
        return {**points, **changed}

    changes: dict[str, Any] = {"first_throw": ""}
    for field in filter(None, str(record.first_throw).split(", ")):
        name, *keys = field.split(".")
        changes[name] = without(changes.get(name, getattr(record, name)), keys)
    return replace(record, **changes)


@cache
def _all_splits(dice: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
    """Return the splits of dice that differ when equal dice are not told apart."""
    return {tuple(sorted(split)) for split in splits(dice)}


def naive_options(roll: tuple[int, ...], record: FarkleRules) -> dict[Roll, int]:
    """Legal keeps by brute force over all subsets and all their partitions."""
    scoring: dict[Roll, int] = {}
    subsets = {
        tuple(sorted(d for d, m in zip(roll, mask, strict=True) if m))
        for mask in product((False, True), repeat=len(roll))
    } - {()}
    for subset in subsets:
        for split in _all_splits(subset):
            worth = [group_points(group, record) for group in split]
            if all(worth):
                kept = counts_of(subset)
                scoring[kept] = max(scoring.get(kept, 0), sum(worth))
    if record.must_keep_scoring_dice:
        return {
            kept: points
            for kept, points in scoring.items()
            if not any(
                all(a + b <= c for a, b, c in zip(part, kept, whole, strict=True))
                for whole in [counts_of(roll)]
                for part in scoring
            )
        }
    if len(roll) == 6 and not scoring and record.nothing > 0:
        scoring[counts_of(roll)] = record.nothing
    if not record.junk:
        return scoring
    legal = {}
    for subset in subsets:
        kept = counts_of(subset)
        worth = [
            points
            for part, points in scoring.items()
            if all(a <= b for a, b in zip(part, kept, strict=True))
        ]
        if worth:
            legal[kept] = max(worth)
    return legal


NaiveKeeps = frozenset[tuple[int, int]]
"""The points and the dice left of the legal keeps of a roll."""

NamedRolls = dict[
    tuple[int, ...], list[tuple[Fraction, list[tuple[int, tuple[int, ...]]]]]
]
"""By the dice rolled: each roll's probability, and its keeps with the dice left."""


def naive_rolls(record: FarkleRules) -> dict[int, Counter[NaiveKeeps]]:
    """Return the weights of all rolls of one to six fair dice, by brute force."""
    every = {dice: Counter[NaiveKeeps]() for dice in range(1, 7)}
    for dice, rolled in every.items():
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            options = naive_options(faces_of(roll), record)
            keeps = {(points, dice - sum(kept)) for kept, points in options.items()}
            rolled[frozenset(keeps)] += weight
    return every


def named_rolls(record: FarkleRules, dice: Sequence[Die]) -> NamedRolls:
    """Return the rolls of each subset of dice that are told apart, by brute force."""
    every: NamedRolls = {}
    subsets = chain(*(combinations(range(len(dice)), n + 1) for n in range(len(dice))))
    for left in subsets:
        rolls = every[left] = []
        shown = [[f for f, w in enumerate(dice[d].weights, 1) if w] for d in left]
        for faces in product(*shown):
            ways = Fraction(1)
            for die, face in zip(left, faces, strict=True):
                ways *= Fraction(dice[die].weights[face - 1], sum(dice[die].weights))
            options = naive_options(tuple(sorted(faces)), record)
            keeps = []
            for mask in product((False, True), repeat=len(left)):
                kept = [face for face, m in zip(faces, mask, strict=True) if m]
                if points := options.get(counts_of(kept), 0) if kept else 0:
                    rest = (die for die, m in zip(left, mask, strict=True) if not m)
                    keeps.append((points, tuple(rest)))
            rolls.append((ways, keeps))
    return every


def bounded_turn(
    rules: FarkleRules, dice: str, minimum: int | None = None
) -> BoundedTurn:
    """Return the bounds of a turn with these dice; banked as the rules say if None."""
    least = rules.minimum_to_bank if minimum is None else minimum
    number = rules.number_of_dice
    return BoundedTurn(DiceSet(rules, read_dice(dice, number, number)), least)


def equal_dice(faces: Iterable[int]) -> DiceRoll:
    """Return a roll of equal dice."""
    return tuple((0, face) for face in sorted(faces))
