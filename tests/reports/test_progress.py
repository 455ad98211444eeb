"""Progress bars, which only a terminal shows."""

import io
import os
import time
from contextlib import redirect_stderr
from typing import Any

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


def test_a_terminal_without_a_height_has_a_bar() -> None:
    """A pseudo-terminal reports no rows, if nobody sets its size."""
    reading, writing = os.openpty()
    with (
        open(reading, "rb", buffering=0) as shown,
        open(writing, "w") as terminal,
        redirect_stderr(terminal),
    ):
        assert os.get_terminal_size(writing).lines == 0
        with progress.shown() as show:
            show("solving", 1, 2)
            terminal.flush()
        assert b"solving:  50%" in shown.read(4096)


def test_a_resumed_run_has_the_time_left_of_its_own_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """90 of 100 blocks are from before the interruption."""
    made = []

    def bar(*arguments: Any, **settings: Any) -> Any:
        made.append(usual(*arguments, **settings))
        return made[0]

    usual = progress._bar
    monkeypatch.setattr(progress, "_bar", bar)
    with redirect_stderr(Terminal()), progress.shown() as show:
        for done in (90, 91, 92):
            show("solving", done, 100)
        assert (made[0].n, made[0].initial) == (92, 90)
