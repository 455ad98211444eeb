"""Answers that begin with a sentence: compare, rules, bets, a night, and set-up."""

import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from string import ascii_lowercase

import pytest
from answers_of_tests import Labels
from commands import Run
from terminal import on_terminal

from trueodds.analysis.run import odds
from trueodds.core import games
from trueodds.core.errors import OutputError, UnknownNameError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports import settings
from trueodds.reports.answers import compare
from trueodds.reports.answers.bunco import HEADLINES


@cache
def first_quantities(name: str) -> Odds:
    """Return the odds of a roll and of a game, which are cheap."""
    rules = BuncoRules.load(name)
    return Odds(
        "bunco", rules, f"trueodds {name}", islice(odds("bunco", rules).values(), 60)
    )


def compared(*names: str, everything: bool = False) -> list[str]:
    odds_by_rules = {name: first_quantities(name) for name in names}
    return (
        compare.comparison("bunco", odds_by_rules, everything=everything)
        .text("table")
        .split("\n")
    )


def test_compare_shows_the_headlines_first_and_then_one_of_each_family() -> None:
    first, _, header, _, *rows = compared("bunco", "published-script")
    assert " numbers of Bunco differ between the bunco and published-script ru" in first
    assert header.split() == ["id", "bunco", "published-script"]
    ids = [row.split()[0] for row in rows if row and "more differ" not in row]
    assert ids[0] == "roll.mean"
    assert "roll.bunco" not in ids  # the same under both
    leading = [id for id in HEADLINES if id in ids]
    assert ids[: len(leading)] == leading
    others = ids[len(leading) :]
    assert len(others) == len({id.rstrip("0123456789") for id in others})


@pytest.mark.parametrize(
    ("number", "last"), [(20, "roll.t"), (25, "5 more differ: --all")]
)
def test_compare_shows_at_most_twenty_numbers_and_counts_the_others(
    number: int, last: str
) -> None:
    """The help and the page of commands promise this."""
    names = ascii_lowercase[:number]
    by_rules = {
        rules: odds_of(**dict.fromkeys(names, value))
        for rules, value in (("new", "1"), ("old", "2"))
    }
    lines = str(compare.comparison("bunco", by_rules)).splitlines()
    assert lines[0].startswith(f"{number} of {number} numbers of Bunco differ ")
    assert sum(line.startswith("roll.") for line in lines) == 20
    assert lines[-1].startswith(last)


def test_compare_of_equal_rules_says_so() -> None:
    (first, *_) = compared("bunco", "bunco")
    assert first == "Bunco has the same 60 numbers by the bunco rules."


def test_compare_all_has_equal_numbers_too() -> None:
    lines = compared("bunco", "published-script", everything=True)
    assert (
        lines[0] == "All 64 numbers of Bunco by the bunco and published-script rules."
    )
    (bunco,) = (line.split() for line in lines if line.startswith("roll.bunco "))
    assert bunco[1:] == ["0.00462962962963", "0.00462962962963"]


def odds_of(**values: str) -> Odds:
    """Return odds with some points of Bunco, which have the names as ids."""
    rules = BuncoRules.load()
    points = (
        Quantity(f"roll.{name}", f"Points {name}", Fraction(value), "points", "test")
        for name, value in values.items()
    )
    return Odds("bunco", rules, "trueodds odds bunco", points)


def test_compare_shows_no_more_digits_than_tell_values_apart() -> None:
    by_rules = {
        "new": odds_of(near="0.33334", nearer="0.33334", far="0.33334"),
        "old": odds_of(near="0.33444", nearer="0.33344", far="0.66666"),
    }
    answer = compare.comparison("bunco", by_rules, [*by_rules["new"]])
    rows = [line.split()[:1] + line.split()[-4:] for line in str(answer).splitlines()]
    assert ["roll.near", "0.333", "points", "0.334", "points"] in rows
    assert ["roll.nearer", "0.3333", "points", "0.3334", "points"] in rows
    assert ["roll.far", "0.33", "points", "0.67", "points"] in rows


def test_compare_names_the_numbers_that_any_of_the_rules_have() -> None:
    by_rules = {"new": odds_of(first="1"), "old": odds_of(second="2")}
    answer = compare.comparison("bunco", by_rules, ["roll.first"])
    assert [(row.id, row.values["old"]) for row in answer.quantities] == [
        ("roll.first", None)
    ]
    with pytest.raises(UnknownNameError, match=r"roll\.third"):
        compare.comparison("bunco", by_rules, ["roll.third"])


def test_bets_have_a_note_only_where_one_is_needed(trueodds_command: Run) -> None:
    assert "Note: " not in trueodds_command("baccarat", "bets", "8D8H", "9c")[1]
    possible = trueodds_command("baccarat", "bets", "--shoe", "A:30,10:128")[1]
    assert "more than" not in possible
    ties_only = trueodds_command("baccarat", "bets", "--shoe", "10:8")[1]
    assert ties_only.startswith("3 bets favour you; the best is ")
    assert len(re.findall(r"  -\d+ % ", ties_only)) == 3


def test_bets_are_quantities_for_programs(trueodds_command: Run) -> None:
    record = json.loads(trueodds_command("baccarat", "bets", "--format", "json")[1])
    ids = [quantity["id"] for quantity in record["quantities"]]
    assert record["schema"] == "trueodds.odds/1"
    assert {id.partition(".")[0] for id in ids} == {"bet"}


def test_cache_is_listed_and_cleared(trueodds_command: Run, own_cache: Path) -> None:
    from trueodds.core.storage import store

    (own_cache / "diary.txt").write_text("not ours")
    store.fetch_bytes("night.bin", {"of": "test"}, lambda: b"content")
    (own_cache / f"{store.COMPILED}0").mkdir()
    assert "1 results" in trueodds_command("cache")[1]
    assert "night.bin" in trueodds_command("cache")[1]
    assert trueodds_command("cache", "--clear")[1].startswith("Deleted 1 results")
    assert [path.name for path in own_cache.iterdir()] == ["diary.txt"]


def test_games_rules_and_ids_are_completed() -> None:
    def complete(words: str) -> list[str]:
        environment = os.environ | {
            "_TRUEODDS_COMPLETE": "fish_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": words.split(" ")[-1],
        }
        # Click takes the name of the variable from that of the program.
        program = "from trueodds.reports.cli import main; main()"
        command = [sys.executable, "-c", program]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True)
        return [line.removeprefix("plain,") for line in ran.stdout.split()]

    assert complete("trueodds odds b") == ["bunco", "baccarat"]
    assert complete("trueodds odds farkle --rules b") == ["box", "blog"]
    assert complete("trueodds odds bunco roll.b") == ["roll.bunco"]


@pytest.fixture
def settings_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUEODDS_CONFIG", str(tmp_path))
    return tmp_path


def test_default_rules_are_kept_and_ended(
    settings_folder: Path, trueodds_command: Run
) -> None:
    code, out, _ = trueodds_command("rules", "farkle", "--default", "zilch")
    assert (code, "farkle by the zilch rules now" in out) == (0, True)
    assert settings.default_rules("farkle") == "zilch"
    assert settings.default_rules("bunco") is None
    trueodds_command("rules", "farkle", "--default", "box")
    assert settings.default_rules("farkle") is None
    with pytest.raises(UnknownNameError, match="no rules 'bocks'"):
        settings.set_default_rules(games.find("farkle"), "bocks")


def test_a_terminal_shows_forty_lines() -> None:
    words = ["odds", "bunco", "game.total"]
    *lines, end = on_terminal(*words)
    assert (len(lines), end) == (40, "55 more: --all, or ids such as game.total.0")
    whole = on_terminal(*words, "--all")
    assert whole[:40] == lines
    assert len(whole) == 5 + 127, "a title, a header, and the points 0 to 126"


def test_a_terminal_shows_no_part_of_a_wrapped_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "47")
    *lines, end = on_terminal("rules", "farkle")
    whole = on_terminal("rules", "farkle", "--all")
    assert whole[: len(lines)] == lines
    # The next row has four lines, of which three would fit.
    following = [bool(line[:1].strip()) for line in whole[len(lines) :]]
    assert (len(lines), following[:5]) == (37, [True, False, False, False, True])
    assert end == f"{sum(following)} more: --all"


@pytest.mark.parametrize(
    ("table", "colour"),
    [("roll.bunco,1/216", 32), ("roll.bunco,1/217", 31), ("roll.bunco,215", 33)],
)
def test_a_verdict_has_a_colour_unless_no_color_is_set(
    table: str, colour: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.csv").write_text(table)
    words = ["verify", "odds", "bunco", str(tmp_path / "table.csv")]
    coloured = on_terminal(*words)[0]
    assert coloured.startswith(f"\x1b[{colour}m\x1b[1m")
    monkeypatch.setenv("NO_COLOR", "1")
    assert on_terminal(*words)[0] in coloured


def test_default_rules_apply_on_a_terminal_alone(
    settings_folder: Path, trueodds_command: Run
) -> None:
    settings.set_default_rules(games.find("farkle"), "ece209")
    score = ["score", "farkle", "222333"]
    assert "points (box rules)" in trueodds_command(*score)[1]
    lines = on_terminal(*score)
    assert lines[0] == "By ece209, your default rules:"
    assert "222333: 500 points (ece209 rules)" in lines[1]


def test_faults_of_the_default_rules_say_that_it_is_the_default(
    settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings_folder / settings.FILE).write_text('{"farkle": "bocks"}')
    fault = r"^your default rules \(.* rules farkle --default NAME\): farkle has no "
    with pytest.raises(UnknownNameError, match=fault + "rules 'bocks'; there are: "):
        settings.default_rules("farkle")
    monkeypatch.setenv("TRUEODDS_CONFIG", str(settings_folder / settings.FILE))
    with pytest.raises(OutputError, match=r"written with TRUEODDS_CONFIG$"):
        settings.set_default_rules(games.find("farkle"), "box")


def test_a_file_of_settings_that_is_damaged_chooses_nothing(
    settings_folder: Path,
) -> None:
    (settings_folder / settings.FILE).write_text("[1, ")
    assert settings.default_rules("farkle") is None


def test_answers_on_the_terminal_import_no_page() -> None:
    answers = ("bunco", "baccarat", "cribbage.discard", "cribbage.win", "cribbage.play")
    answers += ("farkle.match", "farkle.advice", "farkle.policy")
    program = (
        "import sys\n"
        + "".join(f"import trueodds.reports.answers.{name}\n" for name in answers)
        + "sys.exit(any('reports.html' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_formats_of_a_table() -> None:
    output = Labels(("1\n2", "50 %"))
    assert output.text("table").startswith("A sentence.\n\nTitle\nlabel\n")
    assert output.text("tsv") == 'label\n"1\n2"\n50 %\n'
    assert "50 \\%" in output.text("latex")
    assert "A sentence" not in output.text("latex")
    assert "Title\n\n| label" in output.text("markdown")


@pytest.mark.parametrize(
    ("command", "header", "first"),
    [
        ("census bunco --set rounds=1", "score\tpositions", "0\t120"),
        (
            "rules bunco --show d20",
            "field\tvalue\tmeaning",
            "description\tTwenty",
        ),
        (
            "prove game.at_least.4",
            "command\tquantity\tnumber\tmethod\tindependent_method\tequal",
            "odds bunco\tgame.at_least.4\t1\tconvolution\tgenerating functions\tTrue",
        ),
        (
            "farkle advise --stake 300 --dice 3",
            "choice\tworth\tcosts",
            "bank 300",
        ),
        (
            "claims S2",
            "id\tsource\ttitle\tauthor\tdate\tstatement\tclaimed\texact\tverdict\twhy",
            "S2.a\t",
        ),
    ],
)
def test_tables_are_tsv_and_latex_too(
    trueodds_command: Run, command: str, header: str, first: str
) -> None:
    words = shlex.split(command)
    code, out, _ = trueodds_command(*words, "--format", "tsv")
    top, *lines = out.splitlines()
    assert (code, top) == (0, header)
    assert "".join(lines[:1]).startswith(first)
    columns = top.count("\t")
    assert {line.count("\t") for line in lines if line} <= {columns}
    code, out, _ = trueodds_command(*words, "--format", "latex")
    lines = [line for line in out.splitlines() if line[:1] != "%"]
    begin, rule, *body = lines
    assert (code, begin[:15], rule) == (0, r"\begin{tabular}", r"\toprule")
    assert first.partition("\t")[0] in out
    (separators,) = {line.count(" & ") for line in body if line[:1] == " "}
    assert 0 < separators <= columns


def test_a_markdown_table_has_a_header_row(trueodds_command: Run) -> None:
    out = trueodds_command("score", "bunco", "1 | 1 1 2", "--format", "markdown")[1]
    _, empty, rule, row = [line for line in out.splitlines() if line]
    assert set(empty) == {"|", " "}
    assert set(rule) == {"|", "-"}
    assert row.startswith("| on the target | 1 1 |")


def test_lines_of_a_transcript_are_a_table(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.csv"
    file.write_text("round | dice | points\n1 | 1 1 2 | 2\n1 | 3 4 5 | 1\n")
    command = ("verify", "transcript", "bunco", str(file), "--format", "tsv")
    code, out, _ = trueodds_command(*command)
    assert code == 1
    assert [line.split("\t")[:2] for line in out.splitlines()] == [
        ["line", "verdict"],
        ["2", "right"],
        ["3", "wrong"],
    ]
