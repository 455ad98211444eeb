"""Do the tests catch a fault? ``python -m mutation.faults FATES``, by hand.

A fault changes an operator or a constant, or is off by one. A seed picks the faults
from the syntax trees of modules. Each fault is made in a copy of the rooms, and the
tests of its module run until one fails. FATES is a file of JSON lines, one for each
fault. A run leaves out the faults that the file has.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source
from itertools import chain, repeat
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import numba
import pytest
from isolation import environment
from mutation.shipped import ROOT, copy_rooms

SEED = 42
PICKS = 6
"""The number of faults in a module."""

LIMIT = 20
"""The most seconds of a processor that a fault may add to those of a file of tests."""

LONGEST = 300
"""The most seconds of a processor for a file of tests without a fault."""

OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "pytest_benchmark.plugin")
MEMORY = 6 * 2**30
TOO_LONG = "takes too long"
ROOM_FOR_EDITS = 400
"""Bytes by which each file grows, so that all its faults have the same size."""

SWAPS: dict[type, ast.AST] = {
    old: new()
    for pair in (
        (ast.Lt, ast.LtE),
        (ast.Gt, ast.GtE),
        (ast.Eq, ast.NotEq),
        (ast.In, ast.NotIn),
        (ast.Is, ast.IsNot),
        (ast.Add, ast.Sub),
        (ast.Mult, ast.FloorDiv),
        (ast.BitAnd, ast.BitOr),
        (ast.LShift, ast.RShift),
        (ast.And, ast.Or),
    )
    for old, new in (pair, pair[::-1])
} | {ast.Div: ast.Mult(), ast.Mod: ast.FloorDiv(), ast.Pow: ast.Mult()}

TESTS: dict[str, tuple[str, ...]] = {
    "analysis/bunco/turn.py": ("analysis/bunco/test_evening.py",),
    "analysis/baccarat/count.py": ("analysis/baccarat/test_count.py",),
    "analysis/baccarat/distribution.py": (
        "analysis/baccarat/test_coup.py",
        "analysis/baccarat/test_shoes.py",
    ),
    "analysis/cribbage/show.py": ("analysis/cribbage/test_show.py",),
    "analysis/cribbage/play/tree/explicit_tree.py": (
        "analysis/cribbage/test_play_explicit.py",
    ),
    "analysis/farkle/dice/dice_set.py": (
        "analysis/farkle/test_any_dice.py",
        "analysis/farkle/test_advice.py",
        "analysis/farkle/test_turn.py",
    ),
    "analysis/farkle/published/dialogue.py": (
        "analysis/farkle/test_dialogue.py",
        "reports/test_farkle_play.py",
    ),
    "analysis/farkle/turn/optimal.py": (
        "analysis/farkle/test_any_dice.py",
        "analysis/farkle/test_turn.py",
    ),
    "core/exact/distribution.py": ("core/test_distribution.py",),
    "core/models/decision.py": ("core/test_decision.py",),
    "core/rules/cribbage_play.py": ("rules/test_cribbage_play.py",),
    "core/scoring.py": ("core/test_scoring.py",),
    "core/dice_notation.py": ("core/test_dice_notation.py",),
    "proofs/checkers/process.py": ("proofs/test_checker_process.py",),
    "proofs/claims/rounding.py": ("proofs/test_claimed_digits.py",),
    "proofs/cribbage/shows.py": ("analysis/cribbage/test_show.py",),
    "proofs/farkle/any_dice.py": ("proofs/test_any_dice.py",),
    "proofs/verify/coups.py": ("verify/test_coups.py",),
    "proofs/verify/scorer/fitting_rules.py": ("verify/test_rules_in_the_wild.py",),
    "proofs/verify/simulator/e_process.py": ("verify/test_evidence.py",),
    "reports/answers/compare.py": ("reports/test_answers.py",),
    "reports/answers/farkle/advice.py": (
        "analysis/farkle/test_advice.py",
        "reports/test_farkle_advice.py",
    ),
    "reports/export.py": ("reports/test_export.py",),
    "reports/text/numbers.py": ("reports/test_numbers.py",),
    "reports/text/odds.py": ("reports/test_bars.py", "reports/test_odds.py"),
}
"""Quick tests of each module, besides its own examples; paths in ``tests``."""


class Fault(NamedTuple):
    """Another expression at a place of a file; the offsets count bytes."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def made(self, source: bytes) -> bytes:
        """Return the content of the file with the fault."""
        return source[: self.start] + f"({self.new})".encode() + source[self.end :]


def faults(path: str) -> Iterator[list[Fault]]:
    """Yield the faults of each expression of a file that has any."""
    source = (ROOT / path).read_bytes()
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    for node in _expressions(ast.parse(source)):
        start, end = (
            begins[line - 1] + column
            for line, column in (
                (node.lineno, node.col_offset),
                (node.end_lineno or 0, node.end_col_offset or 0),
            )
        )
        old = source[start:end].decode()
        made = [
            Fault(path, node.lineno, start, end, old, ast.unparse(new))
            for new in chain(_swapped(node), _moved(node))
        ]
        if made:
            yield made


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that compute.

    Annotations, decorators and messages do not, and neither does ``strict`` of ``zip``.
    """
    if isinstance(node, ast.Raise | ast.JoinedStr):
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    if isinstance(node, ast.expr):
        yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _expressions(child)


def _swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression with another operator."""
    match node:
        case ast.Compare(left, operators, others):
            for i, operator in enumerate(operators):
                swapped = [*operators[:i], SWAPS[type(operator)], *operators[i + 1 :]]
                yield ast.Compare(left, swapped, others)
        case ast.BinOp(left, operator, right) if not _is_sequence(left, right):
            if type(operator) in SWAPS:
                yield ast.BinOp(left, SWAPS[type(operator)], right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(SWAPS[type(operator)], values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand


def _moved(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression with another constant, or with an index moved by one."""
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Subscript(value, ast.BinOp() as index, context):
            yield ast.Subscript(value, _next(index), context)
        case ast.Subscript(value, ast.Slice(lower, upper, step), context):
            if lower:
                bounds = ast.Slice(_next(lower), upper, step)
                yield ast.Subscript(value, bounds, context)
            if upper:
                bounds = ast.Slice(lower, _next(upper), step)
                yield ast.Subscript(value, bounds, context)
        case ast.Call(ast.Name("range") as function, numbers):
            for i, number in enumerate(numbers[:2]):
                moved = [*numbers[:i], _next(number), *numbers[i + 1 :]]
                yield ast.Call(function, moved, [])


def _next(number: ast.expr) -> ast.expr:
    return ast.BinOp(number, ast.Add(), ast.Constant(1))


def _is_sequence(*operands: ast.expr) -> bool:
    """Return True for texts and lists, which operators put together."""
    kinds = ast.List | ast.Tuple | ast.JoinedStr
    return any(
        isinstance(node, kinds)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in operands
    )


def picks() -> list[Fault]:
    """Return the faults of all modules, one of each module after the other."""
    chosen = []
    for path in TESTS:
        draw = random.Random(f"{SEED} {path}")
        places = draw.sample([*faults(path)], PICKS)
        chosen.append([draw.choice(place) for place in places])
    return [*chain(*zip(*chosen, strict=True))]


class Copy:
    """A copy of the rooms with one fault at a time.

    The code that numba compiles knows its files by time and size. These stay the same,
    and compiled code is kept, unless the changed file has compiled functions itself.
    """

    def __init__(self, folder: Path) -> None:
        self.rooms = folder / "copy"
        copy_rooms(self.rooms)
        self.sources = {path: (self.rooms / path).read_bytes() for path in TESTS}
        for path, source in self.sources.items():
            self.write(path, source)

    def write(self, path: str, source: bytes) -> None:
        """Write a file, as large and as old as it is with any other fault."""
        size = len(self.sources[path]) + ROOM_FOR_EDITS
        assert len(source) <= size
        file = self.rooms / path
        file.write_bytes(source.ljust(size))
        os.utime(file, (0, 0))
        Path(cache_from_source(str(file))).unlink(missing_ok=True)

    def failure(self, fault: Fault) -> str:
        """Return the first test that fails with a fault; no text if none does."""
        source = self.sources[fault.path]
        compiled = b"trueodds.core.kernels.compiled import" in source
        caches = "anew" if compiled else "kept"
        tests = quick_tests(fault.path)
        # A file that is slow without the fault must not count as caught.
        limits = [LIMIT + self.seconds(test, caches) for test in tests]
        try:
            self.write(fault.path, fault.made(source))
            failures = map(self.run, tests, repeat(caches), limits)
            return next(filter(None, failures), "")
        finally:
            self.write(fault.path, source)

    @cache  # noqa: B019
    def seconds(self, test: str, caches: str) -> int:
        """Return the seconds of a file without a fault; stop if a test fails."""
        begin = _processor_time()
        if failed := self.run(test, caches, LONGEST):
            sys.exit(f"{test} fails without a fault: {failed}")
        return ceil(_processor_time() - begin)

    def run(self, test: str, caches: str, seconds: int) -> str:
        """Run a file of tests in a process that has the large packages already."""
        folder = self.rooms.with_name(caches)
        fork = get_context("fork")
        receiver, sender = fork.Pipe(duplex=False)
        arguments = self.rooms, test, folder, seconds, sender
        process = fork.Process(target=_pytest, args=arguments)
        process.start()
        sender.close()
        try:
            failed: str = receiver.recv()
        except EOFError:
            failed = TOO_LONG
            process.join()
            assert process.exitcode == -signal.SIGXCPU, process.exitcode
        finally:
            # A run that is stopped, by Ctrl-C or a signal, leaves no process behind.
            with suppress(ProcessLookupError):
                os.killpg(process.pid or 0, signal.SIGKILL)
            process.kill()
            process.join()
            used = folder if caches == "anew" else folder / "results"
            shutil.rmtree(used, ignore_errors=True)
        return failed


class First:
    """The first test that fails, or the file that cannot be read."""

    failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the name of a test."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the name of a file."""
        if report.failed:
            self.failed = self.failed or report.nodeid


def _pytest(
    rooms: Path, test: str, caches: Path, seconds: int, sender: Connection
) -> None:
    import resource  # not on Windows

    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.chdir(rooms)
    layout = str(rooms / ".layout")
    sys.path.insert(0, layout)
    os.environ |= environment(caches)
    os.environ |= {
        "PYTHONPATH": layout,
        "TRUEODDS_TEST_FOLDER": str(caches),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    numba.core.config.reload_config()
    first = First()
    with open(os.devnull, "w") as nothing, redirect_stdout(nothing):
        code = pytest.main([*OPTIONS, test], [first])
    fine = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    sender.send("" if fine else first.failed or f"pytest ends with {code!r}")


def load_packages() -> None:
    """Load what nearly all tests need once for all processes; nothing of our own."""
    for name in ("flint", "hypothesis", "msgspec", "networkx", "numba"):
        import_module(name)


def quick_tests(path: str) -> list[str]:
    """Return the examples of a module and its quick tests."""
    module = ".".join(("trueodds", *Path(path).with_suffix("").parts))
    return [module, *(f"tests/{test}" for test in TESTS[path])]


def _processor_time() -> float:
    """Return the seconds that all finished processes took."""
    import resource  # not on Windows

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(file: Path) -> None:
    """Find the fates that are not in a file yet, and add them; print a summary."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    done = [json.loads(line)["fault"] for line in lines]
    load_packages()
    # The folder of the run is deleted at its end, so a signal must end it in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; run again to go on"))
    with tempfile.TemporaryDirectory(prefix="trueodds-") as folder:
        copy = Copy(Path(folder))
        for fault in picks():
            if [*fault] not in done:
                begin = _processor_time()
                failed = copy.failure(fault)
                seconds = round(_processor_time() - begin, 1)
                fate = {"fault": fault, "fails": failed, "seconds": seconds}
                with file.open("a", encoding="utf-8") as fates:
                    print(json.dumps(fate), file=fates)
    failures = [
        json.loads(line)["fails"] for line in file.read_text("utf-8").splitlines()
    ]
    print(f"{sum(map(bool, failures))} of {len(failures)} faults are caught")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m mutation.faults",
        description="Make faults, one at a time, and run the tests of their modules.",
    )
    parser.add_argument(
        "fates", type=Path, help="the file of fates; a run leaves out what it has"
    )
    main(parser.parse_args().fates)
