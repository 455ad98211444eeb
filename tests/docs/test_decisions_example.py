"""A declared game with decisions and an action that waits: red and black."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Run as Command
from game_packages import Run, installed

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "redblack"
HALF_WAY = ("--set", "chips=5")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return the command line where the example is installed."""
    return installed(EXAMPLE, tmp_path)


def test_the_example_is_short() -> None:
    module = EXAMPLE / "trueodds_redblack" / "__init__.py"
    assert len(module.read_text().splitlines()) <= 120


def test_odds_and_the_exported_model_have_the_same_numbers(run: Run) -> None:
    ran = run("odds", "redblack", *HALF_WAY, "--format", "json")
    assert ran.returncode == 0, ran.stderr
    numbers = {each["id"]: each for each in json.loads(ran.stdout)["quantities"]}
    # Bold play: all five chips on one spin.
    assert numbers["evening.target"]["exact"] == "18/37"
    assert numbers["evening.ruin"]["exact"] == "19/37"
    assert [each["unit"] for each in numbers.values()] == [
        *("probability", "probability", "bets")
    ]
    drn = run("export", "redblack", "evening", "--to", "drn", *HALF_WAY).stdout
    answers = [line.rpartition(" is ")[2] for line in drn.splitlines()[1:4]]
    assert answers == [number["exact"] for number in numbers.values()]
    assert '// R{"bets"}max=? [ F "end" ]' in drn


def test_words_find_an_answer_and_a_page_has_all(run: Run, tmp_path: Path) -> None:
    assert run("odds", "redblack", "ruin").stdout.startswith(
        "Lose all chips (best among strategies that end): 71.69 %"
    )
    ran = run("report", "redblack", "--out", "out")
    assert ran.returncode == 0, ran.stderr
    assert "Red and black" in (tmp_path / "out" / "redblack.html").read_text()
    numbers = (tmp_path / "out" / "redblack-numbers.html").read_text()
    assert 'id="evening.bets"' in numbers
    assert "<h2" in numbers
    assert "Evening" in numbers
    ending = "Most bets until the end (best among strategies that end)"
    assert ending in numbers
    assert ending in run("cite", "redblack", "evening.bets").stdout


def test_every_answer_is_derived_twice_and_certified(run: Run, tmp_path: Path) -> None:
    ran = run("prove", "redblack", "--out", "proofs")
    assert ran.returncode == 0, ran.stderr
    assert (
        "equal results: 3. Certificates that the independent checker accepts: 3."
        in (ran.stdout)
    )
    # Who sits out all spins never loses a chip, and never goes home.
    ran = run("check", "proofs/redblack-evening.ruin.json")
    end = "the minimum: best among strategies that end with probability 1\n"
    assert (ran.returncode, ran.stdout.endswith(end)) == (0, True)
    # A certificate in which waiting makes the risk vanish is refused.
    file = tmp_path / "proofs" / "redblack-evening.ruin.json"
    wrong = json.loads(file.read_text())
    wrong["claims"] = {"evening.ruin": "0"}
    for number, (_, _, _, actions) in enumerate(wrong["states"]):
        waits = [action for action in actions if action[2] == [[number, 1]]]
        if waits:
            wrong["states"][number][1] = "0"
            actions.remove(*waits)
            actions.insert(0, *waits)
    file.write_text(json.dumps(wrong))
    ran = run("check", "proofs/redblack-evening.ruin.json")
    assert (ran.returncode, "leads to no lower rank" in ran.stdout) == (1, True)


def test_a_quantity_of_another_package_is_proved_by_its_name(run: Run) -> None:
    ran = run("prove", "redblack", "evening.target", "--set", "chips=4")
    assert ran.returncode == 0, ran.stderr
    assert "redblack-evening.target" in ran.stdout
    assert "redblack-evening.ruin" not in ran.stdout


def test_advice_on_a_state(run: Run) -> None:
    ran = run("advise", "redblack", "evening", "chips=4", "--format", "json")
    assert ran.returncode == 0, ran.stderr
    advice = json.loads(ran.stdout)
    values = {e["action"]: Fraction(e["value"]["exact"]) for e in advice["actions"]}
    costs = {e["action"]: Fraction(e["costs"]["exact"]) for e in advice["actions"]}
    # Bold play bets 4, then 2 of 8 chips, 4 of 6, and both of 2, which makes 4 again.
    red = Fraction(18, 37)
    black = 1 - red
    bold = red**2 * (1 + black) / (1 - (red * black) ** 2)
    assert Fraction(advice["value"]["exact"]) == values["bet_4"] == bold
    assert values["sit_out"] == bold > values["bet_3"]
    assert advice["action"] != "sit_out"
    assert {name: bold - value for name, value in values.items()} == costs


def test_what_is_no_state_or_question_is_refused(run: Run) -> None:
    for words, message in (
        ("evening 11", "no play reaches the state '11'"),
        ("evening 10", "chips=10 is an end"),
        ("evening cards=4", "no play reaches the state 'cards=4'"),
        ("", "error: name a model of redblack\nhint: there are: evening\n"),
        ("night", "not 'night'\nhint: there are: evening"),
        ("evening 4 --quantity evening.win", "did you mean evening.ruin"),
    ):
        ran = run("advise", "redblack", *words.split())
        assert (ran.returncode, ran.stderr.count("\n") <= 2) == (2, True)
        assert message in ran.stderr, ran.stderr


def test_help_says_why_there_are_no_outcomes(run: Run) -> None:
    ran = run("verify", "redblack", "--help")
    assert ran.returncode == 0, ran.stderr
    _, _, kinds = ran.stdout.partition("Kinds of outcome of redblack:")
    assert "redblack has no kinds of outcome: no scores that have odds" in kinds


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("bunco turn", "with target 1 reaches the points of a round: 0.83 %"),
        (
            "bunco turn 20 0 --quantity reward",
            "Mean rolls of the turn with target 1: 1.00 rolls",
        ),
        (
            "bunco turn points=20, over=0 --quantity goal",
            "The turn with target 1 reaches",
        ),
        ("bunco turn points=3 over=x", "error: no play reaches the state"),
        ("bunco turn 3", "hint: such a state is points=0, over=0"),
        ("baccarat coup", "error: baccarat has no model with questions"),
        ("farkle match", "hint: see trueodds farkle advise"),
        ("cribbage", "hint: see trueodds advise --help"),
        ("bunco", "hint: there are: turn, race, game"),
        ("bunco rase", "hint: did you mean race? There are: turn, race, game"),
    ],
)
def test_chains_of_ours_have_values(
    words: str, printed: str, trueodds_command: Command
) -> None:
    ran = trueodds_command("advise", *words.split())
    assert printed in ran.out + ran.err
