"""A run of the gate: prepare both sides, compare their answers, then their times."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
import tempfile
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from trueodds.core import rulebook
from trueodds.core.errors import OutputError
from trueodds.core.exact.digits import counted
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.files import read_text, written_whole
from trueodds.proofs.verify.bench.gate import environments
from trueodds.proofs.verify.bench.gate.compared import Programs, of_project
from trueodds.proofs.verify.bench.gate.decision import (
    DELTA,
    ORDER,
    GateDecision,
    Word,
    error_rate,
    schedule,
)
from trueodds.proofs.verify.bench.gate.environments import GateError, Report, Side
from trueodds.proofs.verify.bench.gate.measure import (
    WORKER,
    Ratios,
    Workers,
    check_clock,
    compare,
    instruction_ratio,
)
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.scorer.resume import fingerprint

POSITIONS = 2000


@dataclass(frozen=True, slots=True)
class GateRequest:
    """The two sides and the options of ``trueodds bench gate``.

    Attributes:
        base: The old side: a git revision, the path of a Python, or a program's
            command.
        head: The new side, of the same kind as base.
        revisions: True if base and head are git revisions.
        tests: The path of the benchmarks.
        keyword: An expression for pytest's ``-k``.
        marker: An expression for pytest's ``-m``.
        harness: The side whose benchmarks both revisions run: "head" or "base".
        install: A shell command that installs the project of a revision.
        function: A function ``module:function`` that is timed, in place of benchmarks.
        lines: A file with the lines of input for a function or for programs.
        game: A game whose positions are the lines of input.
        rule: The scoring rule of the game.
        rules: The rules of the game.
        delta: A benchmark is slower or faster only by more than this share.
        clock: "cpu" for processor time, "wall" for wall time.
        instructions: True to count instructions, too.
        resume: True to go on with the ratios of a run that was stopped.
    """

    base: str
    head: str
    revisions: bool = True
    tests: str | Path | None = None
    keyword: str | None = None
    marker: str | None = None
    harness: str = "head"
    install: str | None = None
    function: str | None = None
    lines: str | Path | None = None
    game: Game | None = None
    rule: str | None = None
    rules: Rules | None = None
    delta: float = DELTA
    clock: str = "cpu"
    instructions: bool = False
    resume: bool = False


@dataclass(frozen=True, slots=True)
class GateResult:
    """The decisions by benchmark, most important first, and notes on the run.

    ``request`` has the two sides and the options of the run. ``decisions`` has the
    decision on each benchmark, by its name. ``changed`` are the names of benchmarks
    whose own source differs between the sides.
    """

    request: GateRequest
    decisions: Mapping[str, GateDecision]
    notes: Sequence[str]
    changed: Container[str]

    @property
    def error_rate(self) -> float:
        """Upper limit on the probability of falsely calling any benchmark slower."""
        timed = sum(decision.pairs > 0 for decision in self.decisions.values())
        return timed and timed * error_rate(schedule(timed))

    @property
    def exit_code(self) -> int:
        """The exit code: 1 if a benchmark is slower or wrong, 3 if all are new.

        It is 0 otherwise.
        """
        words = {decision.word for decision in self.decisions.values()}
        return 3 if words == {"new"} else int(bool(words & {"slower", "wrong"}))

    @property
    def summary(self) -> str:
        """The result in one line: how many benchmarks are slower, faster and so on."""
        words = [decision.word for decision in self.decisions.values()]
        parts = [f"{words.count(word)} {word}" for word in ORDER if word in words]
        return f"{self.request.head} against {self.request.base}: {', '.join(parts)}"


def gate(request: GateRequest, report: Report) -> GateResult:
    """Compare the times of benchmarks on two sides, base and head.

    Args:
        request: The two sides to compare.
        report: Is called with a line of text at each step.

    Returns:
        The result, with the decision on each benchmark.

    Raises:
        GateError: If a side cannot be built or measured.
    """
    check_clock(request.clock)
    with tempfile.TemporaryDirectory() as folder:
        compared, notes, untimed, changed = _prepare(request, Path(folder), report)
        decisions = {
            name: GateDecision(word, 0.0, 0.0, 0.0, 0) for name, word in untimed.items()
        }
        # Nothing is left to time if every benchmark is wrong or new.
        if not decisions.keys() >= {*compared.names}:
            decisions |= _measure(request, compared, notes, report)
    ordered = sorted(
        decisions.items(), key=lambda item: (ORDER.index(item[1].word), -item[1].ratio)
    )
    return GateResult(request, dict(ordered), notes, changed)


def _measure(
    request: GateRequest, compared: Workers | Programs, notes: list[str], report: Report
) -> dict[str, GateDecision]:
    """Measure pairs until there are decisions, and add to the notes."""
    compared.calibrate()
    number = len(compared.names)
    seconds = compared.seconds_per_pair
    looks = schedule(number)
    report(
        f"{counted(number, 'benchmarks')}: {min(looks)} to {max(looks)} "
        f"pairs of processes, {_duration(min(looks) * seconds)} to "
        f"{_duration(max(looks) * seconds)}"
    )
    if isinstance(compared, Workers):
        notes += _versions(request, compared)
    state = _state_file(request, compared)
    ratios = _load(state) if request.resume else {}
    try:
        decisions = compare(compared, request.delta, ratios, partial(_keep, state))
        if request.instructions:
            notes += _instructions(compared, report)
    except KeyboardInterrupt:
        report(f"stopped; --resume goes on with the pairs in {state}")
        raise
    # All pairs are decided, so nothing is left to resume.
    state.unlink(missing_ok=True)
    return decisions


def _prepare(
    request: GateRequest, folder: Path, report: Report
) -> tuple[Workers | Programs, list[str], dict[str, Word], set[str]]:
    """Return both sides, notes, what is not timed, and the changed benchmarks."""
    if not (request.game or request.lines):
        sides = _sides(request, report)
        harness = sides[request.harness == "head"] if request.revisions else None
        report("running each benchmark once on both sides")
        selection = [f"-k{request.keyword}"] if request.keyword else []
        selection += [f"-m{request.marker}"] if request.marker else []
        selection += [str(request.tests)] if request.tests else []
        return of_project(sides, selection, request.clock, harness, folder)
    lines, expected = _lines(request)
    compared: Workers | Programs
    if request.function:
        file = folder / "lines"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        sides = _sides(request, report)
        words = [str(WORKER), str(file)]
        compared = Workers(*sides, [request.function], words, request.clock)
    else:
        commands = shlex.split(request.base), shlex.split(request.head)
        if not all(commands):
            raise GateError("--base and --head name programs; one of them is empty")
        compared = Programs(*commands, lines, request.clock)
    # Without a game, base decides what is right.
    notes, wrong = _compare_answers(lines, expected, *compared.answers())
    untimed: dict[str, Word]
    untimed = dict.fromkeys(compared.names if wrong else (), "wrong")
    return compared, notes, untimed, set()


def _sides(request: GateRequest, report: Report) -> tuple[Side, Side]:
    def side(name: str) -> Side:
        if request.revisions:
            return environments.build(name, request.install, report)
        return environments.side_of_python(name)

    return side(request.base), side(request.head)


def _lines(request: GateRequest) -> tuple[list[str], list[str] | None]:
    """Return the lines of input, and the right answers if a game is named."""
    if request.lines:
        text = read_text(request.lines, GateError)
        if not text.strip():
            raise GateError(f"{request.lines} is empty; expected a line per input")
        return text.splitlines(), None
    game = request.game
    assert game
    rules = request.rules or rulebook.load(game)
    rule = game.scoring_rule(request.rule)
    positions = sample(game, rules, POSITIONS, rule=rule)
    score = game.scorer(rule)
    return positions, [str(score(text, rules, rule).value) for text in positions]


def _compare_answers(
    lines: Sequence[str],
    expected: Sequence[str] | None,
    base: Sequence[str],
    head: Sequence[str],
) -> tuple[list[str], bool]:
    """Return the first wrong answer of each side, and True if head has one."""
    faults = {
        "base": _first_wrong(lines, expected, base) if expected else "",
        "head": _first_wrong(lines, expected or base, head),
    }
    notes = [f"{side} is wrong: {fault}" for side, fault in faults.items() if fault]
    return notes, bool(faults["head"])


def _first_wrong(
    lines: Sequence[str], right: Sequence[str], answers: Sequence[str]
) -> str:
    """Return a description of the first wrong answer, or an empty text."""
    for line, expected, answer in zip(lines, right, answers, strict=False):
        if answer.strip() != expected.strip():
            return f"{line!r} is {expected.strip()}, not {answer.strip()[:40]}"
    if len(answers) != len(lines):
        return f"{len(answers)} answers to {len(lines)} lines"
    return ""


def _versions(request: GateRequest, workers: Workers) -> list[str]:
    """Note the packages that both sides have in different versions."""
    old, new = workers.versions
    return [
        f"{name} is {old[name]} in {request.base} and {new[name]} in {request.head}"
        for name in sorted(old.keys() & new.keys())
        if old[name] != new[name]
    ]


def _instructions(compared: Workers | Programs, report: Report) -> list[str]:
    notes = []
    for name in compared.names:
        report(f"counting the instructions of {name}")
        try:
            notes.append(
                f"{name}: {instruction_ratio(compared, name):.3f} times the "
                "instructions, counted by callgrind"
            )
        except GateError as error:
            notes.append(f"{name}: instructions not counted: {error}")
    return notes


def _duration(seconds: float) -> str:
    """Return a duration in words.

    >>> _duration(40), _duration(150)
    ('40 s', '2.5 min')
    """
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.1f} min"


def _state_file(request: GateRequest, compared: Workers | Programs) -> Path:
    sides: list[object] = [asdict(request) | {"resume": None}, list(compared.names)]
    if isinstance(compared, Workers):
        sides += [str(compared.base.python), str(compared.head.python)]
    else:
        sides += [fingerprint(compared.base), fingerprint(compared.head)]
    key = hashlib.sha256(json.dumps(sides, default=str).encode()).hexdigest()[:16]
    return environments.cache() / f"pairs-{key}.json"


def _load(file: Path) -> Ratios:
    try:
        ratios: Ratios = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return ratios


def _keep(file: Path, ratios: Ratios) -> None:
    with suppress(OutputError), written_whole(file) as place:
        place.write_text(json.dumps(ratios), encoding="utf-8")


def append_history(file: Path, result: GateResult) -> None:
    """Append the result of a run to a history file, as a line of JSON.

    Raises ``OutputError`` when that is not possible.
    """
    commit = ""
    for revision in ("HEAD", f"{result.request.head}^{{commit}}"):
        with suppress(GateError):
            commit = environments.git("rev-parse", "--verify", revision).strip()
    run = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit,
        "base": result.request.base,
        "head": result.request.head,
        "machine": f"{platform.system()} {platform.machine()}",
        "benchmarks": {
            name: {"word": d.word, "ratio": d.ratio, "low": d.low, "high": d.high}
            for name, d in result.decisions.items()
        },
    }
    try:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(run) + "\n")
    except OSError as error:
        raise OutputError(f"cannot write to {file}: {error.strerror}") from None
