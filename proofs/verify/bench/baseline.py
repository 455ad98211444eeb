"""A baseline: the speed of a scorer in a file, for comparison with later runs.

The file stores the ratios of the scorer's times to our reference's times. Other
programs on the machine change these ratios little. A baseline for another question
(game, rule, rules) or another kind of machine is refused.
"""

import json
import os
import platform
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from trueodds.core import rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.files import read_text, written_whole

SCHEMA = "trueodds.bench-baseline/2"


class BaselineError(TrueoddsError):
    """The error for a file that is no baseline, or has another question or machine."""


class Question(NamedTuple):
    """The game, rules and machine of a measurement, without the scorer."""

    game: str
    rule: str
    rules_digest: str
    machine: str


class Baseline(NamedTuple):
    """A stored speed, and stored ratios of the scorer's times to the reference's."""

    warm: float
    cold: float
    warm_ratio: float
    cold_ratio: float

    @property
    def ratios(self) -> dict[str, float]:
        """The ratios by name."""
        return {"warm": self.warm_ratio, "cold": self.cold_ratio}


def question(game: Game, rule: str, rules: Rules) -> Question:
    """Return the question that a scorer of this game answers on this machine."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return Question(game.name, rule, rulebook.digest(game.name, rules), machine)


def store(file: Path, asked: Question, baseline: Baseline) -> None:
    """Write a baseline. Raises ``OutputError`` when that is not possible."""
    record = {"schema": SCHEMA, **asked._asdict(), **baseline._asdict()}
    with written_whole(file) as place:
        place.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def load(file: Path, wanted: Question) -> Baseline:
    """Return the baseline in a file.

    Raises ``BaselineError`` for a file that is not a baseline, or is for another
    question.
    """
    try:
        record = json.loads(read_text(file, BaselineError))
        if record["schema"] != SCHEMA:
            raise BaselineError(
                f"{file} has the schema {record['schema']}, not {SCHEMA}, which holds "
                "ratios to the reference; --update stores this run instead"
            )
        baseline = Baseline(*(float(record[name]) for name in Baseline._fields))
        if not all(isfinite(number) and number > 0 for number in baseline):
            raise ValueError(baseline)
        asked = Question(*(record[name] for name in Question._fields))
    except BaselineError:
        raise
    except (LookupError, TypeError, ValueError, RecursionError):
        raise BaselineError(f"{file} is not a baseline of trueodds bench") from None
    for name, before, now in zip(Question._fields, asked, wanted, strict=True):
        if before != now:
            raise BaselineError(
                f"{file} is for another {name.replace('_', ' ')}: {before}, not {now}; "
                "--update stores this run instead"
            )
    return baseline
