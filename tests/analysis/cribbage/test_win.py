"""The game to a target: its chain over the scores, its ends, and what is printed."""

from __future__ import annotations

import csv
import random
import shutil
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from deal_steps import Step, add_deal
from pyarrow import parquet

import trueodds
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game import deal_distribution, ends, means, whole_deals
from trueodds.analysis.cribbage.game.deal_distribution import (
    DealDistribution,
    distribution_of,
)
from trueodds.analysis.cribbage.game.every_deal import AFTER_DEAL, MOST
from trueodds.analysis.cribbage.game.whole_deals import chosen, moment
from trueodds.analysis.cribbage.game.win_chain import shipped_wins
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage import store
from trueodds.reports.html.pages.cribbage import wins_section

RULES = CribbageRules.load()
TARGET = 13
SMALL = CribbageRules.load(target=TARGET)
SIXTEEN = (4, 9, 10, 12)


def made_deals(number: int, seed: int) -> list[list[Step]]:
    """Return steps of the play, pone's show and the dealer's, of no real cards."""
    generator = random.Random(seed)
    return [
        [
            (generator.randrange(2), generator.randrange(4))
            for _ in range(generator.randrange(1, 5))
        ]
        + [(PONE, generator.randrange(4)), (DEALER, generator.randrange(1, 4))]
        for _ in range(number)
    ]


DEALS = made_deals(64, seed=5)


def distribution_of_deals(deals: list[list[Step]]) -> DealDistribution:
    """Return the distribution of made-up deals."""
    tables = np.zeros((5, MOST, MOST))
    for deal in deals:
        add_deal(tables, deal)
    return DealDistribution(tables / len(deals), Fraction(1, 2**50))


def ship(distribution: DealDistribution, play: str = "") -> None:
    """Put a distribution where results ship, for the usual rules."""
    by = chosen(RULES, play=play)
    store.write(
        store.SHIPPED / f"cribbage-deals-{by.name}.npz",
        by.key,
        {
            "tables": distribution.tables,
            "error": np.array(distribution.error.as_integer_ratio()),
        },
    )


@pytest.fixture(autouse=True)
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ship the distribution of made-up deals; cache the results of the discard."""
    at_equilibrium(RULES)
    (ready,) = store.folder().glob("cribbage-at-equilibrium*")
    folder = tmp_path / "results"
    folder.mkdir(mode=0o700)
    shutil.copy(ready, folder)
    monkeypatch.setenv("TRUEODDS_CACHE", str(folder))
    monkeypatch.setattr(store, "SHIPPED", tmp_path / "shipped")
    store.SHIPPED.mkdir()
    ship(distribution_of_deals(DEALS))


@cache
def ended(pone_needs: int, need: int) -> Counter[tuple[int, int, int]]:
    """Return how a game ends: does the dealer win, the loser's need, the deals.

    Every deal is walked through; probabilities are exact.
    """
    result: Counter[tuple[int, int, int]] = Counter()
    for deal in DEALS:
        left = [pone_needs, need]
        for player, points in deal:
            left[player] -= points
            if left[player] <= 0:
                end = int(player == DEALER), left[1 - player], 1
                result[end] += Fraction(1, len(DEALS))
                break
        else:
            for (won, other, deals), p in ended(left[DEALER], left[PONE]).items():
                result[1 - won, other, deals + 1] += p / len(DEALS)
    return result


def chance(ends: Counter[tuple[int, int, int]], *winners: int, least: int = 0) -> Any:
    """Return the probability of these winners, while the loser needs so much."""
    return sum(
        p for (won, need, _), p in ends.items() if won in winners and need >= least
    )


def test_the_chain_equals_a_walk_through_every_deal_at_every_score() -> None:
    """With ordered deals and exact fractions, for both to deal."""
    table = shipped_wins(SMALL)
    for score in range(TARGET):
        for opponent in range(TARGET):
            exact = chance(ended(TARGET - opponent, TARGET - score), 1)
            mine = table.win(score, opponent, deals=True)
            theirs = table.win(opponent, score, deals=False)
            assert exact in mine
            assert 1 - exact in theirs
            assert max(mine.width, theirs.width) < Fraction(1, 10**12)


def test_ends_of_a_game_equal_a_walk_through_every_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    margins = {"skunk": 4, "double_skunk": 8}
    monkeypatch.setattr(ends, "MARGINS", margins)
    distribution = whole_deals.shipped_distribution(SMALL)
    assert distribution
    numbers = {each.id: each.bounds for each in ends.quantities(SMALL, distribution)}
    exact = ended(TARGET, TARGET)
    assert chance(exact, 1) in numbers["game.first_dealer"]
    for name, margin in margins.items():
        # The winner has the target, so the loser needs the margin.
        assert chance(exact, 0, 1, least=margin) in numbers[f"game.{name}"]
        assert chance(exact, 1, least=margin) in numbers[f"game.{name}.first_dealer"]
        assert chance(exact, 0, least=margin) in numbers[f"game.{name}.first_pone"]
    deals: Counter[int] = Counter()
    for (_, _, number), p in exact.items():
        deals[number] += p
    assert sum(n * p for n, p in deals.items()) in numbers["game.deals.mean"]
    for number, p in deals.items():
        assert p < Fraction(1, 10**15) or p in numbers[f"game.deals.{number}"]
    for role, player in (("pone", PONE), ("dealer", DEALER)):
        totals = [sum(more for who, more in d if who == player) for d in DEALS]
        mean = Fraction(sum(totals), len(DEALS))
        variance = sum((x - mean) ** 2 for x in totals) / len(DEALS)
        assert mean in moment(distribution, AFTER_DEAL, role)
        assert variance in numbers[f"deal.{role}.variance"]
    assert max(bounds.width for bounds in numbers.values()) < Fraction(1, 10**9)


def test_a_decided_game_has_no_probability_above_one() -> None:
    table = shipped_wins(RULES)
    sure, lost = table.win(120, 0, deals=True), table.win(0, 120, deals=False)
    assert 1 - Fraction(1, 10**12) < sure.lower <= sure.upper == 1
    assert lost == Enclosure(1 - sure.upper, 1 - sure.lower)


def test_the_mean_of_a_deal_is_the_sum_of_its_parts() -> None:
    """2/13 + 3.3207 + 7.98057130 + 4.78175903, and 2.0216 + 8.12952527."""
    results, play = at_equilibrium(RULES), play_results(RULES)
    assert results
    assert play
    heels, dealer, pone = means.quantities(RULES, results.bounds, play)
    assert heels.exact == Fraction(2, 13)
    assert dealer.decimal == pytest.approx(2 / 13 + 3.3207 + 12.76233033, abs=1e-4)
    assert pone.decimal == pytest.approx(2.0216 + 8.12952527, abs=1e-4)
    assert max(dealer.bounds.width, pone.bounds.width) < Fraction(1, 10**9)


@pytest.mark.parametrize("play", ["", "highest"])
def test_wrong_means_of_a_deal_are_noticed(play: str) -> None:
    """Made-up deals have neither the hands nor the play of the strategies."""
    by, distribution = chosen(RULES, play=play), distribution_of_deals(DEALS)
    with pytest.raises(AssertionError, match="the mean of pone's hand is in "):
        whole_deals._check(distribution, by, RULES, lambda *_: None)


@pytest.fixture
def small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal from sixteen cards, in blocks of ten hands."""

    def distribution(*arguments: Any, **options: Any) -> DealDistribution:
        return distribution_of(*arguments, ranks=SIXTEEN, **options)

    monkeypatch.setattr(deal_distribution, "distribution_of", distribution)
    monkeypatch.setattr(deal_distribution, "BLOCK", 10)
    monkeypatch.setattr(whole_deals, "_check", lambda *_: None)


@pytest.mark.usefixtures("small_deck")
def test_an_interrupted_computation_is_resumed(trueodds_command: Any) -> None:
    by, seen = chosen(RULES, play="highest"), []

    def stop(stage: str, done: int, total: int) -> None:
        seen.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_deals.deal_distribution(by, RULES, solve=True, progress=stop)
    (unfinished,) = store.folder().glob("*.unfinished")
    command = "cribbage", "win", "--play", "highest"
    code, out, err = trueodds_command(*command)
    assert (code, out) == (2, "")
    assert "hint: run trueodds cribbage win --solve --play highest, which takes" in err
    whole = distribution_of(whole_deals._strategies(by, RULES), RULES, SIXTEEN)
    assert trueodds_command(*command, "--solve").code == 0
    assert not unfinished.exists()
    again = whole_deals.deal_distribution(by, RULES, progress=stop)
    assert seen == [0, 1, 2]
    assert (again.tables == whole.tables).all()
    assert again.error == whole.error
    # The cached result answers without --solve.
    code, out, _ = trueodds_command(*command)
    assert (code, "Their play is the highest card that fits." in out) == (0, True)


@pytest.mark.usefixtures("small_deck")
def test_a_shipped_result_is_not_read_with_solve() -> None:
    made = distribution_of_deals(DEALS)
    ship(made, "lowest")
    by = chosen(RULES, play="lowest")
    assert (whole_deals.deal_distribution(by, RULES).tables == made.tables).all()
    solved = whole_deals.deal_distribution(by, RULES, solve=True)
    assert not (solved.tables == made.tables).all()


def test_without_a_shipped_result_there_are_no_numbers_of_a_game() -> None:
    for path in store.SHIPPED.iterdir():
        path.unlink()
    assert not list(trueodds.odds("cribbage", target=90).fitting("game.*"))
    with pytest.raises(RulesError, match="run trueodds cribbage play solve, then"):
        trueodds.cribbage.win()


def test_a_file_is_replaced_only_with_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trueodds_command: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("x.csv")
    path.write_text("mine")
    command = "cribbage", "win", "--set", "target=3", "--table", "x.csv"
    code, out, err = trueodds_command(*command)
    assert (code, out) == (2, "")
    assert err == "trueodds: error: x.csv exists\nhint: --force replaces it\n"
    assert path.read_text() == "mine"
    assert trueodds_command(*command, "--force")[0] == 0
    assert len(path.read_text().splitlines()) == 1 + 2 * 3**2


def test_a_missing_solution_is_noticed_before_the_hands_are_derived(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Any
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("the hands were derived")

    monkeypatch.setattr(saved_solution, "named_hands", never)
    for words in (["play", "certify", "nodir"], ["win", "--solve", "--play", "nodir"]):
        code, out, err = trueodds_command("cribbage", *words)
        assert (code, out) == (2, "")
        assert err.startswith("trueodds: error: there is no nodir/play.strategy\n")


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
    assert [*rows[0]] == ["score", "opponent", "role", "lower", "upper"]
    assert rows == [{key: str(row[key]) for key in row} for row in table]
    wins = shipped_wins(CribbageRules.load(target=9))
    for row in table:
        win = wins.win(row["score"], row["opponent"], deals=row["role"] == "dealer")
        assert row["lower"] <= win.lower <= win.upper <= row["upper"]
        assert row["upper"] - row["lower"] < 1e-12


def test_the_function_answers_as_the_command(trueodds_command: Any) -> None:
    answer = trueodds.cribbage.win(score=94, opponent=86, role="mine")
    win = answer["win"]
    exact = shipped_wins(RULES).win(94, 86, deals=True)
    assert (win["exact"], win["unit"]) == (None, "probability")
    assert Fraction(win["lower"]) <= exact.lower < exact.upper <= Fraction(win["upper"])
    values = play_results(RULES)
    assert values
    words = f"a solution of {values.iterations} iterations"
    assert answer["strategies"]["play"] == words
    printed = trueodds_command("cribbage", "win", "94-86", "--role", "mine")
    assert printed.out == answer.text("table")
    assert "Both throw and play best for points, as proved to " in printed.out
    for format_ in ("table", "markdown", "latex", "tsv"):
        assert "±" not in answer.text(format_)


def test_printed_digits_are_proved() -> None:
    share = shipped_wins(RULES).win(0, 0, deals=True)
    number = str(trueodds.cribbage.win()).split()[4]
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    assert abs(100 * share.lower - Fraction(number)) <= half
    assert abs(100 * share.upper - Fraction(number)) <= half


def test_the_page_shows_who_wins() -> None:
    distribution = whole_deals.shipped_distribution(SMALL)
    assert distribution
    numbers = tuple(ends.quantities(SMALL, distribution))
    section = wins_section(numbers, SMALL)
    assert section.quantities == numbers
    assert "two proved bounds" in section.text
    # The two players' chances of a game are those of the same table.
    mine, theirs = (float(grid.rows[0][1]) for grid in section.grids)
    assert mine + theirs == pytest.approx(100, abs=0.01)
