"""The isolation of a test run, and fixtures that tests of several rooms share.

Nothing of trueodds is imported before the run has folders of its own: some functions
are compiled when their module is imported.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from commands import Ran, Run
from hypothesis import HealthCheck, settings
from isolation import compile_once, isolate
from once import once

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.strategy import Strategy
    from trueodds.analysis.cribbage.strategy_file import StrategyTable

CLONE = Path(__file__).parents[1]
collect_ignore = ["support/pig_of_1_0"]  # a package that is not installed
OWN = isolate()
compile_once()

# No test fails because the machine is busy.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("patient"), max_examples=50)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C through, and delete the folders of the run at its end."""
    # A shell has what it runs in the background ignore Ctrl-C, and so have children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if OWN:
        config.add_cleanup(lambda: shutil.rmtree(OWN, ignore_errors=True))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Never look for garbage among the tests, which live as long as the run."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, so that no process waits for them."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Fail where a test leaves a file in the clone, which a commit could take along."""
    before = visible(CLONE)
    yield
    assert visible(CLONE) <= before, "a test wrote into the clone"


def visible(folder: Path) -> set[str]:
    """Return the names in a folder that do not begin with a dot."""
    return {name for name in os.listdir(folder) if name[0] != "."}


@pytest.fixture
def trueodds_command(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process."""
    from trueodds.reports.cli import main

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        code = stopped.value.code
        assert isinstance(code, int)
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session", autouse=True)
def computed_once() -> Iterator[None]:
    """Compute the odds and the best turn of the same rules once for all tests.

    Rules and quantities cannot be changed, so a test cannot see that another one asked
    before. What shows its progress is computed anew. All processes share the quantities
    of our own games.
    """
    import msgspec

    from trueodds.analysis import run
    from trueodds.analysis.farkle.turn import solution
    from trueodds.core.odds import Family
    from trueodds.core.storage.progress import silent
    from trueodds.reports import progress as bars

    families_of, turn = run.families_of, solution.Turn
    kept: dict[Any, Any] = {}

    def here(rules: Any, name: str, make: Callable[[str], Any]) -> Any:
        key = name, type(rules), msgspec.json.encode(rules, enc_hook=str)
        return kept[key] if key in kept else kept.setdefault(key, make(str(key)))

    def shared(family: Family, key: str) -> Family:
        name = f"{key} {family.globs}"
        compute = partial(once, name, lambda: list(family.compute()))
        return replace(family, compute=compute)

    def families_once(game: Any) -> Any:
        def families(rules: Any, progress: Any) -> Any:
            def make(key: str) -> Any:
                made = list(families_of(game)(rules, progress))
                return [shared(family, key) for family in made] if ours else made

            ours = rules.__class__.__module__.startswith("trueodds.")
            unseen = not sys.stderr.isatty() and progress.__module__ == bars.__name__
            quiet = progress is silent or unseen
            return here(rules, game.name, make) if quiet else make("")

        return families

    def turn_once(dice: Any, minimum: int) -> Any:
        return here(dice.rules, f"turn {minimum}", lambda _: turn(dice, minimum))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "families_of", families_once)
        patch.setattr(solution, "Turn", turn_once)
        yield


@pytest.fixture(scope="module")
def wins_once() -> Iterator[None]:
    """Compute the throws of the same question at a score once for the tests of a file.

    All of them must have the same table of later deals.
    """
    from trueodds.analysis.cribbage.discard import at_score

    wins_at_score = at_score.wins_at_score
    kept: dict[str, Any] = {}

    def wins(*question: Any) -> Any:
        key = repr(question[:-1])  # without the progress callback
        return (
            kept[key] if key in kept else kept.setdefault(key, wins_at_score(*question))
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at_score, "wins_at_score", wins)
        yield


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test of words, not of numbers, read the shipped results."""
    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a test an empty cache of results of its own."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("TRUEODDS_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make one plain report on all games; TRUEODDS_BOOK names one that exists."""
    if existing := os.environ.get("TRUEODDS_BOOK"):
        return Path(existing).resolve()
    return once("book", partial(written_book, tmp_path_factory.mktemp("book")))


def written_book(folder: Path) -> Path:
    """Write the report on all games."""
    out = folder / "odds-report"
    command = [sys.executable, "-m", "trueodds", "report", "--out", str(out)]
    # The matches alone would take half an hour.
    environment = os.environ | {"TRUEODDS_SHIPPED": "on"}
    ran = subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    )
    assert ran.stderr == ""
    assert f"Wrote {out / 'index.html'}" in ran.stdout
    assert "A roll is a Bunco " in ran.stdout
    return out


@pytest.fixture
def scheduler() -> Iterator[str]:
    """Yield the address of a cluster with one worker process on this machine.

    Even an idle cluster takes the time of processors, so it ends with its test.
    """
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed (the extra 'cluster')"
    )
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, dashboard_address=":0"
    )
    with cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="session", autouse=True)
def evaluate_once() -> Iterator[None]:
    """Evaluate each strategy over all deals of cribbage once for all tests of a run.

    An evaluation of chosen chunks, or by an executor, is made anew.
    """
    from trueodds.analysis.cribbage.crib.all_deals import CHUNKS, Evaluator
    from trueodds.core import rulebook
    from trueodds.core.storage import store

    folder, cribs = str(store.folder()), Evaluator.cribs
    evaluated: dict[StrategyTable, Any] = {}

    def cached(evaluator: Evaluator, opponent: Strategy) -> Any:
        if evaluator.executor or evaluator.chunks != CHUNKS:
            return cribs(evaluator, opponent)
        if opponent.table not in evaluated:
            key = {
                "rules": rulebook.digest("cribbage", evaluator.rules),
                "rows": [opponent.denominator, opponent.table.rows],
                "entries": hashlib.sha256(opponent.table.entries).hexdigest(),
            }
            name = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
            with pytest.MonkeyPatch.context() as here:
                here.setenv("TRUEODDS_CACHE", folder)
                cached = store.fetch_bytes(
                    f"cribs-{name}.bin",
                    key,
                    lambda: cribs(evaluator, opponent).tobytes(),
                )
            array = np.frombuffer(cached, np.int64).reshape(-1, 15)
            evaluated[opponent.table] = array.copy()  # writable, as it is computed
        return evaluated[opponent.table]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Evaluator, "cribs", cached)
        yield
