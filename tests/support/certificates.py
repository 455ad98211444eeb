"""Small certificates for the tests, and every way to change one number in one."""

import copy
import json
import pathlib
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from once import once

import trueodds
from trueodds.core import games
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.certificates import baccarat, bunco, cribbage, farkle
from trueodds.proofs.certificates.format import Maker
from trueodds.proofs.checkers.command import check
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.parts import parts

Document = dict[str, Any]
Path = tuple[Any, ...]

FEW_SCORES = {
    "singles": {1: 100},
    "of_a_kind": {3: {1: 300, 2: 200}},
    "straight": 500,
}
"""Rules under which turns are short, so that their certificates are small."""

SHORT_RACE = {"dice": 2, "sides": 3, "rounds": 2, "round_points": 3, "tables": 1}
RACE_OF_1_0 = pathlib.Path(__file__).with_name("bunco-race-of-1.0.json")
"""The certificate of a short race, as 1.0 wrote it."""

SMALL_SHOE = {"shoe": "A:3,4:2,9:3,K:2", "bets": {}}


def makers(*names: str) -> list[Maker]:
    """Return the makers of these games' certificates, or those of all games."""
    by_game = (parts(games.find(name)).makers() for name in names or games.names())
    return [*chain.from_iterable(by_game)]


@cache
def small(name: str) -> Document:
    """Return a small certificate."""
    if name == "bunco race":  # Its maker is no more, and its files are still checked.
        race: Document = json.loads(RACE_OF_1_0.read_text())
        return race
    few = Odds("farkle", FarkleRules.load("ece209", **FEW_SCORES), "", [])
    makers: dict[str, Callable[[], Any]] = {
        "bunco roll": lambda: bunco.rolls(trueodds.odds("bunco", set=SHORT_RACE)),
        "bunco turn": lambda: bunco.turn(trueodds.odds("bunco", set=SHORT_RACE)),
        "baccarat coup": lambda: baccarat.coups(
            trueodds.odds("baccarat", set=SMALL_SHOE)
        ),
        "cribbage hand": lambda: cribbage.hand(trueodds.odds("cribbage")),
        "farkle roll": lambda: farkle.rolls(trueodds.odds("farkle", "ece209")),
        "farkle turn": lambda: farkle.turn(few),
        "farkle thresholds": lambda: farkle.thresholds(few, highest=400),
        "farkle solitaire": lambda: farkle.solitaire(few, target=700),
        "farkle last-turn": lambda: farkle.last_turn(few, most_behind=600),
    }
    document: Document = once(
        f"certificate {name}", lambda: json.loads(makers[name]().text())
    )
    return document


def content(document: Document) -> bytes:
    """Return the bytes of a certificate."""
    return json.dumps(document).encode()


def is_proved(document: Document) -> bool:
    """Return True if the checker accepts it."""
    try:
        return check(content(document)) == document["claims"]
    except (UnprovedError, MalformedError):
        return False


def numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of numbers and truth values; text can be a number too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from numbers(inner, (*path, index))
    elif not isinstance(value, str) or re.fullmatch(r"-?\d+(/\d+)?", value):
        yield path


def changed(document: Document, path: Path) -> Iterator[Document]:
    """Yield the certificate with one number a step up or down, or one truth flipped."""
    value: Any = document
    for key in path:
        value = value[key]
    if isinstance(value, bool):
        yield _with(document, path, not value)
        return
    for step in (1, -1):
        if isinstance(value, int):
            yield _with(document, path, value + step)
        else:
            old = Fraction(value)
            new = Fraction(old.numerator + step, old.denominator)
            yield _with(document, path, str(new))


def _with(value: Any, path: Path, new: Any) -> Any:
    """Return a copy with a new value at one path; the rest is shared."""
    if not path:
        return new
    other = copy.copy(value)
    other[path[0]] = _with(value[path[0]], path[1:], new)
    return other
