"""Check the certificate of a whole match of Farkle: python farkle_match.py FILE...

The proof is that of ``farkle_match`` in ``checker.py``, which checks shorter matches.
Here numpy treats all pairs of scores at once, from the highest stakes down. This file
imports nothing of trueodds and shares no code with it. Integers stay below 2**63: the
scale is at most 10**14, and 6**6 rolls of six dice are summed.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: a file is not a
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import gcd
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

HEAD = {
    "schema": "trueodds.certificate/1",
    "kind": "match",
    "game": "farkle",
    "model": "match",
}
MOST_BYTES = 16_000_000
MOST_SCORES = 400
MOST_HELD = 20_000_000  # pairs of scores by stake: 1 GB
MOST_WORK = 2 * 10**10  # pairs of scores by stake and keep: about a minute
MOST_SCALE = 10**14
SIXES = {
    "straight": [1, 1, 1, 1, 1, 1],
    "three_pairs": [2, 2, 2],
    "four_and_two": [2, 4],
    "two_triplets": [3, 3],
}
STRAIGHTS = {"".join(s) for n in range(2, 6) for s in combinations("123456", n)}
NUMBERS = ("nothing", "minimum_to_bank", "minimum_to_open", "target", *SIXES)


class MalformedError(Exception):
    """A file that is not a certificate."""


class UnprovedError(Exception):
    """A certificate that does not prove its claims."""


class Game(NamedTuple):
    """A match, with all points in units.

    Of the 6**n rolls of n dice ``farkles[n]`` are farkles. ``rolls[n]`` are the others:
    a weight, and the keeps as points and dice to roll next. ``goal`` is the number of
    scores below the target; ``bank`` and ``opens`` are the least stakes to bank.
    """

    farkles: list[int]
    rolls: list[list[tuple[int, list[tuple[int, int]]]]]
    goal: int
    bank: int
    opens: int


def game(rules: Any) -> Game:
    """Read the rules. Raises ``MalformedError``."""
    fields = {"singles", "of_a_kind", *NUMBERS}
    if not isinstance(rules, dict) or set(rules) - {"straights"} != fields:
        raise MalformedError("the rules do not have the expected fields")
    kinds = {"1": rules["singles"], **rules["of_a_kind"]}
    faces = {face for by_face in kinds.values() for face in by_face}
    if not (set(rules["of_a_kind"]) <= set("23456") and faces <= set("123456")):
        raise MalformedError("only 1 to 6 dice of the faces 1 to 6 have points")
    table = {
        (int(size), int(face)): natural(points)
        for size, by_face in kinds.items()
        for face, points in by_face.items()
    }
    points_for = {name: natural(rules[name]) for name in NUMBERS}
    straights = rules.get("straights", {})
    if not isinstance(straights, dict) or not set(straights) <= STRAIGHTS:
        raise MalformedError("a partial straight has 2 to 5 ascending faces")
    parts_of_straights = [
        (tuple(int(face in faces) for face in "123456"), natural(points))
        for faces, points in straights.items()
    ]

    @cache
    def best(dice: tuple[int, ...]) -> int:
        """Return the most points if all dice score, counted by face; else -1."""
        if not any(dice):
            return 0
        shape = sorted(n for n in dice if n)
        wholes = [points_for[name] or -1 for name, six in SIXES.items() if shape == six]
        face = next(face for face, n in enumerate(dice) if n)
        totals = [-1, *wholes]
        for size in range(1, dice[face] + 1):
            points = table.get((size, face + 1), 0)
            rest = best((*dice[:face], dice[face] - size, *dice[face + 1 :]))
            totals.append(points + rest if points and rest >= 0 else -1)
        for straight, points in parts_of_straights:
            left = tuple(n - taken for n, taken in zip(dice, straight, strict=True))
            rest = best(left) if points and min(left) >= 0 and straight[face] else -1
            totals.append(points + rest if rest >= 0 else -1)
        return max(totals)

    def keeps(dice: tuple[int, ...]) -> frozenset[tuple[int, int]]:
        left = sum(dice)
        parts = product(*(range(n + 1) for n in dice))
        scored = {(best(part), left - sum(part)) for part in parts if any(part)}
        legal = {keep for keep in scored if keep[0] > 0}
        if not legal and left == 6 and points_for["nothing"]:
            legal = {(points_for["nothing"], 0)}
        return frozenset(legal)

    classes: list[Counter[frozenset[tuple[int, int]]]] = [Counter()]
    rolled = Counter[tuple[int, ...]]({(0,) * 6: 1})
    for _ in range(6):
        more = Counter[tuple[int, ...]]()
        for dice, ways in rolled.items():
            for face in range(6):
                more[(*dice[:face], dice[face] + 1, *dice[face + 1 :])] += ways
        rolled = more
        counted = Counter[frozenset[tuple[int, int]]]()
        for dice, ways in rolled.items():
            counted[keeps(dice)] += ways
        classes.append(counted)
    every = [points for counted in classes for kept in counted for points, _ in kept]
    unit = gcd(*every)
    if not unit:
        raise MalformedError("nothing scores")
    names = ("target", "minimum_to_bank", "minimum_to_open")
    goal, bank, opens = (-(-points_for[name] // unit) for name in names)
    if not 0 < goal <= MOST_SCORES or max(bank, opens) > MOST_SCORES:
        raise MalformedError(f"expected 1 to {MOST_SCORES} scores")
    if goal**2 * min(max(every) // unit, MOST_SCORES) > MOST_HELD:
        raise MalformedError(f"{goal} scores of so few points take too much memory")
    if goal**2 * max(goal, opens, bank) * len(every) > MOST_WORK:
        raise MalformedError(f"{goal} scores, {len(every)} keeps: too much work")
    return Game(
        [counted[frozenset()] for counted in classes],
        [
            [
                (weight, [(points // unit, left or 6) for points, left in kept])
                for kept, weight in counted.items()
                if kept
            ]
            for counted in classes
        ],
        goal,
        max(bank, 1),
        max(bank, opens, 1),
    )


def turns(match: Game, grid: Array, scale: int, *, up: bool = False) -> Array:
    """Return the value of a turn from all pairs of scores, mover's score first.

    ``grid`` holds the opponent's values after the turn. Values are rounded at every
    roll, up or down.
    """
    goal = match.goal
    after = scale - grid.T
    padded = np.concatenate([after, np.full_like(after, scale)])
    score = np.arange(goal)[:, None]
    least = np.where(score > 0, match.bank, match.opens)
    most = max(n for rolls in match.rolls for _, kept in rolls for n, _ in kept)
    end = max(goal, match.opens)
    won = np.full((7, goal, goal), scale)
    values = {end: won}  # by stake; at the end stake every bank wins the match
    for stake in reversed(range(end)):
        if stake + most + 1 < end:
            del values[stake + most + 1]
        rows = max(goal - stake, int(stake < match.opens))
        rows = goal if stake < match.bank else rows
        banked = padded[min(stake, goal) :][:rows]
        may = stake >= least[:rows]
        now = won.copy()
        for dice in range(1, 7):
            total = match.farkles[dice] * after[:rows]
            for weight, kept in match.rolls[dice]:
                after_keeps = (
                    values[min(stake + n, end)][left, :rows] for n, left in kept
                )
                total += weight * reduce(np.maximum, after_keeps)
            rolled = (total + (6**dice - 1 if up else 0)) // 6**dice
            now[dice, :rows] = np.where(may, np.maximum(rolled, banked), rolled)
        now[:, (score[:, 0] + stake >= goal) & (stake >= least[:, 0])] = scale
        values[stake] = now
    return np.array(values[0][6])


def natural(value: Any, high: int = 10**9) -> int:
    """Read an integer from 0. Raises ``MalformedError``."""
    if type(value) is not int or not 0 <= value <= high:
        raise MalformedError(f"expected an integer from 0 to {high}: {brief(value)}")
    return value


def read(content: bytes) -> dict[str, Any]:
    """Parse JSON of small integers. Raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name occurs twice")
        return dict(pairs)

    def small(text: str) -> int:
        if len(text) > 18 or not text.isdigit():
            raise MalformedError(f"{text:.20} is negative, long or a float")
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
    if [table[name] for name in HEAD] != [*HEAD.values()]:
        raise MalformedError("it is not the certificate of a match of Farkle")
    return table


def check(content: bytes) -> dict[str, Any]:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    try:
        match = game(table["rules"])
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise MalformedError(f"the rules are not a game: {error!s:.99}") from None
    scale, shape = natural(table["scale"], MOST_SCALE), (match.goal, match.goal)
    grids = []
    for name in ("lower", "upper"):
        rows = table[name] if isinstance(table[name], list) else []
        sizes = [isinstance(row, list) and len(row) for row in rows]
        if sizes != [match.goal] * match.goal:
            raise MalformedError(f"{name} does not have the shape {shape}")
        grids.append(np.array([[natural(x, scale) for x in row] for row in rows]))
    lower, upper = grids
    for holds, step in (
        (lower <= upper, "the bounds are in order"),
        (lower > scale - upper.T, "moving is better than passing"),
        (lower <= turns(match, upper, scale), "the lower bounds hold"),
        (upper >= turns(match, lower, scale, up=True), "the upper bounds hold"),
    ):
        if not holds.all():
            mover, other = np.argwhere(~holds)[0]
            raise UnprovedError(f"not true that {step}: at {mover}, {other}")
    first = {
        "lower": str(Fraction(int(lower[0, 0]), scale)),
        "upper": str(Fraction(int(upper[0, 0]), scale)),
    }
    if table["claims"] != {"match.first_player": first}:
        raise UnprovedError(f"the proved bounds are {first}")
    return dict(table["claims"])


def tell(path: str, content: bytes) -> int:
    """Print the result for a file and return the exit code."""
    try:
        print(f"{path}: proved: {len(check(content))} claims")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: not a certificate: {error}")
        return 2
    return 0


def main(
    paths: Sequence[str],
    tell: Callable[[str, bytes], int] = tell,
    most_bytes: int = MOST_BYTES,
) -> int:
    """Check files, print the result for each, and return the exit code."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # Reading a pipe might never end.
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(most_bytes + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: not a certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
