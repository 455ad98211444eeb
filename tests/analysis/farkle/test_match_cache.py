"""A match of Farkle in the cache: forged, damaged and unfinished files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueodds.analysis.farkle.match import solved
from trueodds.analysis.farkle.match.optimal.cache import MADE_BY, cache_key
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage import store


def rules(source: str | None = None, **changes: object) -> FarkleRules:
    return FarkleRules.load(source, **changes)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path / "cache"))
    # The key of receipts is elsewhere.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "cache").mkdir()
    return tmp_path / "cache"


def test_what_is_done_is_kept_when_stopped(cache: Path) -> None:
    record = rules(target=600)

    def stop(stage: str, done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(record, stop)
    assert [path.name.rpartition("-")[2] for path in cache.iterdir()] == [
        "unfinished.npz"
    ]
    heard = []
    match = solved(record, lambda *report: heard.append(report))
    assert heard[0][1] > 0
    assert np.array_equal(match.lower, solved(record, use=False).lower)
    heard.clear()
    again = solved(record, lambda *report: heard.append(report))
    assert again.first_player == match.first_player
    assert not heard
    assert len(list(cache.iterdir())) == 1


def cached_file(cache: Path, kind: str = "match") -> Path:
    (path,) = cache.glob(f"farkle-{kind}-*[0-9a-f].npz")
    return path


def forge(path: Path, **changes: Any) -> None:
    """Change arrays of a cache file; its checksum fits again."""
    key, arrays = store.read(path)
    for name, change in changes.items():
        arrays[name] = change(arrays[name])
    store.write(path, key, arrays)


def test_a_forged_cache_is_not_believed(
    cache: Path, trueodds_command: Callable[..., Any]
) -> None:
    record = rules(target=300)
    honest = solved(record)
    path = cached_file(cache)

    def to_nine_tenths(table: Any) -> Any:
        table[0, 0] = honest.scale * 9 // 10
        return table

    forge(path, lower=to_nine_tenths, upper=to_nine_tenths)
    assert solved(record).first_player == honest.first_player
    forge(path, lower=to_nine_tenths, upper=to_nine_tenths)
    words = "farkle", "match", "--target", "300", "--format", "json"
    ran = trueodds_command(*words)
    (first,) = (
        q for q in json.loads(ran.out)["quantities"] if q["id"] == "match.first_player"
    )
    assert first["decimal"] != 0.9
    forge(cached_file(cache, "duels"), **{"one.floors": lambda bounds: bounds / 2})
    assert trueodds_command(*words).out == ran.out


def test_a_cache_without_a_receipt_is_checked_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = rules(target=300)
    honest = solved(record)
    path = cached_file(cache)
    key, arrays = store.read(path)
    assert "receipt" in arrays
    del arrays["receipt"]
    store.write(path, key, arrays)
    stages: list[str] = []
    match = solved(record, lambda stage, done, total: stages.append(stage))
    assert match.first_player == honest.first_player
    assert set(stages) == {"proving the bounds"}
    stages.clear()
    solved(record, lambda stage, done, total: stages.append(stage))
    assert not stages


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"nothing"),
        lambda path: path.write_bytes(path.read_bytes()[:-100]),
        lambda path: store.write_bytes(path, store.read_bytes(path)[0], b"no arrays"),
        lambda path: forge(path, lower=lambda table: table[:2]),
        lambda path: forge(path, upper=lambda table: table.astype(float) / 0),
        lambda path: forge(path, scale=lambda scale: np.array([1, 2])),
        lambda path: store.write(path, store.read(path)[0], {}),
    ],
    ids=["text", "short", "no zip", "shape", "floats", "scale", "empty"],
)
def test_a_damaged_cache_is_computed_again(
    cache: Path, damage: Callable[[Path], None]
) -> None:
    record = rules(target=200)
    honest = solved(record)
    with np.errstate(all="ignore"):
        damage(cached_file(cache))
    assert solved(record).first_player == honest.first_player
    heard: list[object] = []
    solved(record, lambda *progress: heard.append(progress))
    assert not heard


@pytest.mark.parametrize(
    "saved",
    [
        {"value": np.full((4, 4), np.nan), "slope": np.zeros((4, 4)), "done": 6},
        {"value": np.full((4, 4), 0.9), "slope": np.zeros((4, 4)), "done": 7},
        {"value": np.zeros((2, 2)), "slope": np.zeros((2, 2)), "done": 1},
        {"value": np.zeros((4, 4)), "done": 1},
        {"value": np.zeros((4, 4)), "slope": np.zeros((4, 4)), "done": [1, 2]},
    ],
    ids=["no numbers", "wrong", "shape", "missing", "two places"],
)
def test_a_bad_unfinished_file_does_not_block(
    cache: Path, saved: dict[str, Any]
) -> None:
    record = rules(target=200)
    name, key = cache_key("match", record, MADE_BY)
    path = cache / f"{name}-unfinished.npz"
    store.write(path, key, {name: np.array(array) for name, array in saved.items()})
    value = solved(record).first_player
    assert value == solved(record, use=False).first_player
    assert not path.exists()
