"""The equilibrium solver: checkpoints, the restricted game, and the files it writes."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Run

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.crib.inclusion_exclusion import crib_denominator
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium.best_response import mean
from trueodds.analysis.cribbage.equilibrium.solve import (
    FORMAT,
    SolverState,
    load_state,
    resume,
    save_state,
    solve,
)
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store

DIGEST = rulebook.digest("cribbage", CribbageRules.load())
HEADER = {"format": FORMAT, "rules": DIGEST}
FAR = Fraction(1)
"""A gap, in points, that the second best response proves."""


@pytest.fixture
def simple_cribs(monkeypatch: pytest.MonkeyPatch) -> Evaluator:
    """Return an evaluator of a game in which each throw alone scores in the crib.

    A pair that is thrown scores two points, and so does a fifteen. An opponent's throw
    counts its mean over all deals. An evaluation of real cribs takes seconds.
    """
    evaluator = Evaluator(CribbageRules.load())
    cards = all_classes(6).cards[:, DISCARDS]
    low, high = np.moveaxis(cards // 4, 2, 0)
    fifteen = np.minimum(low, 9) + np.minimum(high, 9) + 2 == 15
    scores = 2 * ((low == high) + fifteen)

    def cribs(evaluator: Evaluator, opponent: Strategy) -> Any:
        point = crib_denominator(opponent.denominator)
        return scores * point + int(mean(scores, opponent) * point)

    monkeypatch.setattr(Evaluator, "cribs", cribs)
    return evaluator


def stopping_after(steps: int, path: Path) -> Callable[[SolverState], None]:
    """Save every state, and interrupt the solver after so many best responses."""

    def save(state: SolverState) -> None:
        save_state(path, state, DIGEST)
        if len(state.gaps) == steps:
            raise KeyboardInterrupt

    return save


def test_an_interrupted_solve_resumes_to_the_same(
    simple_cribs: Evaluator, tmp_path: Path
) -> None:
    """Until the first pair with a proved gap, which is far from an equilibrium."""
    evaluator = simple_cribs
    whole = solve(evaluator, gap=FAR)
    assert Fraction(1, 100) < whole.bounds.exploitability < FAR
    path = tmp_path / "solving.npz"
    for steps in (0, 1):
        with pytest.raises(KeyboardInterrupt):
            solve(
                evaluator,
                gap=FAR,
                start=load_state(path, DIGEST),
                save=stopping_after(steps, path),
            )
    start = load_state(path, DIGEST)
    assert start
    assert len(start.gaps) == 1
    again = resume(path, FAR, evaluator)
    assert again.bounds == whole.bounds
    assert again.dealer.table == whole.dealer.table
    assert again.pone.table == whole.pone.table


@pytest.mark.slow
def test_cycling_classes_are_mixed_to_the_shipped_strategies(
    evaluator: Evaluator, tmp_path: Path
) -> None:
    """From pure strategies that throw the likeliest discard of the shipped ones."""
    pair = {role: strategy("equilibrium", role, evaluator.rules) for role in ROLES}
    support = {
        role: {
            index: list(weights) for index, weights in played.mixed_classes().items()
        }
        for role, played in pair.items()
    }
    choices = {
        role: played.weights.argmax(axis=1).astype(np.uint8)
        for role, played in pair.items()
    }
    path = tmp_path / "solving.npz"
    start = SolverState(choices, support=support, mixing=True)
    solution = solve(
        evaluator, start=start, save=lambda state: save_state(path, state, DIGEST)
    )
    assert solution.bounds.exploitability < Fraction(1, 10**16)
    saved = load_state(path, DIGEST)
    assert saved
    assert saved.bounds == solution.bounds
    again = solve(evaluator, start=saved)
    assert again.dealer.table == solution.dealer.table
    assert again.pone.table == solution.pone.table
    assert again.bounds == solution.bounds


def test_a_checkpoint_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "solving.npz"
    written = SolverState(
        dict.fromkeys(ROLES, np.zeros(CLASSES, np.uint8)),
        gaps=(Fraction(3, 4),),
        support={"dealer": {7: [0, 3]}, "pone": {}},
        mixing=True,
        mixtures={"dealer": ({7: (1, 0, 0, 2, *[0] * 11)}, 3)},
    )
    save_state(path, written, DIGEST)
    state = load_state(path, DIGEST)
    assert state
    assert (state.gaps, state.support) == (written.gaps, written.support)
    played = state.strategies()["dealer"]
    assert played.mixed_classes() == {7: {0: Fraction(1, 3), 3: Fraction(2, 3)}}


def damaged(header: Any = None, **choices: Any) -> Callable[[Path], None]:
    """Write a checkpoint with a correct checksum and another content."""

    def write(path: Path) -> None:
        good, arrays = store.read(path)
        store.write(path, good if header is None else header, arrays | choices)

    return write


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        damaged({}),
        damaged(HEADER),
        damaged(HEADER | {"gaps": ["x"], "seen": [], "support": 3}),
        damaged(dealer=np.zeros(3, np.uint8)),
        damaged(pone=np.full(CLASSES, 15, np.uint8)),
        lambda path: path.write_bytes(b"\0" * 100),
        lambda path: store.write_bytes(path, HEADER, b"no zip"),
        lambda path: store.write_bytes(path, HEADER | {"rules": "others"}, b""),
    ],
)
def test_a_bad_checkpoint_starts_the_solve_over(
    damage: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "solving.npz"
    assert load_state(path, DIGEST) is None
    pure = dict.fromkeys(ROLES, np.zeros(CLASSES, np.uint8))
    save_state(path, SolverState(pure), DIGEST)
    assert load_state(path, DIGEST) is not None
    assert load_state(path, "other rules") is None
    caplog.clear()
    damage(path)
    assert load_state(path, DIGEST) is None
    assert caplog.text.count("cannot resume from") == 1


def test_solve_writes_what_certify_reads(
    simple_cribs: Evaluator, tmp_path: Path, trueodds_command: Run
) -> None:
    folder = tmp_path / "made" / "here"
    ran = trueodds_command("cribbage", "solve", "--out", str(folder), "--gap", str(FAR))
    assert (ran.code, ran.err) == (0, "")
    assert {path.name for path in folder.iterdir()} == {
        "equilibrium.strategy",
        "value-bounds.json",
        "solving.npz",
    }
    file = str(folder / "equilibrium.strategy")
    assert ran.out.endswith(f"Wrote {file}\n")
    bounds = trueodds_command(
        "cribbage", "certify", "--strategy", file, "--format", "json"
    )
    assert bounds.out == (folder / "value-bounds.json").read_text()
