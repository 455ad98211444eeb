"""Farkle's page under rules of all kinds."""

import pytest
from strategies.farkle import rules

import trueodds
from trueodds import farkle
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.html.page import Section
from trueodds.reports.html.pages.farkle import page, threshold_section
from trueodds.reports.html.pages.farkle.turn import best_turns


def sections(preset: str | None = None, **changes: str) -> dict[str, Section]:
    odds = trueodds.odds("farkle", preset, **changes)
    return {section.title: section for section in page(odds).sections}


@pytest.mark.parametrize("preset", ["zilch", "blog"])
def test_page_of_rules(preset: str) -> None:
    by_title = sections(preset)
    points = by_title["One turn, played for the most points: its points"]
    assert points.sum == 1
    assert ("What a blog says" in by_title) == (preset == "blog")


def test_page_of_five_dice() -> None:
    by_title = sections("five-thousand")
    rolls = by_title["Farkle by number of dice"].quantities
    assert [q.id for q in rolls] == [f"roll.{n}.farkle" for n in range(1, 6)]
    turn = by_title["One turn, played for the most points"]
    assert turn.plot is not None
    stakes = dict(zip(turn.plot.labels, turn.plot.texts, strict=True))
    assert stakes == {"1": "200", "2": "200", "3": "400", "4": "950", "5": "3,100"}


def test_the_table_of_best_turns_has_presets_with_fewer_dice() -> None:
    presets = {name: FarkleRules.load(name) for name in ("five-thousand", "zilch")}
    rows = {row[0]: row for row in best_turns(presets)}
    preset = "five-thousand, before opening"
    assert rows[preset][2:] == ("55.00 %", "350", "350", "400", "950", "3,100", "-")
    assert rows["zilch"][-1] == "only to win"


def test_page_of_mixed_dice() -> None:
    by_title = sections(dice="weighted, fair*5")
    (farkles,) = by_title["Farkle by number of dice"].quantities
    assert farkles.id == "roll.6.farkle"
    assert by_title["One turn, played for the most points"].plot is None


def test_thresholds_and_what_to_keep() -> None:
    by_title = sections("ece209")
    thresholds = by_title["Bank at T points or more, else roll"]
    assert "the best T is 250: it averages 401.04 points" in thresholds.text
    assert thresholds.plot is not None
    assert thresholds.plot.labels[:3] == ["50", "100", "150"]
    (keeps,) = by_title["What to keep, in a turn played for the most points"].grids
    assert ["6", "15", "1", "0 to 2,100"] in [row[:4] for row in keeps.rows]


def test_no_turn_for_points_is_banked_if_a_farkle_keeps_the_points() -> None:
    record = rules("box", farkle_keeps_points=True)
    policy = farkle.policy(rules=record)
    assert policy.bank_at == {}
    first, table = policy.text("table").split("\n\n")
    assert "never bank: a farkle keeps the points" in first
    assert table.count("never: a farkle keeps the points") == record.number_of_dice
    thresholds = farkle.thresholds(rules=record)
    means = [each.exact for each in thresholds.quantities.fitting("threshold.*.mean")]
    assert means == sorted(means)
    assert thresholds.text("table").startswith("Never bank: a farkle keeps the points,")
    text = threshold_section(record)
    assert "10000, as a farkle keeps the points:" in next(text).text


def test_hot_dice_that_must_be_rolled_are_never_banked() -> None:
    policy = farkle.policy(rules="box", set={"must_roll_hot_dice": True})
    stakes = dict(policy.tables()["bank_at"].table().rows)
    assert stakes["5"] == "2,800"
    assert stakes["6"] == "never: hot dice must be rolled"


def test_points_that_leave_no_threshold() -> None:
    record = rules(singles={"1": 20_000}, of_a_kind={}, straight=0)
    assert not [*threshold_section(record)]
