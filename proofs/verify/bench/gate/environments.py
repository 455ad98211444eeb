"""An environment for each side, base and head: files, a virtual environment, packages.

Environments are cached by commit, in a folder that may be deleted at any time: the
folder that ``TRUEODDS_GATE_CACHE`` names, or one in the user's cache folder. The
files of a revision are a shared clone, so version numbers that are read from git work,
and no worktree stays registered. The side ``.`` is a copy of the files as they are now.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from trueodds.core.errors import TrueoddsError
from trueodds.core.storage import store

LOG_LINES = 20
NEEDED = ("pytest", "pytest-benchmark")

Report = Callable[[str], None]


class GateError(TrueoddsError):
    """The error for a side of a comparison that cannot be built or measured."""


class Side(NamedTuple):
    """A side of a comparison: its name, its Python, and its files.

    ``python`` is the path of the Python. The project lies in the folder ``within`` of
    the checkout ``root``.
    """

    name: str
    python: Path
    root: Path
    within: Path = Path()

    @property
    def folder(self) -> Path:
        """The folder of this side's project: the folder ``within`` of its checkout."""
        return self.root / self.within


def side_of_python(name: str) -> Side:
    """Return the side that runs a Python on the files of the current folder.

    ``name`` is the path of the Python, or of its virtual environment. Raises
    ``GateError`` for any other path.
    """
    path = Path(name)
    if (path / "bin" / "python").is_file():
        path = path / "bin" / "python"
    if not path.is_file():
        raise GateError(f"{name!r} is neither a Python nor a virtual environment")
    # Not resolved: the python of an environment is a link to another one.
    return Side(name, path.absolute(), Path.cwd())


def build(revision: str, install: str | None, report: Report) -> Side:
    """Build the environment of a revision of the project in this folder.

    Args:
        revision: A git revision, or ``.`` for the files as they are now.
        install: A shell command that installs the project, or None for
            ``pip install . pytest pytest-benchmark``.
        report: Is called with a line of text at each step.

    Returns:
        The side.

    Raises:
        GateError: If there is no such revision, or it cannot be installed.
    """
    if not shutil.which("git"):
        raise GateError(
            "git is not installed: name environments with --base and --head"
        )
    root = Path(git("rev-parse", "--show-toplevel").strip())
    commit = _content(root) if revision == "." else _commit(revision)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    recipe = hashlib.sha256((install or "").encode()).hexdigest()[:8]
    home = cache() / f"{commit}-{version}-{recipe}"
    # The project may lie in a folder of the repository.
    within = Path.cwd().resolve().relative_to(root.resolve())
    side = Side(revision, home / "env" / "bin" / "python", home / "source", within)
    # The mark is set last, so an environment that was interrupted is built again.
    if (home / "installed").exists():
        return side
    report(f"building {revision} ({commit[:12]}) in {home}")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    try:
        if revision == ".":
            _copy(root, home / "source")
        else:
            _clone(root, commit, home / "source")
        _install(side, home, install, report)
    # Ctrl-C too must not leave half an environment.
    except BaseException:
        shutil.rmtree(home / "env", ignore_errors=True)
        shutil.rmtree(home / "source", ignore_errors=True)
        raise
    (home / "installed").touch()
    return side


def git(*arguments: str | Path, where: Path | None = None) -> str:
    """Run git in the folder ``where`` (default: the current one); return its output.

    ``arguments`` are git's command line. Raises ``GateError`` with the last line of
    git's errors.
    """
    ran = subprocess.run(
        ["git", *arguments], cwd=where, capture_output=True, text=True, errors="replace"
    )
    if ran.returncode:
        why = ran.stderr.strip().splitlines() or ["no reason given"]
        raise GateError(f"git {arguments[0]}: {why[-1]}")
    return ran.stdout


def _commit(revision: str) -> str:
    try:
        return git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    except GateError:
        raise GateError(
            f"{revision!r} is not a revision of this repository; name a branch, a tag, "
            "a commit, or . for the files as they are"
        ) from None


def _files(root: Path) -> Sequence[str]:
    listed = git("ls-files", "-co", "--exclude-standard", "-z", where=root)
    return sorted(name for name in set(listed.split("\0")) if (root / name).is_file())


def _content(root: Path) -> str:
    """Return a checksum of the files as they are now."""
    digest = hashlib.sha256()
    for name in _files(root):
        digest.update(name.encode() + b"\0" + (root / name).read_bytes())
    return f"files-{digest.hexdigest()[:32]}"


def _copy(root: Path, target: Path) -> None:
    for name in _files(root):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, target / name)


def _clone(root: Path, commit: str, target: Path) -> None:
    git("clone", "--quiet", "--shared", "--no-checkout", root, target)
    git("checkout", "--quiet", "--detach", commit, where=target)
    if (target / ".gitmodules").exists():
        allow = "protocol.file.allow=always"
        update = ("submodule", "update", "--quiet", "--init", "--recursive")
        # Relative addresses of submodules are those of the original repository.
        try:
            origin = git("config", "remote.origin.url", where=root).strip()
        except GateError:
            origin = str(root)
        git("remote", "set-url", "origin", origin, where=target)
        git("-c", allow, *update, where=target)


def _install(side: Side, home: Path, install: str | None, report: Report) -> None:
    environment = home / "env"
    log = home / "build.log"
    commands: list[list[str | Path]]
    pip: list[str | Path]
    uv = shutil.which("uv")
    if uv:
        seed = ["--seed"] if install else []
        commands = [[uv, "venv", "--quiet", *seed, "-p", sys.executable, environment]]
        pip = [uv, "pip", "install", "--python", side.python]
    else:
        commands = [[sys.executable, "-m", "venv", environment]]
        pip = [side.python, "-m", "pip", "install"]
    if install:
        # The user's command may install the project in its own way. What the gate needs
        # comes after.
        commands += [["sh", "-c", install], [*pip, *NEEDED]]
    else:
        commands.append([*pip, ".", *NEEDED])
    variables = {
        **os.environ,
        "VIRTUAL_ENV": str(environment),
        "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    with log.open("wb") as output:
        for command in commands:
            ran = subprocess.run(
                command, cwd=side.folder, env=variables, stdout=output, stderr=output
            )
            if ran.returncode:
                lines = log.read_text(errors="replace").strip().splitlines()
                for line in lines[-LOG_LINES:]:
                    report(f"  {line.strip()}")
                last = lines[-1] if lines else "no output"
                raise GateError(f"{side.name} cannot be installed (log: {log}): {last}")


def cache() -> Path:
    """Return the folder of the gate's environments, and of its unfinished runs.

    Raises ``OutputError`` if it belongs to another user, whose code would be run.
    """
    named = os.environ.get("TRUEODDS_GATE_CACHE")
    return store.own_folder("" if named else "gate", Path(named) if named else None)
