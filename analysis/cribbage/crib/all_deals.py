"""One exact pass: the crib of every discard of every deal, by shards.

A shard is a range of suit classes, and any ``concurrent.futures.Executor`` may run it,
in this process or far away: a strategy travels compressed, and each process sums up
over the other's hands once for all of its shards.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.expected_crib import crib_values
from trueodds.analysis.cribbage.crib.inclusion_exclusion import Sums, sum_up
from trueodds.analysis.cribbage.own_hand import own_sums
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, Throws
from trueodds.core.parallel import ranges
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules

SHARDS = 32


@dataclass(frozen=True)
class Work:
    """By which rules passes are made, where, and who listens to how far they are."""

    rules: CribbageRules
    executor: Executor | None = None
    progress: Progress = silent

    @cached_property
    def own(self) -> NDArray[np.int32]:
        """``hands.own_sums``."""
        return own_sums(self.rules)

    def named(self, stage: str) -> Work:
        """The same, its progress under this name."""
        named = replace(
            self, progress=lambda *told: self.progress(f"{stage}: {told[0]}", *told[1:])
        )
        named.__dict__["own"] = self.own  # found once
        return named

    def crib(self, other: Strategy) -> NDArray[np.int64]:
        """``exact_crib`` against a strategy of the other."""
        return exact_crib(
            other, self.rules, executor=self.executor, progress=self.progress
        )


_summed: dict[str, Sums] = {}
_summing = threading.Lock()


def exact_crib(
    strategy: Strategy,
    rules: CribbageRules,
    *,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> NDArray[np.int64]:
    """The crib's mean points for every class and discard: (962988, 15).

    The other player throws by ``strategy``. Integers over
    ``crib_denominator(strategy.denominator)``; exact. Without an executor all
    processors of this machine work on it. An interrupted pass cancels its shards.
    """
    found = np.empty((CLASSES, 15), np.int64)
    shards = list(ranges(CLASSES, SHARDS))
    stage = "cribs of all deals"
    with _Workers(executor) as workers:
        if executor is None:
            sums = sum_up(strategy, rules, progress)
            runs = {workers.submit(crib_values, sums, *part): part for part in shards}
        else:
            packed = strategy.throws, strategy.throws.digest
            runs = {
                workers.submit(crib_shard, *packed, rules, *part): part
                for part in shards
            }
        try:
            for done, run in enumerate(as_completed(runs)):
                found[slice(*runs[run])] = run.result()
                progress(stage, done + 1, len(shards))
        except BaseException:
            for run in runs:
                run.cancel()
            raise
    return found


def crib_shard(
    throws: Throws, digest: str, rules: CribbageRules, start: int, stop: int
) -> NDArray[np.int64]:
    """``exact_crib`` of the classes from ``start`` to ``stop``, anywhere.

    The sums of the last strategy are kept until another one, or ``clear_cache``.
    """
    key = f"{digest} {rules!r}"
    with _summing:
        if key not in _summed:
            _summed.clear()
            _summed[key] = sum_up(Strategy(throws), rules)
        sums = _summed[key]
    return crib_values(sums, start, stop)


def clear_cache() -> None:
    """Forget the sums that ``crib_shard`` keeps in this process."""
    _summed.clear()


class _Workers:
    """A given executor, which stays open, or one of our own, which does not."""

    def __init__(self, executor: Executor | None) -> None:
        self.given = executor
        self.own = None if executor else ThreadPoolExecutor(os.cpu_count())

    def __enter__(self) -> Executor:
        workers = self.given or self.own
        assert workers is not None
        return workers

    def __exit__(self, *_: object) -> None:
        if self.own:
            self.own.shutdown(cancel_futures=True)
