"""The game to a target: the chain over the scores, its errors, and what is printed."""

from __future__ import annotations

import csv
import io
import lzma
import random
import tracemalloc
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import trueodds
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game import means, sampler
from trueodds.analysis.cribbage.game.deal_counts import (
    BATCHES,
    FORMAT,
    DealCounts,
    read_counts,
    shipped_counts,
)
from trueodds.analysis.cribbage.game.sample import MOST, add_deals, sample
from trueodds.analysis.cribbage.game.win_chain import win_table
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.core import rulebook
from trueodds.core.errors import OptionError, RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage import store
from trueodds.reports.html.pages.cribbage import wins_section

RULES = CribbageRules.load()
Step = tuple[int, int]
"""A player and the points that he scores."""


def made_deals(number: int, seed: int) -> list[list[Step]]:
    """Return sequences of steps that no cards need to make possible."""
    generator = random.Random(seed)
    return [
        [
            (generator.randrange(2), generator.randrange(4))
            for _ in range(generator.randrange(2, 7))
        ]
        + [(DEALER, 1)]
        for _ in range(number)
    ]


def counts_of(deals: list[list[Step]], target_rules: CribbageRules) -> DealCounts:
    """Count made deals by the kernel, without shows: one batch after another."""
    totals, reached = np.zeros((2, BATCHES, MOST, MOST), np.int32)
    size = len(deals) // BATCHES
    for batch in range(BATCHES):
        steps = np.zeros((size, sampler.MOST_STEPS, 2), np.int8)
        for row, deal in enumerate(deals[batch * size : (batch + 1) * size]):
            for place, (player, points) in enumerate(deal):
                steps[row, place, player] = points
        # Even ranks of all suits, no two in a row: 2C 4D 6H 8S and QC show nothing.
        nothing = np.tile(np.array([4, 13, 22, 31, 44], np.uint8), (size, 1))
        dealt = sampler.Deals(nothing, nothing, nothing, steps, steps[:, :8, 0])
        add_deals(dealt, target_rules, totals[batch], reached[batch])
    recipe = {
        "format": FORMAT,
        "rules": rulebook.digest("cribbage", RULES),
        "throws": "",
        "play": "",
        "iterations": 1,
        "deals": size * BATCHES,
        "seed": 1,
    }
    return DealCounts(recipe, totals[:, :32, :32], reached[:, :32, :32])


def test_the_chain_equals_a_walk_through_every_deal_at_every_score() -> None:
    """With ordered deals and exact fractions, for both to deal."""
    rules = CribbageRules.load(target=13)
    deals = made_deals(3 * BATCHES, seed=5)

    @cache
    def dealer_wins(need: int, pone_needs: int) -> Fraction:
        wins = Fraction(0)
        for deal in deals:
            left = [pone_needs, need]
            for player, points in deal:
                left[player] -= points
                if left[player] <= 0:
                    wins += player == DEALER
                    break
            else:
                wins += 1 - dealer_wins(left[PONE], left[DEALER])
        return wins / len(deals)

    shown = counts_of(deals, rules)
    table = win_table(shown, rules)
    for score in range(13):
        for opponent in range(13):
            exact = dealer_wins(13 - score, 13 - opponent)
            mine = table.win(score, opponent, deals=True)
            assert mine.value == pytest.approx(float(exact), abs=1e-12)
            theirs = table.win(opponent, score, deals=False)
            assert theirs.value == pytest.approx(1 - float(exact), abs=1e-12)


def test_standard_errors_are_the_scatter_of_repeated_samples() -> None:
    rules = CribbageRules.load(target=11)
    pool = made_deals(40, seed=3)
    generator = random.Random(2)
    positions = [(0, 0), (4, 7), (9, 9)]
    values, errors = [], []
    for _ in range(60):
        counts = counts_of(generator.choices(pool, k=8 * BATCHES), rules)
        table = win_table(counts, rules)
        estimates = [table.win(*at, deals=True) for at in positions]
        values.append([estimate.value for estimate in estimates])
        errors.append([estimate.standard_error for estimate in estimates])
    scatter = np.std(values, axis=0, ddof=1)
    # Each standard deviation of 60 values is known to about 9 percent.
    assert np.mean(errors, axis=0) == pytest.approx(scatter, rel=0.35)


def test_the_first_dealer_wins_what_a_prototype_found() -> None:
    """56.2 %, from the design notes; people counted 55.5 %."""
    start = win_table(shipped_counts(), RULES).win(0, 0, deals=True)
    assert 0.561 < start.value < 0.563
    assert start.standard_error < 0.0002


def test_a_decided_game_is_no_more_certain_than_the_sample() -> None:
    """At 115 to 0, with the deal: rounding gives no probability above 1."""
    counts = shipped_counts()
    table = win_table(counts, RULES)
    sure, lost = table.win(115, 0, deals=True), table.win(0, 115, deals=False)
    assert 0.999999 < sure.value <= 1
    assert lost.value == 1 - sure.value
    assert sure.standard_error == lost.standard_error == 1 / counts.deals
    assert ((table.wins >= 0) & (table.wins <= 1)).all()


def test_counts_are_written_and_read(tmp_path: Path) -> None:
    counts = counts_of(made_deals(2 * BATCHES, seed=1), RULES)
    counts.write(tmp_path / "x.deals")
    again = read_counts(tmp_path / "x.deals")
    assert again.recipe == counts.recipe
    assert (again.totals == counts.totals).all()
    assert (again.reached == counts.reached).all()
    # Tables that contradict each other are refused.
    counts.reached[3, 1, 0] += 1
    counts.write(tmp_path / "x.deals")
    with pytest.raises(RulesError, match="not a sample of deals"):
        read_counts(tmp_path / "x.deals")


def test_a_sample_needs_equal_batches(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="multiple of 50"):
        sample(tmp_path, RULES, 1234, 1)


def test_a_sample_in_a_missing_folder_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trueodds_command: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    command = "cribbage", "sample", "play", "--out", "nodir/x.deals"
    code, out, err = trueodds_command(*command)
    assert (code, out) == (2, "")
    assert err.startswith("trueodds: error: there is no folder nodir\n")
    assert not Path("nodir").exists()


@pytest.mark.parametrize(
    "words", [("win", "--table", "x.csv"), ("sample", "nodir", "--out", "x.csv")]
)
def test_a_file_is_replaced_only_with_force(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Any,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text("mine")
    code, out, err = trueodds_command("cribbage", *words)
    assert (code, out) == (2, "")
    assert err == "trueodds: error: x.csv exists\nhint: --force replaces it\n"
    assert Path("x.csv").read_text() == "mine"


def test_a_table_is_replaced_with_force(tmp_path: Path, trueodds_command: Any) -> None:
    path = tmp_path / "x.csv"
    path.write_text("mine")
    small = ("--set", "target=3", "--force", "--table", str(path))
    assert trueodds_command("cribbage", "win", *small)[0] == 0
    assert len(path.read_text().splitlines()) == 1 + 2 * 3**2


@pytest.mark.parametrize("words", [("sample",), ("play", "certify")])
def test_a_missing_solution_is_noticed_before_the_hands_are_derived(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, trueodds_command: Any
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("the hands were derived")

    monkeypatch.setattr(saved_solution, "named_hands", never)
    code, out, err = trueodds_command("cribbage", *words, "nodir")
    assert (code, out) == (2, "")
    assert err.startswith("trueodds: error: there is no nodir/play.strategy\n")


def test_other_deals_are_described_by_their_recipe(
    tmp_path: Path, trueodds_command: Any
) -> None:
    counts_of(made_deals(2 * BATCHES, seed=1), RULES).write(tmp_path / "x.deals")
    words = ("--set", "target=3", "--deals", str(tmp_path / "x.deals"))
    code, out, _ = trueodds_command("cribbage", "win", *words)
    assert code == 0
    assert "by a strategy of the discard that is not the shipped one" in out
    assert "a solution of 1 iteration." in out


@pytest.mark.parametrize("format_", ["latex", "tsv"])
def test_tables_alone_say_that_they_are_sampled(format_: str) -> None:
    text = trueodds.cribbage.win().text(format_)
    assert text.count("sampled") == 2


def test_a_table_has_every_score_and_both_deals(
    tmp_path: Path, trueodds_command: Any
) -> None:
    small = ("cribbage", "win", "--set", "target=9", "--table")
    for name in ("wins.csv", "wins.parquet"):
        code, out, _ = trueodds_command(*small, str(tmp_path / name))
        assert code == 0
        assert f"Wrote {tmp_path / name}: 162 rows." in out
    table = parquet.read_table(tmp_path / "wins.parquet").to_pylist()
    with (tmp_path / "wins.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert rows == [{key: str(row[key]) for key in row} for row in table]
    assert {row["method"] for row in table} == {"sampled"}
    # The opponent's win in the same deal is the other row, with scores exchanged.
    win = {(row["role"], row["score"], row["opponent"]): row["win"] for row in table}
    assert win["dealer", 3, 5] + win["pone", 5, 3] == pytest.approx(1)


def test_the_function_answers_as_the_command() -> None:
    answer = trueodds.cribbage.win(score=94, opponent=86, role="mine")
    assert answer["win"]["method"] == "sampled"
    assert answer["win"]["estimate"] > answer["win_in_other_role"]["estimate"] > 0.75
    assert "±" in answer.text("markdown")
    assert "±" in answer.text("latex")


def test_the_page_shows_the_errors_of_sampled_numbers() -> None:
    results, play = at_equilibrium(RULES), play_results(RULES)
    assert results
    assert play
    quantities = tuple(means.quantities(RULES, results.bounds, play))
    section = wins_section(quantities, RULES)
    assert section.quantities == quantities
    assert "sampled, not exact" in section.text
    for grid in section.grids:
        assert "sampled" in grid.title
        assert all("±" in cell for _, *cells in grid.rows for cell in cells)
    # The two players' chances of a game are those of the same table.
    mine, theirs = (float(grid.rows[0][1].split()[0]) for grid in section.grids)
    assert mine + theirs == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("shape", [(10**7,), (10**7, 10**7)])
def test_deals_that_unpack_to_too_much(shape: tuple[int, ...], tmp_path: Path) -> None:
    header = io.BytesIO()
    about = {"descr": "<i4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, about)
    packed = lzma.compress(header.getvalue() + bytes(4 * 10**7), preset=0)
    file = tmp_path / "sample.deals"
    store.write_bytes(file, shipped_counts().recipe, packed)
    tracemalloc.start()
    with pytest.raises(RulesError, match="not a sample of deals"):
        read_counts(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 35 * 10**6
