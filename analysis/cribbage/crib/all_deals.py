"""Evaluation over all deals: the expected crib of each discard, chunk by chunk.

Deals that differ only in the names of the suits form a suit class, and a chunk is a
range of suit classes. Any ``concurrent.futures.Executor`` may run chunks, in this
process or on remote workers. A strategy travels compressed, and each process computes
the sums over the opponent's hands once for all of its chunks.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import Executor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.inclusion_exclusion import (
    CribSums,
    crib_sums,
    expected_cribs,
)
from trueodds.analysis.cribbage.own_hand import own_sums
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, StrategyTable
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import Threads, ranges
from trueodds.core.storage.progress import Progress, silent

CHUNKS = tuple(ranges(CLASSES, 32))

_summing = threading.Lock()


@dataclass(frozen=True)
class Evaluator:
    """An evaluator of discard strategies over all deals under some rules.

    The deals are split into ``chunks``, which are ranges of suit classes. ``executor``
    runs the chunks (default: the processors of this machine). A suit class has all sets
    of cards that differ only in the names of the suits.
    """

    rules: CribbageRules
    executor: Executor | None = None
    progress: Progress = silent
    chunks: tuple[tuple[int, int], ...] = CHUNKS

    @property
    def own(self) -> NDArray[np.int32]:
        """Points of the four cards kept, summed over the 46 starters: (962988, 15).

        The axes are the suit class of six cards and the discard. A suit class has all
        sets of cards that differ only in the names of the suits.
        """
        return own_sums(self.rules)

    def named(self, stage: str) -> Evaluator:
        """Return a copy whose progress messages begin with ``stage``."""

        def progress(part: str, done: int, total: int) -> None:
            self.progress(f"{stage}: {part}", done, total)

        return replace(self, progress=progress)

    def cribs(self, opponent: Strategy) -> NDArray[np.int64]:
        """Return the crib's mean points, for each suit class of six cards and discard.

        ``opponent`` is the opponent's strategy. The result is exact: integers of shape
        (962988, 15), to be divided by ``crib_denominator(opponent.denominator)``. If
        the evaluation is interrupted, chunks that have not begun are cancelled. A suit
        class has all sets of cards that differ only in the names of the suits.
        """
        cribs = np.empty((CLASSES, 15), np.int64)
        if self.executor is None:
            sums = crib_sums(opponent, self.rules, self.progress)
            chunk_of = partial(expected_cribs, sums)
        else:
            chunk_of = partial(chunk_cribs, opponent.table, self.rules)
        # The given executor stays open.
        opened = nullcontext(self.executor) if self.executor else None
        with opened or Threads(os.cpu_count()) as workers:
            calls = {workers.submit(chunk_of, *chunk): chunk for chunk in self.chunks}
            try:
                # Chunks end in any order, and each goes to its own rows.
                for done, call in enumerate(as_completed(calls), 1):
                    cribs[slice(*calls[call])] = call.result()
                    self.progress("cribs of all deals", done, len(calls))
            except BaseException:
                # Otherwise the workers compute all chunks that are left, also after
                # Ctrl-C.
                for call in calls:
                    call.cancel()
                raise
        return cribs


def chunk_cribs(
    table: StrategyTable, rules: CribbageRules, start: int, stop: int
) -> NDArray[np.int64]:
    """Return the crib's mean points for the suit classes from ``start`` to ``stop``.

    The result has the rows of ``Evaluator.cribs`` from ``start`` to before ``stop``.
    ``table`` is the opponent's strategy. Worker processes run this function. Each
    process caches the sums over the hands of its last opponent. A suit class has all
    sets of cards that differ only in the names of the suits.
    """
    with _summing:  # the threads of a process compute the sums once
        sums = sums_of(table, rules)
    return expected_cribs(sums, start, stop)


@lru_cache(1)
def sums_of(table: StrategyTable, rules: CribbageRules) -> CribSums:
    """Return the sums over the opponent's hands that give the crib of every deal.

    ``table`` is the strategy by which the opponent discards. The sums of the last
    strategy are cached.
    """
    return crib_sums(Strategy(table), rules)
