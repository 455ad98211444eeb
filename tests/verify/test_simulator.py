"""``trueodds verify simulator``: honest, biased, dependent and broken simulators."""

import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from pathlib import Path

import jsonschema
import pytest

from trueodds import reports
from trueodds.analysis.farkle.roll_classes import roll_classes
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.optimal import best_turn
from trueodds.core import games, rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import TrueoddsError
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.proofs.verify.simulator.outcomes import outcome_law
from trueodds.proofs.verify.simulator.parse import Impossible, Lines
from trueodds.proofs.verify.simulator.run import UNFINISHED, judge_stream

Command = Callable[..., tuple[int, str, str]]

SCHEMA, RECEIPT = (
    json.loads((Path(reports.__path__[0]) / "schemas" / name).read_text("utf-8"))
    for name in ("verdict-1.json", "receipt-1.json")
)

HONEST = """
import random
random.seed(1)
while True:
    roll = [random.randint(1, 6) for _ in range(3)]
    print((21 if roll[0] == 1 else 5) if len(set(roll)) == 1 else roll.count(1))
"""


@pytest.fixture
def verify(trueodds_command: Command) -> Callable[..., tuple[int, dict[str, object]]]:
    """Run a verification, and read its verdict, which is in the schema."""

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        code, out, _ = trueodds_command(
            "verify", "simulator", *arguments[:1], "--format", "json", *arguments[1:]
        )
        found = json.loads(out)
        jsonschema.validate(found, SCHEMA)
        return code, found

    return run


def program(text: str) -> list[str]:
    return ["--", sys.executable, "-c", text]


def dice(count: int, weights: list[float] | None = None) -> str:
    generator = random.Random(1)
    faces = generator.choices(range(1, 7), weights, k=count)
    return "".join(f"{face}\n" for face in faces)


def law(game: str, kind: str | None = None, **changes: object) -> dict[str, Fraction]:
    column = games.find(game)
    rule = str(changes.pop("rule", "")) or None
    found = outcome_law(column, rulebook.load(column, None, changes), kind, rule).law
    return {outcome: found[outcome] for outcome in found}


def test_laws_are_the_published_ones() -> None:
    assert law("bunco") == {
        outcome: Fraction(weight, 216)
        for outcome, weight in {"0": 120, "1": 75, "2": 15, "5": 5, "21": 1}.items()
    }
    assert law("bunco", "die") == {str(face): Fraction(1, 6) for face in range(1, 7)}
    assert sum(law("bunco", "game").values()) == 1
    assert law("baccarat")["T"] == Fraction(475627426473216, 4998398275503360)
    assert sum(law("baccarat", "cards").values()) == 1
    assert law("cribbage")["29"] == Fraction(4, 12994800)
    assert law("cribbage", rule="crib")["0"] > law("cribbage")["0"]
    assert law("farkle")["0"] == Fraction(5, 162)
    assert law("farkle", "roll.1")["0"] == Fraction(4, 6)
    assert law("farkle", "die")["6"] == Fraction(1, 6)


def test_laws_of_turns_have_the_means_found_otherwise() -> None:
    """By forward induction over thresholds, and by backward induction."""

    def mean(kind: str) -> Fraction:
        found = law("farkle", kind).items()
        return sum((int(points) * chance for points, chance in found), Fraction(0))

    rules = FarkleRules.load()
    assert mean("turn.bank_at.300") == Thresholds(rules).at(300).mean
    assert mean("turn.most_points") == best_turn(roll_classes(rules), rules).mean
    with pytest.raises(TrueoddsError, match="310 is no threshold"):
        law("farkle", "turn.bank_at.310")
    zilch = FarkleRules.load("zilch")
    found = outcome_law(games.find("farkle"), zilch, "turn.most_points")
    assert found.outcomes[-1] == found.read("9999999") == f"{found.high}+"


def test_turns_played_by_hand_are_not_refuted(verify: Command, tmp_path: Path) -> None:
    """Keep the most, the fewest dice of these; bank from 300; hot dice are banked."""
    rules = FarkleRules.load()
    scorer = Scorer(rules)
    generator = random.Random(1)

    def turn() -> int:
        stake, dice = 0, 6
        while True:
            roll = counts_of(generator.choices(range(1, 7), k=dice))
            options = scorer.options(roll)
            if not options:
                return 0
            best = max(options, key=lambda option: (option.points, -sum(option.kept)))
            stake, dice = stake + best.points, (dice - sum(best.kept)) or 6
            if stake >= 300:
                return stake

    file = tmp_path / "turns"
    file.write_text("".join(f"{turn()}\n" for _ in range(4000)))
    kind = ["--outcome", "turn.bank_at.300", "--file", str(file)]
    assert verify("farkle", *kind)[0] == 3
    kind[1] = "turn.bank_at.350"
    assert verify("farkle", *kind)[0] == 1


def test_rounds_of_unfair_dice_have_laws_of_their_own() -> None:
    weights = [1, 1, 1, 1, 1, 2]
    assert law("bunco", "round.6", weights=weights)["21"] == Fraction(8, 343)
    assert law("bunco", "round.1", weights=weights)["21"] == Fraction(1, 343)
    with pytest.raises(TrueoddsError, match=r"name a round, such as round\.1"):
        law("bunco", weights=weights)
    with pytest.raises(TrueoddsError, match="there is no round 7"):
        law("bunco", "round.7")
    with pytest.raises(TrueoddsError, match=r"there are: roll, round\.N, game, die"):
        law("bunco", "round.N")


def test_honest_simulator_is_within_a_tolerance(verify: Command) -> None:
    code, found = verify("bunco", "--within", "0.02", *program(HONEST))
    assert (code, found["verdict"], found["example"]) == (0, "within", None)
    counts = found["details"]["outcomes"]
    assert [row["outcome"] for row in counts] == ["0", "1", "2", "5", "21"]
    for row in counts:
        share = row["count"] / found["counts"]["outcomes"]
        assert abs(share - Fraction(row["exact"])) < 0.02


def test_honest_simulator_is_undecided_and_told_what_it_takes(verify: Command) -> None:
    code, found = verify("bunco", "--limit", "2000", *program(HONEST))
    assert (code, found["verdict"]) == (3, "undecided")
    assert found["counts"] == {"outcomes": 2000, "pairs": 1000}
    assert 10_000 < found["details"]["outcomes_for_bias"] < 200_000
    assert float(found["details"]["log10_e"]["lower"]) < 3


def test_loaded_die_is_refuted(verify: Command, tmp_path: Path) -> None:
    file = tmp_path / "outcomes"
    file.write_text(dice(60_000, [0.164] * 5 + [0.18]))
    code, found = verify("bunco", "--outcome", "die", "--file", str(file))
    assert (code, found["verdict"]) == (1, "refuted")
    assert found["example"]["where"] == "outcome 6"
    assert found["example"]["expected"].endswith("chance 1/6")
    assert float(found["details"]["log10_e"]["lower"]) >= 3
    assert found["counts"]["outcomes"] < 60_000


def test_bunco_of_25_points_is_refuted_at_once(verify: Command) -> None:
    code, found = verify("bunco", *program(HONEST.replace("21 if", "25 if")))
    assert (code, found["verdict"]) == (1, "refuted")
    assert found["example"]["got"] == "25"
    assert found["summary"].endswith("25 came, and it cannot")
    as_played = program(HONEST.replace("21 if", "25 if"))
    limited = ["--rules", "published-script", "--limit", "5000"]
    assert verify("bunco", *limited, *as_played)[0] == 3


def test_repeated_outcomes_are_dependent(verify: Command, tmp_path: Path) -> None:
    generator = random.Random(1)
    winners = generator.choices("PBT", [4462, 4586, 952], k=2000)
    file = tmp_path / "outcomes"
    file.write_text("".join(f"{winner}\n{winner}\n" for winner in winners))
    code, found = verify("baccarat", "--file", str(file))
    assert (code, found["verdict"]) == (1, "refuted")
    assert "in disjoint pairs" in found["example"]["where"]


def test_counts_allow_no_pairs_and_say_so(verify: Command, tmp_path: Path) -> None:
    file = tmp_path / "counts.csv"
    file.write_text("outcome,count\nP,446247\nB,458597\nT,95156\n")
    code, found = verify("baccarat", "--counts", str(file), "--within", "0.01")
    assert (code, found["verdict"]) == (0, "within")
    assert found["counts"] == {"outcomes": 1_000_000}
    assert "dependence between outcomes was not tested" in found["notes"][0]
    file.write_text("P,446247\nB,438597\nT,115156\n")
    code, found = verify("baccarat", "--counts", str(file), "--within", "0.1")
    assert (code, found["verdict"]) == (1, "refuted"), "refuted comes before within"
    assert found["example"]["where"] == "outcome T"
    file.write_text("0,10\n3,1\n")
    code, found = verify("bunco", "--counts", str(file))
    assert (code, found["example"]["where"]) == (1, "line 2")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"P,1\nX,2\n", "line 2: 'X' is no outcome"),
        (b"X,2\nP,1\n", "line 1: 'X' is no outcome"),
        (b"P,1\nB,-2\n", "line 2: '-2' is no count"),
        (b"P,1\nB,1e3\n", "line 2: '1e3' is no count"),
        (b"P,1\nB\n", "line 2: an outcome and a count are right"),
        (b"P,9999999999999999999\n", "is no count"),
        (b"P,999999999999999\n" * 2, "all counts together"),
        (b"P,1\n\xff,2\n", "is no CSV file"),
    ],
)
def test_faulty_counts(
    content: bytes, fault: str, verify: Command, tmp_path: Path
) -> None:
    file = tmp_path / "counts.csv"
    file.write_bytes(content)
    code, found = verify("baccarat", "--counts", str(file))
    assert (code, found["verdict"]) == (2, "failed")
    assert fault in found["summary"]


def test_outcomes_from_standard_input(
    verify: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"p\nBanker\r\n\n tie\nT"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    code, found = verify("baccarat", "-")
    assert (code, found["counts"]["outcomes"]) == (3, 2)
    assert found["notes"] == [UNFINISHED]


def test_python_function_draws(
    verify: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def six():\n    return 6\n")
    code, found = verify("farkle", "--outcome", "die", "--python", "mine:six")
    assert (code, found["verdict"]) == (1, "refuted")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("print(1); print('one')", "line 2: 'one' is no outcome; an integer is right"),
        ("import sys; sys.exit('no luck')", "exit code 1: no luck"),
        ("import os; os.write(1, b'1\\n\\xff\\n')", "line 2: '\ufffd' is no outcome"),
        ("import os; os.abort()", "was ended by SIGABRT"),
        ("print('1' * 10**6)", "line 1: "),
    ],
)
def test_broken_simulator_cannot_be_judged(
    text: str, fault: str, verify: Command
) -> None:
    code, found = verify("bunco", *program(text))
    assert (code, found["verdict"]) == (2, "failed")
    assert fault in found["summary"]


def test_line_without_end_is_not_waited_for(verify: Command) -> None:
    flood = "import os\nwhile True: os.write(1, b'1' * 65536)"
    code, found = verify("bunco", *program(flood))
    assert (code, found["verdict"]) == (2, "failed")
    assert "a line without an end" in found["summary"]


def test_silent_simulator_is_ended_with_all_that_it_started(
    verify: Command, tmp_path: Path
) -> None:
    """One that ignores SIGTERM, and has a child that would write a file."""
    late = tmp_path / "late"
    script = f"trap '' TERM; (sleep 2; touch {late}) & echo 1; sleep 60"
    started = time.monotonic()
    code, found = verify("bunco", "--timeout", "0.5", "--", "sh", "-c", script)
    assert (code, found["verdict"]) == (2, "failed")
    assert "printed nothing for 0.5 s" in found["summary"]
    assert time.monotonic() - started < 20
    time.sleep(2.5)
    assert not late.exists()


def test_program_that_is_not_there(verify: Command) -> None:
    code, found = verify("bunco", "--", "./nowhere")
    assert (code, found["verdict"]) == (2, "failed")
    assert "cannot start './nowhere'" in found["summary"]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["bunco"], "name one source of outcomes"),
        (["bunco", "--file", "a", "--counts", "b"], "name one source of outcomes"),
        (["bunco", "--alpha", "2", "-"], "'2' is not between 0 and 1"),
        (["bunco", "--within", "1/0", "-"], "'1/0' is not between 0 and 1"),
        (["bunco", "--timeout", "nan", "-"], "nan is no number"),
        (["bunco", "--outcome", "sum", "-"], "there are: roll, round.N, game, die"),
        (["bunco", "--outcome", f"round.{'1' * 5000}", "-"], "bunco has no outcomes"),
        (["chess", "-"], "there is no game 'chess'"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str], fault: str, trueodds_command: Command
) -> None:
    code, out, err = trueodds_command("verify", "simulator", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert fault in err


def test_receipt_is_derived_anew(
    verify: Command, trueodds_command: Command, tmp_path: Path
) -> None:
    outcomes, receipt = tmp_path / "outcomes", tmp_path / "receipt.json"
    outcomes.write_text(dice(20_000))
    options = ["--outcome", "die", "--within", "1/10", "--set", "rounds=4"]
    code, found = verify(
        "bunco", *options, "--file", str(outcomes), "--receipt", str(receipt)
    )
    assert (code, found["verdict"]) == (0, "within")
    code, out, _ = trueodds_command(
        "verify", "receipt", str(receipt), "--format", "json"
    )
    assert (code, json.loads(out)) == (0, found)

    given = json.loads(receipt.read_text())
    jsonschema.validate(given, RECEIPT)
    faults = {
        "verdict": "refuted",
        "alpha": "1/100000000000000000000",
        "log10_e": {"lower": "5", "upper": "6"},
        "kind": "roll",
        "rules_digest": "sha256:0",
        "prior": {},
        "outcomes": [["1", "1/2", 3]],
        "pairs": given["pairs"][1:],
    }
    more: list[tuple[str, object]] = [
        ("alpha", 0.5),
        ("alpha", "2"),
        ("rule", None),
        ("rules", {}),
        ("kind", 7),
        (
            "outcomes",
            [[face, chance, float(n)] for face, chance, n in given["outcomes"]],
        ),
        ("impossible", [1, "six"]),
        ("impossible", [-1, "9"]),
        ("further", 1),
    ]
    for name, value in [*faults.items(), *more]:
        receipt.write_text(json.dumps({**given, name: value}))
        code, out, err = trueodds_command("verify", "receipt", str(receipt))
        assert (code, out, err.count("\n")) == (2, "", 1), name
    for text in ("[1]", "[" * 100_000, "NaN"):
        receipt.write_text(text)
        code, _, err = trueodds_command("verify", "receipt", str(receipt))
        assert code == 2
        assert "is not a receipt" in err


def test_receipt_in_a_place_that_cannot_be_written(
    trueodds_command: Command, tmp_path: Path
) -> None:
    outcomes = tmp_path / "outcomes"
    outcomes.write_text("1\n1\n")
    command = ["verify", "simulator", "bunco", "--file", str(outcomes)]
    code, _, err = trueodds_command(*command, "--receipt", "/dev/null/receipt")
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot write to" in err


def test_lines_are_read_whatever_their_blocks() -> None:
    column = games.find("farkle")
    found = outcome_law(column, rulebook.load(column))
    text = b"50\r\n0\n\n 0100 \n2000\n19\n50\n"
    for size in range(1, len(text)):
        lines, outcomes, fault = Lines(found), [], None
        for start in range(0, len(text), size):
            codes, fault = lines.read(text[start : start + size])
            outcomes += [found.outcomes[code] for code in codes]
            if fault:
                break
        assert outcomes == ["50", "0", "100", "2000"]
        assert fault == Impossible(6, "19")


def test_memory_does_not_grow_with_the_stream() -> None:
    column = games.find("bunco")
    found = outcome_law(column, rulebook.load(column), "die")
    block = dice(20_000).encode()

    def peak(blocks: int) -> int:
        def stream() -> Iterator[bytes]:
            for _ in range(blocks):
                yield block

        tracemalloc.start()
        judge_stream(stream(), found, alpha=Fraction(1, 10**100))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(20) < 1.5 * peak(4)
