"""The identity of code: what it follows, in a clone and in a wheel."""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from trueodds.core.storage import sources

MODULE = '''"""A module."""
from typing import TYPE_CHECKING
{imports}

if TYPE_CHECKING:
    from trueodds.core import unread

def value():
    return {value}
'''
OUTER = MODULE.format(imports="", value="'trueodds.core.{}.inner'")
PAST = time.time() - 3600

Rooms = Callable[..., None]


def forget() -> None:
    sources._memory.cache_clear()
    sources._imports.cache_clear()


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    """Return a function that writes a tree of rooms, in place of ours."""
    root = tmp_path / "rooms"
    monkeypatch.setattr(sources, "ROOT", root)
    monkeypatch.setattr(sources, "wheel", lambda: "")  # the tests of a wheel run too
    monkeypatch.setattr(sources, "MEMORY", tmp_path / "memory.json")
    (root / "core/rules/presets/bunco").mkdir(parents=True)

    def written(unread: str = "", near: str = "", **changes: str) -> None:
        inner = {"imports": "from .near import near", "value": "0"} | changes
        for name, text in {
            "core/__init__.py": "",
            "core/outer.py": OUTER,
            "core/bunco/inner.py": MODULE.format(**inner),
            "core/bunco/near.py": f"near = {near or 0}",
            "core/unread.py": unread,
        }.items():
            path = root / name
            path.parent.mkdir(exist_ok=True)
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
                os.utime(path, (PAST, PAST + len(text)))
        forget()

    yield written
    forget()


def of(rooms: Rooms, **changes: str) -> str:
    rooms(**changes)
    return sources.identity("trueodds.core.outer")


@pytest.mark.parametrize(
    ("change", "other"),
    [
        ({"value": "False"}, True),
        ({"imports": "import json"}, True),
        ({"near": "12"}, True),
        ({"unread": "x = 1"}, False),
    ],
)
def test_the_identity_follows_what_is_imported(
    rooms: Rooms, change: dict[str, str], other: bool
) -> None:
    before = of(rooms)
    assert of(rooms) == before
    assert (of(rooms, **change) != before) is other
    assert of(rooms) == before


def test_the_files_of_a_module(rooms: Rooms) -> None:
    rooms()
    inner = {"core/__init__.py", "core/bunco/inner.py", "core/bunco/near.py"}
    assert sources.closure("trueodds.core.bunco.inner.value") == inner
    assert sources.closure("trueodds.core.outer") == inner | {"core/outer.py"}


def test_code_of_others_may_import_all_of_ours(rooms: Rooms) -> None:
    rooms()
    before = sources.identity("somebody.else")
    rooms(unread="x = 1")
    assert sources.identity("somebody.else") != before


def test_nothing_is_parsed_until_a_file_changes(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = of(rooms)
    with monkeypatch.context() as here:
        here.delattr(sources, "closure")
        assert of(rooms) == before
    assert of(rooms, near="12") != before


@pytest.mark.parametrize("memory", ["", "{"])
def test_a_damaged_memory_is_written_anew(
    rooms: Rooms, memory: str, tmp_path: Path
) -> None:
    before = of(rooms)
    (tmp_path / "memory.json").write_text(memory)
    assert of(rooms) == before
    assert [*json.loads((tmp_path / "memory.json").read_text())] == [
        "trueodds.core.outer"
    ]


def test_code_that_changed_since_the_start_is_unlike_any_other(
    rooms: Rooms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = of(rooms)
    (tmp_path / "rooms/core/bunco/near.py").touch()
    after = of(rooms)
    assert after != before
    assert after.endswith(f" {sources.LOADED} {os.getpid()}")
    monkeypatch.setattr(sources, "LOADED", time.time_ns())
    assert of(rooms) == after.split()[0]


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
        sources.wheel.cache_clear()
        return sources.identity("trueodds.core.dice")

    yield installed
    sources.wheel.cache_clear()


def test_the_identity_of_a_wheel_is_its_version_and_its_record_of_our_files(
    record: Callable[..., str],
) -> None:
    assert record(script="c", python="313") == record()
    assert len({record(), record(dice="c"), record(version="1.0.1")}) == 3
