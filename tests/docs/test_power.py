"""The page on power has the rows of its script, and cheap rows come out again."""

import pytest
from power import PAGE, faults, row_name, rows

ROWS = rows(PAGE.read_text("utf-8"))


def test_the_page_has_a_row_for_each_fault() -> None:
    assert [row_name(row) for row in ROWS] == [fault.name for fault in faults()]


@pytest.mark.parametrize("words", ["10 rolls a second", "no queen in eight decks"])
def test_cheap_rows_come_out_again(words: str) -> None:
    (fault,) = [fault for fault in faults() if words in fault.name]
    assert fault.row in ROWS
