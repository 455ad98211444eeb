"""Solutions of the play that are interrupted, damaged or meant for another game."""

import os
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from explicit_play import dealt

from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.errors import OutputError, RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store

KEY = {"deck": "A 2 3"}
FILES = saved_solution.PROGRESS, saved_solution.STRATEGY
ITERATIONS = 60
KILLED = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = [{folder!r}, {support!r}]
from test_play_interrupted import go_on

def progress(name, done, steps):
    if done == 37:
        os.kill(os.getpid(), signal.SIGKILL)

go_on(Path({out!r}), progress)
"""


def go_on(
    folder: Path, progress: Callable[[str, int, int], None] | None = None
) -> None:
    """Solve a small deck in a folder, from where it was left."""
    game = RanksOfPlay((0, 1, 2), 2)
    solver = Solver(game, dealt(game))
    more = {"progress": progress} if progress else {}
    saved_solution.run(folder, KEY, solver, Fraction(0), ITERATIONS, **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a solution without an interruption."""
    folder = tmp_path_factory.mktemp("whole")
    go_on(folder)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_solve_resumes_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    support = Path(__file__).parents[2] / "support"
    folders = {"folder": str(Path(__file__).parent), "support": str(support)}
    script = KILLED.format(out=str(out), **folders)
    ran = subprocess.run([sys.executable, "-c", script], check=False)
    assert ran.returncode == -9
    stored, _ = store.read(out / saved_solution.PROGRESS)
    assert stored["iterations"] == 20
    go_on(out)
    assert contents(out) == contents(whole)


def test_an_interruption_of_slow_iterations_loses_no_more_than_one(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(name: str, done: int, steps: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(saved_solution, "KEPT_AFTER", -1)
    with pytest.raises(KeyboardInterrupt):
        go_on(tmp_path, interrupt)
    assert store.read(tmp_path / saved_solution.PROGRESS)[0]["iterations"] == 3
    monkeypatch.undo()
    go_on(tmp_path)
    assert contents(tmp_path) == contents(whole)


def test_a_full_disk_keeps_what_was_finished(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Path.write_bytes
    room = [4]

    def write(path: Path, content: Any) -> int:
        room[0] -= 1
        if room[0] < 0:
            written(path, bytes(content[: len(content) // 2]))
            raise OSError(28, "No space left on device")
        return written(path, content)

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(OutputError, match="No space left"):
        go_on(tmp_path)
    monkeypatch.undo()
    assert set(contents(tmp_path)) == {*FILES}
    stored, _ = store.read(tmp_path / saved_solution.PROGRESS)
    assert stored["iterations"] in (20, 40)
    store.read_bytes(tmp_path / saved_solution.STRATEGY)
    go_on(tmp_path)
    assert contents(tmp_path) == contents(whole)


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file_is_refused(whole: Path, tmp_path: Path, name: str) -> None:
    for file, content in contents(whole).items():
        (tmp_path / file).write_bytes(content)
    (tmp_path / name).write_bytes((whole / name).read_bytes()[:-1])
    with pytest.raises(RulesError, match="its checksum is wrong"):
        go_on(tmp_path)


def arrays(**values: Any) -> bytes:
    return store.pack({name: np.array(value) for name, value in values.items()})


NUMBERS = {"iterations": 1, "exploitability": 0.5}
FORGED: dict[str, tuple[Any, bytes] | bytes | str] = {
    "endless": "/dev/zero",
    "a folder": "/",
    "empty": b"",
    "deep": b"[" * 100_000,
    "a surrogate": b'{"hands": "\\ud800"}',
    "digits": b'{"value": ' + b"9" * 10**6 + b"}",
    "no names": b"[]",
    "nothing": b"{}",
    "no tables": b'{"tables": {"dealer": null, "pone": []}}',
    "a key that is a list": ([], b""),
    "a key without numbers": ({}, arrays(regrets=[0.5], totals=[0.5])),
    "words as numbers": ({"iterations": "x", "exploitability": []}, b""),
    "another shape": (
        NUMBERS,
        arrays(regrets=[0.5], totals=[0.5], dealer=[0.5], pone=[0.5]),
    ),
    "text": (NUMBERS, arrays(regrets=["x"], totals=["x"], dealer=["x"], pone=["x"])),
    "few bytes for many": (NUMBERS, zlib.compress(b"\0" * 10**8)),
    "half a number": (NUMBERS, zlib.compress(b"\0" * 7)),
}
"""Damaged files of a solution: a key and its content, all bytes, or a link."""


@pytest.mark.parametrize("name", FORGED)
def test_forged_files_are_refused_in_one_line(tmp_path: Path, name: str) -> None:
    """Also endless ones, in little memory."""
    game, forged = RanksOfPlay((0, 1, 2), 2), FORGED[name]
    files = *FILES, saved_solution.VALUES, saved_solution.PAIRS
    for path in map(tmp_path.joinpath, files):
        if isinstance(forged, str):
            path.symlink_to(forged)
        elif isinstance(forged, tuple):
            store.write_bytes(path, *forged)
        else:
            path.write_bytes(forged)
    read: list[Callable[[], object]] = [
        lambda: saved_solution._resume(tmp_path, {}, Solver(game, dealt(game))),
        lambda: saved_solution.strategy_key(tmp_path, CribbageRules.load()),
        lambda: saved_solution.strategy_of(tmp_path, game),
        lambda: saved_solution.values_of(tmp_path),
        lambda: saved_solution.net_points(tmp_path, "pone"),
    ]
    tracemalloc.start()
    for function in read:
        with pytest.raises(RulesError) as refused:
            function()
        assert "\n" not in str(refused.value)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5 * 10**7


def test_a_strategy_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / saved_solution.STRATEGY
    store.write_bytes(path, {"deck": "4 5 6", **NUMBERS}, b"")
    before = path.read_bytes()
    with pytest.raises(RulesError, match="for other rules or other hands"):
        go_on(tmp_path)
    assert path.read_bytes() == before


@pytest.fixture
def strategy(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a strategy for hands dealt at random."""

    def write(content: bytes, **changes: Any) -> Path:
        weights = saved_solution.named_hands("dealt", CribbageRules.load())
        key = saved_solution._key(CribbageRules.load().play, weights) | changes
        about = {"iterations": 10, "exploitability": 0.1}
        path = tmp_path / saved_solution.STRATEGY
        store.write_bytes(path, key | about, content)
        return path

    return write


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": {"count_limit": 30}}, "for other rules or other hands"),
        ({"hands_digest": "sha256:0"}, "for other rules or other hands"),
        ({}, "cannot read"),
        ({}, "its checksum is wrong"),
    ],
)
def test_certify_refuses_what_it_cannot_certify(
    trueodds_command: Callable[..., Any],
    strategy: Callable[..., Path],
    changes: dict[str, Any],
    words: str,
) -> None:
    path = strategy(b"no zlib", **changes)
    if words.endswith("wrong"):
        path.write_bytes(path.read_bytes()[:-1])
    folder = str(path.parent)
    ran = trueodds_command("cribbage", "play", "certify", folder, "--hands", "dealt")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert words in ran.err
    assert os.listdir(path.parent) == [saved_solution.STRATEGY]
