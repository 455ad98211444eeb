"""``trueodds cite`` and ``trueodds reproduce``."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Run

import trueodds
from trueodds.core.games import ours
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.words import index, missing, plain
from trueodds.reports.text import cite as module
from trueodds.reports.text.cite import YEAR, sentence
from trueodds.reports.text.numbers import value_text


def test_citations_for_programs(trueodds_command: Run) -> None:
    _, out, _ = trueodds_command("cite", "bunco", "roll.mini_bunco", "--format", "csl")
    (entry,) = json.loads(out)
    assert entry["type"] == "software"
    assert "roll.mini_bunco = 5/216" in entry["note"]
    assert "note" not in trueodds_command("cite", "--format", "bibtex")[1]


def test_every_citation_has_the_address_of_the_project(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none yet, so that no citation has an empty field."""
    formats = ("text", "bibtex", "csl")
    texts = [trueodds_command("cite", "--format", each).out for each in formats]
    assert not any("url" in text.lower() for text in texts)
    address = "https://trueodds.example"
    monkeypatch.setattr(module, "ADDRESS", address)
    text, bibtex, csl = (trueodds_command("cite", "--format", f).out for f in formats)
    assert text == texts[0].replace("\n", f" {address}\n")
    assert f"  url = {{{{{address}}}}}" in bibtex
    assert json.loads(csl)[0]["URL"] == address
    assert (
        json.loads(trueodds_command("cite", "--format", "json").out)["url"] == address
    )


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (
            "farkle bust three dice",
            "With 3 dice left, 5 rolls in 18 farkle.|roll.3.farkle = ",
        ),
        ("baccarat tie", "Player and Banker tie in 9.52 % of coups.|coup.tie = "),
        ("bunco roll.bunco", "A Bunco comes up in 1 roll in 216.|roll.bunco = 1/216"),
        (
            "bunco Mean points of a game of 6 rolls",
            "A game of one roll a round scores 4.19 points on average.|game.m",
        ),
        (
            "bunco mini buncos --set rounds=2",
            "A mini Bunco comes up in 5 rolls in 216.|",
        ),
        ("bunco round.1.mean", "Mean points of round 1: 0.70 points.|round.1.mean = "),
        (
            "bunco night",
            "You roll a Bunco in 29.93 % of nights of 6 rounds for 12 players (bunco "
            "rules).|night.buncos.at_least.1 = between 0.299",
        ),
        (
            "bunco night --players 16",
            "You roll a Bunco in 29.92 % of nights of 6 rounds for 16 players (bunco r",
        ),
        (
            "farkle options 115233",
            "Keep 1 (100 points) and roll 5 dice. On average the turn has ",
        ),
    ],
)
def test_words_and_commands_are_cited_in_a_sentence(
    trueodds_command: Run, words: str, facts: str
) -> None:
    code, out, err = trueodds_command("cite", *words.split())
    program, *cited = out.splitlines()
    assert (code, err) == (0, "")
    assert program.startswith(f"The trueodds authors ({YEAR}). trueodds: ")
    assert program.endswith(f"Version {trueodds.__version__}.")
    assert "|".join(cited).startswith(facts)
    command = cited[-1].removeprefix("Command: trueodds ")
    assert trueodds_command(*command.split())[0] == 0


def test_an_enclosed_answer_is_cited_like_an_exact_number(
    trueodds_command: Run,
) -> None:
    win = "cribbage win --score 110 --opponent 112 --role dealer --set target=115"
    sentence, *_ = trueodds_command(*win.split())[1].splitlines()
    _, out, _ = trueodds_command("cite", *win.split(), "--format", "bibtex")
    assert sentence.replace("%", r"\%").rstrip(".") in out
    assert "--score 110 --opponent 112 --role dealer --set target=115}" in out
    assert f"year = {{{{{YEAR}}}}}" in out
    house = {"target": 115}
    words = [word for word in win.split() if word not in ("--set", "target=115")]
    cited = trueodds.cite(*words, set=house).number
    assert cited is not None
    direct = trueodds.cribbage.win(110, 112, role="dealer", set=house)
    assert (cited.id, cited.value) == ("win", direct.win)
    lower, upper = direct.win.texts()
    fact = f"win = between {lower} and {upper} (win)"
    record = json.loads(trueodds_command("cite", *win.split(), "--format", "json").out)
    assert record["facts"][1] == fact
    assert record["number"]["value"] == f"between {lower} and {upper}"
    assert record["number"]["rules_digest"] in record["facts"][2]
    for wrong in ("win --rol dealer", "win --score 200 --role dealer"):
        code, out, _ = trueodds_command("cite", "cribbage", *wrong.split())
        assert (code, out) == (2, "")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            "baccarat house edge tie",
            "baccarat has 3 numbers 'house edge tie'|name one by its id: "
            "bet.tie_8.edge (House edge: Tie at 8 to 1), bet.tie_9.edge (",
        ),
        (
            "farkle three dice --rules ece209",
            "farkle has 6 numbers 'three dice'|name one by its id: roll.3.farkle "
            "(Farkle with 3 dice), roll.3.hot (",
        ),
        (
            "farkle 1000 --rules ece209",
            "farkle has 2 numbers '1000'|name one by its id: turn.points",
        ),
        (
            "farkle three dise",
            "farkle has no number 'three dise'|did you mean roll.3.farkle or ",
        ),
        (
            "bunco roll.points.-1",
            "bunco has no number 'roll.points.-1'|did you mean roll.points.1 or ",
        ),
    ],
)
def test_several_numbers_are_listed_and_none_is_cited(
    trueodds_command: Run, words: str, error: str
) -> None:
    code, out, err = trueodds_command("cite", *words.split())
    assert (code, out) == (2, "")
    assert "|".join(err.split("\n")).startswith(
        "trueodds: error: " + error.replace("|", "|hint: ")
    )
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize(
    "words",
    [
        "match --set target=300",
        "solitaire --set target=300",
        "thresholds",
        "thresholds --at 400",
        "advise 115233",
        "advise --stake 50 --dice 1",
        "advise --score 100-200 --stake 50 --dice 2 --set target=300",
    ],
)
def test_the_numbers_of_a_cited_sentence_are_exact(
    trueodds_command: Run, words: str
) -> None:
    typed = ["farkle", *words.split(), "--format", "json"]
    answer, citation = (
        json.loads(trueodds_command(*command).out)
        for command in (typed, ["cite", *typed])
    )
    number = citation["number"]
    sentence, fact, *_ = citation["facts"]
    assert number["sentence"] == sentence
    exact = {each["id"]: each for each in answer.get("quantities", [])}
    record = exact.get(number["id"]) or answer[number["id"]]
    bounds = "between {lower} and {upper}".format(**record)
    assert number["value"] == (record.get("exact") or bounds)
    assert fact.startswith(f"{number['id']} = {number['value']} (")


def test_options_of_a_game_are_those_of_its_numbers_or_of_its_command(
    trueodds_command: Run,
) -> None:
    by_rules = trueodds_command("cite", "farkle", "turn.mean", "--dice", "odd*6").out
    assert "box rules with dice = odd*6" in by_rules
    assert repr(trueodds.cite("farkle", "turn.mean", dice="odd*6")) == by_rules[:-1]
    seen = trueodds.cite("baccarat", "coup.tie", seen="KH 5D").facts
    assert "punto-banco rules with seen = KH 5D" in seen[2]
    advice = trueodds_command(
        "cite", "farkle", "advise", "--dice", "3", "--stake", "50"
    )
    assert advice.out.endswith(
        "\nCommand: trueodds farkle advise --dice 3 --stake 50\n"
    )
    wrong = trueodds_command("cite", "bunco", "roll.bunco", "--dice", "odd*6")
    assert (wrong.code, wrong.out) == (2, "")
    assert "--dice is an option of farkle, not of bunco" in wrong.err


def test_pay_outs_stand_beside_the_edges_of_bets() -> None:
    banker = trueodds.cite("baccarat", "bet.banker.resolved")
    assert banker["number"]["pays"] == "0.95 to 1"
    assert "Pays: 0.95 to 1" in banker.text("bibtex")
    for id in ("bet.banker.win", "cell.A.4.banker"):
        other = trueodds.cite("baccarat", id)
        assert "pays" not in other["number"]


def test_a_wrong_command_is_named_in_python() -> None:
    for word in ("--help", "--dicee"):
        with pytest.raises(trueodds.TrueoddsError, match=f"no option {word}"):
            trueodds.cite("farkle", "advise", word)


def test_a_hint_names_the_whole_command(trueodds_command: Run) -> None:
    ran = trueodds_command("cite", "farkle", "match", "x", "1")
    assert ran.code == 2
    assert ran.err.endswith("\nhint: see trueodds farkle match --help\n")


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("game", ours())
def test_a_family_has_all_words_of_its_labels(game: str) -> None:
    """A search skips a family that takes long if it cannot have the words."""
    for family in trueodds.odds(game)._families:
        known = index(f"{family.globs} {family.about}")
        for quantity in family.by_id.values() if family.about else ():
            words = f"{quantity.id} {quantity.label}"
            spoken = [word for word in plain(words).split() if not word.isdigit()]
            assert missing(spoken, known) == 0, words


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("game", ours())
def test_a_sentence_has_its_number(game: str) -> None:
    """Of every quantity, but for families that take long."""
    for family in trueodds.odds(game)._families:
        for quantity in family.by_id.values() if not family.about else ():
            text, (value, *_) = sentence(game, quantity), value_text(quantity).split()
            ratio = f" in {(quantity.exact or Fraction(0)).denominator:,}"
            assert text.endswith(".")
            assert value in text or ratio in text, text


def test_the_year_is_that_of_the_license() -> None:
    path = Path(__file__).parents[2] / "LICENSE"
    assert f"Copyright (c) {YEAR} " in path.read_text(encoding="utf-8")


def test_python_returns_what_the_command_prints(trueodds_command: Run) -> None:
    citation = trueodds.cite("bunco", "roll.bunco")
    assert citation["number"]["value"] == "1/216"
    assert trueodds_command("cite", "bunco", "roll.bunco")[1] == f"{citation!r}\n"
    assert citation.text("bibtex").startswith("@software{")


def test_a_file_is_identical_or_has_a_first_difference(
    trueodds_command: Run, tmp_path: Path
) -> None:
    _, out, _ = trueodds_command(
        *("odds", "bunco", "--set", "rounds=2", "--format", "json")
    )
    path = tmp_path / "odds.json"
    path.write_text(out.replace('"version": "', '"version": "0.0.'))
    assert trueodds_command("reproduce", str(path))[:2] == (0, "identical\n")
    path.write_text(out.replace('"1/216"', '"1/215"', 1))
    code, answer, _ = trueodds_command("reproduce", str(path))
    assert code == 1
    assert "].exact: the file has '1/215', derived again it is '1/216'" in answer


OTHERS = [
    *("rm -r /", "trueodds report --out x", "", "trueodds oddsbunco"),
    "trueodds cribbage win --table index.html --force",
    "trueodds cribbage solve --out x",
    "trueodds export bunco game --to drn --out index.html --force",
    "trueodds odds bunco --help",
    "trueodds odds bunco \ud800",
    "trueodds odds bunco \0",
]
"""Commands that write files, or print no JSON, or no program can have."""


@pytest.mark.parametrize("command", OTHERS)
def test_only_commands_that_print_numbers_are_run(
    trueodds_command: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "odds.json"
    path.write_text(json.dumps({"command": command}))
    code, out, err = trueodds_command("reproduce", str(path))
    assert (code, out) == (2, "")
    assert "cannot be derived again" in err
    assert [*tmp_path.iterdir()] == [path]
    index = tmp_path / "index.html"
    for content in (None, b"trueodds report --out x<", b"\xff"):
        if content:
            index.write_bytes(content)
        code, _, err = trueodds_command("reproduce", str(tmp_path))
        assert code == 2
        assert "holds no report" in err or "is not text" in err


@pytest.mark.parametrize("command", [5, None, [], {}, "trueodds odds 'bunco"])
def test_a_command_that_is_no_text_is_refused(
    trueodds_command: Run, tmp_path: Path, command: object
) -> None:
    path = tmp_path / "odds.json"
    path.write_text(json.dumps({"command": command}))
    code, out, err = trueodds_command("reproduce", str(path))
    assert (code, out) == (2, "")
    assert "is not a JSON file of trueodds that names its command" in err


@pytest.mark.parametrize(
    "command",
    [
        "odds bunco roll.bunco turn.*mean",
        "baccarat bets 8H 9H",
        "bunco night --players 16",
    ],
)
def test_a_part_of_the_numbers_is_derived_again(
    trueodds_command: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "part.json"
    path.write_text(trueodds_command(*command.split(), "--format", "json")[1])
    assert trueodds_command("reproduce", str(path))[:2] == (0, "identical\n")


def test_rules_without_a_number_are_not_taken_silently(trueodds_command: Run) -> None:
    for words in (["--rules", "box"], ["S1.e", "--set", "rounds=1"]):
        code, out, err = trueodds_command("cite", *words)
        assert (code, out) == (2, "")
        assert "--rules and --set need a game and a number" in err


THREE_PAIRS = "three_pairs = {}\n"


def test_house_rules_are_cited_by_their_differences(
    trueodds_command: Run, tmp_path: Path
) -> None:
    """The file still has the description that was copied from the box."""
    file = tmp_path / "my.toml"
    text = trueodds_command("rules", "farkle", "box").out
    assert "three pairs 1,500" in text
    changed = text.replace(THREE_PAIRS.format(1500), THREE_PAIRS.format(750))
    file.write_text(changed)
    named = ("farkle", "turn.mean", "--rules", str(file))
    for format_ in ("text", "bibtex", "csl", "json"):
        out = trueodds_command("cite", *named, "--format", format_).out
        assert "box rules with three" in out
        assert "1,500" not in out
    for format_ in ("table", "json", "markdown"):
        out = trueodds_command("odds", *named, "--format", format_).out
        assert "box rules with three" in out
        assert "1,500" not in out
    file.write_text(text)
    assert "Rules: farkle, box rules, sha" in trueodds_command("cite", *named).out


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('description = "The box, I swear"\nextends = "box"', "box rules"),
        ('extends = "ece209"\ntarget = 500', "ece209 rules with target = 500"),
        ('extends = "box"\n[singles]\n2 = 5', "box rules with singles.2 = 5"),
        (
            'description = "box with nothing"\ntarget = 7',
            "ece209 rules with target = 7",
        ),
    ],
)
def test_rules_are_named_by_what_they_are(text: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    assert rules_name("farkle", FarkleRules.load(file)) == name
