"""Build a release into ``dist/`` and try it: ``tox -e release``.

Nothing is built unless ``tox -e ship -- --check`` has compared all results that ship
with newly computed ones, at this commit.

The wheel built from the sdist must be that of the tree, byte for byte. Each Python from
3.11 on that is installed gets a light and a full install in fresh environments, which
print what the README shows.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
ASK = "import json, sys; print(json.dumps([sys.version_info[:2], sys.executable]))"
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.findall(r"^(trueodds .*)\n```\n\n```text\n((?s:.)*?)^```", README, re.M)
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def run(*command: object, **options: str) -> str:
    """Run a command in the tree, and return what it prints; stop if it fails."""
    words = [str(word) for word in command]
    own = os.environ | options
    ran = subprocess.run(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=own)
    if ran.returncode:
        sys.exit(f"exit code {ran.returncode}: {shlex.join(words)}\n{ran.stdout}")
    return ran.stdout


def fault_of_check(commit: str, changes: str, record: Any, shipped: Any) -> str:
    """Return why the record of a check is not enough for a release; "" if it is.

    Args:
        commit: The commit that is released.
        changes: What ``git status --porcelain`` prints.
        record: The record of ``tox -e ship -- --check``.
        shipped: The manifest of the results that ship.
    """
    if changes:
        return f"files are not committed:\n{changes}"
    if record.get("commit") != commit:
        return f"no results were compared at the commit {commit}"
    for name, files in shipped.items():
        compared = record["results"].get(name, {"files": {}})["files"]
        if {file: outcome["sha256"] for file, outcome in compared.items()} != files:
            return f"the result {name!r} was not compared at this commit"
    return ""


def require_check() -> None:
    """Stop unless the results that ship were compared at this commit."""
    place = ROOT / "build/ship-check.json"
    fault = fault_of_check(
        run("git", "rev-parse", "HEAD").strip(),
        run("git", "status", "--porcelain"),
        json.loads(place.read_bytes()) if place.exists() else {},
        json.loads((ROOT / "core/shipped/manifest.json").read_bytes()),
    )
    if fault:
        sys.exit(f"{fault}; run tox -e ship -- --check")


def build(folder: Path) -> Path:
    """Build sdist, wheel of the sdist and wheel of the tree; compare the wheels."""
    run(sys.executable, "-m", "build", "--outdir", DIST)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder)
    (wheel,) = DIST.glob("*.whl")
    if wheel.read_bytes() != (folder / wheel.name).read_bytes():
        sys.exit(f"{wheel.name} of the sdist is not the wheel of the tree")
    files = sorted(DIST.iterdir())
    print(run(sys.executable, "-m", "twine", "check", "--strict", *files), end="")
    print(run(sys.executable, "-m", "check_wheel_contents", wheel), end="")
    for file in files:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    if f"## {VERSION} (" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        sys.exit(f"CHANGELOG.md has no heading for {VERSION}")
    return wheel


def pythons() -> Iterator[tuple[str, str]]:
    """Yield the version and the path of each Python from 3.11 on."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    names = [sys.executable, *(f"python3.{minor}" for minor in range(11, 30))]
    paths: dict[tuple[int, int], str] = {}
    for name in [*names, *sorted(root.glob("versions/3.*/bin/python"))]:
        if shutil.which(name):
            ran = subprocess.run([name, "-c", ASK], capture_output=True, text=True)
            if ran.returncode == 0:  # a name of pyenv may lead to no Python
                (major, minor), path = json.loads(ran.stdout)
                paths.setdefault((major, minor), path)
    for (major, minor), path in sorted(paths.items()):
        if (major, minor) >= (3, 11):
            yield f"{major}.{minor}", path


def try_out(python: str, package: str, home: Path) -> None:
    """Install a package in a fresh environment, and run the README's commands."""
    run(python, "-m", "venv", home / "venv")
    own = home / "venv/bin"
    run(own / "python", "-m", "pip", "install", "--quiet", package)
    size = sum(path.stat().st_size for path in (home / "venv").rglob("*"))
    print(f"{package.partition(' @')[0]}: {size / 1e6:.0f} MB with pip", flush=True)
    options = {"HOME": str(home), "TRUEODDS_CACHE": str(home / "cache")}
    wanted = [("trueodds --version", None), *SHOWN]
    if package.startswith("trueodds[full]"):
        wanted.append((f"trueodds report --out {home / 'report'}", None))
    for command, shown in wanted:
        printed = run(own / "trueodds", *shlex.split(command)[1:], **options)
        if shown not in (None, printed):
            sys.exit(f"{command} does not print what the README shows:\n{printed}")
        if command.endswith("--version") and VERSION not in printed:
            sys.exit(f"{command} prints {printed.strip()}, not {VERSION}")


def main() -> None:
    """Build the release and try it with every Python."""
    require_check()
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
    tried = []
    for version, python in pythons():
        for name in ("trueodds", "trueodds[full]"):
            print(f"Python {version}: ", end="")
            with tempfile.TemporaryDirectory() as home:
                try_out(python, f"{name} @ {wheel.as_uri()}", Path(home))
        tried.append(version)
    print(f"trueodds {VERSION} runs with Python {', '.join(tried)}: {DIST}")


if __name__ == "__main__":
    main()
