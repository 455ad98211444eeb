"""The answer on the best dice: what it says beside the ranking."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Run
from strategies.farkle import bounded_turn

from trueodds.analysis.farkle.best_dice import rounded_turn
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.farkle import best_dice as report


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("odd*6", "With any dice whose percentages round to the published ones, these"),
        ("7:2:2:2:2:4*6", "No percentages are published for these six dice"),
        ("odd*3, 7:2:2:2:2:4*3", "10.00 points a turn. The other dice count as exact."),
    ],
)
def test_the_sentence_on_rounded_percentages(
    text: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    trueodds_command: Run,
    tmp_path: Path,
) -> None:
    bounds = Enclosure(Fraction(9), Fraction(10))
    monkeypatch.setattr(report, "rounded_mean", lambda groups, dice: bounds)
    (tmp_path / "dice.toml").write_text(f'dice = "{text}"')
    words = ["best-dice", "--inventory", str(tmp_path / "dice.toml"), "--rounding"]
    assert sentence in trueodds_command("farkle", *words).out


def test_the_ranking_is_printed_without_the_bounds_for_rounding(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run, tmp_path: Path
) -> None:
    monkeypatch.setattr(rounded_turn, "MOST_STAKES", 1)
    (tmp_path / "dice.toml").write_text('dice = "odd*6"')
    words = ["best-dice", "--inventory", str(tmp_path / "dice.toml"), "--rounding"]
    ran = trueodds_command("farkle", *words)
    assert (ran.code, ran.out[:12]) == (0, "Take odd*6: ")
    assert "missing: these six dice farkle too rarely" in ran.out
    record = json.loads(trueodds_command("farkle", *words, "--format", "json").out)
    assert record["mean_if_rounded"] is None
    assert record["best"][0]["dice"] == ["odd"] * 6


def test_bounds_that_are_not_shown_are_told_as_bounds(
    monkeypatch: pytest.MonkeyPatch, trueodds_command: Run, tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "MOST_ROWS", 1)
    inventory = tmp_path / "dice.toml"
    inventory.write_text('dice = ["fair*6", "odd*2", "king", "lucky"]')
    words = ["farkle", "best-dice", "--inventory", str(inventory)]
    words += ["--rules", "kingdom-come"]
    assert "more sets have lower bounds than these" in trueodds_command(*words).out


JOKERS = "[dice]\ndevils-head = 1\nfair = 6\n"


def test_an_inventory_with_a_joker_equals_all_sets(
    trueodds_command: Run, tmp_path: Path
) -> None:
    """Two sets: six fair dice, and five with the Devil's head."""
    (tmp_path / "dice.toml").write_text(JOKERS)
    words = ["--inventory", str(tmp_path / "dice.toml"), "--rules", "kingdom-come"]
    ran = trueodds_command("farkle", "best-dice", *words, "--top", "2")
    rules = FarkleRules.load("kingdom-come")
    means = [
        bounded_turn(rules, dice).mean.midpoint
        for dice in ("devils-head, fair*5", "fair*6")
    ]
    best, other = (f"{float(mean):,.2f}" for mean in means)
    assert ran.out.startswith(f"Take devils-head, fair*5: {best} points a turn")
    assert other in ran.out
    none = trueodds_command("farkle", "best-dice", *words, "--set", "jokers=none")
    assert (none.code, "has a joker, and these rules have none" in none.err) == (
        2,
        True,
    )
