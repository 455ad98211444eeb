"""What the tests of the command line share."""

import hashlib
import os
import signal
import tempfile
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from trueodds.analysis.cribbage.crib import all_deals
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.core import rulebook, store
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.cli import main

# No test fails because the machine is busy.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("patient"), max_examples=50)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    """Keep results for this run alone, for all its processes; let Ctrl-C through."""
    # A shell has what it runs in the background ignore Ctrl-C, and so have children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "TRUEODDS_CACHE" not in os.environ:
        kept = tempfile.TemporaryDirectory(prefix="trueodds-cache-")
        os.environ["TRUEODDS_CACHE"] = kept.name
        config.add_cleanup(kept.cleanup)


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def trueodds_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command line in this process."""

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        code = stopped.value.code
        assert isinstance(code, int)
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def found_passes() -> dict[str, Any]:
    """The crib's worth against each strategy so far, by its fingerprint."""
    return {}


@pytest.fixture
def kept_passes(found_passes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes over all deals of cribbage are made once in a run, whoever asks first."""
    kept_in = str(store.folder())
    make = all_deals.exact_crib

    def crib(other: Strategy, rules: CribbageRules, **ways: Any) -> Any:
        key = {
            "strategy": other.throws.digest,
            "rules": rulebook.digest("cribbage", rules),
        }
        name = hashlib.sha256("".join(key.values()).encode()).hexdigest()[:16]
        if name not in found_passes:
            with monkeypatch.context() as here:
                here.setenv("TRUEODDS_CACHE", kept_in)
                content = store.fetch_bytes(
                    f"pass-{name}.bin",
                    key,
                    lambda: make(other, rules, **ways).tobytes(),
                )
            found = np.frombuffer(content, np.int64).reshape(-1, 15)
            found_passes[name] = found.copy()  # writable, as a pass makes it
        return found_passes[name]

    monkeypatch.setattr(all_deals, "exact_crib", crib)
