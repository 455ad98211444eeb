"""Best answers, the equilibrium and its proof: on this machine, and on workers.

A pass over all deals takes seconds, so each is made once for all tests of a run.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest
from numpy.typing import NDArray

import trueodds
from trueodds.analysis.cribbage import strategy_file
from trueodds.analysis.cribbage.crib import all_deals
from trueodds.analysis.cribbage.crib.all_deals import Work, exact_crib
from trueodds.analysis.cribbage.deals import all_classes, index_of
from trueodds.analysis.cribbage.equilibrium import checkpoint, solve
from trueodds.analysis.cribbage.equilibrium.best_response import (
    OTHER,
    Worth,
    certify,
    worth,
)
from trueodds.analysis.cribbage.equilibrium.solve import Reached
from trueodds.analysis.cribbage.equilibrium.value_bounds import Certificate
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.core import rulebook
from trueodds.core.cards import Card, parse_cards
from trueodds.core.cluster import executor
from trueodds.core.errors import ClusterError
from trueodds.reports.games.cribbage import deal_tables, equilibrium

Run = Callable[..., Any]
RULES = equilibrium.usual_rules()
DIGEST = rulebook.digest("cribbage", RULES)
FAR = Fraction(1)
"""A gap, in points, that the second best answer certifies."""


@pytest.fixture
def work(kept_passes: None) -> Work:
    """Passes over all deals, none of them twice."""
    return Work(RULES)


@pytest.fixture
def shipped(work: Work) -> Certificate:
    """What is proved about the shipped strategies."""
    return certify(
        *(strategy("equilibrium", r, RULES) for r in strategy_file.ROLES), work
    )


def test_no_discard_is_better_than_the_shipped_ones(shipped: Certificate) -> None:
    assert 0 <= shipped.exploitability < Fraction(1, 10**16)
    means = shipped.dealer_hand, shipped.crib, shipped.pone_hand
    assert [round(float(mean), 4) for mean in means] == [7.9806, 4.7818, 8.1295]
    played = shipped.dealer_hand + shipped.crib - shipped.pone_hand
    assert shipped.lower <= played <= shipped.upper


def test_odds_and_certify_say_the_same(
    shipped: Certificate, trueodds_command: Run
) -> None:
    ran = trueodds_command("cribbage", "certify", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    record = json.loads(ran.out)
    schema = files("trueodds.reports") / "schemas" / "equilibrium-1.json"
    jsonschema.validate(record, json.loads(schema.read_text("utf-8")))
    assert Fraction(record["lower"]) == shipped.lower
    assert Fraction(record["upper"]) == shipped.upper
    assert Fraction(record["exploitability"]) == shipped.exploitability
    odds = trueodds.odds("cribbage")
    for told in record["quantities"]:
        assert odds[told["id"]].label == told["label"]
    assert odds["deal.equilibrium.value"].value == shipped.value
    assert odds["deal.equilibrium.crib"].value == shipped.crib
    assert odds["deal.equilibrium.dealer_hand"].value == shipped.dealer_hand
    assert odds["deal.equilibrium.pone_hand"].value == shipped.pone_hand


def test_mixed_deals_are_listed_and_indifferent(
    work: Work, trueodds_command: Run
) -> None:
    """Every discard that a strategy mixes is as good as its best but for rounding."""
    ran = trueodds_command("cribbage", "certify", "--format", "json")
    for role, mixed in json.loads(ran.out)["mixed"].items():
        assert mixed["classes"] == len(mixed["deals"]) > 0
        answer = worth(role, strategy("equilibrium", OTHER[role], RULES), work)
        for deal in mixed["deals"]:
            weights = [Fraction(one["weight"]) for one in deal["discards"]]
            assert sum(weights) == 1
            assert min(weights) > 0
            assert len(weights) > 1
            index, _ = index_of(
                [card.number for card in parse_cards(" ".join(deal["hand"]))]
            )
            totals = sorted(answer.totals[index])
            best = totals[-1]
            near = [t for t in totals if best - t < answer.denominator // 10**9]
            assert len(near) >= len(weights)
    table = trueodds_command("cribbage", "certify").out
    assert "dealer: mixes on " in table
    assert "pone: mixes on " in table


def test_one_deal_is_what_the_pass_says(work: Work) -> None:
    """Plain Python on one deal against the compiled pass over all of them."""
    random = np.random.default_rng(7)
    answer = worth("dealer", strategy("equilibrium", "pone", RULES), work)
    for row in random.integers(0, len(answer.totals), 25):
        cards = [Card.of_number(int(n)) for n in all_classes(6).cards[row]]
        found = {
            frozenset(one.discard): (one.crib, one.total)
            for one in trueodds.discard(cards, "dealer")
        }
        for place, two in enumerate(strategy_file.DISCARDS):
            assert found[frozenset(cards[at] for at in two)] == (
                Fraction(int(answer.crib[row, place]), answer.denominator),
                Fraction(int(answer.totals[row, place]), answer.denominator),
            )


def stopping_after(steps: int, path: Path) -> Callable[[Reached], None]:
    """Keep every step, and be interrupted once so many are kept."""

    def keep(reached: Reached) -> None:
        checkpoint.save(path, reached, DIGEST)
        if len(reached.gaps) == steps:
            raise KeyboardInterrupt

    return keep


def test_an_interrupted_solution_goes_on_to_the_same(
    work: Work, tmp_path: Path
) -> None:
    """Until the first certified pair, which is far from an equilibrium."""
    whole = solve.solve(work, gap=FAR)
    assert Fraction(1, 100) < whole.proof.exploitability < FAR
    path = tmp_path / "solving.npz"
    for steps in (0, 1):
        with pytest.raises(KeyboardInterrupt):
            solve.solve(
                work,
                gap=FAR,
                start=checkpoint.load(path, DIGEST),
                keep=stopping_after(steps, path),
            )
    start = checkpoint.load(path, DIGEST)
    assert start
    assert len(start.gaps) == 1
    again = solve.solve(work, gap=FAR, start=start)
    assert again.proof == whole.proof
    for one, other in ((again.dealer, whole.dealer), (again.pone, whole.pone)):
        assert one.throws == other.throws


@pytest.mark.slow
def test_what_cycles_is_mixed_to_the_shipped_strategies(
    work: Work, shipped: Certificate, tmp_path: Path
) -> None:
    """From pure strategies that throw the likeliest discard of the shipped ones."""
    plays = {role: strategy("equilibrium", role, RULES) for role in strategy_file.ROLES}
    opened = {
        role: {
            int(row): np.flatnonzero(of.weights[row]).tolist()
            for row in np.flatnonzero((of.weights > 0).sum(axis=1) > 1)
        }
        for role, of in plays.items()
    }
    choices = {
        role: of.weights.argmax(axis=1).astype(np.uint8) for role, of in plays.items()
    }
    path = tmp_path / "solving.npz"
    start = Reached(choices, opened=opened, mixing=True)
    solution = solve.solve(
        work, start=start, keep=lambda reached: checkpoint.save(path, reached, DIGEST)
    )
    assert solution.proof.exploitability < Fraction(1, 10**16)
    kept = checkpoint.load(path, DIGEST)
    assert kept
    assert kept.proof == solution.proof
    again = solve.solve(work, start=kept)
    assert again.dealer.throws == solution.dealer.throws
    assert again.pone.throws == solution.pone.throws
    assert again.proof == solution.proof


def test_what_cannot_be_gone_on_from_starts_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "solving.npz"
    assert checkpoint.load(path, DIGEST) is None
    pure = dict.fromkeys(strategy_file.ROLES, np.zeros(strategy_file.CLASSES, np.uint8))
    checkpoint.save(path, Reached(pure), DIGEST)
    assert checkpoint.load(path, DIGEST) is not None
    assert not caplog.text
    assert checkpoint.load(path, "other rules") is None
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert checkpoint.load(path, DIGEST) is None
    assert caplog.text.count("cannot be gone on from") == 2


def test_solve_writes_what_certify_reads(
    work: Work, tmp_path: Path, trueodds_command: Run
) -> None:
    folder = tmp_path / "made" / "here"
    ran = trueodds_command("cribbage", "solve", "--out", str(folder), "--gap", str(FAR))
    assert (ran.code, ran.err) == (0, "")
    assert {path.name for path in folder.iterdir()} == {
        "equilibrium.strategy",
        "certificate.json",
        "solving.npz",
    }
    file = str(folder / "equilibrium.strategy")
    assert ran.out.endswith(f"Wrote {file}\n")
    certificate = trueodds_command(
        "cribbage", "certify", "--strategy", file, "--format", "json"
    )
    assert certificate.out == (folder / "certificate.json").read_text()


SHARD = (500_000, 510_000)


@pytest.fixture
def other() -> Strategy:
    """A strategy that mixes."""
    return strategy("equilibrium", "pone", RULES)


@pytest.fixture
def on_one_shard(
    work: Work, other: Strategy, monkeypatch: pytest.MonkeyPatch
) -> NDArray[np.int64]:
    """What a shard of the pass is; from now on passes are made of it alone.

    The other's hands are summed up over all deals nevertheless.
    """
    found = work.crib(other)[slice(*SHARD)]
    monkeypatch.setattr(all_deals, "ranges", lambda length, parts: iter([SHARD]))
    return found


def test_any_executor_makes_the_same_pass(
    on_one_shard: NDArray[np.int64], other: Strategy
) -> None:
    told = []
    with ThreadPoolExecutor(1) as threads:
        found = exact_crib(
            other,
            RULES,
            executor=threads,
            progress=lambda stage, done, total: told.append((done, total)),
        )
        assert threads.submit(int).result() == 0  # it stays open
    all_deals.clear_cache()
    assert (found[slice(*SHARD)] == on_one_shard).all()
    assert told == [(1, 1)]


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster with one worker process on this machine."""
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed (the extra 'cluster')"
    )
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, dashboard_address=None
    )
    with cluster:
        yield cluster.scheduler_address


def test_a_cluster_makes_the_same_pass(
    scheduler: str, on_one_shard: NDArray[np.int64], other: Strategy
) -> None:
    with executor(scheduler) as workers:
        assert isinstance(workers, Executor)
        found = exact_crib(other, RULES, executor=workers)
    assert (found[slice(*SHARD)] == on_one_shard).all()


def test_without_a_scheduler_work_is_done_here() -> None:
    with executor(None) as workers:
        assert workers is None


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"pip install 'trueodds\[cluster\]'"),
        executor("tcp://localhost:8786"),
    ):
        pass


def test_only_other_deals_than_the_best_lose(work: Work) -> None:
    """What a strategy loses is the mean of its shortfall, in floating point too."""
    dealer, pone = (strategy("equilibrium", r, RULES) for r in strategy_file.ROLES)
    answer = worth("dealer", pone, work)
    assert isinstance(answer, Worth)
    best = Strategy.pure(answer.best(dealer.weights.argmax(axis=1).astype(np.uint8)))
    assert answer.loss(best) == 0
    assert not answer.short(best).any()
    uniform = strategy("uniform", "dealer", RULES)
    lost = answer.totals.max(axis=1) - answer.totals.mean(axis=1)
    plain = np.average(lost, weights=all_classes(6).sets) / answer.denominator
    assert float(answer.loss(uniform)) == pytest.approx(plain, rel=1e-9)


FIRST, LAST = 500_000, 500_020


@pytest.fixture
def few_deals(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of all deals hold twenty suit classes in two parts."""
    middle = (FIRST + LAST) // 2
    parts = [(FIRST, middle), (middle, LAST)]
    monkeypatch.setattr(deal_tables, "ranges", lambda length, parts_: iter(parts))


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_every_discard_of_every_deal(
    few_deals: None, ending: str, tmp_path: Path, trueodds_command: Run
) -> None:
    path = tmp_path / f"deals.{ending}"
    ran = trueodds_command("cribbage", "table", "--role", "dealer", "--out", str(path))
    assert ran == (0, f"Wrote {path}: 300 rows\n", "")
    assert list(tmp_path.iterdir()) == [path]
    read = pyarrow.parquet.read_table if ending == "parquet" else pyarrow.csv.read_csv
    rows = read(path).to_pylist()
    assert [row["class"] for row in rows] == [
        row for row in range(FIRST, LAST) for _ in range(15)
    ]
    for hand in {row["hand"] for row in rows}:
        found = {
            frozenset(map(str, one.discard)): one
            for one in trueodds.discard(hand, "dealer")
        }
        of_hand = [row for row in rows if row["hand"] == hand]
        assert len(of_hand) == 15
        for row in of_hand:
            one = found[frozenset(row["discard"].split())]
            assert row["role"] == "dealer"
            assert Fraction(row["own_46ths"], 46) == one.own
            assert Fraction(row["crib_numerator"], row["denominator"]) == one.crib
            assert Fraction(row["total_numerator"], row["denominator"]) == one.total
            assert row["total"] == pytest.approx(float(one.total), rel=1e-14)


def test_a_disk_that_fills_leaves_no_table(
    few_deals: None,
    tmp_path: Path,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = deal_tables._deals

    def full(role: str, answer: Worth, work: Work, start: int, stop: int) -> Any:
        if start > FIRST:
            raise OSError(28, "No space left on device")
        return rows(role, answer, work, start, stop)

    monkeypatch.setattr(deal_tables, "_deals", full)
    path = tmp_path / "deals.parquet"
    path.write_text("what was there before")
    ran = trueodds_command("cribbage", "table", "--role", "dealer", "--out", str(path))
    assert ran == (
        2,
        "",
        f"trueodds: error: cannot write {path}: No space left on device\n",
    )
    assert [file.read_text() for file in tmp_path.iterdir()] == [
        "what was there before"
    ]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["table", "--out", "x.xlsx"], "a .parquet, .csv or .md file, not '.xlsx'"),
        (["table", "--of", "deals"], "name a .parquet or a .csv file with --out"),
        (["table", "--of", "deals", "--out", "x.md"], "name a .parquet or a .csv"),
        (["table", "--of", "92"], "'92' is not one of"),
        (["table", "--role", "poen"], "'poen' is not one of 'dealer', 'pone'"),
        (["table", "--out", "/dev/null/x.parquet"], "cannot write /dev/null/x.parquet"),
        (["table", "--out", ""], "it names no file"),
        (["table", "--opponent", "nobody"], "there is no strategy 'nobody'"),
        (["certify", "--strategy", "nope"], "there is no strategy 'nope'"),
        (["certify", "--format", "csv"], "'csv' is not one of 'table', 'json'"),
        (["certify", "--scheduler", "nowhere"], "no dask scheduler answers at nowhere"),
        (["solve", "--gap", "small"], "'small' is not a number of points"),
        (["solve", "--gap", "-1"], "'-1' is not a number of points"),
        (["solve", "--gap", "1/0"], "'1/0' is not a number of points"),
        (["solve", "--out", ""], "it names no folder"),
        (["solve", "--out", "/dev/null/x"], "cannot write /dev/null/x/solving.npz"),
    ],
)
def test_wrong_input_gets_one_line(
    work: Work, arguments: list[str], fault: str, trueodds_command: Run
) -> None:
    ran = trueodds_command("cribbage", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("trueodds: ")
    assert ran.err.count("\n") in (1, 2)  # an error, and perhaps a hint
    assert fault in ran.err
