"""An environment for each revision: its files, a venv, and an install; built once.

They are kept by commit in a cache that may be deleted at any time: the folder that
``TRUEODDS_GATE_CACHE`` names, or one in the system's temporary folder. The files come
from ``git archive``, so no worktree is left registered, and what is not committed is
left out.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parent


class BuildError(Exception):
    """No Python can be had for what was named; the message is one line."""


def python_of(name: str) -> Path:
    """Return the Python of a revision or of a path: a ``python`` or a venv's folder.

    Raises ``BuildError`` for a name that is neither, and for a build that fails.
    """
    path = Path(name)
    if (path / "bin" / "python").is_file():
        path = path / "bin" / "python"
    if path.is_file():
        # Not resolved: a venv's python is a link to one outside of it.
        return path.absolute()
    asked = ["rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    found = subprocess.run(["git", "-C", HERE, *asked], capture_output=True, text=True)
    if found.returncode:
        raise BuildError(f"{name!r} is no revision, no python and no environment")
    return _build(found.stdout.strip())


def _build(commit: str) -> Path:
    """Return the Python of this commit's environment, which is made if needed."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    home = _cache() / f"{commit}-{version}"
    python, done = home / "bin" / "python", home / "installed"
    if done.exists():
        return python
    print(f"building {commit[:12]} in {home}", file=sys.stderr)
    _run([sys.executable, "-m", "venv", "--clear", home])
    archive = _run(["git", "-C", _root(), "archive", "--format=tar", commit])
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(home / "source", filter="data")
    _run([python, "-m", "pip", "install", "--quiet", home / "source"])
    done.touch()
    return python


def _root() -> str:
    return _run(["git", "-C", HERE, "rev-parse", "--show-toplevel"]).decode().strip()


def _cache() -> Path:
    default = Path(tempfile.gettempdir()) / "trueodds-gate"
    return Path(os.environ.get("TRUEODDS_GATE_CACHE", default))


def _run(command: list[str | Path]) -> bytes:
    ran = subprocess.run(command, capture_output=True)
    if ran.returncode:
        why = ran.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
        raise BuildError(f"{' '.join(map(str, command))} failed: {why[-1]}")
    return ran.stdout
