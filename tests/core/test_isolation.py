"""Files that a user left behind do not reach pytest or ``.ci/run``."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from isolation import FOLDERS, environment
from numba.core import config

from trueodds.core.storage import store

ROOT = Path(__file__).parents[2]

README = """
python3 -m venv --help >help.txt && env >first.txt
python3 -m venv --help >help.txt && python3 -m pip config list >second.txt
"""


@pytest.fixture
def user(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a user all of whose folders hold rubbish."""
    folder = tmp_path / "user"
    outside = {
        name: value
        for name, value in environment(folder).items()
        if not name.startswith("PYTEST_")
    }
    settings = folder / "home/.config/trueodds"
    for place in (settings, folder / "home/.ipython/profile_default"):
        place.mkdir(parents=True)
    (settings / "default-rules.json").write_text('{"bunco": "d20"}')
    (settings.parents[1] / ".ipython/profile_default/ipython_config.py").write_text("?")
    (folder / "results" / "farkle-match.npz").write_text("rubbish")
    for module in (ROOT / "core").rglob("*.py"):
        (folder / "compiled" / f"{module.stem}.nbi").write_text("rubbish")
    return outside | {"TRUEODDS_CONFIG": str(settings)}


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_this_run_has_folders_of_its_own() -> None:
    own = Path(os.environ["HOME"]).parent
    assert {name: os.environ[name] for name in FOLDERS} == {
        name: str(own / place) for name, place in FOLDERS.items()
    }
    assert Path(tempfile.gettempdir()) == own / "tmp"
    assert store.folder() == own / "results"
    assert Path(config.CACHE_DIR) == own / "compiled"


def test_rubbish_of_the_user_changes_no_result(
    user: dict[str, str], tmp_path: Path
) -> None:
    before = files(tmp_path / "user")
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("tests/docs/test_readme.py", "-k", "readme_prints and census"),
        ],
        cwd=ROOT,
        env=user,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    assert files(tmp_path / "user") == before


def test_ci_runs_in_an_empty_home_and_pip_keeps_its_settings(
    user: dict[str, str], tmp_path: Path
) -> None:
    clone, programs = tmp_path / "clone", tmp_path / "bin"
    (clone / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", clone / ".ci")
    (clone / "README.md").write_text(README)
    programs.mkdir()
    (programs / "chromium").touch(mode=0o755)
    settings = Path(user["XDG_CONFIG_HOME"]) / "pip" / "pip.conf"
    settings.parent.mkdir()
    settings.write_text("[global]\nretries = 17\n")
    path = os.pathsep.join(
        [str(programs), os.path.dirname(sys.executable), user["PATH"]]
    )
    processor = {"NUMBA_CPU_NAME": "nehalem", "NUMBA_CPU_FEATURES": ""}
    chosen = user | processor | {"PATH": path}
    subprocess.run([clone / ".ci" / "run"], env=chosen, check=True)
    lines = (clone / "first.txt").read_text().splitlines()
    seen = dict(line.split("=", 1) for line in lines if "=" in line)
    assert not [name for name in seen if name.startswith("TRUEODDS_")]
    numba = {name: value for name, value in seen.items() if name.startswith("NUMBA_")}
    assert numba == processor
    for name in ("HOME", "TMPDIR"):
        assert Path(seen[name]).parent.parent == Path(user["TMPDIR"])
        assert not Path(seen[name]).exists()
    assert "global.retries='17'" in (clone / "second.txt").read_text()
