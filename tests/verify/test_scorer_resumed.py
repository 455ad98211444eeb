"""``trueodds verify scorer --resume`` after an interruption."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from trueodds.core import games, rulebook
from trueodds.core.storage import store
from trueodds.proofs.verify.scorer import resume
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion, run

SLOW = """
import sys, time
pace = float(open("pace").read())
for line in sys.stdin:
    time.sleep(pace)
    print(2 * ("1 1 1" in line), flush=True)
    open("asked", "a").write(line)
"""


def test_interrupted_then_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little is asked again, nothing is counted twice, another scorer is refused."""
    monkeypatch.chdir(tmp_path)
    file, program = Path("state"), Path("slow.py")
    program.write_text(SLOW)
    Path("pace").write_text("0.02")
    words = ["verify", "scorer", "bunco", "--resume", "state", "--max-failures", "0"]
    words += ["--jobs", "2", "--format", "json", "--", sys.executable, "slow.py"]
    command = [sys.executable, "-m", "trueodds", *words]
    pipe = subprocess.PIPE
    first = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    while not Path("asked").exists() or len(Path("asked").read_text()) < 1000:
        time.sleep(0.05)
    first.send_signal(signal.SIGINT)
    out, err = first.communicate()
    assert err.strip() == "trueodds: interrupted"
    so_far = json.loads(out)
    assert so_far["verdict"] == "refuted"
    assert so_far["details"]["interrupted"] is True
    assert 0 < so_far["counts"]["checked"] < 1296
    assert first.returncode == 130

    Path("pace").write_text("0")
    program.write_text(SLOW + "# faster")
    changed = subprocess.run(command, capture_output=True, text=True)
    assert (changed.returncode, changed.stdout) == (2, "")
    assert "is of another version of the scorer" in changed.stderr
    assert "hint: remove it" in changed.stderr

    program.write_text(SLOW)
    resumed = subprocess.run(command, capture_output=True, text=True)
    verdict = json.loads(resumed.stdout)
    assert (resumed.returncode, verdict["counts"]["checked"]) == (1, 1296)
    # It is right in the 720 positions without points; "1 1 1" is 21 or 5, never 2.
    assert verdict["counts"]["wrong"] == 1296 - 720
    assert not file.exists()
    asked = Path("asked").read_text().splitlines()
    assert len(set(asked)) == 1296
    assert len(asked) < 1296 + 400


def test_every_remaining_interval_is_resumed(tmp_path: Path) -> None:
    """A single job takes all chunks, also when they end while none is running."""
    bunco = games.find("bunco")
    question = ScorerQuestion(
        "bunco", rulebook.load(bunco), command=("awk", "{print 0}")
    )
    file = tmp_path / "state"
    remaining = [(0, 200), (500, 700), (1000, 1296)]
    resume.write(file, question.record(), RunState(remaining, 0, []))
    result = run(question, question.order(), resume_file=file, max_failures=None)
    assert result.state.remaining == []
    assert sum(chunk.done for chunk in result.chunks) == 696


def test_a_state_without_its_arrays_cannot_be_resumed(tmp_path: Path) -> None:
    bunco = games.find("bunco")
    question = ScorerQuestion(
        "bunco", rulebook.load(bunco), command=("awk", "{print 0}")
    )
    file = tmp_path / "state"
    key = {"schema": resume.SCHEMA, **question.record()}
    store.write(file, key, {"wrong": np.array(0)})
    with pytest.raises(resume.ResumeError, match="it is damaged; remove it"):
        resume.read(file, question.record())
