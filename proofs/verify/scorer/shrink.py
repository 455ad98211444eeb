"""Smaller examples of a fault: the scorer is asked for nearby smaller positions."""

from contextlib import suppress
from typing import NamedTuple

from trueodds.proofs.verify.child_process import Scorer, ScorerError, ask
from trueodds.proofs.verify.positions.order import SpaceOrder
from trueodds.proofs.verify.positions.space import Rows
from trueodds.proofs.verify.scorer.failure_classes import Wrong

SECONDS = 10.0
"""Time limit of the scorer in all runs; the example of a slow scorer stays large."""

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
    """Search for a smaller position that the scorer answers wrongly, too.

    ``order`` has the positions, and ``wrong`` is the wrong answer at one of them.
    ``row`` is this position as numbers: for each word, its index among all words of its
    column. The search goes from ``row`` to smaller neighbours: positions with one word
    changed, or with the same cards or dice in ascending order. A position is smaller if
    its text is shorter. Of equally long texts, the text with fewer scoring items is
    smaller.
    """
    space = order.space
    left = SECONDS
    first = wrong

    def size(pair: tuple[Wrong, Rows]) -> tuple[object, ...]:
        return (*pair[0].size[:2], pair[1].tolist())

    with suppress(ScorerError):
        while left > 0:
            # The ascending order comes first: ``ascending`` below is its text.
            near = [
                (Wrong(text, order.score(text), 0), neighbour)
                for neighbour in (
                    *space.ascending(row[None, :]),
                    *space.neighbours(row.tolist()),
                )
                for text in [space.word(neighbour.tolist())]
            ]
            ascending = near[0][0].position
            # Only strictly smaller positions, so the search ends.
            smaller = [pair for pair in near if size(pair) < size((wrong, row))]
            smaller = sorted(smaller, key=size)[:MOST]
            # The wrong answer itself is asked again, to see if it depends on what came
            # before.
            texts = [wrong.position, *(pair[0].position for pair in smaller)]
            asked = ask(scorer, texts, left, refusals=space.refusals)
            left -= asked.seconds
            itself, *answers = asked.values
            if wrong is first and itself == wrong.right.value:
                return Smallest(wrong, repeated=False)
            still_wrong = [
                (pair[0]._replace(got=got), pair[1])
                for pair, got in zip(smaller, answers, strict=True)
                if got != pair[0].right.value
            ]
            if not still_wrong:
                # The ascending order is among the smaller ones, or is this order.
                is_other = ascending != wrong.position
                return Smallest(wrong, ascending=ascending if is_other else None)
            # They are sorted: the first is the smallest.
            wrong, row = still_wrong[0]
    return Smallest(wrong)
