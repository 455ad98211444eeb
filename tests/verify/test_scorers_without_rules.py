"""Scorers whose rules were not named, and the rules that fit a wrong scorer."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run

from trueodds.core import games, rulebook
from trueodds.core.games import Game
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import TextOrder, scorer_of
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion, ScorerResult
from trueodds.proofs.verify.scorer.verdict import judge

Verify = Callable[..., dict[str, object]]
SERVED = """
from functools import cache
from trueodds.proofs.verify.scorer.serve import reference

right = cache(reference({game!r}, {rule!r}, {changes!r}))

def score(position):
    return right("".join(sorted(position)) if {game!r} == "farkle" else position)
"""
ASKED = {"baccarat": ("--sample", "3000"), "cribbage": ("--sample", "3000")}


@pytest.fixture
def by_rules(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verify_scorer: Verify,
    functions_here: None,
) -> Verify:
    """Verify our scorer under a change of the default rules."""
    monkeypatch.chdir(tmp_path)

    def run(game: str, changes: dict[str, object], *words: str) -> dict[str, object]:
        rule = games.find(game).scoring_rule(None)
        changed = json.dumps(changes)
        source = SERVED.format(game=game, rule=rule, changes=changed)
        Path("other.py").write_text(source)
        sampled = ASKED.get(game, ())
        return verify_scorer(game, *words, *sampled, "--python", "other.py")

    return run


@pytest.mark.parametrize(
    ("game", "changes", "option"),
    [
        ("baccarat", {"banker_draws.8": [0, 1, 2, 3]}, "banker_draws.8=0,1,2,3"),
        ("baccarat", {"natural": 10}, "natural=10"),
        ("baccarat", {"player_draws": [0, 1, 2, 3, 4]}, "player_draws=0,1,2,3,4"),
        ("bunco", {"mini_bunco_points": 7}, "mini_bunco_points=7"),
        ("farkle", {"singles.5": 70}, "singles.5=70"),
        ("cribbage", {"nobs_points": 3}, "nobs_points=3"),
    ],
)
def test_one_change_is_found_and_is_not_refuted_unless_rules_are_named(
    game: str, changes: dict[str, object], option: str, by_rules: Verify
) -> None:
    unnamed = by_rules(game, changes)
    default = games.find(game).default_preset
    changed = option.replace("=", " = ", 1)
    assert unnamed["verdict"] == "not judged"
    assert f"right by {default} rules with {changed}" in str(unnamed["summary"])
    assert str(unnamed["summary"]).endswith(", not by the default")
    command = str(unnamed["details"]["command"])
    assert f"trueodds verify scorer {game} --rules {default} --set {option}" in command
    named = by_rules(game, changes, "--rules", default)
    assert named["verdict"] == "refuted"
    assert " under: " in str(named["notes"])
    assert f"--rules {default} --set {option}" in named["details"]["fitting_rules"]


def test_naturals_that_do_not_stop_are_said_in_words(by_rules: Verify) -> None:
    verdict = by_rules("baccarat", {"natural": 10})
    assert "naturals are ignored" in str(verdict["summary"])


def test_the_assignments_rules_are_named_in_the_first_line(
    trueodds_command: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    functions_here: None,
) -> None:
    monkeypatch.chdir(tmp_path)
    game = games.find("farkle")
    fields = json.dumps(rulebook.to_table(rulebook.load(game, "ece209")))
    Path("mine.py").write_text(
        SERVED.format(game="farkle", rule="roll", changes=fields)
    )
    words = ("verify", "scorer", "farkle", "--by-class", "--python", "mine.py")
    code, out, _ = trueodds_command(*words)
    first, _, second, *_ = out.splitlines()
    assert code == 2
    assert first.startswith(
        "NOT JUDGED: all 923 answers are right by ece209 rules, not by"
    )
    assert "verify scorer farkle --rules ece209 --by-class --python mine.py" in second
    code, out, _ = trueodds_command(*words, "--rules", "box")
    assert (code, out.startswith("REFUTED: ")) == (1, True)
    assert "all its answers are right under: --rules ece209" in out


def test_a_table_of_answers_by_other_rules(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "answers"
    file.write_text("1111 = 1100\n112233 = 200\n246 = 0\n")
    words = ("verify", "scorer", "farkle", "--answers", str(file))
    code, out, _ = trueodds_command(*words)
    assert (code, "are right by ece209 rules, not by the default" in out) == (2, True)
    assert f"--rules ece209 --answers {file}" in out


def test_unlike_faults_are_listed_one_by_one(
    verify_scorer: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "answers"
    hands = [
        "5H 5C 5S JD | 5D",
        "2H 4C 6S 8D | 10D",
        "AH 2C 3S KD | 9D",
        "JH 2C 4S 6D | 9H",
    ]
    game = games.find("cribbage")
    score = scorer_of(game, rulebook.load(game), "hand")
    faults = zip(hands, (-7, 1, -3, 5), strict=True)
    lines = [f"{hand} = {score(hand).value + off}\n" for hand, off in faults]
    file.write_text("".join(lines))
    verdict = verify_scorer("cribbage", "--answers", str(file))
    kinds = verdict["details"]["kinds"]
    assert verdict["verdict"] == "refuted"
    assert [kind["count"] for kind in kinds] == [1] * 4
    assert {kind["smallest"] for kind in kinds} == {score(h).position for h in hands}
    assert {kind["off"] for kind in kinds} == {"-7", "+1", "-3", "+5"}


def test_the_sentence_says_what_was_tried(
    verify_scorer: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "answers"
    file.write_text("3 | 3 3 3 = 22\n4 | 4 4 4 = 21\n1 | 1 2 3 = 1\n")
    verdict = verify_scorer("bunco", "--answers", str(file))
    tried = verdict["details"]["tried"]
    assert tried["not_tried"] == []
    assert tried["changes"] > 20
    sentence = "no preset and no single change of the rules fits all its answers"
    numbers = f"(tried: 2 presets and {tried['changes']} changes of one field)"
    assert f"{sentence} {numbers}" in verdict["notes"]


def verdict_with_one_wrong(game: Game, rule: str, text: str) -> None:
    """Judge a scorer with one wrong answer, and check its verdict."""
    rules = rulebook.load(game)
    score = scorer_of(game, rules, rule)
    order = TextOrder([text, *sample(game, rules, 5, rule=rule)], score)
    got = score(text).value + 1234
    state = RunState([], 1, [Disagreement(0, got)])
    question = ScorerQuestion(game.name, rules, rule)
    verdict = judge(question, order, ScorerResult(state, []))
    assert (verdict.word, verdict.example.where) == ("refuted", text)
    assert [row.count for row in verdict.details.kinds] == [1]


@pytest.mark.parametrize(
    ("most", "count"), [(1, 336), pytest.param(6, 1296, marks=pytest.mark.slow)]
)
def test_one_wrong_answer_at_every_position_of_bunco(most: int, count: int) -> None:
    """One order of the dice stands for up to six; the slow run has them all."""
    game = games.find("bunco")
    space = parts(game).positions().space(rulebook.load(game), "roll")
    rows = space.rows(range(space.size))
    orders = Counter[str]()
    tried = 0
    for row in rows:
        key = space.word(space.ascending(row[None])[0].tolist())
        if orders[key] < most:
            verdict_with_one_wrong(game, "roll", space.word(row.tolist()))
            tried += 1
        orders[key] += 1
    assert (tried, len(rows)) == (count, 1296)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("baccarat", "coup"),
        ("cribbage", "hand"),
        ("cribbage", "play"),
        ("farkle", "roll"),
    ],
)
@pytest.mark.parametrize("count", [5, pytest.param(200, marks=pytest.mark.slow)])
def test_one_wrong_answer_at_random_positions(name: str, rule: str, count: int) -> None:
    game = games.find(name)
    for text in sample(game, rulebook.load(game), count, rule=rule):
        verdict_with_one_wrong(game, rule, text)


def test_answers_in_tenths_are_named(verify_scorer: Verify, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text("1 = 10\n5 = 5\n222 = 20\n246 = 0\n")
    verdict = verify_scorer("farkle", "--answers", str(file))
    assert verdict["details"]["factor"] == "1/10"
    assert "each of these is 1/10 times the right answer" in verdict["summary"]


def test_a_recording_by_other_rules(trueodds_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "turn.csv"
    file.write_text("roll,keep,points,then\n111136,1111,1100,bank\n")
    words = ("verify", "transcript", "farkle", str(file))
    code, out, _ = trueodds_command(*words)
    assert code == 2
    assert out.startswith(
        "NOT JUDGED: 1 line is right by common rules, not by the default"
    )
    assert "add: --rules common" in out
    code, out, _ = trueodds_command(*words, "--rules", "box")
    assert (code, out.startswith("REFUTED: line 2 is wrong")) == (1, True)
    assert "line 2 is right under --rules ece209" in out
