"""``trueodds farkle advise`` in a match: the command, its record and its refusals."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Run

ADVISE = ("farkle", "advise", "--rules", "ece209", "--set", "target=500")
SCORES = ("--score", "150", "--opponent", "350")


pytestmark = pytest.mark.usefixtures("own_cache")


def test_what_to_keep_is_the_mean_of_what_rolling_promises(
    trueodds_command: Run,
) -> None:
    """One die, 300 at stake: 1 and 5 are hot dice, and the rest are farkles."""

    def chance(*words: str) -> tuple[Fraction, Fraction]:
        ran = trueodds_command(*ADVISE, *SCORES, *words, "--format", "json")
        record = json.loads(ran.out)
        assert record["schema"] == "trueodds.match-advice/1"
        bounds = record["roll_on"] if record["roll"] is None else record["chance"]
        return Fraction(bounds["lower"]), Fraction(bounds["upper"])

    rolled = chance("--stake", "300", "--dice", "1")
    with_1 = chance("--stake", "300", "--roll", "1")
    with_5 = chance("--stake", "300", "--roll", "5")
    # A farkle leaves the other, who has 350, to move; nothing at stake is that turn.
    ran = trueodds_command(
        *ADVISE,
        "--score=350",
        "--opponent=150",
        "--stake=0",
        "--dice=6",
        "--format=json",
    )
    other = json.loads(ran.out)["chance"]
    lower = (with_1[0] + with_5[0] + 4 * (1 - Fraction(other["upper"]))) / 6
    upper = (with_1[1] + with_5[1] + 4 * (1 - Fraction(other["lower"]))) / 6
    assert lower <= rolled[1]
    assert rolled[0] <= upper
    assert upper - lower < Fraction(1, 10**9)


def test_of_keeps_that_win_alike_the_one_with_more_points_is_first(
    trueodds_command: Run,
) -> None:
    ran = trueodds_command(*ADVISE, *SCORES, "--stake", "200", "--roll", "1556")
    assert ran.out.startswith(
        "Keep 155 (200 points) and bank 400. You win 100.00 % of games from here; "
        "the next best wins 100.00 %. (ece209 rules with target = 500)\n"
    )


def test_farkle_in_a_match(trueodds_command: Run) -> None:
    ran = trueodds_command(*ADVISE, *SCORES, "--stake", "200", "--roll", "226")
    assert ran.code == 0
    assert ran.out.startswith("Farkle: nothing in 226 scores. (ece209 rules ")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--dice", "3", "--score", "150"], "the banked points of both"),
        (["--dice", "3", "--farkles", "1"], "need --score and --opponent"),
        (["--dice", "3", *SCORES, "--opening"], "--opening is for a turn without"),
        (["--dice", "3", *SCORES, "--farkles", "1"], "leave them out"),
        (["--dice", "3", "--score", "175", "--opponent", "0"], "score 175 cannot"),
        (["--dice", "3", "--score", "0", "--opponent", "500"], "opponent 500 cannot"),
        (["--dice", "7", *SCORES], "7 dice cannot be rolled"),
        (["--dice", "2", "--roll", "155", *SCORES], "is not a roll of 2 dice"),
        ([*SCORES], "say how many dice are left"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_solved(
    words: list[str], fault: str, trueodds_command: Run, own_cache: Path
) -> None:
    ran = trueodds_command(*ADVISE, "--stake", "200", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") in (1, 2)  # an error, and perhaps a hint
    assert fault in ran.err
    assert not [*own_cache.iterdir()]


@pytest.mark.parametrize(
    ("score", "opening", "stated"),
    [("-100-100", 200, True), ("100-0", 200, True), ("100-100", 200, False),
     ("-100-100", 0, False)],
)  # fmt: skip
def test_advice_states_who_is_taken_to_have_opened(
    score: str, opening: int, stated: bool, trueodds_command: Run
) -> None:
    """Scores can fall here, so players with 0 or fewer points may have opened."""
    fields = {"nothing": -100, "lowest_score": -200, "minimum_to_open": opening}
    changes = {"number_of_dice": 2, "target": 300, **fields}
    words = [w for name in changes for w in ("--set", f"{name}={changes[name]}")]
    asked = ("farkle", "advise", "1", f"--score={score}", "--rules", "ece209", *words)
    ran = trueodds_command(*asked, "--stake", "100")
    assert ran.code == 0
    assert ("below 0 as one who has." in ran.out) == stated
    assert "1 was read as a roll of one die" in ran.out
