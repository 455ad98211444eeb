"""The guides for contributors name files that exist."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs/maintainers/architecture.md").read_text(encoding="utf-8")
ROOMS = ("core/", "analysis/", "proofs/", "reports/", "tests/", "docs/")
PATHS = sorted(
    {
        word
        for text in (GUIDE, HOUSE)
        for word in re.findall(r"`([^`\s<>]+)`", text)
        if word.startswith(ROOMS) or word in ("hatch_build.py", "pyproject.toml")
    }
)


def test_paths_exist() -> None:
    assert [path for path in PATHS if not (ROOT / path).exists()] == []


def test_the_commands_of_tox_exist() -> None:
    tox = ConfigParser()
    tox.read(ROOT / "tox.ini")
    for name in re.findall(r"`tox -e (\w+)`", GUIDE):
        assert name == "py" or f"testenv:{name}" in tox, name


def test_the_groups_of_dependencies_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in re.findall(r"--group (\w+)", GUIDE):
        assert name in project["dependency-groups"]
