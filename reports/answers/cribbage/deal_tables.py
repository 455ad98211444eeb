"""Tables of the discard: every discard of every deal, or the mean crib of each pair.

A table of all deals has 14 million rows for each role. They are written chunk by chunk
into a temporary file beside the output file, which replaces the output file when it is
complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM
from trueodds.analysis.cribbage.equilibrium.best_response import (
    DiscardValues,
    discard_values,
)
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.own_hand import STARTERS
from trueodds.analysis.cribbage.published.mean_cribs import mean_cribs
from trueodds.analysis.cribbage.published.tables import MeanCribs
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, OPPONENT, ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import DECK
from trueodds.core.errors import OutputError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import ranges
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.cribbage.pair_tables import PairTables
from trueodds.reports.answers.written import Written
from trueodds.reports.text.files import write_answer
from trueodds.reports.text.tables import row_writer

CHUNKS = tuple(ranges(CLASSES, 30))
"""Ranges of suit classes of deals. Each range is written as one chunk."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A request to write a table on cribbage's discards: its contents and its file.

    ``roles`` are the players who discard, "dealer" or "pone". ``kind`` is "deals" for
    all discards of all six-card deals. It is "91" for the mean crib of each pair of
    ranks thrown, and "169" if the pairs also differ by being of one suit or of two.
    ``path`` is the file, or None to print the table. ``opponent`` is the opponent's
    strategy: a name such as "equilibrium", or a file.
    """

    roles: tuple[str, ...]
    kind: str
    path: Path | None
    opponent: str

    @classmethod
    def of(
        cls, role: str | None, kind: str | None, path: Path | None, opponent: str
    ) -> TableRequest:
        """Return a request, with defaults for None.

        Args:
            role: The player who discards, "dealer" or "pone" (default: both).
            kind: "deals" for all deals, or "91" or "169" for the mean cribs of pairs
                of cards (default: "deals" for a .parquet or .csv file, otherwise "91").
            path: The file to write; None prints the table.
            opponent: The opponent's strategy: a name such as "equilibrium", or a file.

        Raises ``OutputError`` for a file that does not end in .parquet, .csv or .md,
        and for all deals without a .parquet or .csv file.
        """
        ending = path.suffix if path else None
        if ending not in (None, ".parquet", ".csv", ".md"):
            raise OutputError(
                f"{path}: a table is a .parquet, .csv or .md file, not {ending!r}"
            )
        # A table of all deals is too long for Markdown and for a terminal.
        for_all = ending in (".parquet", ".csv")
        kind = kind or ("deals" if for_all else "91")
        if kind == "deals" and not for_all:
            raise OutputError(
                "all deals are 14 million rows a role: name a .parquet or a .csv file "
                "with --out"
            )
        return cls((role,) if role else ROLES, kind, path, opponent)


def write(
    request: TableRequest,
    executor: Executor | None,
    progress: Progress,
    chunks: Sequence[tuple[int, int]] = CHUNKS,
) -> PairTables | Written:
    """Write the requested table into its file, and return an answer that names it.

    If the request has no file, the table of mean cribs is returned itself. ``executor``
    runs the work; if it is None, the processors of this machine do.

    A table of all deals has rows for each suit class: the deals that differ only in the
    names of the suits. Only the classes with numbers in ``chunks`` are written. A chunk
    is the number of its first class, and the number after its last class. Raises
    ``OutputError`` if the file cannot be written; then no part of it is left.
    """
    evaluator = Evaluator(CribbageRules.load(), executor, progress)
    path = request.path
    if path and request.kind == "deals":
        rows = 0
        with row_writer(path) as write_rows:
            for role in request.roles:
                values = _values(role, request, evaluator)
                for done, chunk in enumerate(chunks, 1):
                    # A chunk at a time: all rows of a role at once would take about a
                    # gigabyte.
                    rows += write_rows(*_deals(role, values, evaluator, *chunk))
                    progress(f"{role}: writing", done, len(chunks))
                del values  # free the memory before the next role: each takes 230 MB
        return Written.of(path, rows)
    means = _mean_cribs(request, evaluator)
    answer = PairTables.of(
        means, by_suit=request.kind == "169", opponent=request.opponent
    )
    return answer if path is None else write_answer(path, answer)


def _mean_cribs(request: TableRequest, evaluator: Evaluator) -> dict[str, MeanCribs]:
    """Return the mean cribs by role if both players use the named strategy.

    The mean cribs of the shipped equilibrium are cached.
    """
    if request.opponent == EQUILIBRIUM:
        results = at_equilibrium(
            evaluator.rules, executor=evaluator.executor, progress=evaluator.progress
        )
        # The rules are the default ones here, whose equilibrium ships.
        assert results is not None
        return {role: results.roles[role].cribs for role in request.roles}
    means = {}
    for role in request.roles:
        values = _values(role, request, evaluator)
        weights = strategy(request.opponent, role, evaluator.rules).weights
        means[role] = mean_cribs(values.crib, values.denominator, weights)
    return means


def _values(role: str, request: TableRequest, evaluator: Evaluator) -> DiscardValues:
    opponent = strategy(request.opponent, OPPONENT[role], evaluator.rules)
    return discard_values(role, opponent, evaluator.named(role))


def _deals(
    role: str, values: DiscardValues, evaluator: Evaluator, start: int, stop: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return columns for the classes from ``start`` to ``stop``, and lists of texts.

    Where there is a list of texts, the column of that name has indices into the list.
    """
    deals = all_classes(6)
    cards = deals.cards[start:stop]
    # As objects, because Python then adds the texts element by element.
    names = np.array([str(card) for card in DECK], dtype=object)
    hands = names[cards[:, 0]]
    for column in cards.T[1:]:
        hands = hands + " " + names[column]
    # The axes are class, discard and card; the first two become the rows of the table.
    thrown = cards[:, np.array(DISCARDS)].reshape(-1, 2).astype(np.int32)
    own = evaluator.own[start:stop].ravel()
    crib = values.crib[start:stop].ravel()
    total = values.totals[start:stop].ravel()
    rows = len(own)
    columns = {
        # Columns of texts have indices into lists: 15 rows share a hand, and all rows a
        # role.
        "role": np.zeros(rows, np.int8),
        "class": np.repeat(np.arange(start, stop, dtype=np.int32), len(DISCARDS)),
        "hand": np.repeat(np.arange(stop - start, dtype=np.int32), len(DISCARDS)),
        "deals": np.repeat(deals.sets[start:stop].astype(np.int8), len(DISCARDS)),
        "discard": 52 * thrown[:, 0] + thrown[:, 1],
        # Numerators are the exact values, and the three columns at the end are their
        # floats.
        "own_46ths": own.astype(np.int16),
        "crib_numerator": crib,
        "total_numerator": total,
        "denominator": np.full(rows, values.denominator),
        "own": own / STARTERS,
        "crib": crib / values.denominator,
        "total": total / values.denominator,
    }
    # All pairs of cards, so that the index of a pair is 52 times its first card plus
    # its second.
    two_cards = [f"{low} {high}" for low in DECK for high in DECK]
    return columns, {"role": [role], "hand": list(hands), "discard": two_cards}
