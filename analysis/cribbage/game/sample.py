"""A sample of whole deals at solved strategies, in independent batches.

Each batch has a random stream of its own, so the sample does not depend on the number
of processors, and an unfinished sample is resumed batch by batch.
"""

from __future__ import annotations

import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.deal_counts import BATCHES, FORMAT, DealCounts
from trueodds.analysis.cribbage.game.sampler import (
    DRAWS,
    STARTER,
    Deals,
    deal_out,
)
from trueodds.analysis.cribbage.play.solving.kept_hands import KEPT
from trueodds.analysis.cribbage.play.solving.opponent_keeps import compiled_throws
from trueodds.analysis.cribbage.play.solving.saved_solution import solved
from trueodds.analysis.cribbage.strategy_file import content_of, strategy_tables
from trueodds.core import rulebook
from trueodds.core.errors import OptionError
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import JACK, CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

CHUNK = 50_000
MOST = 128
"""More than the points of a player in a deal."""
THREADS = 2

log = logging.getLogger("trueodds")


def sample(
    folder: Path,
    rules: CribbageRules,
    deals: int,
    seed: int,
    unfinished: Path | None = None,
    progress: Progress = silent,
) -> DealCounts:
    """Sample deals, thrown by the shipped equilibrium and played by a folder's.

    Args:
        folder: A solution of the play, for hands as kept, that ``solve`` has written.
        rules: The rules of the strategies.
        deals: The number of deals, a multiple of ``BATCHES``.
        seed: The seed; the same seed gives the same deals.
        unfinished: A file for finished batches. The same sample is resumed from it.
        progress: Is called after each batch.

    Returns:
        The counts.

    Raises:
        OptionError: Another number of deals.
        RulesError: A strategy that is missing, damaged, or for other rules or hands.
        OutputError: The file for finished batches cannot be written.
    """
    if deals < BATCHES or deals % BATCHES:
        raise OptionError(
            f"{deals:,} deals do not make {BATCHES} equal batches; "
            f"give a multiple of {BATCHES}, such as 1000000"
        )
    digest = rulebook.digest("cribbage", rules)
    content, _ = content_of("equilibrium")
    throws = strategy_tables("equilibrium", rules)
    play = solved(folder, rules, KEPT, progress)
    pone, dealer = (compiled_throws(throws[role]) for role in ("pone", "dealer"))
    recipe = {
        "format": FORMAT,
        "rules": digest,
        "throws": hashlib.sha256(content).hexdigest(),
        "play": play.digest,
        "iterations": play.about["iterations"],
        "deals": deals,
        "seed": seed,
    }

    def batch_counts(batch: int) -> Array:
        counts = np.zeros((2, MOST, MOST), np.int32)
        generator = np.random.PCG64(np.random.SeedSequence([seed, batch]))
        left = deals // BATCHES
        while left:
            size = min(left, CHUNK)
            words = generator.random_raw(size * DRAWS).reshape(size, DRAWS)
            add_deals(
                deal_out(words, pone, dealer, play.game, play.parts), rules, *counts
            )
            left -= size
        return counts

    counts = _finished(unfinished, recipe)
    with ThreadPoolExecutor(THREADS) as threads:
        # A pair of batches at a time, so that an interruption waits for few.
        for batch in range(len(counts), BATCHES, THREADS):
            progress("batches of deals", batch, BATCHES)
            numbers = range(batch, min(batch + THREADS, BATCHES))
            counts = np.concatenate([counts, [*threads.map(batch_counts, numbers)]])
            if unfinished:
                store.write(unfinished, recipe, {"counts": counts})
    progress("batches of deals", BATCHES, BATCHES)
    totals, reached = counts[:, 0], counts[:, 1]
    dealer_most, pone_most = (
        int(at.max()) + 1 for at in np.nonzero(totals.any(axis=0))
    )
    used = np.s_[:, :dealer_most, :pone_most]
    return DealCounts(recipe, totals[used], reached[used])


def _finished(unfinished: Path | None, recipe: dict[str, Any]) -> Array:
    """Return the counts of the batches that a file for this recipe holds."""
    none = np.zeros((0, 2, MOST, MOST), np.int32)
    if unfinished is None or not unfinished.exists():
        return none
    try:
        stored, arrays = store.read(unfinished)
    except (OSError, ValueError) as error:
        log.warning("cannot resume from %s (%s); starting over", unfinished, error)
        return none
    return arrays["counts"] if stored == recipe else none


def add_deals(
    deals: Deals, rules: CribbageRules, totals: Array, reached: Array
) -> None:
    """Score deals in the order in which the rules award points.

    The final scores are added to ``totals``, the scores on the way to ``reached``.
    """
    shows = np.stack(
        [
            score_shows(deals.pone, rules=rules, checked=False),
            score_shows(deals.dealer, rules=rules, checked=False),
            score_shows(deals.crib, crib=True, rules=rules, checked=False),
        ],
        axis=1,
    ).astype(np.int64)
    heels = (deals.dealer[:, STARTER] >> 2 == JACK) * np.int64(rules.play.heels_points)
    _add(heels, deals.steps, shows, totals, reached)


@compiled
def _add(
    heels: Array, steps: Array, shows: Array, totals: Array, reached: Array
) -> None:
    """Add his heels, the play, pone's hand, the dealer's hand and the crib."""
    for deal in range(len(heels)):
        dealer = _reach(heels[deal], 0, 0, reached)
        pone: Any = 0
        for step in range(steps.shape[1]):
            more = np.int64(steps[deal, step, DEALER])
            dealer = _reach(more, dealer, pone, reached)
            pone += np.int64(steps[deal, step, PONE])
        pone += shows[deal, 0]
        dealer = _reach(shows[deal, 1] + shows[deal, 2], dealer, pone, reached)
        totals[dealer, pone] += 1


@inlined
def _reach(more: Any, dealer: Any, pone: Any, reached: Array) -> Any:
    """Count the points that the dealer reaches while pone has ``pone`` points."""
    for points in range(dealer + 1, dealer + more + 1):
        reached[points, pone] += 1
    return dealer + more
