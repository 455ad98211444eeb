"""``trueodds positions --scored``: test vectors for a scorer."""

import csv
import json

import pytest
from commands import Run

import trueodds

GAMES = {
    "bunco": "roll",
    "baccarat": "coup",
    "cribbage": "crib",
    "farkle": "roll",
}


@pytest.mark.parametrize("game", GAMES)
def test_vectors_have_the_scores_of_the_reference(
    game: str, trueodds_command: Run
) -> None:
    asked = ["positions", game, "--rule", GAMES[game], "--sample", "40", "--scored"]
    code, printed, _ = trueodds_command(*asked)
    rows = [*csv.DictReader(printed.splitlines())]
    assert (code, len(rows)) == (0, 40)
    positions = [row["position"] for row in rows]
    right = trueodds.score(game, *positions, rule=GAMES[game])["positions"]
    assert [row["score"] for row in rows] == [str(each["value"]) for each in right]
    vectors = json.loads(trueodds_command(*asked, "--format", "json")[1])["positions"]
    assert [{**each, "score": str(each["score"])} for each in vectors] == rows


def test_vectors_of_several_blocks_are_one_json(trueodds_command: Run) -> None:
    printed = trueodds_command("positions", "farkle", "--scored", "--format", "json")[1]
    vectors = json.loads(printed)["positions"]
    assert len(vectors) == 55_986  # 6 + 6^2 + ... + 6^6
    assert {"position": "222333", "score": 2500} in vectors


def test_a_format_without_scores_is_refused(trueodds_command: Run) -> None:
    code, printed, error = trueodds_command("positions", "bunco", "--format", "csv")
    assert (code, printed) == (2, "")
    assert error.startswith("trueodds: error: --format needs --scored")
