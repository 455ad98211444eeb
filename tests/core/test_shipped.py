"""Results that ship: read before the cache, switched off, and keyed by their inputs."""

import hashlib
import sys
from fractions import Fraction
from pathlib import Path
from subprocess import check_output
from threading import Thread

import pytest

from trueodds.analysis.cribbage.equilibrium import shipped_results
from trueodds.analysis.cribbage.game import whole_deals
from trueodds.analysis.farkle.match.optimal import cache
from trueodds.analysis.farkle.match.strategies import search
from trueodds.analysis.run import odds
from trueodds.core import shipped_odds
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.storage import manifest, store
from trueodds.core.storage.parallel import Threads
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


def test_unshipped_holds_for_its_threads_and_children_only(
    shipped: Path, own_cache: Path
) -> None:
    store.write_bytes(shipped / "x", {"key": 1}, b"shipped")
    show = f"import os; print(os.environ[{store.SWITCH!r}])"

    def of_child() -> str:
        child = sys.executable, "-c", show
        return check_output(child, text=True, env=store.environment()).strip()

    with Threads(1) as threads:
        assert threads.submit(fetched).result() == b"shipped"
        with store.unshipped():
            assert threads.submit(fetched).result() == b"computed"
            assert [*threads.map(lambda _: fetched(), [0])] == [b"computed"]
            assert of_child() == "off"
            elsewhere: list[bytes] = []
            other = Thread(target=lambda: elsewhere.append(fetched()))
            other.start()
            other.join()
            assert elsewhere == [b"shipped"]
        assert threads.submit(fetched).result() == b"shipped"
        assert of_child() == "on"


def test_tests_compute_and_so_do_prove_and_certify() -> None:
    """The commands that derive numbers are run with the folder switched off."""
    assert store.shipped("x", {}, bytes) is None
    for file, name in (
        ("prove.py", "prove"),
        ("cribbage.py", "certify"),
        ("cribbage_play.py", "certify"),
    ):
        text = (ROOT / "reports/commands" / file).read_text("utf-8")
        body = text.partition(f"def {name}(")[2].partition("\n@checked")[0]
        assert "with store.unshipped()" in body


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


def test_results_that_ship_are_whole_and_have_the_key_that_is_asked_for() -> None:
    """Their keys have all inputs, and the number of what has computed them."""
    ship = manifest.read(ROOT)
    keys = {}
    for file, digest in {
        f: d for files in ship.values() for f, d in files.items()
    }.items():
        assert manifest.of_file(store.SHIPPED / file) == digest
        keys[file], _ = store.read_bytes(store.SHIPPED / file)
        assert keys[file]["made by"]
    known = {name: place for name, place, _ in shipping.results(silent)}
    assert [*known] == [*ship]
    for name, (file, key) in known.items():
        assert file in ship[name]
        assert keys[file] == key
    files = {path.name for path in store.SHIPPED.iterdir()}
    assert files == {*keys, Path(manifest.MANIFEST).name}


def test_the_number_of_quantities_names_what_they_start_from() -> None:
    of_match = {cache.MADE_BY, search.MADE_BY}
    assert of_match < {*shipped_odds.MADE_BY["match", "farkle"].split()}
    folder = ROOT / "analysis/cribbage"
    digest = hashlib.sha256()
    for path in sorted([*folder.rglob("*.strategy"), *folder.rglob("*.play")]):
        digest.update(path.read_bytes())
    of_odds = {
        shipped_results.MADE_BY,
        whole_deals.MADE_BY,
        f"files/{digest.hexdigest()[:8]}",
    }
    assert of_odds < {*shipped_odds.MADE_BY["odds", "cribbage"].split()}


def test_a_raised_number_leaves_the_shipped_result_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")
    rules = BuncoRules.load()
    assert shipped_odds.read("odds", "bunco", rules)
    monkeypatch.setitem(shipped_odds.MADE_BY, ("odds", "bunco"), "bunco/0")
    assert shipped_odds.read("odds", "bunco", rules) is None
