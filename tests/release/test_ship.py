"""The check of a release: newly computed results are compared with those that ship."""

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from trueodds.core import shipped_odds
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.storage import manifest, store
from trueodds.core.storage.progress import silent
from trueodds.reports import shipping

ROOT = Path(__file__).parents[2]
KEY = {"made by": "test/1"}
TWO = np.array([1, 1])


def _script(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / f"tests/release/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ship, release = _script("ship"), _script("release")


def test_cheap_results_that_ship_are_what_is_computed(own_cache: Path) -> None:
    entries = manifest.read(ROOT)
    for name, _, ask in shipping.results(silent):
        if name in ("odds baccarat punto-banco", "odds farkle ece209"):
            ask()
            for file in entries[name]:
                outcome = ship.compared(store.SHIPPED / file, own_cache / file)
                assert outcome["comparison"].startswith("equal")


def arrays(folder: Path, **changes: Any) -> Path:
    """Write a table of bounds of a match, 0.3 to 0.4 and 0.5 to 0.6."""
    path = folder / f"{len([*folder.iterdir()])}.npz"
    made = {"lower": np.array([3, 5]), "width": np.array([1, 1], np.uint8)}
    made |= {"last_lower": np.array([1]), "last_upper": np.array([1])}
    store.write(path, KEY, made | {"scale": np.array(10)} | changes)
    return path


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, ""),
        ({"lower": np.array([4, 4])}, ""),
        ({"lower": np.array([3, 7])}, "lower is outside of the bounds"),
        (
            {"width": np.array([1, 5], np.uint8)},
            "lower has bounds 0.1 wide, computed 0.5",
        ),
        ({"scale": np.array(11)}, "scale is not what is computed"),
        ({"more": np.array(1)}, "more is not what is computed"),
        ({"last_lower": TWO, "last_upper": TWO}, "last_lower has another shape"),
    ],
)
def test_bounds_overlap_and_are_as_narrow(
    tmp_path: Path, changes: dict[str, Any], fault: str
) -> None:
    paths = arrays(tmp_path), arrays(tmp_path, **changes)
    if fault:
        with pytest.raises(ship.DifferenceError, match=fault):
            ship.compared(*paths)
    else:
        overlap = "equal exact numbers, overlapping bounds" if changes else "equal"
        outcome = {"comparison": overlap, "widest bounds": (0.1, 0.1)}
        assert ship.compared(*paths) == outcome


def test_every_table_that_ships_has_bounds_or_is_exact() -> None:
    """No float that a machine may round in another way is compared for equality."""
    for path in store.SHIPPED.glob("*.npz"):
        for array in ship.numbers(path.name, store.read_bytes(path)[1]).exact.values():
            assert np.array(array).dtype.kind == "i"


def quantities(third: Fraction, *bounds: Fraction) -> Callable[[], object]:
    """Return a call that writes an exact quantity and one between bounds."""
    values = {"exact": third, "bounded": Enclosure(*bounds)}
    made = [Quantity(id, id, value, "points", "x") for id, value in values.items()]
    family = Family("exact bounded", lambda: made)
    return partial(shipped_odds.write, "odds", "bunco", BuncoRules.load(), [family])


THIRD, LOW, HIGH = Fraction(1, 3), Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**20)
RESULTS = {
    "a": quantities(THIRD, LOW, HIGH),
    "exact": quantities(THIRD + Fraction(1, 10**30), LOW, HIGH),
    "bounded": quantities(THIRD, HIGH, 2 * HIGH - LOW),
    "outside": quantities(THIRD, 2 * HIGH, 2 * HIGH),
}


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Ship the result ``a``; return a function that checks it as another result."""
    monkeypatch.setattr(ship, "ROOT", tmp_path)
    monkeypatch.setattr(ship, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(store, "SHIPPED", tmp_path / manifest.SHIPPED)
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path))
    store.SHIPPED.mkdir(parents=True)
    (tmp_path / manifest.MANIFEST).write_text("{}")
    place = shipped_odds.cache_key("odds", "bunco", BuncoRules.load())
    ship.ship([], {"a": ("a", place, RESULTS["a"])}, tmp_path / "own")

    def checked(
        ask: Callable[[], object], commit: str = "c", changes: str = ""
    ) -> list[str]:
        monkeypatch.setattr(ship, "state", lambda: (commit, changes))
        known = {"a": ("a", place, ask)}
        faults: list[str] = ship.check([], known, tmp_path / "own", commit)
        return faults

    return checked


def test_the_key_of_a_shipped_file_has_no_code(own_cache: Path) -> None:
    def ask() -> None:
        store.fetch_bytes("x", {"made by": 1}, lambda: b"content")

    (file,) = ship._computed(ask, own_cache)
    key, content = store.read_bytes(file)
    assert key == {"made by": 1}
    assert content == b"content"


def test_a_check_is_recorded_once_for_a_commit(
    check: Callable[..., list[str]], tmp_path: Path
) -> None:
    asked = []

    def ask() -> None:
        asked.append(1)
        RESULTS["bounded"]()

    assert [check(ask), check(ask), len(asked)] == [[], [], 1]
    record = json.loads((tmp_path / "record.json").read_bytes())
    ((file, outcome),) = record["results"]["a"]["files"].items()
    assert outcome["comparison"] == "equal exact numbers, overlapping bounds"
    assert outcome["widest bounds"] == [1e-20, 1e-20]
    shipped = manifest.read(tmp_path)
    assert shipped == {"a": {file: outcome["sha256"]}}
    assert not [*(tmp_path / "own").iterdir()]
    fault_of_check = release.fault_of_check
    assert not fault_of_check("c", "", record, shipped)
    assert "not committed" in fault_of_check("c", "?? x", record, shipped)
    assert "at the commit d" in fault_of_check("d", "", record, shipped)
    assert "at the commit c" in fault_of_check("c", "", {}, shipped)
    assert "'b' was not compared" in fault_of_check(
        "c", "", record, {"b": {"x": ""}, **shipped}
    )
    other = {"a": {file: "0"}}
    assert "'a' was not compared" in fault_of_check("c", "", record, other)
    assert [check(ask, "d"), len(asked)] == [[], 2]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("exact", "exact is not what is computed"),
        ("outside", "bounded is outside of the bounds that are computed"),
    ],
)
def test_another_number_is_not_recorded(
    check: Callable[..., list[str]], tmp_path: Path, name: str, fault: str
) -> None:
    assert check(RESULTS[name]) == [f"a: {fault}"]
    with pytest.raises(SystemExit, match="files have changed"):
        check(RESULTS["a"], changes="?? x")
    assert not (tmp_path / "record.json").exists()


def test_the_part_of_a_key_for_the_cache_does_not_ship(
    check: Callable[..., list[str]],
) -> None:
    def ask() -> None:
        RESULTS["a"]()
        (path,) = store.cached()
        key, content = store.read_bytes(path)
        store.write_bytes(path, key | {store.CODE: "1.0.0"}, bytes(content))

    assert check(ask) == []


def test_a_damaged_file_or_another_key_is_no_shipped_result(
    check: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shipped_odds.MADE_BY, ("odds", "bunco"), "bunco/0")
    (fault,) = check(RESULTS["a"])
    assert fault.startswith("a: the key is {")
    (path,) = store.SHIPPED.glob("*.quantities")
    path.write_bytes(path.read_bytes() + b"x")
    assert check(RESULTS["a"]) == [f"a: {path.name} is not that of the manifest"]
