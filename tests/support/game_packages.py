"""The command line where a package with a game is installed."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]


def installed(package: Path, folder: Path) -> Run:
    """Return the command line that finds a package by its metadata in a folder."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    )
    points = project["entry-points"]["trueodds.games"]
    lines = [f"{name} = {value}" for name, value in points.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[trueodds.games]", *lines]))
    inherited = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join([str(folder), str(package), inherited])

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "trueodds", *arguments],
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
            cwd=folder,
        )

    return command
