"""Check the certificate of a whole match of Farkle: python farkle_match.py FILE...

The same proof as ``farkle_match`` of ``checker.py``, which goes to fewer points, in
numpy: all pairs of scores at once, from the largest stakes down. It needs numpy,
imports nothing of trueodds, and shares no code with what it checks. Integers stay
below 2**63: a scale of 10**14 times the 6**6 rolls of six dice.

Exit code 0: every claim is proved. 1: some claim does not follow. 2: some file is no
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import gcd
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

SCHEMA = "trueodds.certificate/1"
MOST_BYTES = 16_000_000
MOST_SCORES = 400
MOST_HELD = 20_000_000  # pairs of scores by stake: 1 GB
MOST_SCALE = 10**14
SIXES = {
    "straight": [1, 1, 1, 1, 1, 1],
    "three_pairs": [2, 2, 2],
    "four_and_two": [2, 4],
    "two_triplets": [3, 3],
}
NUMBERS = ("nothing", "minimum_to_bank", "minimum_to_open", "target", *SIXES)


class MalformedError(Exception):
    """The file is no certificate."""


class UnprovedError(Exception):
    """The certificate does not prove what it claims."""


class Game(NamedTuple):
    """The rolls by number of dice, and the scores, in units of points.

    ``farkles[n]`` of the 6**n rolls of n dice are farkles, ``rolls[n]`` are the others:
    a weight, and the keeps as units and dice to roll next.
    """

    farkles: list[int]
    rolls: list[list[tuple[int, list[tuple[int, int]]]]]
    goal: int
    bank: int
    opens: int


def game(rules: Any) -> Game:
    """Read the rules; raises ``MalformedError``."""
    if not isinstance(rules, dict) or set(rules) != {"singles", "of_a_kind", *NUMBERS}:
        raise MalformedError("the rules have not the fields expected")
    kinds = {"1": rules["singles"], **rules["of_a_kind"]}
    faces = {face for by_face in kinds.values() for face in by_face}
    if not (set(rules["of_a_kind"]) <= set("23456") and faces <= set("123456")):
        raise MalformedError("points are for 1 to 6 dice of the faces 1 to 6")
    table = {
        (int(size), int(face)): natural(points)
        for size, by_face in kinds.items()
        for face, points in by_face.items()
    }
    worth = {name: natural(rules[name]) for name in NUMBERS}

    @cache
    def best(dice: tuple[int, ...]) -> int:
        """The most points in which all the dice score, counted by face; or -1."""
        if not any(dice):
            return 0
        shape = sorted(n for n in dice if n)
        wholes = [worth[name] or -1 for name, of in SIXES.items() if shape == of]
        face = next(face for face, n in enumerate(dice) if n)
        found = [-1, *wholes]
        for size in range(1, dice[face] + 1):
            points = table.get((size, face + 1), 0)
            rest = best((*dice[:face], dice[face] - size, *dice[face + 1 :]))
            found.append(points + rest if points and rest >= 0 else -1)
        return max(found)

    def keeps(dice: tuple[int, ...]) -> frozenset[tuple[int, int]]:
        left = sum(dice)
        parts = product(*(range(n + 1) for n in dice))
        found = {(best(part), left - sum(part)) for part in parts if any(part)}
        found = {keep for keep in found if keep[0] > 0}
        if not found and left == 6 and worth["nothing"]:
            found = {(worth["nothing"], 0)}
        return frozenset(found)

    laws: list[Counter[frozenset[tuple[int, int]]]] = [Counter()]
    rolled = Counter[tuple[int, ...]]({(0,) * 6: 1})
    for _ in range(6):
        more = Counter[tuple[int, ...]]()
        for dice, ways in rolled.items():
            for face in range(6):
                more[(*dice[:face], dice[face] + 1, *dice[face + 1 :])] += ways
        rolled = more
        law = Counter[frozenset[tuple[int, int]]]()
        for dice, ways in rolled.items():
            law[keeps(dice)] += ways
        laws.append(law)
    every = [points for law in laws for kept in law for points, _ in kept]
    unit = gcd(*every)
    if not unit:
        raise MalformedError("nothing scores")
    names = ("target", "minimum_to_bank", "minimum_to_open")
    goal, bank, opens = (-(-worth[name] // unit) for name in names)
    if not 0 < goal <= MOST_SCORES or max(bank, opens) > MOST_SCORES:
        raise MalformedError(f"expected 1 to {MOST_SCORES} scores")
    if goal**2 * min(max(every) // unit, MOST_SCORES) > MOST_HELD:
        raise MalformedError("so many scores and points take too much memory")
    return Game(
        [law[frozenset()] for law in laws],
        [
            [
                (weight, [(points // unit, left or 6) for points, left in kept])
                for kept, weight in law.items()
                if kept
            ]
            for law in laws
        ],
        goal,
        max(bank, 1),
        max(bank, opens, 1),
    )


def turns(of: Game, grid: Array, scale: Any, *, up: bool = False) -> Array:
    """What a turn is worth from all pairs of scores, the other being worth ``grid``.

    Integers are rounded down or up at every roll; floats are what they are.
    """
    goal = of.goal
    after = scale - grid.T
    padded = np.concatenate([after, np.full_like(after, scale)])
    score = np.arange(goal)[:, None]
    least = np.where(score > 0, of.bank, of.opens)
    most = max(n for law in of.rolls for _, kept in law for n, _ in kept)
    end = max(goal, of.opens)
    won = np.full((7, goal, goal), scale, after.dtype)
    worth = {end: won}  # by stake; from the end on there is no more to win
    for stake in reversed(range(end)):
        if stake + most + 1 < end:
            del worth[stake + most + 1]
        rows = goal if stake < of.bank else max(goal - stake, int(stake < of.opens))
        banked = padded[min(stake, goal) :][:rows]
        may = stake >= least[:rows]
        now = won.copy()
        for dice in range(1, 7):
            total = of.farkles[dice] * after[:rows]
            for weight, kept in of.rolls[dice]:
                after_keeps = (
                    worth[min(stake + n, end)][left, :rows] for n, left in kept
                )
                total += weight * reduce(np.maximum, after_keeps)
            if after.dtype == np.int64:
                rolled = (total + (6**dice - 1 if up else 0)) // 6**dice
            else:
                rolled = total / 6**dice
            now[dice, :rows] = np.where(may, np.maximum(rolled, banked), rolled)
        now[:, (score[:, 0] + stake >= goal) & (stake >= least[:, 0])] = scale
        worth[stake] = now
    return np.array(worth[0][6])


def natural(value: Any, high: int = 10**9) -> int:
    """An integer from 0; raises ``MalformedError``."""
    if type(value) is not int or not 0 <= value <= high:
        raise MalformedError(f"expected an integer from 0 to {high}: {brief(value)}")
    return value


def read(content: bytes) -> dict[str, Any]:
    """JSON of small integers without repeated names; raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name is there twice")
        return dict(pairs)

    def small(text: str) -> int:
        if len(text) > 18 or not text.isdigit():
            raise MalformedError(f"{text:.20} is no number to count with")
        return int(text)

    if len(content) > MOST_BYTES:
        raise MalformedError(f"it is larger than {MOST_BYTES} bytes")
    try:
        table = json.loads(
            content.decode(),
            object_pairs_hook=unrepeated,
            parse_int=small,
            parse_float=small,
            parse_constant=small,
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"it is not JSON: {error!s:.99}") from None
    names = "schema kind game model rules claims scale lower upper"
    if not isinstance(table, dict) or set(table) != set(names.split()):
        raise MalformedError(f"expected the fields {names}")
    head = [table[name] for name in ("schema", "kind", "game", "model")]
    if head != [SCHEMA, "match", "farkle", "match"]:
        raise MalformedError("it is no certificate of a match of Farkle")
    return table


def check(content: bytes) -> dict[str, Any]:
    """The claims, all proved; raises ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    try:
        of = game(table["rules"])
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise MalformedError(f"the rules are no game: {error!s:.99}") from None
    scale, shape = natural(table["scale"], MOST_SCALE), (of.goal, of.goal)
    grids = []
    for name in ("lower", "upper"):
        rows = table[name] if isinstance(table[name], list) else []
        sizes = [isinstance(row, list) and len(row) for row in rows]
        if sizes != [of.goal] * of.goal:
            raise MalformedError(f"{name} has not the shape {shape}")
        grids.append(np.array([[natural(x, scale) for x in row] for row in rows]))
    lower, upper = grids
    for holds, step in (
        (lower <= upper, "the bounds are in order"),
        (lower > scale - upper.T, "moving is worth more than passing"),
        (lower <= turns(of, upper, scale), "the lower bounds hold"),
        (upper >= turns(of, lower, scale, up=True), "the upper bounds hold"),
    ):
        if not holds.all():
            mover, other = np.argwhere(~holds)[0]
            raise UnprovedError(f"it is not so that {step}: at {mover}, {other}")
    first = {
        "lower": str(Fraction(int(lower[0, 0]), scale)),
        "upper": str(Fraction(int(upper[0, 0]), scale)),
    }
    if table["claims"] != {"match.first_player": first}:
        raise UnprovedError(f"what is proved is {first}")
    return dict(table["claims"])


def tell(path: str, content: bytes) -> int:
    """Say of a file what is proved, or what is wrong; the exit code."""
    try:
        print(f"{path}: proved: {len(check(content))} claims")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: no certificate: {error}")
        return 2
    return 0


def main(paths: Sequence[str], tell: Callable[[str, bytes], int] = tell) -> int:
    """Check files, and say of each what is proved, or what is wrong."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # a pipe may never end, nor begin
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: no certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
