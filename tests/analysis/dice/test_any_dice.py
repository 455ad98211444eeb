"""The game dice: its quantities, its answers, and the verdict on a roller."""

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import Run

import trueodds
from trueodds.core import games
from trueodds.core.errors import RulesError
from trueodds.reports.html import site
from trueodds.reports.html.pages import verify
from trueodds.verify import simulator


def test_the_lowest_of_four_dice_is_dropped() -> None:
    odds = trueodds.odds("dice", roll="4d6dl1")
    assert odds["total.mean"].exact == Fraction(15869, 1296)
    assert odds["total.18"].exact == Fraction(21, 1296)
    assert odds["total.at_least.16"].exact == Fraction(169, 1296)
    assert odds["total.at_least.3"].exact == 1
    assert odds["total.variance"].exact == odds.distribution("total").variance()
    assert odds["total.sd"].bounds == odds.distribution("total").sd()


def test_totals_can_be_negative() -> None:
    odds = trueodds.odds("dice", roll="d4-d6")
    assert odds["total.-5"].exact == odds["total.3"].exact == Fraction(1, 24)
    assert odds.distribution("total").mean() == odds["total.mean"].exact == -1
    assert odds["total.at_least.-5"].exact == 1


def test_a_comparison_holds_or_not() -> None:
    odds = trueodds.odds("dice", roll="3d6 > 2d10")
    assert [*odds] == ["total.0", "total.1"]
    assert odds["total.1"].label == "The comparison holds"
    assert odds["total.1"].exact == Fraction(509, 1200)
    assert trueodds.odds("dice", roll="d6>6")["total.1"].exact == 0


@pytest.mark.parametrize("roll", ["4d6dl1", "7d10c>=7", "d20+5>=15", "d%", "(d6)"])
def test_a_roll_is_short_for_the_game(trueodds_command: Run, roll: str) -> None:
    short = trueodds_command("odds", roll, "total", "--format", "csv")
    whole = trueodds_command("odds", "dice", "--roll", roll, "total", "--format", "csv")
    assert (
        short
        == whole
        == trueodds_command("odds", "dice", roll, "total", "--format", "csv")
    )
    assert short.code == 0


def test_a_fault_is_one_line_with_its_column(trueodds_command: Run) -> None:
    result = trueodds_command("odds", "4d6z1")
    error, hint = result.err.splitlines()
    assert result.code == 2
    assert error.endswith("'4d6z1', column 4: 'z1' is not dice notation")
    assert hint.startswith("hint: after dice come kh3")


def test_printed_commands_quote_the_roll(trueodds_command: Run) -> None:
    printed = trueodds_command("odds", "7d10c>=7").out
    assert "a distribution: trueodds odds dice total --set 'roll=7d10c>=7'; " in printed


def test_the_roll_is_in_json_and_is_reproduced(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "roll.json"
    file.write_text(trueodds_command("odds", "3d6x2", "--format", "json").out)
    assert json.loads(file.read_text())["rules"]["roll"] == "3d6x2"
    assert trueodds_command("reproduce", str(file)).code == 0


def test_rolls_are_compared_and_cited() -> None:
    rolls = [{"roll": "4d6dl1"}, {"roll": "3d6"}]
    (mean,) = trueodds.compare("dice", "total.mean", set=rolls).quantities
    values = [each and each.exact for each in mean.values.values()]
    assert values[-2:] == [Fraction(15869, 1296), Fraction(21, 2)]
    number = trueodds.cite("dice", "total.mean", roll="2d20kh1").number
    assert number is not None
    assert number.value == Fraction(553, 40)


def test_a_right_roller_is_consistent_and_a_wrong_one_is_refuted() -> None:
    random = Random(1)

    def dice() -> list[int]:
        return sorted(random.randint(1, 6) for _ in range(4))

    right = simulator(
        "dice", outcomes=[sum(dice()[1:]) for _ in range(20_000)], roll="4d6dl1"
    )
    wrong = simulator(
        "dice", outcomes=[sum(dice()[:3]) for _ in range(20_000)], roll="4d6dl1"
    )
    assert (right.verdict, wrong.verdict) == ("consistent", "refuted")
    impossible = simulator("dice", outcomes=[18, 19], roll="4d6dl1")
    assert impossible.summary == "19 came, and it cannot"


def test_too_many_outcomes_are_refused_before_they_are_counted() -> None:
    with pytest.raises(RulesError, match="at most 10,000,000 are counted"):
        trueodds.odds("dice", roll="999d999kh500")


def test_the_roll_is_named_and_its_total_is_no_points(trueodds_command: Run) -> None:
    printed = trueodds_command("odds", "2d6").out
    assert printed.startswith("The odds of Dice (dice rules with roll = 2d6).")
    assert "Average                7\n" in printed
    assert "points" not in printed


def test_the_verify_page_has_a_form_for_dice() -> None:
    """Their only kind of outcome is a family, which the page leaves out elsewhere."""
    page = verify.kinds(trueodds.odds("dice", roll="4d6dl1"))
    assert [kind["kind"] for kind in page.records] == ["total"]
    assert page.records[0]["outcomes"][0] == "3"
    assert not page.further


def test_dice_have_no_positions(trueodds_command: Run) -> None:
    for words in (
        "score dice 3",
        "score dice 1 3 4 6 --roll 4d6dl1",
        "positions dice",
        "census dice",
        "verify scorer dice -- cat",
        "bench scorer dice -- cat",
    ):
        result = trueodds_command(*words.split())
        assert result.code == 2
        assert result.err == (
            "trueodds: error: dice has no positions to score, as its outcomes have "
            "odds, and no points beside them\n"
            "hint: trueodds verify dice -- CMD judges a simulator of it\n"
        )


def test_dice_are_left_out_unless_they_are_named() -> None:
    assert "dice" in games.names()
    assert "dice" not in games.ours()


def test_a_report_on_all_games_leaves_dice_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written: list[str] = []

    read = games.each

    def each(function: Any, names: Iterable[str] = (), **strict: object) -> Any:
        if not names:
            return read(function)
        written.extend(names)
        raise InterruptedError

    monkeypatch.setattr(games, "each", each)
    for named in ([], ["dice"]):
        with pytest.raises(InterruptedError):
            site.write(named, tmp_path)
    assert written == [*games.ours(), "dice"]


@pytest.mark.parametrize(
    "words", ["4d6dl1 --rules dice", "--rules dice 4d6dl1", "dice 4d6dl1"]
)
def test_a_roll_is_read_wherever_it_stands(words: str, trueodds_command: Run) -> None:
    ran = trueodds_command("odds", *words.split(), "--format", "csv")
    assert "total.mean,Average,15869/1296," in ran.out


def test_two_rolls_are_refused(trueodds_command: Run) -> None:
    ran = trueodds_command("odds", "dice", "4d6dl1", "--roll", "2d6")
    assert (ran.code, ran.out) == (2, "")
