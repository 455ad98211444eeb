"""``trueodds verify simulator``: honest, biased, dependent and broken simulators."""

import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from sleepers import no_other, sleeping
from verdicts import read_verdict

import trueodds
from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.proofs.verify.simulator.parse import Impossible, Lines
from trueodds.proofs.verify.simulator.run import UNFINISHED, judge_stream

Verify = Callable[..., tuple[int, dict[str, object]]]

HONEST = """
import random
random.seed(1)
while True:
    roll = [random.randint(1, 6) for _ in range(3)]
    print((21 if roll[0] == 1 else 5) if len(set(roll)) == 1 else roll.count(1))
"""


def program(text: str) -> list[str]:
    return ["--", sys.executable, "-c", text]


def test_honest_simulator_is_within_a_tolerance(verify: Verify) -> None:
    code, verdict = verify("bunco", "--within", "0.02", *program(HONEST))
    assert (code, verdict["verdict"], verdict["example"]) == (0, "within", None)
    counts = verdict["details"]["outcomes"]
    assert [row["outcome"] for row in counts] == ["0", "1", "2", "5", "21"]
    for row in counts:
        share = row["count"] / verdict["counts"]["outcomes"]
        assert abs(share - Fraction(row["exact"])) < 0.02
    assert "does not show that the outcomes are independent" in verdict["notes"][0]


def test_table_shows_every_outcome_with_its_direction(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "outcomes"
    file.write_text("0\n1\n1\n2\n")
    _, out, _ = trueodds_command(
        "verify", "simulator", "bunco", "--outcome", "score", "--file", str(file)
    )
    assert "bunco rules" in out
    rows = dict(
        line.split(maxsplit=1) for line in out.splitlines() if line[:1].isdigit()
    )
    assert rows.keys() == {"0", "1", "2", "5", "21"}
    assert rows["1"].split() == ["0.347222", "1.39", "2", "0.6", "too", "many"]
    assert rows["21"].split()[-2:] == ["too", "few"]


def test_honest_simulator_is_undecided_and_told_what_it_takes(verify: Verify) -> None:
    points = "bunco", "--outcome", "score"
    code, verdict = verify(*points, "--limit", "500", *program(HONEST))
    assert (code, verdict["verdict"]) == (3, "undecided")
    assert verdict["counts"] == {"outcomes": 500, "pairs": 250}
    needed = verdict["details"]["outcomes_for_bias"]
    assert f"500 rolls are too few; about {needed:,} show" in verdict["summary"]
    assert 500 < needed < 10_000
    for outcomes, things in ([6], "1 die is"), ([6, 1], "2 dice are"):
        few = trueodds.verify.simulator("bunco", outcomes=outcomes, outcome="die")
        assert few.summary.startswith(f"{things} too few; ")
    code, verdict = verify(*points, "--limit", str(2 * needed), *program(HONEST))
    assert (code, verdict["verdict"]) == (0, "consistent")
    distance = Fraction(verdict["details"]["distance"])
    assert distance < Fraction(1, 20)
    expected = (
        f"no sign of a fault in {2 * needed:,} rolls; every probability is within "
        f"{float(distance)} of the right one (99.9 %)"
    )
    assert expected in verdict["summary"]
    assert "dependence on each of the 8 outcomes before" in verdict["notes"][0]
    within = ["--limit", "2000", "--within", "0.01"]
    code, verdict = verify(*points, *within, *program(HONEST))
    assert (code, verdict["verdict"]) == (3, "undecided")
    assert 20_000 < verdict["details"]["outcomes_for_bias"] < 200_000


def test_loaded_die_is_refuted(
    verify: Verify, rolls: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "outcomes"
    file.write_text(rolls(60_000, [0.164] * 5 + [0.18]))
    code, verdict = verify("bunco", "--outcome", "die", "--file", str(file))
    assert (code, verdict["verdict"]) == (1, "refuted")
    assert verdict["example"]["where"] == "outcome 6"
    assert verdict["example"]["expected"].endswith("probability 1/6")
    assert float(verdict["details"]["log10_e"]["lower"]) >= 3
    assert verdict["counts"]["outcomes"] < 60_000


def test_bunco_of_25_points_is_refuted_at_once(verify: Verify) -> None:
    as_played = ["--outcome", "score", *program(HONEST.replace("21 if", "25 if"))]
    code, verdict = verify("bunco", *as_played)
    assert (code, verdict["verdict"]) == (1, "refuted")
    assert verdict["example"]["got"] == "25"
    assert verdict["summary"].endswith("25 came, and it cannot")
    limited = ["--rules", "published-script", "--limit", "5000"]
    assert verify("bunco", *limited, *as_played)[0] == 0


@pytest.mark.parametrize(
    ("game", "outcomes"),
    [
        ("baccarat --outcome winner", ("PBT", [4462, 4586, 952])),
        ("farkle", (["".join(roll) for roll in product("123456", repeat=6)],)),
    ],
)
def test_repeated_outcomes_are_dependent(
    game: str, outcomes: tuple[Any, ...], verify: Verify, tmp_path: Path
) -> None:
    drawn = random.Random(1).choices(*outcomes, k=2000)
    file = tmp_path / "outcomes"
    file.write_text("".join(f"{outcome}\n{outcome}\n" for outcome in drawn))
    code, verdict = verify(*game.split(), "--file", str(file))
    assert (code, verdict["verdict"]) == (1, "refuted")
    expected = "an outcome is the same as the outcome 1 place before"
    assert verdict["example"]["where"] == expected
    assert "the sequence is not independent" in verdict["summary"]


def test_counts_allow_no_pairs_and_say_so(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "counts.csv"
    file.write_text("outcome,count\nP,446247\nB,458597\nT,95156\n")
    code, verdict = verify("baccarat", "--counts", str(file), "--within", "0.01")
    assert (code, verdict["verdict"]) == (0, "within")
    assert verdict["counts"] == {"outcomes": 1_000_000}
    assert "dependence between outcomes was not tested" in verdict["notes"][0]
    file.write_text("P,446247\nB,438597\nT,115156\n")
    code, verdict = verify("baccarat", "--counts", str(file), "--within", "0.1")
    assert (code, verdict["verdict"]) == (1, "refuted"), "refuted comes before within"
    assert verdict["example"]["where"] == "outcome T"
    file.write_text("0,10\n3,1\n")
    code, verdict = verify("bunco", "--outcome", "score", "--counts", str(file))
    assert (code, verdict["example"]["where"]) == (1, "line 2")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"P,1\nX,2\n", "line 2: 'X' is not an outcome"),
        (b"X,2\nP,1\n", "line 1: 'X' is not an outcome"),
        (b"P,1\nB,-2\n", "line 2: '-2' is not a count"),
        (b"P,1\nB,1e3\n", "line 2: '1e3' is not a count"),
        (b"P,1\nB\n", "line 2: 1 field; expected an outcome and a count"),
        (b"P,9999999999999999999\n", "is not a count"),
        (b"P,999999999999999\n" * 2, "the sum of all counts"),
        (b"P,1\n\xff,2\n", "is not text"),
    ],
)
def test_faulty_counts(
    content: bytes, fault: str, verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "counts.csv"
    file.write_bytes(content)
    code, verdict = verify("baccarat", "--counts", str(file))
    assert (code, verdict["verdict"]) == (2, "failed")
    assert fault in verdict["summary"]


def test_outcomes_from_standard_input(
    verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"p\nBanker\r\n\n tie\nT"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    code, verdict = verify("baccarat", "-")
    assert (code, verdict["counts"]["outcomes"]) == (3, 3)
    assert "print the cards of each coup" in verdict["notes"][0]
    assert verdict["notes"][1] == UNFINISHED


def test_python_function_draws(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def six():\n    return 6\n")
    code, verdict = verify("farkle", "--outcome", "die", "--python", "mine:six")
    assert (code, verdict["verdict"]) == (1, "refuted")
    code, verdict = verify("farkle", "--outcome", "die", "--python", "mine:seven")
    assert (code, verdict["verdict"]) == (2, "failed")
    reason = str(verdict["summary"]).partition("exit code 1: ")[2]
    assert reason.startswith("cannot load 'mine:seven': mine has no function 'seven'")


BROKEN = {
    "print(1); print('one')": "'one' is no outcome of bunco that is known without",
    "import sys; sys.exit('no luck')": "exit code 1: no luck",
    "import os; os.write(1, b'1\\n\\xff\\n')": "'\ufffd' is no outcome of bunco",
    "import os; os.abort()": "was ended by SIGABRT",
    "print('1' * 10**6)": "line 1: ",
    "import os\nwhile True: os.write(1, b'1' * 65536)": "more than 65536 bytes",
    "pass": "there are no outcomes; a simulator prints one per line",
    "": "cannot start './nowhere'",
}


@pytest.mark.parametrize(("text", "fault"), BROKEN.items())
def test_broken_simulator_cannot_be_judged(
    text: str, fault: str, verify: Verify
) -> None:
    code, verdict = verify("bunco", *(program(text) if text else ["--", "./nowhere"]))
    word = "not judged" if "no outcome of" in fault else "failed"
    assert (code, verdict["verdict"]) == (2, word)
    assert fault in verdict["summary"]


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_silent_simulator_is_ended_with_all_that_it_started(verify: Verify) -> None:
    """One that ignores SIGTERM, and has a child that sleeps."""
    seconds = no_other()
    script = f"trap '' TERM; sleep {seconds} & echo 1; sleep 60"
    code, verdict = verify("bunco", "--timeout", "0.5", "--", "sh", "-c", script)
    assert (code, verdict["verdict"]) == (2, "failed")
    assert "printed nothing for 0.5 s" in verdict["summary"]
    assert not sleeping(seconds)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["bunco"], "name one source of outcomes"),
        (["bunco", "--file", "a", "--counts", "b"], "name one source of outcomes"),
        (["bunco", "--alpha", "2", "-"], "'2' is not a number between 0 and 1"),
        (["bunco", "--within", "1/0", "-"], "'1/0' is not a number between 0 and 1"),
        (["bunco", "--timeout", "nan", "-"], "nan is not a number"),
        (
            ["bunco", "--outcome", "sum", "-"],
            "there are: score, roll, round.N, game, turn, turn.N, die",
        ),
        (["bunco", "--outcome", f"round.{'1' * 5000}", "-"], "bunco has no outcomes"),
        (["chess", "-"], "there is no game 'chess'"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str], fault: str, trueodds_command: Run
) -> None:
    code, out, err = trueodds_command("verify", "simulator", *arguments)
    assert (code, out) == (2, "")
    assert fault in err


@pytest.mark.parametrize(("mode", "code"), [(0o644, 3), (0o755, 2)])
def test_a_plain_file_is_read_and_a_program_is_started(
    mode: int, code: int, verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "rolls"
    file.write_text("666162\n" if code == 3 else "#!/bin/sh\nexit 7\n")
    file.chmod(mode)
    assert verify("farkle", str(file))[0] == code


def test_progress_goes_to_what_a_tolerance_takes() -> None:
    bunco = games.find("bunco")
    known = outcome_distribution(bunco, rulebook.load(bunco), "die")
    shown: list[tuple[object, ...]] = []
    judge_stream(
        [b"1\n2\n"] * 2,
        known,
        tolerance=Fraction(1, 50),
        progress=lambda *words: shown.append(words),
    )
    assert [done for _, done, _ in shown] == [2, 4]
    assert all(10_000 < total < 20_000 for *_, total in shown)


def test_lines_are_read_whatever_their_blocks() -> None:
    column = games.find("farkle")
    known = outcome_distribution(column, rulebook.load(column))
    text = b"\xef\xbb\xbf50\r\n0\n\n 0100 \n2000\n19\n50\n"
    for size in range(1, len(text)):
        lines, outcomes, fault = Lines(known), [], None
        for start in range(0, len(text), size):
            codes, fault = lines.read(text[start : start + size])
            outcomes += [known.outcomes[code] for code in codes]
            if fault:
                break
        assert outcomes == ["50", "0", "100", "2000"]
        assert fault == Impossible(6, "19")


def test_memory_does_not_grow_with_the_stream(rolls: Callable[..., str]) -> None:
    column = games.find("bunco")
    known = outcome_distribution(column, rulebook.load(column), "die")
    block = rolls(20_000).encode()

    def peak(blocks: int) -> int:
        def stream() -> Iterator[bytes]:
            for _ in range(blocks):
                yield block

        tracemalloc.start()
        judge_stream(stream(), known, alpha=Fraction(1, 10**100))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(20) < 1.5 * peak(4)


ROLLS = """
import random
random.seed(2)
for _ in range({count}):
    print({roll})
"""


@pytest.mark.parametrize(
    ("roll", "word"),
    [
        ("random.choices(range(1, 7), k=6)", "consistent"),
        ("sorted(random.choices(range(1, 7), k=6))", "consistent"),
        ("random.choices(range(1, 7), [4, 4, 4, 4, 4, 5], k=6)", "refuted"),
        ("[random.randint(1, 6)] * 6", "refuted"),
    ],
)
def test_rolls_are_judged_by_faces_and_as_a_whole(
    roll: str, word: str, trueodds_command: Run, tmp_path: Path
) -> None:
    receipt = str(tmp_path / "receipt")
    command = ["--receipt", receipt, *program(ROLLS.format(roll=roll, count=3000))]
    code, out, _ = trueodds_command("verify", "farkle", "--format", "json", *command)
    verdict = read_verdict(out)
    again, text, _ = trueodds_command("verify", "receipt", receipt)
    assert again == code
    assert f"\n\n{word.upper()}: {verdict['summary']} (farkle, " in text
    assert text.count("too many") + text.count("too few") <= 6
    assert (code, verdict["verdict"]) == (int(word == "refuted"), word)
    if word == "consistent":
        assert verdict["details"]["others"] == {"roll": "undecided"}
        assert "judged by roll and die" in str(verdict["notes"])


@pytest.mark.parametrize(
    ("faces", "text"),
    [
        ("12345", ": no 6 came (after 76 outcomes"),
        ("1234566", ": 6 came "),
        ("111222333444555666", ""),
    ],
)
def test_wrong_rolls_are_told_by_a_face(
    faces: str, text: str, verify: Verify, tmp_path: Path
) -> None:
    """A whole roll is told only if no face is clearly wrong, as in two triplets."""
    drawn = random.Random(1)
    file = tmp_path / "rolls"
    size = 3 if not text else 1
    rolls = [
        "".join(face * size for face in drawn.choices(faces, k=6 // size))
        for _ in range(1000)
    ]
    file.write_text("".join(f"{roll}\n" for roll in rolls))
    code, verdict = verify("farkle", "--outcome", "roll", "--file", str(file))
    assert code == 1
    where = verdict["example"]["where"]
    if text:
        assert text in verdict["summary"]
        assert where in verdict["summary"]
    else:
        assert where.startswith("outcome ")


@pytest.mark.parametrize("line", ["⚀⚁⚂", "⚀ ⚁ ⚂", "[⚂, ⚁, ⚀]"])
def test_signs_of_dice_are_read(line: str, verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "rolls"
    file.write_text(f"{line}\n" * 3)
    code, verdict = verify("bunco", "--outcome", "roll", "--file", str(file))
    counts = {row["outcome"]: row["count"] for row in verdict["details"]["outcomes"]}
    assert (code, counts["123"]) == (3, 3)
    file.write_text("⚅\n")
    assert verify("bunco", "--outcome", "die", "--file", str(file))[0] == 3


def test_presets_that_do_not_refute_are_told(verify: Verify) -> None:
    as_played = ["--outcome", "score", *program(HONEST.replace("21 if", "25 if"))]
    code, verdict = verify("bunco", *as_played)
    assert (code, verdict["details"]["presets"]) == (1, ["published-script"])
    assert "not refuted by these counts: --rules published-script" in verdict["notes"]
    wrong = ["--outcome", "score", *program(HONEST.replace("21 if", "26 if"))]
    assert verify("bunco", *wrong)[1]["details"]["presets"] == []


@pytest.mark.parametrize(
    ("arguments", "line", "fault"),
    [
        (["farkle", "--outcome", "score"], "666162", "(--outcome roll)"),
        (["farkle"], "heads", "'heads' is no outcome of farkle that is known without"),
        (["farkle"], "1 2 3 4 5 6 1", "is no outcome of farkle that is known without"),
        (["baccarat", "--outcome", "winner"], "5", "'5' is not an outcome; expected P"),
        (["cribbage"], "P", "'P' is no outcome of cribbage that is known without"),
    ],
)
def test_wrong_format_is_no_refutation(
    arguments: list[str], line: str, fault: str, verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "outcomes"
    file.write_text(f"{line}\n" * 50)
    code, verdict = verify(*arguments, "--file", str(file))
    named = "--outcome" in arguments
    assert (code, verdict["verdict"]) == (2, "failed" if named else "not judged")
    assert fault in str(verdict["summary"])


def test_a_card_twice_is_named(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "shows"
    file.write_text("3D 2H 6C AD (KD)\n10D 2H 6C AD (AD)\n")
    _, verdict = verify("cribbage", "--file", str(file))
    assert verdict["example"]["got"] == "10D 2H 6C AD (AD)"
    assert "AD (AD) (a show has five different cards) came" in str(verdict["summary"])
    assert verdict["example"]["expected"] == "a show has five different cards"


def test_a_card_too_many_is_refuted(
    verify: Verify, trueodds_command: Run, tmp_path: Path
) -> None:
    """Banker draws on 3 against an 8."""
    file = tmp_path / "coups"
    file.write_text("6 K 3 A\nK 3 2 K 8 5\n")
    receipt = tmp_path / "receipt"
    code, verdict = verify("baccarat", "--file", str(file), "--receipt", str(receipt))
    assert (code, verdict["example"]["where"]) == (1, "line 2")
    assert trueodds_command("verify", "receipt", str(receipt))[0] == 1
    assert "(no coup: Banker drew on 3 against an 8) came" in verdict["summary"]


def test_kinds_are_in_the_help_of_a_game(trueodds_command: Run) -> None:
    for words in (("simulator", "farkle"), ("farkle",)):
        _, out, _ = trueodds_command("verify", *words, "--help")
        assert "Kinds of outcome of farkle:" in out
        assert "turn.bank_at.N" in out


@pytest.mark.parametrize("command", ["verify simulator", "verify scorer", "odds"])
def test_the_help_of_an_unknown_game_is_an_error(
    command: str, trueodds_command: Run
) -> None:
    for name, near in (("bunko", "did you mean bunco? "), ("nosuch", "there are: ")):
        code, out, err = trueodds_command(*command.split(), name, "--help")
        assert (code, out) == (2, "")
        error, hint = err.splitlines()
        assert error == f"trueodds: error: there is no game {name!r}"
        assert hint.startswith(f"hint: {near}")
    assert trueodds_command(*command.split(), "--help").code == 0
