"""The smallest position that a scorer gets wrong, by asking it for smaller ones."""

import time
from collections.abc import Sequence
from contextlib import suppress

from trueodds.proofs.verify.child_process import ScorerError, ask
from trueodds.proofs.verify.positions.order import SpaceWalk
from trueodds.proofs.verify.positions.space import Rows
from trueodds.proofs.verify.scorer.failure_classes import Wrong

SECONDS = 10.0
"""For all questions together; a slow scorer's example stays as large as it is."""

MOST = 1000
"""Smaller positions asked at a time."""


def smallest(
    walk: SpaceWalk, command: Sequence[str], wrong: Wrong, row: Rows
) -> tuple[Wrong, bool]:
    """Go to smaller neighbours of the position ``row`` while those are wrong too.

    Also tells whether the scorer, started anew, still gives the wrong answer.
    """
    until = time.monotonic() + SECONDS
    first, again = wrong, True
    with suppress(ScorerError):
        while until > time.monotonic():
            near = [
                (Wrong(text, walk.score(text), 0), neighbour)
                for neighbour in walk.space.neighbours(row.tolist())
                for text in [walk.space.word(neighbour.tolist())]
            ]
            smaller = sorted(
                (pair for pair in near if pair[0].size < wrong.size),
                key=lambda pair: pair[0].size,
            )[:MOST]
            texts = [wrong.position, *(one.position for one, _ in smaller)]
            itself, *answers = ask(command, texts, until - time.monotonic()).values
            if wrong is first:
                again = itself != wrong.right.value
            found = [
                (one._replace(got=got), neighbour)
                for (one, neighbour), got in zip(smaller, answers, strict=True)
                if got != one.right.value
            ]
            if not (found and again):
                break
            wrong, row = found[0]
    return wrong, again
