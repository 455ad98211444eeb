"""Every shipped file has a probe."""

from collections import Counter
from importlib import import_module
from pathlib import Path

from trueodds.core.storage import store

MANIFEST = "manifest.json"
"""It has no number that is printed, and its digests have a test of their own."""


def test_every_shipped_file_is_claimed_by_one_probe() -> None:
    names = (path.stem for path in Path(__file__).parent.glob("test_*.py"))
    others = (name for name in names if name != Path(__file__).stem)
    claimed = Counter(
        file for name in others for file in import_module(f"probes.{name}").FILES
    )
    assert set(claimed.values()) == {1}
    ships = {path.name for path in store.SHIPPED.iterdir()}
    assert {*claimed} == ships - {MANIFEST}
