"""Results that ship: read before the cache, switched off, and stale with their code."""

import zlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from trueodds.analysis.run import odds
from trueodds.core import shipped_odds
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.storage import manifest, store
from trueodds.core.storage.progress import silent
from trueodds.reports import shipping

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shipped(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for results that ship, which is read."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    monkeypatch.setattr(store, "SHIPPED", folder)
    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")
    return folder


def fetched(*, use: bool = True, key: int = 1) -> bytes:
    made = store.fetch_bytes("x", {"key": key}, lambda: b"computed", use=use)
    return bytes(made)


def test_a_shipped_result_is_read_before_the_cache(
    shipped: Path, own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert fetched() == b"computed"
    store.write_bytes(shipped / "x", {"key": 1}, b"shipped")
    assert fetched() == b"shipped"
    assert fetched(use=False) == b"computed"
    with store.unshipped():
        assert fetched() == b"computed"
    assert not caplog.text
    assert fetched(key=2) == b"computed"  # other inputs than those of the result
    (shipped / "x").write_bytes(b"rubbish")
    assert fetched(key=2) == b"computed"
    assert "damaged" in caplog.text


def test_tests_compute_and_so_do_prove_and_certify() -> None:
    """The commands that derive numbers are run with the folder switched off."""
    assert store.shipped("x", {}) is None
    for path in ("prove.py", "cribbage/__init__.py", "cribbage/play.py"):
        text = (ROOT / "reports/cli" / path).read_text("utf-8")
        assert "@store.unshipped()\ndef " in text


def test_shipped_quantities_are_those_computed(shipped: Path, own_cache: Path) -> None:
    rules = BuncoRules.load()
    values = {"a": Fraction(1, 3), "b": Enclosure(Fraction(0), Fraction(1, 10**5000))}
    made = [
        *(Quantity(id, id, value, "points", "by hand") for id, value in values.items()),
        Quantity.probability("c", "C", 2, 6),
    ]
    shipped_odds.write("odds", "bunco", rules, [Family("a b c", lambda: made)])
    (file,) = own_cache.iterdir()
    file.rename(shipped / file.name)
    read = odds("bunco")
    assert [repr(each.record()) for each in read.values()] == [
        repr(each.record()) for each in made
    ]
    assert read.rules == rules
    assert len(odds("bunco", weights=(1, 1, 1, 1, 1, 2))) > 3


def test_no_result_that_ships_is_stale() -> None:
    assert manifest.stale(ROOT) == {}


def test_cheap_results_that_ship_are_what_is_computed(own_cache: Path) -> None:
    ship = manifest.read(ROOT)
    for name, _, ask in shipping.results(silent):
        if name in ship and name in ("odds baccarat punto-banco", "odds farkle ece209"):
            ask()
            for file in ship[name]["files"]:
                places = store.SHIPPED / file, own_cache / file
                shipped, made = (store.read_bytes(place) for place in places)
                assert shipped[0] == made[0]
                assert zlib.decompress(shipped[1]) == zlib.decompress(made[1])


MODULE = '''"""A module."""
from typing import TYPE_CHECKING
{imports}

if TYPE_CHECKING:
    from trueodds.core import unread

def value():
    """Return the value."""
    return {value}  # {comment}
'''


@pytest.fixture
def rooms(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a tree of rooms and returns its digest."""
    root = tmp_path / "rooms"
    (root / "core/rules/presets/bunco").mkdir(parents=True)

    def digest(
        preset: str = "", data: str = "", unread: str = "", **changes: str
    ) -> str:
        inner = MODULE.format(**{"imports": "", "value": "0", "comment": ""} | changes)
        outer = MODULE.format(imports="", value="'trueodds.core.{}.in'", comment="")
        for name, text in {
            "core/__init__.py": "",
            "core/outer.py": outer,
            "core/bunco/in.py": inner,
            "core/bunco/data.toml": data,
            "core/unread.py": unread,
            "core/rules/presets/bunco/d6.toml": preset,
        }.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        manifest._tree.cache_clear()
        manifest._of_module.cache_clear()
        return manifest.code(root, "trueodds.core.outer", "odds bunco d6")

    return digest


@pytest.mark.parametrize(
    ("change", "stale"),
    [
        ({"value": "False"}, True),
        ({"imports": "import json"}, True),
        ({"data": "x = 1"}, True),
        ({"preset": "x = 1"}, True),
        ({"comment": "zero"}, False),
        ({"value": "(0)"}, False),
        ({"unread": "x = 1"}, False),
    ],
)
def test_only_code_and_data_make_a_result_stale(
    rooms: Callable[..., str], change: dict[str, str], stale: bool
) -> None:
    assert (rooms() != rooms(**change)) is stale
