"""Scorers that crash, hang, flood and fork get a verdict and leave no process."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bunco_scorer import LOOP, SCORE
from sleepers import no_other, sleeping

from trueodds.proofs.verify.scorer import chunk

Verify = Callable[..., dict[str, object]]


@pytest.fixture(autouse=True)
def last_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait half a second, not five, for scorers that do not end after their answers."""
    monkeypatch.setattr(chunk, "LAST_ANSWERS", 0.5)


def python(program: str) -> tuple[str, ...]:
    """Return the words that name a Python program after the right scorer."""
    return "--", sys.executable, "-c", SCORE + program


HABITS = {
    "in blocks": LOOP,
    "at once": "for line in sys.stdin: print(score(line), flush=True)",
    "reads all first": "for line in sys.stdin.readlines(): print(score(line))",
    "no last line feed": "print('\\n'.join(map(str, map(score, sys.stdin))), end='')",
    "blanks and signs": "for line in sys.stdin: print(f' +{score(line)} \\r')",
    "floods its errors": LOOP + "; print('e' * 1000, file=sys.stderr)",
    "a blank line at the end": LOOP + "\nprint()",
    "leaves the work to a child": "import os\nif os.fork(): os._exit(0)\n" + LOOP,
}


@pytest.mark.parametrize("program", HABITS.values(), ids=HABITS)
def test_however_it_answers(program: str, verify_scorer: Verify) -> None:
    record = verify_scorer("bunco", *python(program))
    assert record["summary"] == "all 1,296 answers are right"
    assert record["counts"] == {"positions": 1296, "checked": 1296, "wrong": 0}


UNLIKE = "does not print one line for each"
ENDED = "ended with exit code"
FAULTS = {
    "raise SystemExit('no luck')": f"{ENDED} 1 after 0 of 1,296 answers: no luck",
    "import os\nfor n in range(700): print(score(input()), flush=True)\nos.abort()": (
        "was ended by SIGABRT after 700 of 1,296 answers"
    ),
    "print('Error: no luck\\n at x\\nNode.js v20', file=sys.stderr); sys.exit(1)": (
        f"{ENDED} 1 after 0 of 1,296 answers: Error: no luck"
    ),
    "for line in sys.stdin: print(score(line) + 0.5)": "; expected an integer",
    "for line in sys.stdin: print()": "the scorer answered '' to '",
    "for line in sys.stdin: sys.stdout.buffer.write(b'\\xff\\n')": "'\ufffd' to '",
    "for line in sys.stdin: print(score(line)); print(0)": UNLIKE,
    "print('ready')\n" + LOOP: "answered 'ready' to '",
    "print(0)\n" + LOOP: UNLIKE,
    "for line in sys.stdin:\n if score(line): print(score(line))": (
        f"{ENDED} 0 after 576 of 1,296 answers"
    ),
    LOOP + "\nprint('bye')": UNLIKE,
    "while True: print(1)": UNLIKE,
    "print(score(input()))": f"{ENDED} 0 after 1 of 1,296 answers",
    "sys.stdout.write('1' * 10**6)": "more than 4096 bytes in one line: '1111",
}


@pytest.mark.parametrize(("program", "fault"), FAULTS.items())
def test_scorer_that_cannot_be_judged(
    program: str, fault: str, verify_scorer: Verify
) -> None:
    record = verify_scorer("bunco", *python(program))
    assert record["verdict"] == "failed"
    assert fault in str(record["summary"])
    assert record["example"] is None


@pytest.mark.parametrize(
    "program",
    [
        "import time; time.sleep(60)",
        "sys.stdin.read(); import time; time.sleep(60)",
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "time.sleep(60)",
        "import os, time; os.close(0); time.sleep(60)",
        "import os, time; None if os.fork() else os.setsid(); time.sleep(60)",
    ],
    ids=["at once", "once it has read", "ignores SIGTERM", "closes", "forks"],
)
def test_hanging_scorer(program: str, verify_scorer: Verify) -> None:
    started = time.monotonic()
    record = verify_scorer("bunco", "--timeout", "0.7", *python(program))
    assert record["verdict"] == "failed"
    assert "neither read nor answered for 0.7 s after 0 of 1,296" in record["summary"]
    assert time.monotonic() - started < 50


@pytest.mark.parametrize("code", [7, 0])
def test_dead_scorer_is_noticed_although_its_child_holds_the_pipe(
    code: int, verify_scorer: Verify
) -> None:
    program = f"import os, time\nif not os.fork(): time.sleep(60)\nos._exit({code})"
    started = time.monotonic()
    record = verify_scorer("bunco", *python(program))
    assert f"ended with exit code {code} after 0 of 1,296" in str(record["summary"])
    assert time.monotonic() - started < 50


def test_timeout_is_of_silence_not_of_the_whole(verify_scorer: Verify) -> None:
    slow = LOOP.replace("print", "__import__('time').sleep(0.05); print")
    words = ("bunco", "--sample", "40", "--timeout", "1.5")
    record = verify_scorer(
        *words, *python(slow.replace("line))", "line), flush=True)"))
    )
    assert record["verdict"] == "agrees"


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs /proc")
def test_timeout_does_not_count_the_wait_for_a_processor(
    verify_scorer: Verify,
) -> None:
    """Beside three busy loops on its processor, the scorer is silent for seconds."""
    processor = min(os.sched_getaffinity(0))
    here = f"import os, time\nos.sched_setaffinity(0, [{processor}])\n"
    work = "while time.process_time() < 0.4: pass\n"
    words = ("bunco", "--sample", "2", "--timeout", "0.8")
    loop = [sys.executable, "-c", f"{here}while True: pass"]
    # Linux shares a processor between sessions, and the scorer has one of its own.
    busy = [subprocess.Popen(loop, start_new_session=True) for _ in range(3)]
    try:
        started = time.monotonic()
        record = verify_scorer(*words, *python(here + work + LOOP))
        assert time.monotonic() - started > 0.8
        assert record["verdict"] == "agrees"
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    ("answer", "word", "notes"),
    [
        ("", "agrees", ["it did not end within 0.5 s of the end of its input"]),
        ("7 + ", "refuted", []),
    ],
)
def test_scorer_that_does_not_end_is_ended(
    answer: str, word: str, notes: list[str], verify_scorer: Verify
) -> None:
    program = LOOP.replace("print(", f"print({answer}")
    waiting = "\nsys.stdout.flush()\nimport time; time.sleep(60)"
    words = ("bunco", "--rules", "bunco", "--max-failures", "1")
    record = verify_scorer(*words, *python(program + waiting))
    assert record["verdict"] == word
    assert [note for note in record["notes"] if "did not end" in note] == notes


def test_exit_code_after_the_last_answer_is_told(verify_scorer: Verify) -> None:
    record = verify_scorer("bunco", *python(LOOP + "\nsys.exit(3)"))
    assert record["verdict"] == "agrees"
    assert record["notes"] == ["after its last answer it ended with exit code 3"]


def test_wrong_answer_then_a_crash_is_refuted(verify_scorer: Verify) -> None:
    program = "for n in range(300): print(score(input()) + 1, flush=True)\n1 / 0"
    record = verify_scorer("bunco", *python(program))
    assert record["verdict"] == "refuted"
    assert "exit code 1 after 300 of 1,296" in " ".join(record["notes"])


def test_large_integer_is_wrong_and_shown_in_full(verify_scorer: Verify) -> None:
    program = "for line in sys.stdin: print(-10**30)"
    assert verify_scorer("bunco", *python(program))["example"]["got"] == -(10**30)


def test_scorer_whose_answers_depend_on_more_than_the_position(
    verify_scorer: Verify,
) -> None:
    program = "for n, line in enumerate(sys.stdin): print(score(line) + (n > 999))"
    record = verify_scorer("bunco", *python(program))
    assert record["verdict"] == "refuted"
    assert "depend on more than the position" in " ".join(record["notes"])


@pytest.mark.parametrize(
    ("place", "meant"),
    [
        ("./nowhere", ""),
        ("/", ""),
        ("", ""),
        (__file__, f"-- python {__file__}, or --python {__file__} for its function"),
        ("game.js", "-- node game.js"),
        ("rolls.txt", "--file rolls.txt (outcomes), or --answers rolls.txt"),
        ("mine", "-- sh mine"),
        ("box", "--rules box"),
    ],
)
def test_program_that_cannot_be_started(
    place: str,
    meant: str,
    verify_scorer: Verify,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A script, a table or rules in its place get a hint at the option meant."""
    monkeypatch.chdir(tmp_path)
    for name in ("game.js", "rolls.txt", "mine"):
        Path(name).touch()
    record = verify_scorer("farkle", place)
    assert record["verdict"] == "failed"
    assert str(record["summary"]).startswith(f"cannot start {place!r}: ")
    hint = str(record["summary"]).partition("; did you mean ")[2]
    assert hint == (f"{meant}?" if meant else "")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "shell", ["sleep {0} & exec cat", "setsid sleep {0} & sleep {0}"]
)
def test_nothing_that_it_started_stays(shell: str, verify_scorer: Verify) -> None:
    seconds = no_other()
    record = verify_scorer(
        *("bunco", "--timeout", "1", "--", "sh", "-c", shell.format(seconds))
    )
    assert record["verdict"] == "failed"
    assert not sleeping(seconds)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_nothing_stays_when_the_verification_itself_is_ended() -> None:
    seconds = no_other()
    command = [sys.executable, "-m", "trueodds", "verify", "scorer", "bunco", "--"]
    command += ["sh", "-c", f"exec sleep {seconds}"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as ran:
        while not sleeping(seconds):
            time.sleep(0.05)
        ran.terminate()
        assert ran.wait(60) == 130
        assert not sleeping(seconds)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_gigabyte_on_one_line_takes_no_memory() -> None:
    flood = "import os\nblock = b'1' * 2**20\nfor n in range(1024): os.write(1, block)"
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            # Not ru_maxrss: a child inherits the peak of the process that started it.
            "import resource, sys; from trueodds.reports.cli import main\n"
            "try: main(sys.argv[1:])\n"
            "finally:\n"
            "    lines = open('/proc/self/status').read().splitlines()\n"
            "    print(next(line for line in lines if 'VmHWM' in line).split()[1])\n"
            "    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
            *("verify", "scorer", "bunco", "--", sys.executable, "-c", flood),
        ],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    *_, own_kilobytes, child_kilobytes = ran.stdout.split()
    assert "more than 4096 bytes in one line" in ran.stdout
    assert int(own_kilobytes) < 600_000
    assert int(child_kilobytes) < 600_000
