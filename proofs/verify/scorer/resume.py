"""What a verification has compared so far, in a file, to go on from another day.

The file knows its question and its scorer, files of which it has the checksums: what a
scorer answered before it was changed says nothing about it.
"""

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from trueodds.core import store
from trueodds.core.errors import TrueoddsError
from trueodds.proofs.verify.scorer.chunk import Disagreement, Stretch

SCHEMA = "trueodds.resume/1"


class ResumeError(TrueoddsError):
    """A file that is none to go on from, or one of another question or scorer."""


class State(NamedTuple):
    """Places still to be compared, and the wrong answers at all others."""

    remaining: list[tuple[int, int]]
    wrong: int
    kept: list[Disagreement]

    @classmethod
    def of(cls, before: "State", stretches: Sequence[Stretch]) -> "State":
        """Where some stretches have got to, which began with all that remained."""
        return cls(
            [(one.place, one.stop) for one in stretches if one.left],
            before.wrong + sum(one.wrong for one in stretches),
            [*before.kept, *(found for one in stretches for found in one.kept)],
        )


def fingerprint(words: Sequence[str]) -> dict[str, str]:
    """The checksums of the files among the words of a command, the program included."""
    found = {}
    for place, word in enumerate(words):
        path = Path(shutil.which(word) or word if place == 0 else word)
        if path.is_file():
            found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def write(file: Path, question: Mapping[str, Any], state: State) -> None:
    """Write the state, whole or not at all. Raises ``OutputError`` when it cannot."""
    store.write(
        file,
        {"schema": SCHEMA, **question},
        {
            "remaining": np.array(state.remaining, np.int64).reshape(-1, 2),
            "wrong": np.array(state.wrong),
            "places": np.array([one.place for one in state.kept], np.int64),
            "got": np.array([str(one.got) for one in state.kept], np.str_),
        },
    )


def read(file: Path, question: Mapping[str, Any]) -> State:
    """The state in a file.

    Raises ``ResumeError`` when it is damaged, or is of another question or scorer.
    """
    try:
        of, arrays = store.read(file)
    except (OSError, ValueError) as error:
        raise ResumeError(f"cannot go on from {file}: {error}") from None
    for name, wanted in {"schema": SCHEMA, **question}.items():
        if of.get(name) != wanted:
            raise ResumeError(
                f"{file} is of another {name.replace('_', ' ')}; remove it to begin "
                "anew"
            )
    return State(
        [(start, stop) for start, stop in arrays["remaining"].tolist()],
        int(arrays["wrong"]),
        [
            Disagreement(place, int(got))
            for place, got in zip(arrays["places"].tolist(), arrays["got"], strict=True)
        ],
    )
