"""Results at the shipped equilibrium: what is cached, and when it is believed."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from trueodds.analysis.cribbage.equilibrium import shipped_results
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store

RULES = CribbageRules.load()


NAME = "cribbage-at-equilibrium.json"


def test_the_digest_is_that_of_the_computed_results() -> None:
    """A run reads no shipped results: its processes compute these once."""
    assert os.environ["TRUEODDS_SHIPPED"] == "off"
    at_equilibrium(RULES)
    _, texts = store.read_bytes(store.folder() / NAME)
    assert hashlib.sha256(texts).hexdigest() == shipped_results.DIGEST


def test_a_forged_cache_file_is_computed_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    expected = at_equilibrium(RULES)
    key, good = store.read_bytes(store.folder() / NAME)
    texts = json.loads(bytes(good))
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path))
    monkeypatch.setattr(shipped_results, "_computed", lambda *_: texts)
    forged = texts | {"proof": texts["proof"] | {"lower": "9/10"}}
    for content in (json.dumps(forged).encode(), b"{}", b"", b"[", bytes(good[:-1])):
        store.write_bytes(tmp_path / NAME, key, content)
        caplog.clear()
        assert at_equilibrium(RULES) == expected
        assert "damaged" in caplog.text
        assert store.read_bytes(tmp_path / NAME)[1] == good
