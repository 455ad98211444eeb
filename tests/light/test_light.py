"""A light install answers presets and verifies programs, or says what it needs.

``tox -e light`` runs this in a fresh environment that has the wheel without extras.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.skipif(
    find_spec("numba") is not None, reason="this is not a light install"
)

FILES = {
    "mine.py": "import random\n\n"
    "random.seed(1)  # so that no run is unlucky\n\n"
    "def score(position):\n"
    "    target, _, dice = position.partition(' | ')\n"
    "    faces = dice.split()\n"
    "    if len(set(faces)) == 1:\n"
    "        return 21 if faces[0] == target else 5\n"
    "    return faces.count(target)\n\n"
    "def roll():\n"
    "    return random.randint(1, 6)\n",
    "program.py": "import sys, mine\n\n"
    "for line in sys.stdin:\n"
    "    print(mine.score(line.strip()), flush=True)\n",
    "wrong.py": "import sys\n\nfor _ in sys.stdin:\n    print(0, flush=True)\n",
    "game.txt": "6 K 8 A 9 5 | banker\n9 8 K K | player\n",
    "table.csv": "roll.bunco,0.46 %\n",
    "certificate.json": json.dumps(
        {"format": "trueodds.certificate/1", "kind": "no such kind"}
    ),
    "test_mine.py": "import mine\n\n"
    "def test_mine(assert_scorer):\n"
    "    assert_scorer(mine.score, 'bunco')\n",
}

ANSWERED = """
--version
score bunco "1 | 1 1 4"
score baccarat "6 K 8 A 9 5"
score cribbage 5H 5D 5S JC 5C
score farkle 1 1 3 4 5 6
positions farkle --rules box
positions cribbage --sample 100
census bunco
census baccarat
census farkle
rules
rules farkle
odds bunco
odds bunco --set rounds=3
odds baccarat
odds baccarat --set decks=6
odds farkle
odds cribbage show.hand.29
cite
cite bunco roll.bunco
claims bunco
verify scorer bunco --python mine:score
verify simulator bunco --outcome die --python mine:roll --within 0.1 --receipt r.json
verify receipt r.json
verify transcript baccarat game.txt
verify odds bunco table.csv
verify adapter python farkle
export farkle
export bunco race --to graphml
export baccarat coup --to drn
"""
"""Commands that end with exit code 0."""

SHIPPED = """
cribbage win
odds cribbage
discard 5H 5D JS QC 2D 9S
claims
farkle match --rules box
"""
"""Commands that end with exit code 0 where results are shipped."""

REFUSED = {
    "odds farkle --set target=300": "Farkle by these rules",
    "odds farkle --rules greed": "Farkle by these rules",
    "odds cribbage --set nobs_points=2": "Cribbage by these rules",
    "prove bunco": "a proof",
    "report bunco": "the report",
    "cribbage solve": "an equilibrium",
    "farkle solitaire": "a game alone",
}
"""Commands that need more packages, and the subject of their error."""

Run = Callable[..., subprocess.CompletedProcess[str]]


def lines(commands: str) -> list[str]:
    return commands.strip().splitlines()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs Python in a folder with an empty home."""
    folder = tmp_path_factory.mktemp("light")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    own = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(folder)}
    return partial(
        subprocess.run, cwd=folder, env=own, capture_output=True, text=True, check=False
    )


def trueodds(run: Run, command: str) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, "-m", "trueodds", *shlex.split(command)])


def test_no_package_of_the_full_install_is_here() -> None:
    for package in ("sympy", "jinja2", "highspy", "scipy"):
        assert find_spec(package) is None


@pytest.mark.parametrize("command", lines(ANSWERED))
def test_command_answers(run: Run, command: str) -> None:
    ran = trueodds(run, command)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.parametrize("command", lines(SHIPPED))
def test_command_answers_where_results_are_shipped(run: Run, command: str) -> None:
    ran = trueodds(run, command)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(("command", "subject"), REFUSED.items())
def test_command_says_what_it_needs(run: Run, command: str, subject: str) -> None:
    ran = trueodds(run, command)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", refusal(subject))


def refusal(subject: str) -> str:
    return (
        f"trueodds: error: {subject} is computed, which needs more packages\n"
        "hint: pip install '.[full]' in a clone, or 'FILE.whl[full]' with the wheel "
        "FILE.whl\n"
    )


def test_what_takes_minutes_says_so_before_it_starts(run: Run) -> None:
    ran = trueodds(run, "verify scorer cribbage -- true")
    assert ran.stderr.startswith("12,994,800 positions can take 6 minutes without ")
    assert "FAILED" in ran.stdout + ran.stderr


def test_the_pytest_plugin(run: Run) -> None:
    ran = run([sys.executable, "-m", "pytest", "-q", "test_mine.py"])
    assert ran.returncode == 0, ran.stdout


def test_the_checker(run: Run) -> None:
    ran = trueodds(run, "check certificate.json")
    assert ran.returncode == 2
    assert "certificate" in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_bench_measures_a_scorer(run: Run) -> None:
    # So many positions take several times as long as the program's start.
    ran = trueodds(run, "bench scorer bunco --python mine:score --positions 20000")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Every answer is right" in ran.stdout


def test_a_gate_refuses_a_wrong_program(run: Run) -> None:
    base, head = (f"'{sys.executable} {name}'" for name in ("program.py", "wrong.py"))
    ran = trueodds(run, f"bench gate --base {base} --head {head} --game bunco")
    assert ran.returncode == 1
    assert "head is wrong" in ran.stdout
