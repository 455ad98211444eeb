"""Cached results: read again, and rebuilt when stale, damaged or forbidden."""

import os
import sys
from io import BytesIO
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from zipfile import ZipFile

import numpy as np
import pytest

from trueodds.core.errors import OutputError, RulesError, TrueoddsError
from trueodds.core.storage import sources, store
from trueodds.core.storage.checkpoint import Checkpoint
from trueodds.proofs.verify.bench.gate import environments


class Maker:
    """Makes arrays, and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> store.Arrays:
        self.calls += 1
        return {"values": np.arange(5), "calls": np.array(self.calls)}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "x.npz"


def test_a_result_is_made_once() -> None:
    make = Maker()
    for _ in range(3):
        result = store.fetch("x", {"rules": (1, 2)}, make)
        assert result["values"].tolist() == [0, 1, 2, 3, 4]
    assert make.calls == 1


def test_without_use_nothing_is_read_or_kept(cache: Path) -> None:
    make = Maker()
    store.fetch("x", {}, make, use=False)
    assert not cache.exists()
    store.fetch("x", {}, make)
    assert store.fetch("x", {}, make, use=False)["calls"] == 3


def test_another_key_is_stale(caplog: pytest.LogCaptureFixture) -> None:
    make = Maker()
    store.fetch("x", {"version": 1}, make)
    assert store.fetch("x", {"version": 2}, make)["calls"] == 2
    assert "stale" in caplog.text


def test_a_result_of_other_code_is_made_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, cache: Path
) -> None:
    """As after an edit in a clone, or with the wheel of another version."""
    make = Maker()
    store.fetch("x", {}, make)
    monkeypatch.setattr(sources, "identity", lambda: "other code")
    for _ in range(2):
        assert store.fetch("x", {}, make)["calls"] == 2
    assert "by other code" in caplog.text
    assert store.read(cache)[0]["version of the code"] == "other code"
    assert list(cache.parent.iterdir()) == [cache]


def test_a_checkpoint_of_other_code_is_not_resumed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    checkpoint = of_code()
    checkpoint.offer(Maker())
    checkpoint.write()
    assert of_code().read()
    monkeypatch.setattr(sources, "identity", lambda: "other code")
    assert of_code().read() is None
    assert of_code().path == checkpoint.path
    assert "it was made with another version of the code" in caplog.text


def of_code() -> Checkpoint:
    return Checkpoint.in_cache("work", {})


@pytest.mark.parametrize("position", [0, 20, 100, -1])
def test_any_changed_byte_is_noticed(
    cache: Path, caplog: pytest.LogCaptureFixture, position: int
) -> None:
    make = Maker()
    store.fetch("x", {}, make)
    whole = bytearray(cache.read_bytes())
    whole[position] ^= 1
    cache.write_bytes(whole)
    assert store.fetch("x", {}, make)["calls"] == 2
    assert "damaged" in caplog.text
    assert store.fetch("x", {}, make)["calls"] == 2


def test_arrays_of_another_shape_are_made_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    make = Maker()
    store.fetch("x", {}, lambda: {"values": np.arange(4)})
    for _ in range(2):
        fetched = store.fetch("x", {}, make, lambda x: x["values"].shape == (5,))
        assert fetched["calls"] == 1
    assert "other names, shapes or types" in caplog.text


def test_the_folder_is_the_users_alone(cache: Path) -> None:
    store.fetch("x", {}, Maker())
    assert cache.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_another_owner_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.parent.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: cache.parent.stat().st_uid + 1)
    make = Maker()
    for _ in range(2):
        store.fetch("x", {}, make)
    assert make.calls == 2
    assert not list(cache.parent.iterdir())
    assert "belongs to another user" in caplog.text


def arrays_too_large() -> bytes:
    """Return an archive whose only array says that it has 728 TiB."""
    header, archive = BytesIO(), BytesIO()
    about = {"descr": "<f8", "fortran_order": False, "shape": (10**7, 10**7)}
    np.lib.format.write_array_header_1_0(header, about)
    with ZipFile(archive, "w") as file:
        file.writestr("values.npy", header.getvalue())
    return archive.getvalue()


def compressed_arrays() -> bytes:
    """Return a compressed array: such an archive can have a size without limit."""
    archive = BytesIO()
    np.savez_compressed(archive, values=np.zeros(5))
    return archive.getvalue()


@pytest.mark.parametrize(
    "content", [b"", b"no arrays", arrays_too_large(), compressed_arrays()]
)
def test_content_that_is_no_arrays_is_made_again(
    content: bytes, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its checksum is right, so that it was written so."""
    store.write_bytes(cache, store.with_code({}), content)
    with pytest.raises(ValueError, match="its arrays cannot be read"):
        store.read(cache)
    make = Maker()
    for _ in range(2):
        assert store.fetch("x", {}, make)["calls"] == 1
    assert "damaged" in caplog.text


def test_a_place_that_cannot_be_written_to_costs_only_the_keeping(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cache").write_text("a file, where a folder should be")
    assert store.fetch("x", {}, Maker())["calls"] == 1
    assert "not cached" in caplog.text


def test_a_failed_write_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(cache, {}, {"a": np.zeros(1)})
    before = cache.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OutputError, match="No space left"):
        store.write(cache, {}, {"a": np.ones(1)})
    assert cache.read_bytes() == before
    assert list(cache.parent.iterdir()) == [cache]


SLOW = """
import sys, time
from trueodds.core.storage import sources, store

def make():
    print("made", flush=True)
    sys.stdin.read()
    return b"result"

assert store.fetch_bytes("slow.bin", {}, make) == b"result"
print("found")
"""


def test_one_process_makes_what_two_ask_for(cache: Path) -> None:
    asked = [sys.executable, "-c", SLOW]
    with Popen(asked, stdin=PIPE, stdout=PIPE, text=True) as first:
        assert first.stdout
        assert first.stdout.readline() == "made\n"
        with Popen(asked, stdin=DEVNULL, stdout=PIPE, text=True) as second:
            with pytest.raises(TimeoutExpired):
                second.communicate(timeout=2)
            made, _ = first.communicate("")
            waited, _ = second.communicate()
    assert (made, waited) == ("found\n", "found\n")
    assert [path.name for path in cache.parent.iterdir()] == ["slow.bin"]


def test_the_gates_folder_is_the_users_alone(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRUEODDS_GATE_CACHE", raising=False)
    assert environments.cache() == cache.parent / "gate"
    assert environments.cache().stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(OutputError, match="belongs to another user"):
        environments.cache()


@pytest.mark.parametrize(("fault", "kept"), [(RulesError, False), (OutputError, True)])
def test_refused_work_leaves_no_checkpoint(
    cache: Path, fault: type[TrueoddsError], kept: bool
) -> None:
    checkpoint = Checkpoint(cache, {})
    checkpoint.offer(Maker())
    checkpoint.write()
    with pytest.raises(fault), checkpoint:
        raise fault("refused")
    assert cache.exists() == kept
