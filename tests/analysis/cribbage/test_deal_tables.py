"""Tables of every discard of every deal."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow.csv
import pyarrow.parquet
import pytest

import trueodds
from trueodds.core.errors import OutputError
from trueodds.core.storage.progress import silent
from trueodds.reports.answers.cribbage import deal_tables

CHUNKS = ((500_000, 500_010), (500_010, 500_020))
"""Twenty suit classes in two parts."""


def write(path: Path, progress: Any = silent) -> str:
    request = deal_tables.TableRequest.of("dealer", None, path, "equilibrium")
    return deal_tables.write(request, None, progress, CHUNKS).text("table")


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_every_discard_of_every_deal(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"deals.{ending}"
    assert write(path) == f"Wrote {path}: 300 rows\n"
    assert list(tmp_path.iterdir()) == [path]
    read = pyarrow.parquet.read_table if ending == "parquet" else pyarrow.csv.read_csv
    rows = read(path).to_pylist()
    assert [row["class"] for row in rows] == [
        row for row in range(500_000, 500_020) for _ in range(15)
    ]
    for hand in {row["hand"] for row in rows}:
        ranked = trueodds.discard(hand, "dealer")
        of_hand = [row for row in rows if row["hand"] == hand]
        assert len(of_hand) == 15
        for row in of_hand:
            discard = ranked.of(row["discard"])
            assert row["role"] == "dealer"
            assert Fraction(row["own_46ths"], 46) == discard.own
            assert Fraction(row["crib_numerator"], row["denominator"]) == discard.crib
            assert Fraction(row["total_numerator"], row["denominator"]) == discard.total
            assert row["total"] == pytest.approx(float(discard.total), rel=1e-14)


def test_a_full_disk_leaves_no_table(tmp_path: Path) -> None:
    def full(stage: str, done: int, total: int) -> None:
        if stage == "dealer: writing":
            raise OSError(28, "No space left on device")

    path = tmp_path / "deals.parquet"
    path.write_text("what was there before")
    with pytest.raises(OutputError, match=r"deals\.parquet: No space left on device"):
        write(path, full)
    assert [file.read_text() for file in tmp_path.iterdir()] == [
        "what was there before"
    ]
