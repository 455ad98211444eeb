"""Smaller examples of a fault: the scorer is asked for nearby smaller positions."""

import time
from contextlib import suppress
from typing import NamedTuple

from trueodds.proofs.verify.child_process import Scorer, ScorerError, ask
from trueodds.proofs.verify.positions.order import SpaceOrder
from trueodds.proofs.verify.positions.space import Rows
from trueodds.proofs.verify.scorer.failure_classes import Wrong

SECONDS = 10.0
"""Time limit for all runs together; the example of a slow scorer stays large."""

MOST = 1000
"""Upper limit on the smaller positions that one run of the scorer gets."""


class Smallest(NamedTuple):
    """The smallest wrong answer, and the result of a new run of the scorer.

    ``repeated`` is False if the scorer answers rightly in the new run.
    ``ascending`` is the same position with its cards or dice in ascending order, if
    the scorer answers that rightly.
    """

    wrong: Wrong
    repeated: bool = True
    ascending: str | None = None


def smallest(order: SpaceOrder, scorer: Scorer, wrong: Wrong, row: Rows) -> Smallest:
    """Return the wrong answer reached from ``row`` by steps to smaller neighbours."""
    until = time.monotonic() + SECONDS
    first, repeated = wrong, True
    with suppress(ScorerError):
        while until > time.monotonic():
            near = [
                (Wrong(text, order.score(text), 0), neighbour)
                for neighbour in order.space.neighbours(row.tolist())
                for text in [order.space.word(neighbour.tolist())]
            ]
            smaller = sorted(
                (pair for pair in near if pair[0].size < wrong.size),
                key=lambda pair: pair[0].size,
            )[:MOST]
            texts = [wrong.position, *(pair[0].position for pair in smaller)]
            itself, *answers = ask(scorer, texts, until - time.monotonic()).values
            if wrong is first:
                repeated = itself != wrong.right.value
            still_wrong = [
                (pair[0]._replace(got=got), pair[1])
                for pair, got in zip(smaller, answers, strict=True)
                if got != pair[0].right.value
            ]
            if not (still_wrong and repeated):
                break
            wrong, row = still_wrong[0]
        return Smallest(wrong, repeated, _ascending(order, scorer, wrong, row))
    return Smallest(wrong, repeated)


def _ascending(
    order: SpaceOrder, scorer: Scorer, wrong: Wrong, row: Rows
) -> str | None:
    """Return the position in ascending order, if the scorer then answers rightly."""
    text = order.space.word(order.space.ascending(row[None, :])[0].tolist())
    if text == wrong.position:
        return None
    (answer,) = ask(scorer, [text], SECONDS).values
    return text if answer == wrong.right.value else None
