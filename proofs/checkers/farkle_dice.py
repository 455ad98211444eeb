"""Check a certificate of a Farkle turn with any dice: python farkle_dice.py FILE...

The dice may be loaded and mixed, have jokers, 2 to 12 sides, and be 1 to 8. This file
imports nothing of trueodds and shares no code with it. It lists and scores all rolls
itself.

Let w(s, d) be the points that are still to be won beyond a stake of s, with the dice d
to roll, under the best play. Points are in units, a number that divides all points.
The certificate states m(s, d) in whole parts of a unit. It is 0 where a row has ended.
Write T for one step of the game: the larger of 0, which is banking, and of the mean
over all rolls of the best p + m(s + p, d') after a keep of p points, less s for each
farkle. Where banking is not allowed there is no 0. The checker verifies that m is T(m),
rounded down, at every stake below a ceiling. This proves m <= w <= m + c - s, where c
is the ceiling in units:

- From the ceiling on, a roll of any dice loses at least as much by farkles as it can
  gain at once, so banking is best, and w = m = 0.
- Below it, stakes grow with every roll by a unit or more. If the bounds hold at higher
  stakes, then T(m) <= w <= T(m) + c - s - 1, since T is a mean of maxima.

With more points and equal dice left, more can be won, so for each choice of the dice
left only the most points matter.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: a file is not a
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from itertools import combinations_with_replacement as multisets
from math import comb, factorial, gcd, prod
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Dice: TypeAlias = tuple[int, ...]  # how many, by face or by kind
Needed: TypeAlias = tuple[tuple[int, int], ...]  # faces in order, and how many of each

HEAD = {
    "schema": "trueodds.certificate/1",
    "kind": "decision",
    "game": "farkle",
    "model": "dice-turn",
}
MOST_BYTES = 16_000_000
MOST_NUMBERS = 1_000_000  # in a file
MOST_DICE, MOST_SIDES, MOST_WEIGHT = 8, 12, 1_000
MOST_KEEPS = 6_000_000  # keeps of rolls, where only equal dice are alike: a second
MOST_SCORED = 1_000_000  # different dice that can be kept, by combination: a second
MOST_WORK = 10**9  # stakes by keep: some seconds
MOST_HELD = 20_000_000  # stakes by dice to roll: 160 MB
MOST_ROLLS = 2**41  # the sum of the weights of all rolls
MOST_PARTS = 2**61  # a stake in parts
LIMB = 21  # bits: numbers below 2**62 are added up in three parts
LOW = 2**LIMB - 1
WHOLES = {
    "three_pairs": (2, 2, 2),
    "four_and_two": (4, 2),
    "two_triplets": (3, 3),
}
FLAGS = ("hot_dice", "junk")
NUMBERS = (*WHOLES, "nothing", "minimum_to_bank")
RULES = {"dice", "jokers", "singles", "of_a_kind", "straights", *FLAGS, *NUMBERS}


class MalformedError(Exception):
    """A file that is not a certificate."""


class UnprovedError(Exception):
    """A certificate that does not prove its claims."""


class Die(NamedTuple):
    """A kind of die: how many there are, and the faces that come up, with weights."""

    number: int
    faces: list[tuple[int, int]]


class Rolls(NamedTuple):
    """The rolls of some dice: all of them, farkles, and the others in classes.

    A class has its weight, and its keeps as points and the number of the dice left.
    """

    total: int
    farkles: int
    classes: list[tuple[int, list[tuple[int, int]]]]


# --- Reading -------------------------------------------------------------------------
def natural(value: Any, high: int = 10**9, least: int = 0) -> int:
    """Read an integer. Raises ``MalformedError``."""
    if type(value) is not int or not least <= value <= high:
        raise MalformedError(
            f"expected a number from {least} to {high}: {brief(value)}"
        )
    return value


def fields(value: Any, names: set[str]) -> dict[str, Any]:
    """Read an object with exactly these fields. Raises ``MalformedError``."""
    if not isinstance(value, dict) or value.keys() != names:
        raise MalformedError(f"expected the fields {sorted(names)}: {brief(value)}")
    return value


def by_number(value: Any, least: int, most: int) -> dict[int, Any]:
    """Read an object whose names are different numbers. Raises ``MalformedError``."""
    names = {str(number) for number in range(least, most + 1)}
    if not isinstance(value, dict) or not value.keys() <= names:
        raise MalformedError(f"expected numbers from {least} to {most}: {brief(value)}")
    return {int(number): item for number, item in value.items()}


def rows(value: Any) -> list[Any]:
    """Read a list. Raises ``MalformedError``."""
    if not isinstance(value, list):
        raise MalformedError(f"expected a list: {brief(value)}")
    return value


def read(content: bytes) -> dict[str, Any]:
    """Parse JSON of integers with at most 19 digits. Raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name occurs twice")
        return dict(pairs)

    def integer(text: str) -> int:
        if len(text) > 20 or not re.fullmatch("-?[0-9]+", text):
            raise MalformedError(f"{text:.20} is long, or not an integer")
        return int(text)

    if len(content) > MOST_BYTES:
        raise MalformedError(f"it is larger than {MOST_BYTES} bytes")
    if content.count(b",") > MOST_NUMBERS:
        raise MalformedError(f"it has more than {MOST_NUMBERS} numbers")
    try:
        table = json.loads(
            content.decode(),
            object_pairs_hook=unrepeated,
            parse_int=integer,
            parse_float=integer,
            parse_constant=integer,
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"it is not JSON: {error!s:.99}") from None
    fields(table, {*HEAD, "rules", "claims", "unit", "scale", "more"})
    if [table[name] for name in HEAD] != [*HEAD.values()]:
        raise MalformedError("it is not the certificate of a turn with any dice")
    return dict(table)


# --- Scoring -------------------------------------------------------------------------
class Game:
    """The rules of a turn, with all rolls by the number of the dice rolled.

    The number 0 is that of no dice, and the last that of all. ``unit`` divides all
    points.
    """

    def __init__(self, rules: Any, unit: int) -> None:
        fields(rules, RULES)
        self.numbers = {name: natural(rules[name]) for name in NUMBERS}
        self.flags = {name: rules[name] for name in FLAGS}
        if {type(flag) for flag in self.flags.values()} != {bool}:
            raise MalformedError(f"{' and '.join(FLAGS)} are true or false")
        if rules["jokers"] not in ("none", "with_faces", "alone"):
            raise MalformedError(f"jokers are unknown: {brief(rules['jokers'])}")
        stated = [
            fields(die, {"count", "weights", "joker"}) for die in rows(rules["dice"])
        ]
        if not 1 <= len(stated) <= MOST_DICE:
            raise MalformedError(f"expected 1 to {MOST_DICE} kinds of dice")
        self.sides = max(len(rows(die["weights"])) for die in stated)
        natural(self.sides, MOST_SIDES, least=2)
        self.kinds = [self._die(die) for die in stated]
        self.jokers = any(face == self.sides for d in self.kinds for face, _ in d.faces)
        if self.jokers and rules["jokers"] == "none":
            raise MalformedError("a die has a joker, and the rules have none")
        self.size = sum(die.number for die in self.kinds)
        natural(self.size, MOST_DICE)
        self.combinations = self._by_lowest_face(rules)
        self._limit()
        self.multisets = list(product(*(range(die.number + 1) for die in self.kinds)))
        self.number = {dice: n for n, dice in enumerate(self.multisets)}
        self.best, self.points = cache(self._best), cache(self._points)
        self.unit = unit

    def list_rolls(self) -> None:
        """List and score all rolls. Raises ``MalformedError``."""
        self.rolls = [self._rolls(dice) for dice in self.multisets]
        points = [
            n for rolls in self.rolls for _, keeps in rolls.classes for n, _ in keeps
        ]
        if not points:
            raise MalformedError("nothing scores")
        if gcd(*points) % self.unit:
            raise MalformedError(f"{self.unit} does not divide all points")
        self.longest, self.keeps = max(points), len(points)

    def _die(self, die: Any) -> Die:
        """Read a die; the joker is one more than the faces."""
        weights = [natural(weight, MOST_WEIGHT) for weight in die["weights"]]
        joker = natural(die["joker"], MOST_WEIGHT)
        faces = [(face, weight) for face, weight in enumerate(weights) if weight]
        faces += [(self.sides, joker)] if joker else []
        if not faces:
            raise MalformedError("a die has no weight")
        return Die(natural(die["count"], MOST_DICE, least=1), faces)

    def _limit(self) -> None:
        """Refuse dice with too many rolls."""
        if (
            prod(sum(w for _, w in d.faces) ** d.number for d in self.kinds)
            > MOST_ROLLS
        ):
            raise MalformedError("the weights of the dice are too large")
        keeps = prod(
            sum(comb(len(d.faces) + n - 1, n) * 2**n for n in range(d.number + 1))
            for d in self.kinds
        )
        kept = comb(self.sides + self.jokers + self.size, self.size)
        scored = kept * max(map(len, self.combinations))
        if keeps > MOST_KEEPS or scored > MOST_SCORED:
            raise MalformedError("the dice have too many rolls")

    def _by_lowest_face(self, rules: Any) -> list[dict[Needed, int]]:
        """Return the points of combinations by their lowest face."""
        table: list[dict[Needed, int]] = [{} for _ in range(self.sides + 1)]
        for faces, points in self._combinations(rules):
            if points and len(faces) <= self.size and max(faces) < self.sides:
                for jokers in range(len(faces) + 1 if self.jokers else 1):
                    shown = len(faces) - jokers
                    if not jokers or (len(faces) > 1 and (shown or self._alone(rules))):
                        for left in set(combinations(faces, shown)):
                            dice = (*left, *[self.sides] * jokers)
                            needed = tuple((f, dice.count(f)) for f in sorted({*dice}))
                            known = table[min(dice)].get(needed, 0)
                            table[min(dice)][needed] = max(points, known)
        return table

    def _alone(self, rules: Any) -> bool:
        return bool(rules["jokers"] == "alone")

    def _combinations(self, rules: Any) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the faces of combinations, from 0, and their points."""
        kinds = {1: rules["singles"], **by_number(rules["of_a_kind"], 2, MOST_DICE)}
        for size, by_face in kinds.items():
            for face, points in by_number(by_face, 1, MOST_SIDES).items():
                yield (face - 1,) * size, natural(points)
        if not isinstance(rules["straights"], dict) or len(rules["straights"]) > 99:
            raise MalformedError("expected at most 99 straights")
        for text, points in rules["straights"].items():
            row = [
                int(face) for face in text.split() if re.fullmatch("[0-9]{1,2}", face)
            ]
            ascending = text == " ".join(map(str, sorted({*row})))
            shown = {*range(1, MOST_SIDES + 1)} >= {*row}
            if not (ascending and shown and 2 <= len(row) <= MOST_DICE):
                raise MalformedError(f"it is not a straight: {text:.40}")
            yield tuple(face - 1 for face in row), natural(points)
        for name, shape in WHOLES.items():
            for faces in permutations(range(self.sides), len(shape)):
                dice = [f for f, n in zip(faces, shape, strict=True) for _ in range(n)]
                yield tuple(sorted(dice)), self.numbers[name]

    def _best(self, dice: Dice) -> int:
        """Return the most points if all dice score, counted by face; else -1."""
        if not any(dice):
            return 0
        lowest = next(face for face, count in enumerate(dice) if count)
        most = -1
        for needed, points in self.combinations[lowest].items():
            if all(dice[face] >= count for face, count in needed):
                left = [*dice]
                for face, count in needed:
                    left[face] -= count
                rest = self.best(tuple(left))
                most = max(most, points + rest if rest >= 0 else -1)
        return most

    def _points(self, dice: Dice) -> int:
        """Return the points of kept dice, 0 if they cannot be kept."""
        most = max(self.best(dice), 0)
        if self.flags["junk"]:
            for face, count in enumerate(dice):
                if count:
                    fewer = (*dice[:face], count - 1, *dice[face + 1 :])
                    most = max(most, self.points(fewer))
        return most

    def _points_of(self, codes: Array) -> Array:
        """Return the points of kept dice; a code counts faces in base size + 1."""
        different, places = np.unique(codes, return_inverse=True)
        base, faces = self.size + 1, range(self.sides + 1)
        points = [
            self.points(tuple(code // base**face % base for face in faces))
            for code in different.tolist()
        ]
        return np.array(points)[places.ravel()]

    def _rolls(self, multiset: Dice) -> Rolls:
        kinds = [k for k, count in enumerate(multiset) for _ in range(count)]
        if not kinds:
            return Rolls(1, 1, [])
        shown: list[tuple[int, ...]] = [()]
        ways = [1]
        for die, count in zip(self.kinds, multiset, strict=True):
            weight = dict(die.faces)
            thrown = [
                (faces, _orders(faces) * prod(weight[face] for face in faces))
                for faces in multisets(weight, count)
            ]
            shown = [(*before, *faces) for before in shown for faces, _ in thrown]
            ways = [before * n for before in ways for _, n in thrown]
        place: Array = (self.size + 1) ** np.array(shown).T
        most = np.zeros((self.number[multiset] + 1, len(ways)), np.int64)
        for kept in range(1, 2 ** len(kinds)):
            chosen = [n for n in range(len(kinds)) if kept >> n & 1]
            left = list(multiset)
            for n in chosen:
                left[kinds[n]] -= 1
            row = most[self.number[tuple(left)]]
            np.maximum(row, self._points_of(place[chosen].sum(axis=0)), out=row)
        if len(kinds) == self.size:
            most[0, most.max(axis=0) == 0] = self.numbers["nothing"]
        alike, first, places = np.unique(
            np.ascontiguousarray(most.T).view(f"V{8 * len(most)}").ravel(),
            return_index=True,
            return_inverse=True,
        )
        weights = np.zeros(len(alike), np.int64)
        np.add.at(weights, places.ravel(), np.array(ways))
        farkles, classes = 0, []
        for row, number in zip(first.tolist(), weights.tolist(), strict=True):
            keeps = [
                (int(most[n, row]), n) for n in np.flatnonzero(most[:, row]).tolist()
            ]
            if keeps:
                classes.append((number, keeps))
            else:
                farkles += number
        return Rolls(sum(ways), farkles, classes)


def _orders(faces: Sequence[int]) -> int:
    """Return the number of orders in which equal dice show these faces."""
    return factorial(len(faces)) // prod(
        factorial(faces.count(face)) for face in set(faces)
    )


# --- The proof -----------------------------------------------------------------------
def ceiling(game: Game) -> int:
    """Return a stake in units from which no roll gains; banking must be allowed there.

    Raises:
        UnprovedError: If some dice can never farkle.
    """
    top = Fraction(max(game.numbers["minimum_to_bank"], game.unit), game.unit)
    for dice, rolls in zip(game.multisets, game.rolls, strict=True):
        gained = sum(weight * max(keeps)[0] for weight, keeps in rolls.classes)
        if not rolls.farkles:
            raise UnprovedError(
                f"the dice {dice} never farkle: no stake is the highest"
            )
        top = max(top, Fraction(gained, rolls.farkles * game.unit))
    return -int(-top // 1)


def step(game: Game, rolls: Rolls, more: Array, top: int, scale: int) -> Array:
    """Return the mean that a roll wins at each stake, in parts, rounded down."""
    limbs = np.zeros((3, top), np.int64)

    def add(weight: int, parts: Array) -> None:
        limbs[0] += weight * (parts >> 2 * LIMB)
        limbs[1] += weight * (parts >> LIMB & LOW)
        limbs[2] += weight * (parts & LOW)

    add(rolls.farkles, -scale * np.arange(top))
    for weight, keeps in rolls.classes:
        best = np.full(top, -(2**62))
        for points, left in keeps:
            units = points // game.unit
            np.maximum(best, more[left, units : units + top] + units * scale, out=best)
        add(weight, best)
    quotient, rest = np.divmod(limbs[0], rolls.total)
    for limb in limbs[1:]:
        more_of_it, rest = np.divmod((rest << LIMB) + limb, rolls.total)
        quotient = (quotient << LIMB) + more_of_it
    return np.asarray(quotient)


def check(content: bytes) -> dict[str, Any]:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    scale = natural(table["scale"], 10**15, least=1)
    game = Game(table["rules"], natural(table["unit"], least=1))
    stated = [rows(row) for row in rows(table["more"])]
    whole = len(game.multisets) - 1
    if len(stated) != whole:
        raise MalformedError(f"expected {whole} rows")
    game.list_rolls()
    top = ceiling(game)
    least = max(-(-game.numbers["minimum_to_bank"] // game.unit), 1)
    width = top + game.longest // game.unit
    if top * game.keeps > MOST_WORK or width * (whole + 1) > MOST_HELD:
        raise MalformedError(f"stakes up to {top * game.unit}: too much work")
    if 2 * width * scale > MOST_PARTS:
        raise MalformedError("the scale is too large")
    more = np.zeros((whole + 1, width + 1), np.int64)
    for number, row in enumerate(stated, 1):
        if len(row) > top:
            raise MalformedError(f"row {number} goes on after the ceiling {top}")
        high = width * scale
        more[number, : len(row)] = [natural(n, high, -high) for n in row]
    more[0] = more[whole]
    if not game.flags["hot_dice"]:
        more[0] = np.where(np.arange(width + 1) < least, -scale, 0)
        more[0] *= np.arange(width + 1)
    for number in range(1, whole + 1):
        proved = step(game, game.rolls[number], more, top, scale)
        proved[least:] = np.maximum(proved[least:], 0)
        wrong = np.flatnonzero(proved != more[number, :top])
        if len(wrong):
            stake = int(wrong[0]) * game.unit
            raise UnprovedError(f"row {number} is not solved at the stake {stake}")
    start = int(more[whole, 0])
    bounds = (Fraction(n * game.unit, scale) for n in (start, start + top))
    proved_mean = dict(zip(("lower", "upper"), map(str, bounds), strict=True))
    if table["claims"] != {"turn.mean": proved_mean}:
        raise UnprovedError(f"the proved bounds are {proved_mean}")
    return dict(table["claims"])


def tell(path: str, content: bytes) -> int:
    """Print the result for a file and return the exit code."""
    try:
        number = len(check(content))
        print(f"{path}: proved: {number} claim{'s' * (number > 1)}")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: not a certificate: {error}")
        return 2
    return 0


def main(paths: Sequence[str]) -> int:
    """Check files, print the result for each, and return the exit code."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # Reading a pipe might never end.
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: not a certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
