"""The answer of ``trueodds odds``: headlines first, then whatever is named."""

import csv
import json
import re
from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import Run

import trueodds
from trueodds.core.errors import PackageError, UnknownNameError, split_hint
from trueodds.core.games import ours
from trueodds.reports.answers.odds import view_output
from trueodds.reports.parts import parts
from trueodds.reports.text import odds as module
from trueodds.reports.text.odds import View, headlines, selected

DEFAULTS = {
    "bunco": "bunco",
    "baccarat": "punto-banco",
    "cribbage": "six-card",
    "farkle": "box",
}


@cache
def odds_of(game: str, rules: str | None = None) -> trueodds.Odds:
    return trueodds.odds(game, rules)


def table(game: str, *names: str, **view: object) -> str:
    shown = View(names, **view)  # type: ignore[arg-type]  # keywords of View
    return view_output(odds_of(game), shown).text("table")


def test_the_first_twelve_numbers_lead_in_a_game_without_words_or_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare = SimpleNamespace(headlines=None, has_page=False)
    monkeypatch.setattr(module, "parts", lambda game: bare)
    bunco = odds_of("bunco")
    assert [*headlines(bunco)] == [*islice(bunco.values(), 12)]


def test_a_package_whose_headlines_name_no_number_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bunco = odds_of("bunco")
    words = {"roll.bunco": "Bunco"}
    named = SimpleNamespace(headlines=words)
    monkeypatch.setattr(module, "parts", lambda game: named)
    monkeypatch.setattr(module.games, "credited", lambda game: "tossed-game 0.3")
    assert [quantity.label for quantity in headlines(bunco)] == ["Bunco"]
    words["roll.bunko"] = "Bunco"
    with pytest.raises(PackageError, match=r"0\.3 failed: .* name roll\.bunko, "):
        headlines(bunco)


@pytest.mark.parametrize("game", ours())
def test_at_most_twelve_headlines_after_the_rules(game: str) -> None:
    first, empty, *lines = table(game).splitlines()
    assert first == f"The odds of {game.capitalize()} ({DEFAULTS[game]} rules)."
    assert empty == ""
    assert 8 <= lines.index("") <= 12
    assert (
        "numbers: --all; a distribution: trueodds odds " in lines[lines.index("") + 1]
    )
    assert max(map(len, lines)) <= 100
    leading = headlines(odds_of(game))
    assert all(odds_of(game)[q.id].value == q.value for q in leading)


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (
            "bunco",
            [
                "in a game of one roll a round | 2.75 % | 1 in 36.42",
                "in a player's night at the table | 29.93 % | 1 in 3.342",
            ],
        ),
        (
            "bunco",
            [
                "of a game of one roll a round | 4.19 points",
                "of a player's night at the table | 53.54 points",
            ],
        ),
        (
            "baccarat",
            [
                "House edge of Banker (5 % commission) | 1.06 %",
                "House edge of Player | 1.24 %",
            ],
        ),
        (
            "cribbage",
            [
                "29 points, from four random cards | 0.000031 % | 1 in 3,248,700",
                "who keeps it from six cards | 0.00046 % | 1 in 216,580",
                '"19", from four random cards | 7.76 % | 1 in 12.88',
                "who keeps the best average hand | 0.36 % | 1 in 274.1",
            ],
        ),
        (
            "farkle",
            [
                "One die scores nothing | 66.67 %",
                "Two dice score nothing | 44.44 % | 1 in 2.25",
                "Three dice score nothing | 27.78 % | 1 in 3.6",
                "Four dice score nothing | 15.74 % | 1 in 6.353",
                "Five dice score nothing | 7.72 % | 1 in 12.96",
                "Six dice score nothing | 2.31 % | 1 in 43.2",
            ],
        ),
    ],
)
def test_headlines_that_are_confused_stand_together(game: str, rows: list[str]) -> None:
    lines = [re.sub(" {2,}", " | ", line) for line in table(game).splitlines()]
    (first,) = (n for n, line in enumerate(lines) if line.endswith(rows[0]))
    for line, row in zip(lines[first:], rows, strict=False):
        assert line.endswith(row)


@pytest.mark.parametrize(
    ("game", "pattern", "word"),
    [
        ("bunco", "game.*", "a game of 6 rolls"),
        ("bunco", "night.points.*", "night"),
        ("cribbage", "show.hand.*", "a hand of four random cards"),
        ("cribbage", "show.crib.*", "crib of four random cards"),
    ],
)
def test_labels_say_which_number_it_is(game: str, pattern: str, word: str) -> None:
    labels = [quantity.label for quantity in odds_of(game).fitting(pattern)]
    assert [label for label in labels if word not in f"a {label}".lower()] == []


def test_rules_are_named_with_what_was_changed() -> None:
    changed = view_output(trueodds.odds("bunco", rounds=3, tables=1), View(["roll"]))
    first = "of Bunco (bunco rules with rounds = 3, tables = 1).\n"
    assert first in changed.text("table")


def test_numbers_that_nobody_needs_are_left_out_unless_named() -> None:
    night = table("bunco", "night.most_points")
    assert "night.most_points.85 " in night
    assert "e-" not in night
    assert "0 to" not in night
    assert "\nLeft out, as the probability is about 0 or 1: " in night
    certain = "night.buncos.at_least.0"
    assert certain not in table("bunco", "night.buncos")
    assert certain in table("bunco", "night.buncos", everything=True)
    assert certain in table("bunco", certain, "night.buncos.0")


@pytest.mark.parametrize(
    "names",
    ["roll.points roll.mean", "race.turns", "night.head.points", "game", "turn roll.*"],
)
@pytest.mark.parametrize("everything", [False, True])
def test_what_is_counted_is_shown_or_said_to_be_left_out(
    names: str, everything: bool
) -> None:
    """A row of a distribution shows N exactly, and N or more if it has an id."""
    answer = view_output(odds_of("bunco"), View(names.split(), everything=everything))
    first, *shown = answer.table()
    ids = {*answer.quantities}
    seen = set()
    left = 0
    for part in shown:
        if isinstance(part, str):
            count = re.fullmatch(r"Left out, .* 0 or 1: ([\d,]+)\. See --all", part)
            left = int(count[1].replace(",", ""))
        elif family := part.title.rpartition("(")[2].rstrip(")"):
            numbers = [row[0] for row in part.rows]
            seen |= {f"{family}.{n}" for n in numbers}
            seen |= {f"{family}.at_least.{n}" for n in numbers} & ids
        else:
            seen |= {row[0] for row in part.rows}
    assert seen <= ids
    assert str(first).startswith(f"{len(ids):,} numbers")
    assert len(seen) + left == len(ids)
    assert not (everything and left)


def test_numbers_are_in_the_digits_that_people_use() -> None:
    assert "0.000031 %   1 in 3,248,700" in table("cribbage")
    assert "(5 % commission)  1.06 %" in table("baccarat")
    assert "1.05790578 %" in table("baccarat", digits=9)
    assert "1/216" in table("bunco", exact=True)


def test_a_family_is_a_distribution_with_bars() -> None:
    out = table("bunco", "roll.points", plot=True)
    *shown, empty, left = out.splitlines()
    assert (empty, left[-20:]) == ("", " or 1: 17. See --all")
    rows = [line.split() for line in shown[5:]]
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


def test_a_decimal_has_twelve_significant_digits() -> None:
    """A mini Bunco is 5 of 216 rolls, and 5 / 216 has more digits."""
    assert "decimal  0.0231481481481\n" in table("bunco", "roll.mini_bunco")


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
        ("farkle", "how likely to bust with 2 dice", "roll.2.farkle"),
        ("farkle", "roll again two dice", "turn.bank_at.2"),
        ("bunco", "A Bunco in a turn", "turn.any_bunco"),
        ("bunco", "mini buncos", "roll.mini_bunco"),
        ("bunco", "bunco in one roll", "roll.bunco"),
        ("bunco", "expected points, game", "game.mean"),
        ("baccarat", "tie", "coup.tie"),
        ("baccarat", "vig banco", "bet.banker.edge"),
        ("baccarat", "house edge tie", "bet.tie_8.edge"),
        ("cribbage", "twenty-nine hand", "show.hand.29"),
        ("cribbage", "how often is a double run dealt", "hand.holds.double_run.4"),
        ("cribbage", "play dealt lead ace", "play.dealt.equilibrium.lead.1"),
        ("bunco", "how often do I get a bunco", "roll.bunco"),
    ],
)
def test_words_find_numbers(game: str, words: str, first: str) -> None:
    numbers = odds_of(game).find(words)
    assert next(iter(numbers)) == first
    assert list(selected(odds_of(game), words.split())) == list(numbers)


def test_words_are_not_found_in_digits() -> None:
    farkle = odds_of("farkle")
    ids = {"roll.3.farkle", "roll.3.hot", "roll.3.best.mean", "turn.bank_at.3"}
    assert ids < {*farkle.find("3 dice")}
    assert not farkle.find("2.31")
    assert not farkle.find("27.78 %")
    with pytest.raises(UnknownNameError, match=r"did you mean roll\.3\.farkle or"):
        selected(farkle, ["three", "dise"])
    assert farkle.near("1").startswith("did you mean roll.1.farkle or ")
    with pytest.raises(UnknownNameError, match="did you mean commission"):
        selected(odds_of("baccarat"), ["comission"])


def test_a_note_says_which_numbers_are_left_out() -> None:
    odds = odds_of("cribbage", "published-script")
    note = view_output(odds, View()).text("table").splitlines()[-1]
    assert note.startswith("Note: perfect throwing and play are known for the usual")


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        (
            {"starter": False},
            "deal.equilibrium static_choice play.equilibrium deal.heels deal.dealer "
            "deal.pone game",
        ),
        (
            {"play.go_points": 2},
            "play.equilibrium deal.heels deal.dealer deal.pone game",
        ),
        ({"play.heels_points": 1}, "game"),
        ({"target": 31}, ""),
    ],
)
def test_rules_that_lose_numbers_say_which(
    changes: dict[str, object], names: str
) -> None:
    odds = trueodds.odds("cribbage", set=changes)
    note = "".join(parts(odds.game).left_out(odds))
    assert note.startswith("Note: ") == bool(names)
    listed = note.removesuffix(".").partition("are left out: ")[2]
    assert listed.replace(",", "").split() == names.split()
    prefixes = ("deal.equilibrium", "static_choice", "play.equilibrium", "deal.heels")
    for name in (*prefixes, "deal.dealer", "deal.pone", "game"):
        there = len(odds.select(f"{name}.*")) > 0
        assert there == (name not in names.split()), name


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            "bunco d20",
            ["numbers of Bunco differ between the bunco and d20 rules. The headlines"],
        ),
        (
            "baccarat --set decks=6 bet.banker.edge bet.player.edge",
            [
                "2 numbers of Baccarat by the punto-banco and decks=6 rules.",
                "House edge: Banker, 5% commission | 1.058 % | 1.056 %",
            ],
        ),
        (
            "farkle --rules zilch box bust three dice",
            [
                "1 number of Farkle by the box and zilch rules.",
                "roll.3.farkle | Farkle with 3 dice | 27.78 % | 27.78 %",
            ],
        ),
        ("farkle zilch flurb", ["error: farkle has no number 'flurb'"]),
        ("farkle bxo", ["error: farkle has no rules 'bxo'", "did you mean box?"]),
        ("farkle --set decks", ["'decks' is not KEY=VALUE"]),
    ],
)
def test_rule_sets_are_compared_in_the_numbers_that_are_named(
    trueodds_command: Run, words: str, lines: list[str]
) -> None:
    code, out, err = trueodds_command("compare", *words.split())
    assert code == (2 if "error" in lines[0] or "KEY" in lines[0] else 0)
    printed = re.sub(" {2,}", " | ", out + err)
    assert [line for line in lines if line not in printed] == []


def test_a_comparison_by_changes_is_reproduced(
    trueodds_command: Run, tmp_path: Path
) -> None:
    path = tmp_path / "compare.json"
    words = "compare bunco --set rounds=2 --set rounds=3 roll.mean game.mean"
    path.write_text(trueodds_command(*words.split(), "--format", "json")[1])
    assert trueodds_command("reproduce", str(path))[1] == "identical\n"
    names = [each["name"] for each in json.loads(path.read_text())["rule_sets"]]
    assert names == ["bunco", "rounds=2", "rounds=3"]


@pytest.mark.parametrize("game", ["bunco", "baccarat", "farkle"])
def test_a_hint_names_what_works_and_never_what_was_refused(game: str) -> None:
    odds = odds_of(game)
    families = {id.rpartition(".")[0] for id in odds} - {*odds}
    for refused in (*families, f"{next(iter(odds))}x", game):
        with pytest.raises(UnknownNameError) as error:
            odds[refused]
        named = re.findall(r"[\w.]+", split_hint(str(error.value))[1])
        assert refused not in named or f"odds {game}" in str(error.value)
        if refused in families:
            assert [name for name in named if name in odds]


def test_an_empty_answer_is_an_empty_frame() -> None:
    pytest.importorskip("pandas")
    odds = odds_of("bunco")
    for empty in (odds.select("nothing"), odds.find("xyz")):
        frame = empty.to_pandas()
        assert len(frame) == 0
        assert list(frame) == list(odds.select("roll.bunco").to_pandas())
