"""Prove the gate by its public command, on a project that is made for it.

The project has one benchmark. Its second commit does 15 % more work of the same kind.
The gate compares the first commit with itself, and with the second one. Exit code 0
when there was no alarm (slower or faster) on identical code and 19 of 20 slowed ones
were called slower, else 1.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILES = {
    "pyproject.toml": """[project]
name = "proved"
version = "1"
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[tool.setuptools]
py-modules = ["proved"]
""",
    "proved.py": """ROUNDS = 1000


def work():
    return sorted(str(number * 7919 % 10007) for number in range(ROUNDS))
""",
    "test_proved.py": """from proved import work


def test_work(benchmark):
    assert len(benchmark(work)) >= 1000
""",
}
CAUGHT = 0.95


def main() -> None:
    """Run both parts and print what was caught."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--identical", type=int, default=50, metavar="N")
    parser.add_argument("--slowed", type=int, default=20, metavar="N")
    parser.add_argument("--percent", type=int, default=15, help="of slowing down")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = make_project(Path(folder), asked.percent)
        same = [gate(project, "v1", "v1") for _ in range(asked.identical)]
        more = [gate(project, "v1", "v2") for _ in range(asked.slowed)]
    alarms = sum(word in ("slower", "faster") for word in same)
    caught = more.count("slower")
    print(f"identical code: {alarms} alarms in {len(same)}")
    print(f"slowed by {asked.percent} %: {caught} of {len(more)} caught")
    sys.exit(alarms > 0 or caught < CAUGHT * len(more))


def make_project(folder: Path, percent: int) -> Path:
    """Return a repository whose tags v1 and v2 differ in how much work is done."""

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=prove", "-c", "user.email=prove@localhost"]
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True)

    git("init", "--quiet")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for tag, rounds in (("v1", 1000), ("v2", 1000 + 10 * percent)):
        slowed = FILES["proved.py"].replace("1000", str(rounds))
        (folder / "proved.py").write_text(slowed)
        git("add", "--all")
        git("commit", "--quiet", "--message", tag)
        git("tag", tag)
    return folder


def gate(project: Path, base: str, head: str) -> str:
    """Return the verdict of the command, and print it with the seconds it took."""
    started = time.monotonic()
    cache = {"TRUEODDS_GATE_CACHE": str(project / ".git" / "gate")}
    command = [sys.executable, "-m", "trueodds", "bench", "gate", base, head]
    ran = subprocess.run(
        [*command, "--format", "json"],
        cwd=project,
        env=os.environ | cache,
        stdout=subprocess.PIPE,
        text=True,
    )
    (benchmark,) = json.loads(ran.stdout)["benchmarks"]
    low, high = benchmark["interval"]
    print(
        f"{base} {head} {benchmark['verdict']}: {benchmark['ratio']:.3f} "
        f"[{low:.3f}, {high:.3f}], {benchmark['pairs']} pairs, "
        f"{time.monotonic() - started:.0f} s",
        flush=True,
    )
    return str(benchmark["verdict"])


if __name__ == "__main__":
    main()
