"""Resume files: the comparisons of an unfinished verification.

The file records its question, and the checksums of the scorer's files. Answers of a
scorer that has changed since say nothing about the scorer as it is now.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from trueodds.core.errors import TrueoddsError
from trueodds.core.storage import store
from trueodds.core.storage.files import reading
from trueodds.proofs.verify.scorer.chunk import Chunk, Disagreement

SCHEMA = "trueodds.resume/1"


class ResumeError(TrueoddsError):
    """The error for a file that is damaged, or is of another question or scorer."""


class RunState(NamedTuple):
    """The positions still to be compared, and the wrong answers so far.

    A place is the number of a position in the order sent, from 0. ``remaining`` are
    intervals of places: the first place, and the place after the last. ``wrong`` is the
    number of all wrong answers. ``kept`` has the first of them, at most 60,000 of each
    chunk.
    """

    remaining: list[tuple[int, int]]
    wrong: int
    kept: list[Disagreement]

    @classmethod
    def of(cls, before: "RunState", chunks: Sequence[Chunk]) -> "RunState":
        """Return the state after a run: ``before``, and the results of its chunks.

        The chunks cover all places that remained.
        """
        return cls(
            [(chunk.place, chunk.stop) for chunk in chunks if chunk.left],
            before.wrong + sum(chunk.wrong for chunk in chunks),
            [*before.kept, *(kept for chunk in chunks for kept in chunk.kept)],
        )

    @property
    def complete(self) -> bool:
        """True if every wrong answer was kept in ``kept``, and not only counted."""
        return self.wrong == len(self.kept)

    def compared(self, places: int, most: int) -> Iterator[tuple[int, int]]:
        """Yield intervals of places whose answers are known to be right or wrong.

        ``places`` is the number of all places, and ``most`` the number of places that
        the intervals may have together. An interval is its first place, and the place
        after the last. If every wrong answer was kept, the intervals have the places
        that have been compared; else they have the places of the wrong answers that
        were kept.
        """
        if not self.complete:
            for kept in self.kept[:most]:
                yield kept.place, kept.place + 1
            return
        place = 0
        # What has been compared lies between the places that remain.
        for start, stop in (*sorted(self.remaining), (places, places)):
            if start > place and most > 0:
                yield place, min(start, place + most)
                most -= start - place
            place = stop


def fingerprint(words: Sequence[str]) -> dict[str, str]:
    """Return the SHA-256 checksums of the files that a command names, by path.

    ``words`` is the command line, the program first.
    """
    checksums = {}
    for place, word in enumerate(words):
        # The program is found as the shell finds it; other words are files as they are.
        path = Path(shutil.which(word) or word if place == 0 else word)
        if path.is_file():
            with reading(path, ResumeError), path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256")
            checksums[str(path)] = digest.hexdigest()
    return checksums


def write(file: Path, question: Mapping[str, Any], state: RunState) -> None:
    """Write the state of a verification to a file, completely or not at all.

    ``question`` says what is verified, as ``ScorerQuestion.record`` returns it.

    Raises ``OutputError`` on failure.
    """
    store.write(
        file,
        {"schema": SCHEMA, **question},
        {
            "remaining": np.array(state.remaining, np.int64).reshape(-1, 2),
            "wrong": np.array(state.wrong),
            "places": np.array([kept.place for kept in state.kept], np.int64),
            # As text, since an answer may be larger than 64 bits.
            "got": np.array([str(kept.got) for kept in state.kept], np.str_),
        },
    )


def read(file: Path, question: Mapping[str, Any]) -> RunState:
    """Return the state of an unfinished verification from its resume file.

    ``question`` says what is verified, as ``ScorerQuestion.record`` returns it. Raises
    ``ResumeError`` if the file is damaged, or is of another question or scorer.
    """
    try:
        if not file.is_file():
            raise ValueError("it is not a file")
        key, arrays = store.read(file)
        written = dict(key)
    except (OSError, ValueError, TypeError) as error:
        raise ResumeError(f"cannot resume from {file}: {error}") from None
    for name, wanted in {"schema": SCHEMA, **question}.items():
        if written.get(name) != wanted:
            raise ResumeError(
                f"{file} is of another {name.replace('_', ' ')}; remove it to start "
                "over"
            )
    try:
        return RunState(
            [(start, stop) for start, stop in arrays["remaining"].tolist()],
            int(arrays["wrong"]),
            list(map(Disagreement, arrays["places"].tolist(), map(int, arrays["got"]))),
        )
    except (ArithmeticError, KeyError, TypeError, ValueError):
        raise ResumeError(
            f"cannot resume from {file}: it is damaged; remove it to start over"
        ) from None
