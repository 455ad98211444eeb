"""The identity of our code: what it follows, in a clone and in a wheel."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from trueodds.core.storage import sources

PAST = time.time() - 3600

Rooms = Callable[..., str]


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    """Return a function that writes a tree of rooms, and returns its identity."""
    root = tmp_path / "rooms"
    monkeypatch.setattr(sources, "ROOT", root)

    def written(**changes: str) -> str:
        texts = {
            "core/outer.py": "from trueodds.core.bunco.inner import value",
            "core/bunco/inner.py": "value = 0",
            "core/rules/box.toml": "target = 0",
            "core/shipped/result.bin": "a result",
            "analysis/near.py": "near = 0",
            "proofs/checker.py": "proved = 0",
            "reports/table.py": "title = 0",
        }
        for name, text in texts.items():
            path = root / name
            text = changes.get(path.stem, text)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
                os.utime(path, (PAST, PAST + len(text)))
        sources.identity.cache_clear()
        return sources.identity()

    yield written
    sources.identity.cache_clear()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("outer", True),
        ("inner", True),
        ("box", True),
        ("near", True),
        ("checker", True),
        ("result", False),  # it has a key of its own
        ("table", False),
    ],
)
def test_the_identity_follows_the_rooms_that_compute(
    rooms: Rooms, name: str, other: bool
) -> None:
    before = rooms()
    assert rooms() == before
    assert (rooms(**{name: "another text"}) != before) is other
    assert rooms() == before


def test_a_renamed_and_a_deleted_file_change_the_identity(
    rooms: Rooms, tmp_path: Path
) -> None:
    before = rooms()
    file = tmp_path / "rooms/analysis/near.py"
    other = file.rename(file.with_name("other.py"))
    sources.identity.cache_clear()
    renamed = sources.identity()
    other.unlink()
    sources.identity.cache_clear()
    assert len({before, renamed, sources.identity()}) == 3


def test_files_are_looked_at_once_in_a_process(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rooms()
    monkeypatch.delattr(os, "walk")
    assert sources.identity() == before


def test_code_that_changed_since_the_start_is_unlike_any_other(
    rooms: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rooms()
    (tmp_path / "rooms/core/bunco/inner.py").touch()
    after = rooms()
    with monkeypatch.context() as here:
        here.setattr(os, "getpid", lambda: -1)
        of_another_process = rooms()
    monkeypatch.setattr(sources, "LOADED", time.time_ns())
    later = rooms()
    assert rooms() == later
    assert len({before, after, of_another_process, later}) == 4


def test_without_files_of_code_every_process_is_unlike_any_other(
    rooms: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a zip file."""
    rooms()
    monkeypatch.setattr(sources, "ROOT", tmp_path / "trueodds.zip/trueodds")
    sources.identity.cache_clear()
    this = sources.identity()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    sources.identity.cache_clear()
    assert sources.identity() != this


RECORD = """../../../bin/trueodds,sha256={script},178
trueodds-1.0.0.dist-info/INSTALLER,sha256=zuuue4knoyJ,4
trueodds/core/dice.py,sha256={dice},1234
trueodds/core/__pycache__/dice.cpython-{python}.pyc,,
"""


@pytest.fixture
def record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., str]]:
    """Return a function that installs a wheel, and returns its identity."""
    monkeypatch.setattr(sources, "ROOT", tmp_path / "trueodds")

    def installed(version: str = "1.0.0", **other: str) -> str:
        shutil.rmtree(tmp_path)
        folder = tmp_path / f"trueodds-{version}.dist-info"
        folder.mkdir(parents=True)
        words = {"script": "a", "dice": "b", "python": "311"} | other
        (folder / "RECORD").write_text(RECORD.format(**words))
        sources.identity.cache_clear()
        return sources.identity()

    yield installed
    sources.identity.cache_clear()


def test_the_identity_of_a_wheel_is_its_version_and_its_record_of_our_files(
    record: Callable[..., str],
) -> None:
    assert record(script="c", python="313") == record()
    assert len({record(), record(dice="c"), record(version="1.0.1")}) == 3
