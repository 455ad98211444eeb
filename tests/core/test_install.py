"""The wheel and an editable copy, installed in fresh environments."""

import importlib.util
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("hatchling")

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "analysis", "proofs", "reports")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")

IMPORT_EVERYTHING = """
import importlib, pkgutil
from importlib.metadata import entry_points
import trueodds
from trueodds.core import games

for module in pkgutil.walk_packages(trueodds.__path__, "trueodds."):
    importlib.import_module(module.name)
(plugin,) = (p for p in entry_points(group="pytest11") if p.name == "trueodds")
plugin.load()
print(trueodds.__file__, *games.ours())
"""


def _load_hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hook", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    return hook


HOOK = _load_hook()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the sources."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for room in ROOMS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, folder / room, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def install(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that installs a package and returns its Python."""

    def into_fresh_environment(*package: str) -> Path:
        home = tmp_path / "environment"
        venv.create(home, with_pip=True)
        scripts = "Scripts" if sys.platform == "win32" else "bin"
        python = home / scripts / "python"
        (site,) = home.rglob("site-packages")
        # The other packages come from the environment of the tests.
        others = [path for path in sys.path if Path(path).name == "site-packages"]
        (site / "others.pth").write_text("\n".join(others))
        options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
        subprocess.run(
            [python, "-m", "pip", "install", "--ignore-installed", *options, *package],
            check=True,
            cwd=tmp_path,
        )
        return python

    return into_fresh_environment


def built(copy: Path, out: Path) -> Path:
    """Build the wheel of the copy."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(build, check=True, capture_output=True, cwd=copy)
    (wheel,) = out.glob("*.whl")
    return wheel


def imported(python: Path, folder: Path) -> tuple[Path, list[str]]:
    """Import every module; return the package's file and our games."""
    command = [str(python), "-c", IMPORT_EVERYTHING]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    file, *games = ran.stdout.split()
    return Path(file), games


@pytest.mark.slow
@pytest.mark.parametrize("editable", [False, True])
def test_every_module_of_the_wheel_or_an_editable_copy_can_be_imported(
    editable: bool, copy: Path, install: Callable[..., Path], tmp_path: Path
) -> None:
    package = copy if editable else built(copy, tmp_path / "dist")
    python = install(*["--editable"] * editable, str(package))
    file, games = imported(python, tmp_path)
    home = copy / ".layout" if editable else tmp_path / "environment"
    assert file.is_relative_to(home)
    assert games == ["bunco", "baccarat", "cribbage", "farkle"]


def test_the_wheel_holds_every_file(copy: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built(copy, tmp_path / "dist")) as wheel:
        names = set(wheel.namelist())
    files = {
        path.relative_to(copy).as_posix()
        for room in ROOMS
        for path in (copy / room).rglob("*")
        if path.is_file()
    }
    wanted = {HOOK.ROOT_PACKAGE.get(file, f"trueodds/{file}") for file in files}
    assert wanted <= names


def test_links_of_an_older_layout_are_removed(tmp_path: Path) -> None:
    sources = {"core": "trueodds/core/", "core/_root.py": "trueodds/__init__.py"}
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "_root.py").touch()
    (tmp_path / "core" / "moved.py").touch()
    package = tmp_path / ".layout" / "trueodds"
    package.mkdir(parents=True)
    (package / "__init__.py").symlink_to("../../core/moved.py")
    (package / "gone.py").symlink_to("../../core/gone.py")
    (package / "renamed.py").symlink_to("../../core/moved.py")
    (package / "__pycache__").mkdir()
    for _ in range(2):
        HOOK.make_layout(tmp_path, sources)
        left = {path.name for path in package.iterdir()}
        assert left == {"core", "__init__.py", "__pycache__"}
        assert (package / "__init__.py").samefile(tmp_path / "core" / "_root.py")
        assert (package / "core").samefile(tmp_path / "core")
