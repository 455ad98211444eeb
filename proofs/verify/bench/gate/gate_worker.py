"""The timed process of ``trueodds bench gate``, in the Python of one side of two.

As a pytest plugin (``-p gate_worker``) it takes over the fixture of pytest-benchmark:
at each benchmark it reports the name, then times batches on request. As a script with
``FILE module:function`` it does the same for a function on the lines of a file.

Messages are lines of JSON on two pipes, whose numbers are in the environment variable
``TRUEODDS_GATE_PIPES``. If the gate sends a number n, this process answers with the
nanoseconds of n calls; 0 means to continue with the next benchmark. Without pipes it
makes ``TRUEODDS_GATE_CALLS`` calls, for callgrind, or lists the benchmarks that pass in
the file ``TRUEODDS_GATE_LIST``, with their sources in ``TRUEODDS_GATE_ROOT``.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

Run = Callable[[int, Callable[[], int]], int]
"""Makes this number of calls, and returns their time by the clock, in nanoseconds."""

IGNORED = ("--benchmark-skip", "--benchmark-disable", "--benchmark-only")
"""Options in the configuration of a project that would leave out benchmarks."""

FIXTURES = {"benchmark", "scorer_benchmark"}
"""The second is the one of trueodds, which uses the first."""

TESTS = re.compile(r"(?i)(.*[-_])?(tests?|bench(es|marks?)?|perf(ormance)?)([-_].*)?")
"""Names of folders of tests."""

CONFIGURATIONS = ("conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
IMPORT = re.compile(r"(?m)^((?:from (?!__future__)\S+ )?import )(.+)$")
BOUND = re.compile(
    r"(?:@.*\n)*(?:(?:async )?def |class |(?=\w+(?:: .*)? = )"
    r"|(?:from .* )?import (?:.*\W)?(?=\w+$))"
    r"(?!pytest_|pytestmark|setup|teardown)(\w+)"
)
"""A statement that binds a name. pytest looks for some names, so they do not count."""

CLOCKS = {"cpu": time.process_time_ns, "wall": time.perf_counter_ns}


class Pipes:
    """The two pipes between this process and the gate, which asks for times.

    If the environment variable ``TRUEODDS_GATE_CALLS`` is set, there are no pipes. Each
    benchmark is then called this number of times, and no times are sent.
    """

    def __init__(self) -> None:
        self.calls = int(os.environ.get("TRUEODDS_GATE_CALLS", 0))
        if self.calls:
            return
        reading, writing = map(int, os.environ["TRUEODDS_GATE_PIPES"].split(","))
        self.requests = os.fdopen(reading)
        self.answers = os.fdopen(writing, "w")
        self.clock = CLOCKS[os.environ.get("TRUEODDS_GATE_CLOCK", "cpu")]

    def send(self, message: Any) -> None:
        """Send a message to the gate, as a line of JSON."""
        self.answers.write(json.dumps(message) + "\n")
        self.answers.flush()

    def serve(self, name: str, run: Run, extra: dict[str, Any] | None = None) -> None:
        """Time calls of a benchmark each time that the gate asks for a number of calls.

        ``run(n, clock)`` makes n calls and returns the nanoseconds. Each result is sent
        to the gate. The first message has the ``name`` of the benchmark, the versions
        of the packages, and the fields of ``extra``.
        """
        if self.calls:
            run(self.calls, time.process_time_ns)
            return
        # A first call fills caches, and is not sent.
        run(1, self.clock)
        self.send({"benchmark": name, "versions": versions(), **(extra or {})})
        for line in self.requests:
            calls = int(line)
            if not calls:
                return
            self.send(run(calls, self.clock))


def versions() -> dict[str, str]:
    """Return the versions of the packages that are installed here."""
    from importlib.metadata import distributions

    installed = {d.metadata["Name"]: d.version for d in distributions()}
    return {"python": platform.python_version(), **installed}


def loop(call: Callable[[], object]) -> Run:
    """Return a function ``run(n, clock)`` that makes n calls and returns their time.

    ``clock`` returns the time in nanoseconds.
    """

    def run(calls: int, clock: Callable[[], int]) -> int:
        started = clock()
        for _ in range(calls):
            call()
        return clock() - started

    return run


def with_setup(
    target: Callable[..., object], setup: Any, args: Any, kwargs: Any, teardown: Any
) -> Run:
    """Return a function ``run(n, clock)`` that times n calls, each after a set-up.

    ``clock`` returns the time in nanoseconds. The set-up and the teardown of a call are
    not timed. ``setup`` may return the positional and the keyword arguments of a call
    of ``target``. If ``setup`` returns nothing, or is None, the call has ``args`` and
    ``kwargs``. ``teardown`` is called with the same arguments, unless it is None.
    """

    def run(calls: int, clock: Callable[[], int]) -> int:
        spent = 0
        for _ in range(calls):
            inputs, named = (setup() if setup else None) or (args, kwargs)
            started = clock()
            target(*inputs, **named)
            spent += clock() - started
            if teardown:
                teardown(*inputs, **named)
        return spent

    return run


def pytest_load_initial_conftests(early_config: Any, args: list[str]) -> None:
    """Make pytest run every benchmark here, whatever the project's options are."""
    args[:] = [option for option in args if option not in IGNORED]
    if early_config.pluginmanager.hasplugin("xdist"):
        # Parallel tests would disturb the times of each other.
        args.append("-n0")


def pytest_configure(config: Any) -> None:
    """Replace the fixture of pytest-benchmark if the gate asks for times.

    In its place, each benchmark answers the requests of the gate by ``Pipes.serve``.
    """
    config.pluginmanager.register(Selection(), "trueodds-gate-selection")
    if not os.environ.keys() & {"TRUEODDS_GATE_PIPES", "TRUEODDS_GATE_CALLS"}:
        return
    from pytest_benchmark.fixture import BenchmarkFixture

    pipes = Pipes()
    tests = config.gate_tests = {}

    def call(self: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
        # The test goes on with the result, as without the gate.
        result = function(*args, **kwargs)
        name = tests["current"]
        pipes.serve(name, loop(lambda: function(*args, **kwargs)))
        return result

    def pedantic(
        self: Any,
        target: Any,
        args: Any = (),
        kwargs: Any = None,
        setup: Any = None,
        teardown: Any = None,
        **_: int,
    ) -> Any:
        kwargs = kwargs or {}
        if setup is None and teardown is None:
            return call(self, target, *args, **kwargs)
        inputs, named = (setup() if setup else None) or (args, kwargs)
        result = target(*inputs, **named)
        run = with_setup(target, setup, args, kwargs, teardown)
        pipes.serve(tests["current"], run)
        return result

    methods = {"__call__": call, "pedantic": pedantic}
    for name, method in methods.items():
        setattr(BenchmarkFixture, name, method)


@cache
def content(file: Path) -> str:
    """Return the text of a Python file, or the checksum of any other file."""
    data = file.read_bytes()
    if file.suffix == ".py":
        return data.decode(errors="replace")
    return hashlib.sha256(data).hexdigest()


@cache
def files_of_tests(path: Path, root: Path) -> list[Path]:
    """Return the files that belong to a test module: those of its test folder.

    ``path`` is the test module, and ``root`` the folder of the checkout. A test folder
    has a name such as ``tests`` or ``benchmarks``. If the module is in no such folder,
    the files are the module, and the data files beside it that it mentions. Each
    conftest.py and each configuration file in the folders above belongs to them, too.
    """
    above = [folder for folder in path.parents if folder.is_relative_to(root)]
    folders = [each for each in above[:-1] if TESTS.fullmatch(each.name)]
    files = {path, *(folder / name for folder in above for name in CONFIGURATIONS)}
    if folders:
        files.update(folders[-1].rglob("*"))
    else:
        beside = path.parent.glob("*.*")
        files.update(f for f in beside if f.suffix != ".py" and f.name in content(path))
    return [
        file
        for file in sorted(files)
        if file.is_file()
        and file.is_relative_to(root)
        and file.parent.name != "__pycache__"
    ]


def single_imports(code: str) -> str:
    """Return code in which each import at the top level imports a single name."""
    return IMPORT.sub(
        lambda line: "\n".join(line[1] + name for name in line[2].split(", ")),
        ast.unparse(ast.parse(code)),
    )


def source(item: Any, files: list[Path]) -> str:
    """Return the source of a benchmark: the statements and the files that it needs.

    ``item`` is pytest's item of the benchmark, and ``files`` are the files that belong
    to its test module, as ``files_of_tests`` returns them. A statement or a module is
    needed if the benchmark or something needed mentions its name. Data beside the test
    module and in folders below is always needed.
    """
    parts = []
    for file in files:
        above = file.parent in item.path.parents
        if file == item.path or (above and file.name == "conftest.py"):
            body = ast.parse(single_imports(content(file))).body
            for text in map(ast.unparse, body):
                bound = BOUND.match(text)
                parts.append(({bound[1]} if bound else set(), text))
        elif file.name not in CONFIGURATIONS:
            data = file.suffix != ".py" and item.path.parent in file.parents
            parts.append((set() if data else {file.stem}, content(file)))
    words = {*item.fixturenames, *re.findall(r"\w+", item.nodeid.partition("::")[2])}
    needed = []
    # Statements that needed ones mention are needed too, until nothing is added.
    while taken := [text for names, text in parts if not names or names & words]:
        parts = [part for part in parts if part[1] not in taken]
        needed += taken
        words.update(re.findall(r"\w+", " ".join(taken)))
    return "\n".join(needed)


class Selection:
    """A plugin of pytest that runs benchmarks only.

    At the end it writes a file with four fields. ``passed`` has the names of benchmarks
    that pass, and ``failed`` the reason why another fails, by its name. ``sources`` has
    the source of each benchmark, and ``files`` the content of each test file, by path.
    """

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self.files: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Deselect all tests that are not benchmarks."""
        items[:] = [i for i in items if FIXTURES & {*getattr(i, "fixturenames", ())}]

    def pytest_collection_finish(self, session: Any) -> None:
        """Keep the source of each benchmark, and the files that belong to the tests."""
        if root := os.environ.get("TRUEODDS_GATE_ROOT"):
            for item in session.items:
                files = files_of_tests(item.path, Path(root))
                self.sources[item.nodeid] = source(item, files)
                for file in files:
                    self.files[os.path.relpath(file, root)] = content(file)

    def pytest_runtest_setup(self, item: Any) -> None:
        """Remember which benchmark is running, for ``Pipes.serve``."""
        if hasattr(item.config, "gate_tests"):
            item.config.gate_tests["current"] = item.nodeid

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep the names of benchmarks that pass, and the reasons why others fail.

        Files that cannot be loaded count as failures.
        """
        if report.failed:
            text = str(getattr(report.longrepr, "reprcrash", None) or report.longrepr)
            lines = text.strip().splitlines()
            why = [line[2:].strip() for line in lines if line.startswith("E ")]
            self.failed[report.nodeid] = (why or lines[-1:])[0]
        elif getattr(report, "when", "") == "call" and report.passed:
            self.passed.append(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport

    def pytest_sessionfinish(self) -> None:
        """Write the results and sources of the benchmarks to a file, as JSON.

        The environment variable ``TRUEODDS_GATE_LIST`` names the file. Without this
        variable, nothing is written.
        """
        if "TRUEODDS_GATE_LIST" in os.environ:
            self.passed = [name for name in self.passed if name not in self.failed]
            with open(os.environ["TRUEODDS_GATE_LIST"], "w") as file:
                json.dump(vars(self), file)


def main(file: str, function: str) -> None:
    """Time a function on all lines of a file, each time that the gate asks for it.

    ``file`` is the path of the lines, and ``function`` the name ``module:function``.
    The function is called with the text of a line. Its answers are sent to the gate
    first.
    """
    from importlib import import_module

    sys.path.insert(0, os.getcwd())
    module, _, name = function.partition(":")
    score = getattr(import_module(module), name)
    with open(file) as lines:
        inputs = lines.read().splitlines()
    # Answers are compared before times: a wrong function needs no time.
    answers = [score(line) for line in inputs]
    run = loop(lambda: [score(line) for line in inputs])
    Pipes().serve(function, run, {"answers": [str(answer) for answer in answers]})


if __name__ == "__main__":
    main(*sys.argv[1:])
