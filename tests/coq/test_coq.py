"""Coq agrees: the files of ``proofs/coq``, and tables of ours with their certificates.

They take the Coq proof assistant (Debian: ``apt-get install coq``), in the tox
environment ``coq``; where there is no ``coqc`` they are skipped.
"""

import re
import shutil
import subprocess
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from coq.bound_file import bound_file

import trueodds
from trueodds.analysis.bunco.rolls import roll_distribution
from trueodds.analysis.bunco.turn import TargetTurn
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.rules.bunco import BuncoRules

COQC = shutil.which("coqc")
FILES = Path(__file__).parent.parent.parent / "proofs" / "coq"
RULES = BuncoRules.load()

pytestmark = pytest.mark.skipif(
    COQC is None, reason="coqc is not there; on Debian: apt-get install coq"
)


def coqc(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [str(COQC), "-Q", ".", "Trueodds", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that others build on."""
    folder = tmp_path_factory.mktemp("coq")
    for file in FILES.glob("*.v"):
        shutil.copy(file, folder)
    for name in ("Dice", "Bound"):
        assert coqc(folder, name).returncode == 0
    return folder


@pytest.mark.parametrize("name", ["Bound", "Bunco", "Farkle", "Baccarat"])
def test_coq_accepts_it_without_axioms(compiled, name):
    ran = coqc(compiled, name)
    assert (ran.returncode, ran.stderr) == (0, "")
    asked = (FILES / f"{name}.v").read_text().count("Print Assumptions")
    assert ran.stdout.splitlines() == ["Closed under the global context"] * asked
    assert asked


def test_the_figures_of_the_theorems_are_the_published_ones():
    bunco, farkle = trueodds.odds("bunco"), trueodds.odds("farkle", "ece209")
    coups = trueodds.odds("baccarat")
    text = {name: (FILES / f"{name}.v").read_text() for name in ("Farkle", "Baccarat")}
    assert bunco["roll.bunco"].exact == Fraction(1, 216)
    assert bunco["roll.mini_bunco"].exact == Fraction(5, 216)
    for dice in (4, 6):
        count = farkle[f"roll.{dice}.farkle"].count
        assert f"{dice} = {count}%N" in text["Farkle"]
    counts = [coups[f"coup.{winner}"].count for winner in ("player", "banker", "tie")]
    assert f"coup = ({', '.join(map(str, counts))})" in text["Baccarat"]


def bunco_turn(reward, worth):
    """Return the turn of Bunco as a chain: the points so far, or its end."""
    throws = TargetTurn.of(roll_distribution(1, RULES), RULES).throws

    def after(total, throw):
        reached = min(total + throw.points, 21)
        return reached if throw.goes_on and reached < 21 else ("over", reached == 21)

    def actions(state):
        if isinstance(state, tuple):
            return worth(state[1])
        distribution = Distribution.tally(
            (after(state, t), w) for t, w in throws.items()
        )
        return {"roll": Action(distribution, reward=reward)}

    return DecisionProcess(0, actions)


def three_sixes():
    """Three rolls of three dice: the sixes can be kept, or all be rolled again."""

    def actions(state):
        rolls, sixes = state
        if rolls == 0 or sixes == 3:
            return int(sixes == 3)
        distributions = {
            kept: {
                (rolls - 1, kept + more): comb(3 - kept, more) * 5 ** (3 - kept - more)
                for more in range(4 - kept)
            }
            for kept in {0, sixes}
        }
        return {
            kept: Action(Distribution(distribution))
            for kept, distribution in distributions.items()
        }

    return DecisionProcess((3, 0), actions)


PROCESSES = {
    "Reaches": bunco_turn(0, int),
    "Misses": bunco_turn(0, lambda reached: int(not reached)),
    "Rolls": bunco_turn(1, lambda reached: 0),
    "Sixes": three_sixes(),
}


@pytest.mark.parametrize("name", PROCESSES)
def test_our_values_are_proved_upper_bounds(compiled, name):
    text = bound_file(name, PROCESSES[name])
    (compiled / f"{name}.v").write_text(text)
    ran = coqc(compiled, name)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "Closed under the global context\n"


def test_the_two_bounds_on_a_turn_to_21_leave_no_room():
    """Its chances to get there and not to are both bounded, and add up to 1."""
    reaches, misses = (
        PROCESSES[name].solve(maximise=True) for name in ("Reaches", "Misses")
    )
    assert reaches.value + misses.value == 1
    odds = trueodds.odds("bunco")
    assert reaches.value == odds["turn.at_least.21"].exact


def test_three_sixes_are_three_dice_with_three_rolls_each():
    value = PROCESSES["Sixes"].solve(maximise=True).value
    assert value == (1 - Fraction(5, 6) ** 3) ** 3


@pytest.mark.parametrize("name", PROCESSES)
def test_a_value_that_is_a_little_lower_is_refused(compiled, name):
    text = bound_file("Lowered", PROCESSES[name])
    stated = re.search(r"(?<=values : list Q := \[\n  )(\d+) # (\d+)", text)
    lower = Fraction(*map(int, stated.groups())) - Fraction(1, 10**12)
    lowered = f"{lower.numerator} # {lower.denominator}"
    (compiled / "Lowered.v").write_text(text.replace(stated[0], lowered))
    ran = coqc(compiled, "Lowered")
    assert ran.returncode == 1
    assert "Unable to unify" in ran.stderr
