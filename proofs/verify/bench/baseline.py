"""A scorer's speed in a file, to hold later runs against.

Speeds of another question (game, rule, rules) or another kind of machine are refused:
they would say nothing about the scorer.
"""

import json
import os
import platform
from pathlib import Path
from typing import NamedTuple

from trueodds.core import rulebook
from trueodds.core.errors import OutputError, TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.bench.timing import Speed

SCHEMA = "trueodds.bench-baseline/1"


class BaselineError(TrueoddsError):
    """A file that is no baseline, or one of another question or machine."""


class Question(NamedTuple):
    """What was timed, but for the scorer."""

    game: str
    rule: str
    rules_digest: str
    machine: str


def question(game: Game, rule: str, rules: Rules) -> Question:
    """The question that a scorer of this game answers on this machine."""
    return Question(game.name, rule, rulebook.digest(game.name, rules), _machine())


def _machine() -> str:
    """The kind of this machine: its system, processor and number of cores."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def store(file: Path, of: Question, speed: Speed) -> None:
    """Write a baseline. Raises ``OutputError`` when that cannot be done."""
    record = {"schema": SCHEMA} | of._asdict() | speed._asdict()
    try:
        file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write to {file}: {error.strerror}") from None


def load(file: Path, wanted: Question) -> Speed:
    """The speed that a baseline holds.

    Raises ``BaselineError`` for a file that is none, or that answers another question.
    """
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        if record["schema"] != SCHEMA:
            raise BaselineError(
                f"{file} has the schema {record['schema']}: not {SCHEMA}"
            )
        speed = Speed(float(record["warm"]), float(record["cold"]))
        of = Question(**{name: record[name] for name in Question._fields})
    except OSError as error:
        raise BaselineError(f"cannot read {file}: {error.strerror}") from None
    except (LookupError, TypeError, json.JSONDecodeError, UnicodeDecodeError):
        raise BaselineError(f"{file} is not a baseline of trueodds bench") from None
    for name, was, now in zip(Question._fields, of, wanted, strict=True):
        if was != now:
            raise BaselineError(
                f"{file} is of another {name.replace('_', ' ')}: {was}, not {now}; "
                "--update stores this run instead"
            )
    return speed


def regressions(was: Speed, now: Speed, tolerance: float) -> list[str]:
    """In words, what is worse than the baseline by more than ``tolerance`` (a share).

    >>> regressions(Speed(warm=1000, cold=0.1), Speed(warm=700, cold=0.11), 0.25)
    ['warm: 700 positions/s, the baseline has 1,000']
    """
    found = []
    if now.warm * (1 + tolerance) < was.warm:
        found.append(
            f"warm: {now.warm:,.0f} positions/s, the baseline has {was.warm:,.0f}"
        )
    if now.cold > was.cold * (1 + tolerance):
        found.append(f"cold: {now.cold:.3f} s, the baseline has {was.cold:.3f} s")
    return found
