"""Packages whose parts of proofs fail: each is named in one line, and others go on."""

import json
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from commands import Run
from game_packages import COIN, installs, write_package

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import PackageError, RulesError
from trueodds.proofs.verify.scorer.run import ScorerQuestion, run

FAILING = """
from types import SimpleNamespace
from trueodds.game import Certificate, Checker, Maker, Method, Proofs
from trueodds.proofs.verify.positions.space import Positions

def __getattr__(name):
    if name == "LATE":
        return 1 / 0
    raise AttributeError(name)

def fail(*args):
    return 1 / 0

def make(odds):
    return Certificate("listing NAME toss", {}, {"coin.head": "1/2"})

MAKERS = [Maker("NAME-head", "NAME", make, ("coin.head",))]
PROOFS = Proofs(PARTS)
GAME = """

CALLED = {
    "positions": "positions=Positions(space=fail, random=fail)",
    "outcomes": "outcomes=fail",
    "transcripts": "transcripts=SimpleNamespace(unread=fail)",
    "methods": "methods=[Method('failing', ('coin.head',), fail)]",
    "makers": "makers=[Maker('NAME-head', 'NAME', fail, ('coin.head',))]",
    "checkers": "makers=MAKERS, checkers={'listing NAME toss': Checker(fail, {}, {})}",
}
"""By part of ``Proofs``: a declaration that fails when it is used."""

COMMANDS = {
    "positions": [
        "positions NAME --sample 1",
        "census NAME",
        "verify scorer NAME --sample 1 -- cat",
        "bench scorer NAME --positions 2 -- cat",
    ],
    "outcomes": ["verify simulator NAME --file rolls"],
    "transcripts": ["verify transcript NAME rolls"],
    "methods": ["prove NAME"],
    "makers": ["prove NAME"],
    "checkers": ["prove NAME"],
}
"""By part: commands that use it."""

OURS = {
    "positions": "positions bunco --sample 1",
    "outcomes": "verify simulator bunco --outcome die --within 0.9 --file rolls",
    "transcripts": "verify transcript bunco game",
}
"""By part: a command on a game of ours that uses the same part."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose packages are installed during a test."""
    (tmp_path / "rolls").write_text("1\n2\n3\n4\n5\n6\n" * 20)
    (tmp_path / "game").write_text("You rolled: 6 4 3\nscore = 1\n")
    yield from installs(tmp_path, monkeypatch)


def write_failing(folder: Path, parts: str) -> None:
    """Write a package with the game tossed and these parts of proofs."""
    module = COIN.replace("GAME = ", FAILING.replace("PARTS", parts))
    write_package(folder, "tossed", module.replace("page=page", "proofs=PROOFS"))


@pytest.mark.parametrize("part", CALLED)
@pytest.mark.parametrize("late", [False, True], ids=["called", "imported"])
def test_a_part_that_fails_is_named_in_one_line(
    part: str, late: bool, folder: Path, trueodds_command: Run
) -> None:
    of_text = "makers=MAKERS, " * (part == "checkers") + f"{part}='tossed_game:LATE'"
    write_failing(folder, of_text if late else CALLED[part])
    for command in COMMANDS[part]:
        ran = trueodds_command(*command.replace("NAME", "tossed").split())
        assert (ran.code, ran.out) == (2, ""), command
        first, *hints = ran.err.splitlines()
        assert first.startswith("trueodds: error: "), command
        assert "the package tossed-game 0.3" in first
        assert "division by zero" in ran.err
        assert all(hint.startswith("hint: ") for hint in hints), command
    ours = OURS.get(part, "prove bunco roll.bunco")
    ran = trueodds_command(*ours.split())
    assert (ran.code in (0, 3), ran.err) == (True, ""), ran.out + ran.err


def test_a_maker_that_states_another_game_certifies_its_own(
    folder: Path, trueodds_command: Run
) -> None:
    write_failing(folder, CALLED["checkers"])
    for stated in ("bunco", "no game"):
        Path("tossed_game.py").write_text(
            Path("tossed_game.py")
            .read_text()
            .replace('"tossed", make', f'"{stated}", make')
        )
        ran = trueodds_command("prove", "tossed-head")
        assert (ran.code, ran.out) == (2, ""), ran.out
        assert "the package tossed-game 0.3 failed" in ran.err


@pytest.mark.parametrize("part", ["outcomes", "methods", "makers", "checkers"])
def test_all_games_are_proved_and_reported_without_one_that_fails(
    part: str,
    folder: Path,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(games, "names", lambda: ("sound", "tossed"))
    write_failing(folder, CALLED[part])
    sound = COIN.replace("GAME = ", FAILING.replace("PARTS", "methods=METHODS"))
    half = "METHODS = [Method('counting', ('coin.head',), values)]\nPROOFS"
    sound = sound.replace("PROOFS", half, 1).replace("page=page", "proofs=PROOFS")
    values = "def values(rules):\n    return {'coin.head': Fraction(1, 2)}\n\nMAKERS"
    write_package(folder, "sound", sound.replace("MAKERS", values, 1))
    for command in ("prove", "report --out out"):
        caplog.clear()
        games._warn.cache_clear()
        fails = (command, part) not in [
            ("prove", "outcomes"),
            ("report --out out", "checkers"),
        ]
        ran = trueodds_command(*command.split())
        assert ran.code == 0, ran.err
        warning = "tossed is left out, as "
        assert (warning in caplog.text) == fails, command
        assert ("the package tossed-game 0.3 failed" in caplog.text) == fails
        if command == "prove":
            assert "derived twice, with equal results: 1." in ran.out
    assert Path("out/sound.html").exists()
    assert Path("out/tossed.html").exists() == (part == "checkers")
    if part == "checkers":
        why = Path("out/why.html").read_text()
        assert "<pre>trueodds check tossed-head.certificate.json" in why
        assert "python -I" not in why
    elif part != "outcomes":
        ran = trueodds_command("report", "tossed", "--out", "out")
        assert (ran.code, "the package tossed-game 0.3" in ran.err) == (2, True)


MODEL = """
from trueodds.game import Ask, Chance, End, Recipe

def step(state, rules):
    return End() if state == (1,) else STEP

TOSS = Recipe("To toss", lambda rules: (0,), step, asks=[ASKS])
GAME = """
"""A model of a package, in which STEP stands for its step and ASKS for questions."""


def write_model(folder: Path, step: str, asks: str = "Ask('toss.mean', 'M')") -> None:
    """Write a package with the game tossed and the model toss."""
    model = MODEL.replace("STEP", step).replace("ASKS", asks)
    module = COIN.replace("GAME = ", model).replace(
        "page=page", "models={'toss': TOSS}"
    )
    write_package(folder, "tossed", module)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("Chance({(1,): Fraction(1, 2)})", "state (0,): the probabilities add up to"),
        ("Chance({(1, 2): 1})", "state (1, 2) has other variables"),
        ("Chance({(1,): 1}, 0.5)", "state (0,): 0.5 is not an exact number"),
        ("3", "state (0,): 3 is no step"),
    ],
)
def test_a_model_that_fails_is_named(
    step: str, fault: str, folder: Path, trueodds_command: Run
) -> None:
    write_model(folder, step)
    for command in ("odds", "export", "advise", "prove"):
        words = [command, "tossed", *["toss"] * (command in ("export", "advise"))]
        ran = trueodds_command(*words)
        assert (ran.code, ran.out) == (2, ""), command
        named = "trueodds: error: tossed-game 0.3, tossed, model toss: "
        assert ran.err.startswith(named + fault), command


WIN = "{'stop': Chance({(1,): 1}), 'win': Chance({(0,): 1}, 1)}"
ASKS = (
    "Ask('won.most', 'Most', best='max'), Ask('won.least', 'Least', best='min'), "
    "Ask('won.longest', 'Longest', of='steps', best='max')"
)


def test_a_question_without_an_answer_stops_no_other_number(
    folder: Path, trueodds_command: Run
) -> None:
    steps = WIN.replace("1}, 1)", "1}, {'reward': 1, 'steps': 1})")
    write_model(folder, steps, ASKS)
    reasons = {
        id: f"To toss: '{id}': state (0,) has no finite value: a cycle improves the "
        "total indefinitely"
        for id in ("won.most", "won.longest")
    }
    for words in ("odds tossed", "odds tossed --all"):
        ran = trueodds_command(*words.split())
        assert ran.code == 0
        assert "Least" in ran.out
        assert "A head" in ran.out
        printed = " ".join(ran.out.split())
        assert all(f"No answer: {reason}" in printed for reason in reasons.values())
    document = json.loads(trueodds_command("odds", "tossed", "--format", "json").out)
    assert document["unanswered"] == reasons
    assert {q["id"] for q in document["quantities"]} == {"coin.head", "won.least"}
    schema = files("trueodds.reports") / "schemas/odds-1.json"
    jsonschema.validate(document, json.loads(schema.read_text()))
    assert trueodds.odds("bunco").select("roll.*").unanswered == {}
    for words in ("odds tossed won.most", "odds tossed won.least won.most",
                  "cite tossed won.most", "prove tossed won.most"):  # fmt: skip
        ran = trueodds_command(*words.split())
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"trueodds: error: {reasons['won.most']}\n"
    assert trueodds_command("report", "tossed", "--out", "out").code == 0
    for page in ("tossed", "tossed-numbers"):
        text = Path(f"out/{page}.html").read_text()
        assert text.count("<p>No answer: To toss: ") == 2
    ran = trueodds_command("prove", "tossed")
    assert ran.code == 0
    assert "derived twice, with equal results: 1." in ran.out


def test_a_template_that_fails_is_named(
    folder: Path,
    trueodds_command: Run,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(games, "names", lambda: ("sound", "tossed"))
    further = """
from trueodds.reports.html.book import BookPage

def pages(odds, options):
    yield BookPage("coins", "Coins", "Which?", odds=odds)

GAME = """
    module = COIN.replace("GAME = ", further).replace("page=page", "pages=pages")
    write_package(folder, "tossed", module)
    write_package(folder, "sound")
    (folder / "templates").mkdir()
    (folder / "templates" / "coins.html").write_text("{{ missing.name }}")
    ran = trueodds_command("report", "--out", "out")
    assert ran.code == 0
    assert "tossed is left out, as the package tossed-game 0.3 failed: " in caplog.text
    assert Path("out/sound.html").exists()
    ran = trueodds_command("report", "tossed", "--out", "out")
    assert ran.code == 2
    assert "error: the package tossed-game 0.3 failed: UndefinedError" in ran.err


def test_a_reference_scorer_that_fails_is_named_by_local_and_remote_workers(
    folder: Path, trueodds_command: Run
) -> None:
    further = """
from random import Random
from trueodds.game import Proofs
from trueodds.proofs.verify.positions.space import Positions

PROOFS = Proofs(positions=Positions(random=lambda rules, random, rule: "3"))
GAME = """
    module = COIN.replace("GAME = ", further).replace("page=page", "proofs=PROOFS")
    write_package(folder, "tossed", module.replace("int(position)", "1 / 0"))
    for verb, option in (("verify", "--sample"), ("bench", "--positions")):
        command = (verb, "scorer", "tossed", option, "2", "--", "cat")
        ran = trueodds_command(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "error: the package tossed-game 0.3 failed: ZeroDivision" in ran.err
    tossed = games.find("tossed")
    question = ScorerQuestion("tossed", rulebook.load(tossed), command=("cat",))
    question = question._replace(choice=question.choice._replace(sample=2))
    assert pickle.loads(pickle.dumps(question)) == question
    with (
        ProcessPoolExecutor(1) as workers,
        pytest.raises(
            PackageError, match=r"tossed-game 0\.3 failed: ZeroDivisionError"
        ),
    ):
        run(question, question.order(), executor=workers)


@pytest.mark.parametrize(
    ("preset", "text", "fault"),
    [
        ("tossed", None, "needs a file presets/tossed/tossed.toml beside the module"),
        ("tossed", "sides = ", "preset tossed: tossed is not a TOML file"),
        ("tossed", 'sides = 2\nfaces = 2\ndescription = ""', "has no rule 'faces'"),
        ("three", 'sides = "many"', "preset three: tossed rules: "),
        ("three", 'extends = "coin"', "preset three: three: extends 'coin'"),
    ],
)
def test_a_preset_with_a_fault_is_named(
    preset: str, text: str | None, fault: str, folder: Path, trueodds_command: Run
) -> None:
    write_package(folder, "tossed")
    file = folder / "presets" / "tossed" / f"{preset}.toml"
    if text is None:
        file.unlink()
        assert "hint: " not in trueodds_command("odds", "tossed").err
    else:
        file.write_text(text)
    for command in (f"odds tossed --rules {preset}", "odds tossed --set sides=3"):
        ran = trueodds_command(*command.split())
        assert (ran.code, ran.out) == (2, ""), command
        message = " ".join(line.partition(": ")[2] for line in ran.err.splitlines())
        assert "tossed-game 0.3" in message, command
        assert fault in message.replace("error: ", ""), command
    assert trueodds_command("rules").code == 0
    Path("own.toml").write_text("sides = ")
    with pytest.raises(RulesError, match=r"^own\.toml is not a TOML file"):
        rulebook.load(games.find("bunco"), "own.toml")


def test_a_preset_needs_no_description(folder: Path, trueodds_command: Run) -> None:
    write_package(folder, "tossed")
    (folder / "presets" / "tossed" / "tossed.toml").write_text("sides = 2")
    assert "50 %" in trueodds_command("odds", "tossed").out
