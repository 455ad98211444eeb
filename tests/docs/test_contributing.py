"""The guides for contributors name files that exist."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("path", PATHS)
def test_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_table_of_changes_is_long() -> None:
    table = GUIDE.partition("## I want to change X")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 20
    for row in rows:
        assert re.search(r"`[a-z_]+/", row), row


def test_the_commands_of_tox_exist() -> None:
    tox = ConfigParser()
    tox.read(ROOT / "tox.ini")
    for name in re.findall(r"`tox -e (\w+)`", GUIDE):
        assert name == "py" or f"testenv:{name}" in tox, name


def test_the_groups_of_dependencies_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in re.findall(r"--group (\w+)", GUIDE):
        assert name in project["dependency-groups"]
