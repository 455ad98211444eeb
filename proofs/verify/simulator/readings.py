"""The kinds of outcome that the first lines of a simulator can be.

Lines with one reading by their form, such as the cards of a coup, are judged as this
kind, and can be refuted. A bare number has no single reading. Every kind that can print
all of the first lines is then judged beside the others. The program is not refuted
unless a user names its kind.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Thread
from typing import TypeVar

from trueodds.core.errors import TrueoddsError, listed
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    UnknownKindError,
    kinds_of,
)
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind, faces, is_bare

T = TypeVar("T")

SECONDS = 2.0
"""Upper limit on the processor time of a distribution that was not asked for."""

GLANCE = 0.05
"""Seconds between two looks at the processor time."""

MANY_DICE = 5
"""From this many digits on, faces in a row are a roll even if their first is fixed."""


class _TooLongError(BaseException):
    """The exception that ends a computation; no handler of ours catches it."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The kinds of outcome by which lines of a simulator are judged.

    ``kinds`` has these kinds, with their exact distributions. If ``bare`` is true, the
    lines can be of several kinds, as bare numbers can, so they do not refute the
    program. ``skipped`` are the names of kinds that could print the lines, but whose
    distribution takes too long to compute or does not exist. ``hint`` is the end of a
    message: it says what else the lines look like.
    """

    kinds: tuple[OutcomeDistribution, ...]
    bare: bool = False
    skipped: tuple[str, ...] = ()
    hint: str = ""


def readings_of(
    lines: Sequence[str], game: Game, rules: Rules, rule: str | None = None
) -> Readings:
    """Return the kinds of outcome that the first lines can be.

    ``rule`` is the name of a scoring rule; None is the game's default rule. Raises
    ``UnknownKindError`` for lines that no kind can print.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> rules = rulebook.load(farkle)
    >>> [known.kind for known in readings_of(["6 6 6 1 6 2"], farkle, rules).kinds]
    ['roll', 'die']
    >>> readings_of(["50", "0"], farkle, rules).kinds[0].kind
    'score'
    """
    kinds = kinds_of(game, rules, rule)
    # A single line with a form of its own tells more than any bare number.
    words = [line for line in lines if not is_bare(line)]
    # Without lines there is nothing to judge by: the first kind of the game stands for
    # all.
    if not lines:
        return Readings((next(iter(kinds.values())).distribution(),))
    readings = _of_words(words, kinds) if words else _of_numbers(lines, kinds)
    if not (readings.kinds or readings.skipped):
        text = (words or lines)[0]
        raise UnknownKindError(
            f"{text[:40]!r} is no outcome of {game.name} that is known without a name"
            f"{readings.hint}; name its kind by --outcome: {listed(kinds)}"
        )
    return readings


def _of_words(words: Sequence[str], kinds: Mapping[str, OutcomeKind]) -> Readings:
    """Return the kinds whose form fits the most lines, which have one reading."""
    rolls = kinds.get("roll.N")
    tried = [kind for kind in kinds.values() if not kind.numbered or kind is rolls]
    fitting = {kind.name: sum(map(kind.form, words)) for kind in tried}
    most = max(fitting.values())
    names = [name for name, count in fitting.items() if most and count == most]
    # The usual number of dice comes before the same form with any number of dice.
    if "roll" in names:
        names = ["roll"]
    known = [_distribution(kinds[name], words) for name in names]
    # If kinds share outcomes, the same line has several readings.
    outcomes = [outcome for kind in known for outcome in kind.outcomes]
    return Readings(_with_faces(known, kinds), len({*outcomes}) < len(outcomes))


def _distribution(kind: OutcomeKind, lines: Sequence[str]) -> OutcomeDistribution:
    """Return the distribution of a kind; rolls have as many dice as the first line."""
    return kind.distribution(*[len(faces(lines[0]))] * kind.numbered)


def _with_faces(
    known: Sequence[OutcomeDistribution], kinds: Mapping[str, OutcomeKind]
) -> tuple[OutcomeDistribution, ...]:
    """Return the kinds, with the faces of rolls."""
    # The faces are judged too: a biased die changes each roll only a little.
    if known and known[0].unordered:
        die = kinds["die"].distribution()
        return known[0], replace(die, split=True)
    return tuple(known)


def _of_numbers(lines: Sequence[str], kinds: Mapping[str, OutcomeKind]) -> Readings:
    """Return the kinds that can print bare numbers, one of each distribution."""
    distributions: list[object] = []
    known: list[OutcomeDistribution] = []
    skipped: list[str] = []
    lengths = {*map(len, map(faces, lines))}
    for kind in kinds.values():
        rolls = kind.name == "roll.N" and len(lengths) == 1
        if (kind.numbered and not rolls) or not all(map(kind.form, lines)):
            continue
        # Bare numbers are tried against many kinds, some of which take long to compute.
        known_kind = limited(partial(_distribution, kind, lines), SECONDS)
        if known_kind is None:
            skipped.append(kind.name)
            continue
        distribution = {x: p for x, p in known_kind.distribution.items() if p}
        # Kinds with the same distribution have the same verdict.
        if _prints(known_kind, lines) and distribution not in distributions:
            distributions.append(distribution)
            known.append(known_kind)
    hint = _faces_from_zero(lines, kinds)
    rolled = kinds.get("roll")
    if rolled and [known_kind.kind for known_kind in known] == ["roll"] and not skipped:
        starts = {line.strip()[0] for line in lines}
        # Digits in a row that are all faces: a roll, unless they are few and the first
        # never changes.
        if len(starts) > 1 or lengths.pop() >= MANY_DICE:
            return Readings(_with_faces(known, kinds))
    # Several readings, or one by accident: the name of the kind is needed to refute.
    return Readings(tuple(known), bare=True, skipped=tuple(skipped), hint=hint)


def _prints(known: OutcomeDistribution, lines: Sequence[str]) -> bool:
    """Return True if all lines are possible, and not all are in the rest of a list."""
    rest = f"{known.high}+"
    # A list that ends in "20+" takes any larger number: alone this is no sign of the
    # kind.
    every = all(map(known.possible, lines))
    return every and any(known.read(line) != rest for line in lines)


def _faces_from_zero(lines: Sequence[str], kinds: Mapping[str, OutcomeKind]) -> str:
    """Return a hint if the numbers plus 1 are the faces of a die, from 1 to the last.

    >>> die = OutcomeKind("die", "", lambda line: line in "123456", lambda: None)
    >>> _faces_from_zero(["0", "5", "3"], {"die": die})
    ': 0 is no face; dice from 0 to 5?'
    """
    die = kinds.get("die")
    numbers = {*map(int, lines)}
    if not die or 0 not in numbers:
        return ""
    last = max(numbers)
    # The highest number must be the last face, or the numbers may be something else.
    shifted = all(die.form(str(number + 1)) for number in numbers)
    if shifted and not die.form(str(last + 2)):
        return f": 0 is no face; dice from 0 to {last}?"
    return ""


def limited(compute: Callable[[], T], seconds: float) -> T | None:
    """Return the result of a function, or None if it takes too much processor time.

    None is also the result if the function raises a ``TrueoddsError``.

    ``compute`` is the function, and ``seconds`` the limit.

    >>> from itertools import count
    >>> limited(lambda: 6, 1), limited(lambda: any(n < 0 for n in count()), 0.1)
    (6, None)
    """
    results: list[T] = []
    faults: list[Exception] = []

    def work() -> None:
        try:
            results.append(compute())
        except (TrueoddsError, _TooLongError):
            pass
        except Exception as fault:
            faults.append(fault)

    end = time.process_time() + seconds
    thread = Thread(target=work, daemon=True)
    thread.start()
    # Compiled code cannot be interrupted. It is left behind after a while.
    while thread.is_alive() and time.process_time() < end + seconds:
        thread.join(GLANCE)
        if time.process_time() > end:
            ident = ctypes.c_ulong(thread.ident or 0)
            interrupt = ctypes.py_object(_TooLongError)
            # Raised in the other thread as soon as it runs Python code.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, interrupt)
    if faults:
        raise faults[0]
    return results[0] if results else None
