"""Progress bars, which only a terminal shows."""

import io
import time
from contextlib import redirect_stderr

import pytest

from trueodds.reports import progress


class Terminal(io.StringIO):
    """Text that was written to a terminal."""

    def isatty(self) -> bool:
        return True


def test_steps_share_one_bar_that_never_goes_back() -> None:
    terminal = Terminal()
    with redirect_stderr(terminal), progress.shown_overall(2) as (begin, show):
        begin("bunco")
        begin("cribbage")
        for done in range(11):
            show("solving", done, 10)
            time.sleep(0.02)
        show("checking", 0, 3)
    drawn = [line for line in terminal.getvalue().split("\r") if "%" in line]
    shares = [int(line.partition("%")[0].split()[-1]) for line in drawn]
    assert shares == sorted(shares)
    assert shares[-1] >= 50
    assert "cribbage, solving: " in terminal.getvalue()
    assert " left" in drawn[-1]


def test_the_time_before_the_first_bar_is_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    terminal = Terminal()
    with redirect_stderr(terminal), progress.shown() as show:
        time.sleep(0.3)
        assert terminal.getvalue() == progress.GETTING_READY
        show("solving", 1, 2)
    assert terminal.getvalue().count(progress.GETTING_READY) == 1


def test_a_file_gets_no_bar() -> None:
    file = io.StringIO()
    with redirect_stderr(file), progress.shown() as show:
        show("solving", 1, 2)
    with redirect_stderr(file), progress.shown_overall(1) as (begin, show):
        begin("bunco")
        show("solving", 1, 2)
    assert file.getvalue() == ""
