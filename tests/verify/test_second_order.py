"""A second order of the positions, in which neighbours are alike."""

import importlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from trueodds.core import games, rulebook
from trueodds.proofs.verify.positions.order import ChosenPositions, SpaceOrder, order
from trueodds.testing import assert_scorer

Verify = Callable[..., dict[str, object]]
REPEATS = """
from trueodds.proofs.verify.scorer.serve import reference

right = reference({game!r}, {rule!r}, "{{}}")
last = [None, 0]

def score(position):
    part = position.partition(" | ")[{part}]
    if part != last[0]:
        last[:] = part, right(position)
    return last[1]
"""


@pytest.mark.parametrize("part", [0, 2], ids=["round", "dice"])
def test_a_scorer_that_repeats_its_last_answer_is_refuted(
    part: int, verify_scorer: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = REPEATS.format(game="bunco", rule="roll", part=part)
    Path("repeats.py").write_text(source)
    verdict = verify_scorer("bunco", "--python", "repeats")
    assert verdict["verdict"] == "refuted"
    assert verdict["details"]["depends_on_order"]
    assert "all 1,296 answers are right in one order" in verdict["summary"]
    assert verdict["example"]["why"][-1].startswith("asked after: ")


ONE_DIE = """
from trueodds.proofs.verify.scorer.serve import reference

right = reference("farkle", "roll", "{}")
last = [None, 0]

def score(position):
    if len(position) < 4 or position[:-1] != last[0]:
        last[:] = position[:-1], right(position)
    return last[1]
"""


@pytest.mark.parametrize(
    ("options", "asked"),
    [(["--sample", "1000"], 1000), (["--by-class"], 923)],
    ids=["sample", "by class"],
)
def test_a_sample_and_classes_have_a_second_order_too(
    options: list[str],
    asked: int,
    verify_scorer: Verify,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The scorer repeats its last answer if only the last die is another one."""
    monkeypatch.chdir(tmp_path)
    Path("one_die.py").write_text(ONE_DIE)
    verdict = verify_scorer("farkle", *options, "--python", "one_die")
    assert verdict["verdict"] == "refuted"
    assert verdict["details"]["asked_again"] == verdict["counts"]["positions"] == 128
    assert "all answers were right in one order" in verdict["notes"][-1]
    monkeypatch.syspath_prepend(tmp_path)
    one_die = importlib.import_module("one_die")
    with pytest.raises(AssertionError):
        assert_scorer(one_die.score, "farkle", positions=asked)


@pytest.mark.parametrize(
    ("game", "rule"),
    [("bunco", "roll"), ("baccarat", "coup"), ("cribbage", "hand"), ("farkle", "roll")],
)
def test_neighbours_differ_in_one_column_at_most(game: str, rule: str) -> None:
    column = games.find(game)
    rules = rulebook.load(column)
    first = order(column, rules, rule, ChosenPositions(), scattered=True)
    assert isinstance(first, SpaceOrder)
    again = order(column, rules, rule, ChosenPositions(alike=True))
    assert isinstance(again, SpaceOrder)
    rows = again.rows(0, 32).astype(int)
    assert np.count_nonzero(rows[1:] != rows[:-1], axis=1).max() == 1
    assert again.count <= max(128, first.count / 20)
    texts = again.text(0, 32).decode().splitlines()
    values = [first.score(text).value for text in texts]
    assert again.values(0, 32).tolist() == values
