"""A match of Farkle in the cache: damaged and unfinished files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from strategies.farkle import rules

from trueodds.analysis.farkle.match import solved
from trueodds.analysis.farkle.match.optimal.cache import MADE_BY, cache_key
from trueodds.core.storage import store


def test_what_is_done_is_kept_when_stopped(own_cache: Path) -> None:
    record = rules(target=600)

    def stop(stage: str, done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(record, stop)
    assert [path.name.rpartition("-")[2] for path in own_cache.iterdir()] == [
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
    assert len(list(own_cache.iterdir())) == 1


def cached_file(own_cache: Path) -> Path:
    (path,) = own_cache.glob("farkle-match-*[0-9a-f].npz")
    return path


def change(path: Path, name: str, changed: Callable[[Any], Any]) -> None:
    """Change an array of a cache file; its checksum fits again."""
    key, arrays = store.read(path)
    store.write(path, key, arrays | {name: changed(arrays[name])})


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"nothing"),
        lambda path: path.write_bytes(path.read_bytes()[:-100]),
        lambda path: store.write_bytes(path, store.read_bytes(path)[0], b"no arrays"),
        lambda path: change(path, "lower", lambda table: table[:2]),
        lambda path: change(path, "width", lambda table: table.astype(float)),
        lambda path: change(path, "scale", lambda scale: np.array([1, 2])),
        lambda path: store.write(path, store.read(path)[0], {}),
    ],
    ids=["text", "short", "no zip", "shape", "floats", "scale", "empty"],
)
def test_a_damaged_cache_is_computed_again(
    own_cache: Path, damage: Callable[[Path], None]
) -> None:
    record = rules(target=200)
    honest = solved(record)
    damage(cached_file(own_cache))
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
    own_cache: Path, saved: dict[str, Any]
) -> None:
    record = rules(target=200)
    name, key = cache_key("match", record, MADE_BY)
    path = own_cache / f"{name}-unfinished.npz"
    store.write(path, key, {name: np.array(array) for name, array in saved.items()})
    value = solved(record).first_player
    assert value == solved(record, use=False).first_player
    assert not path.exists()
