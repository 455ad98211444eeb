"""The answer of ``trueodds odds``: headlines first, then whatever is named."""

import csv
import json
from functools import cache

import pytest

import trueodds
from trueodds.core.errors import UnknownNameError
from trueodds.core.games import ours
from trueodds.reports.text.odds import View, headlines, selected, view_output

DEFAULTS = {
    "bunco": "bunco",
    "baccarat": "punto-banco",
    "cribbage": "six-card",
    "farkle": "ece209",
}


@cache
def odds_of(game: str, rules: str | None = None) -> trueodds.Odds:
    return trueodds.odds(game, rules)


def table(game: str, *names: str, **view: object) -> str:
    shown = View(names, **view)  # type: ignore[arg-type]  # keywords of View
    return view_output(odds_of(game), shown).text("table")


@pytest.mark.parametrize("game", ours())
def test_at_most_twelve_headlines_after_the_rules(game: str) -> None:
    first, empty, *lines = table(game).splitlines()
    assert first == f"The odds of {game.capitalize()} ({DEFAULTS[game]} rules)."
    assert empty == ""
    assert 8 <= lines.index("") <= 12
    assert "numbers: --all; a family: trueodds odds " in lines[-1]
    assert max(map(len, lines)) <= 100
    leading = headlines(odds_of(game))
    assert all(odds_of(game)[q.id].value == q.value for q in leading)


def test_rules_are_named_with_what_was_changed() -> None:
    changed = view_output(trueodds.odds("bunco", rounds=3, tables=1), View(["roll"]))
    first = "of Bunco (bunco rules with rounds = 3, tables = 1).\n"
    assert first in changed.text("table")


def test_numbers_are_in_the_digits_that_people_use() -> None:
    assert "0.000031 %   1 in 3,248,700" in table("cribbage")
    assert "1.06 of 100 staked" in table("baccarat")
    assert "1.05790578 of 100 staked" in table("baccarat", digits=9)
    assert "1/216" in table("bunco", exact=True)


def test_a_family_is_a_distribution_with_bars() -> None:
    out = table("bunco", "roll.points", plot=True)
    rows = [line.split() for line in out.splitlines()[5:]]
    assert rows[0][:5] == ["0", "55.56", "%", "100", "%"]
    assert rows[1][:8] == ["1", "34.72", "%", "1", "in", "2.88", "44.44", "%"]
    assert [row[0] for row in rows] == ["0", "1", "2", "5", "21"]
    longest = rows[0][-1].count("█")
    assert rows[1][-1].count("█") == longest * 75 // 120


def test_or_more_counts_what_is_not_listed() -> None:
    """The points of a turn have no largest number."""
    out = table("bunco", "turn.points", digits=9)
    (row,) = (line.split() for line in out.splitlines() if line.startswith("21 "))
    at_least = odds_of("bunco")["turn.at_least.21"].decimal
    assert float(row[-2]) == pytest.approx(100 * at_least)


def test_one_number_is_a_sentence() -> None:
    out = table("bunco", "roll.bunco")
    assert out.startswith("Bunco: 0.46 % (Bunco, bunco rules).\n")
    assert "exact    1/216\n" in out


@pytest.mark.parametrize("format_", ["json", "csv", "tsv"])
def test_programs_read_what_is_named_and_nothing_else(format_: str) -> None:
    named = View(["turn.*mean", "roll.bunco"])
    out = view_output(odds_of("bunco"), named).text(format_)
    if format_ == "json":
        quantities = json.loads(out)["quantities"]
    else:
        delimiter = "," if format_ == "csv" else "\t"
        quantities = list(csv.DictReader(out.splitlines(), delimiter=delimiter))
    ids = [quantity["id"] for quantity in quantities]
    assert ids == ["roll.bunco", "turn.mean", "turn.rolls.mean"]
    assert quantities[0]["exact"] == "1/216"


def test_a_name_that_fits_nothing_is_told_what_is_near() -> None:
    with pytest.raises(UnknownNameError, match=r"'turn.maen'; did you mean turn.mean"):
        selected(odds_of("bunco"), ["turn.maen"])
    with pytest.raises(UnknownNameError, match="trueodds odds bunco --all lists them"):
        selected(odds_of("bunco"), ["xyz*"])


@pytest.mark.parametrize(
    ("game", "words", "first"),
    [
        ("farkle", "chance of a bust with three dice", "roll.3.farkle"),
        ("farkle", "Farkle with 1 die", "roll.1.farkle"),
        ("farkle", "roll again two dice", "turn.bank_at.2"),
        ("bunco", "A Bunco in a turn", "turn.any_bunco"),
        ("bunco", "mini buncos", "roll.mini_bunco"),
        ("bunco", "expected points, game", "game.mean"),
        ("baccarat", "tie", "coup.tie"),
        ("baccarat", "vig banco", "bet.banker.edge"),
        ("baccarat", "house edge tie", "bet.tie_8.edge"),
        ("cribbage", "twenty-nine hand", "show.hand.29"),
    ],
)
def test_words_find_numbers(game: str, words: str, first: str) -> None:
    numbers = odds_of(game).find(words)
    assert next(iter(numbers)) == first
    assert list(selected(odds_of(game), words.split())) == list(numbers)


def test_words_are_not_found_in_digits() -> None:
    farkle = odds_of("farkle")
    ids = {"roll.3.farkle", "roll.3.best.mean", "turn.bank_at.3"}
    assert {*farkle.find("3 dice")} == ids
    assert not farkle.find("3.09")
    assert not farkle.find("27.78 %")
    with pytest.raises(UnknownNameError, match=r"did you mean roll\.3\.farkle or"):
        selected(farkle, ["three", "dise"])
    with pytest.raises(UnknownNameError, match="did you mean commission"):
        selected(odds_of("baccarat"), ["comission"])


def test_rules_that_lose_numbers_say_which() -> None:
    odds = odds_of("cribbage", "published-script")
    assert "deal.equilibrium.value" not in odds
    note = view_output(odds, View()).text("table").splitlines()[-1]
    assert "deal.equilibrium, static_choice and play.kept are left out" in note
