"""Tables of the discard: every discard of every deal, or the mean crib of each pair.

All deals are 14 million rows a role. They are written by ranges of classes as they are
made, into a file beside the place, which takes its name when it is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Work
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, OTHER
from trueodds.analysis.cribbage.equilibrium.best_response import Worth, worth
from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.own_hand import STARTERS
from trueodds.analysis.cribbage.published.mean_cribs import mean_cribs
from trueodds.analysis.cribbage.published.tables import MeanCribs
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import DECK
from trueodds.core.errors import OutputError
from trueodds.core.parallel import ranges
from trueodds.core.progress import Progress
from trueodds.reports.files import write_together, written_whole
from trueodds.reports.games.cribbage import pair_tables
from trueodds.reports.games.cribbage.equilibrium import usual_rules
from trueodds.reports.text.tables import csv_text, markdown_text, table_text

PARTS = 30
"""How many ranges of classes a role's deals are written in."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table: whose discards, of what, where to, and against whom.

    ``kind`` is "deals", "91" or "169".
    """

    roles: tuple[str, ...]
    kind: str
    path: Path | None
    opponent: str

    @classmethod
    def of(
        cls, role: str | None, kind: str | None, path: Path | None, opponent: str
    ) -> Wanted:
        """What is usual where something is not said.

        Raises ``OutputError`` for a file of another ending, and for all deals where
        they do not go to a file that can hold them.
        """
        ending = path.suffix if path else None
        if ending not in (None, ".parquet", ".csv", ".md"):
            raise OutputError(
                f"{path}: a table is a .parquet, .csv or .md file, not {ending!r}"
            )
        for_all = ending in (".parquet", ".csv")
        kind = kind or ("deals" if for_all else "91")
        if kind == "deals" and not for_all:
            raise OutputError(
                "all deals are 14 million rows a role: name a .parquet or a .csv file "
                "with --out"
            )
        return cls((role,) if role else ROLES, kind, path, opponent)


def write(wanted: Wanted, executor: Executor | None, progress: Progress) -> str:
    """Write the table, or yield it as text; and say where it is.

    Raises ``OutputError`` when the place cannot be written to, with nothing left there.
    """
    work = Work(usual_rules(), executor, progress)
    if wanted.kind == "deals":
        assert wanted.path is not None
        rows = _write_deals(wanted, wanted.path, work)
        return f"Wrote {wanted.path}: {rows:,} rows\n"
    return _write_pairs(wanted, work)


def _write_pairs(wanted: Wanted, work: Work) -> str:
    """The mean crib of each pair."""
    by_suit = wanted.kind == "169"
    means = {role: _mean_cribs(role, wanted, work) for role in wanted.roles}
    ending = wanted.path.suffix if wanted.path else None
    if ending in (None, ".md"):
        text = pair_tables.text(
            means,
            markdown_text if ending else table_text,
            by_suit=by_suit,
            published=wanted.opponent == EQUILIBRIUM,
        )
        if wanted.path is None:
            return text
        write_together(wanted.path.parent, {wanted.path.name: text})
        return f"Wrote {wanted.path}\n"
    assert wanted.path is not None
    rows = pair_tables.rows(means, by_suit=by_suit)
    if ending == ".csv":
        write_together(wanted.path.parent, {wanted.path.name: csv_text(rows)})
    else:
        with _rows_to(wanted.path) as write_rows:
            write_rows({name: [row[name] for row in rows] for name in rows[0]}, {})
    return f"Wrote {wanted.path}: {len(rows)} rows\n"


def _mean_cribs(role: str, wanted: Wanted, work: Work) -> MeanCribs:
    """Both throwing by the strategy named; kept where it is the shipped equilibrium."""
    if wanted.opponent == EQUILIBRIUM:
        found = at_equilibrium(
            work.rules, executor=work.executor, progress=work.progress
        )
        assert found is not None
        return found.roles[role].cribs
    answer = _worth(role, wanted, work)
    weights = strategy(wanted.opponent, role, work.rules).weights
    return mean_cribs(answer.crib, answer.denominator, weights)


def _worth(role: str, wanted: Wanted, work: Work) -> Worth:
    other = OTHER[role]
    return worth(role, strategy(wanted.opponent, other, work.rules), work.named(role))


def _write_deals(wanted: Wanted, path: Path, work: Work) -> int:
    """Every discard of every deal, class by class."""
    with _rows_to(path) as write_rows:
        rows = 0
        for role in wanted.roles:
            answer = _worth(role, wanted, work)
            parts = list(ranges(len(answer.crib), PARTS))
            for done, part in enumerate(parts):
                rows += write_rows(*_deals(role, answer, work, *part))
                work.progress(f"{role}: writing", done + 1, len(parts))
            del answer  # before the next: each takes 230 MB
    return rows


def _deals(
    role: str, answer: Worth, work: Work, start: int, stop: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns for the classes from ``start`` to ``stop``, and texts that repeat.

    A text column is places in a list of texts.
    """
    deals = all_classes(6)
    cards = deals.cards[start:stop]
    names = np.array([str(card) for card in DECK], dtype=object)
    hands = names[cards[:, 0]]
    for column in cards.T[1:]:
        hands = hands + " " + names[column]
    thrown = cards[:, np.array(DISCARDS)].reshape(-1, 2).astype(np.int32)
    two_cards = [f"{one} {other}" for one in DECK for other in DECK]
    own = work.own[start:stop].ravel()
    crib = answer.crib[start:stop].ravel()
    total = answer.totals[start:stop].ravel()
    rows = len(own)
    columns = {
        "role": np.zeros(rows, np.int8),
        "class": np.repeat(np.arange(start, stop, dtype=np.int32), len(DISCARDS)),
        "hand": np.repeat(np.arange(stop - start, dtype=np.int32), len(DISCARDS)),
        "deals": np.repeat(deals.sets[start:stop].astype(np.int8), len(DISCARDS)),
        "discard": 52 * thrown[:, 0] + thrown[:, 1],
        "own_46ths": own.astype(np.int16),
        "crib_numerator": crib,
        "total_numerator": total,
        "denominator": np.full(rows, answer.denominator),
        "own": own / STARTERS,
        "crib": crib / answer.denominator,
        "total": total / answer.denominator,
    }
    return columns, {"role": [role], "hand": list(hands), "discard": two_cards}


WriteRows = Callable[[dict[str, Any], dict[str, Any]], int]


@contextmanager
def _rows_to(path: Path) -> Iterator[WriteRows]:
    """A function that adds rows to a Parquet or CSV file, and says how many."""
    from pyarrow.csv import CSVWriter
    from pyarrow.parquet import ParquetWriter

    as_csv = path.suffix == ".csv"
    with written_whole(path) as place, ExitStack() as stack:
        writers: list[Any] = []

        def write_rows(columns: dict[str, Any], texts: dict[str, Any]) -> int:
            rows = _arrow(columns, texts, dictionaries=not as_csv)
            if not writers:
                kind = CSVWriter if as_csv else ParquetWriter
                options = {} if as_csv else {"compression": "zstd"}
                writer = kind(place, rows.schema, **options)
                writers.append(stack.enter_context(writer))
            writers[0].write_table(rows)
            return int(rows.num_rows)

        yield write_rows


def _arrow(
    columns: dict[str, Any], texts: dict[str, Any], *, dictionaries: bool
) -> Any:
    """The columns as an Arrow table; texts as dictionaries, or as they are."""
    import pyarrow

    found = {}
    for name, column in columns.items():
        if name in texts:
            column = pyarrow.DictionaryArray.from_arrays(column, texts[name])
            column = column if dictionaries else column.cast("string")
        found[name] = column
    return pyarrow.table(found)
