"""The guides for contributors name files and words that exist."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs/maintainers/architecture.md").read_text(encoding="utf-8")
INSIDE = (ROOT / "docs/maintainers/internals.md").read_text(encoding="utf-8")
ROOMS = ("core/", "analysis/", "proofs/", "reports/", "tests/", "docs/")
PATHS = sorted(
    {
        word
        for text in (GUIDE, HOUSE, INSIDE)
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


def test_the_words_of_the_code_are_in_the_code() -> None:
    """The table names files, classes and functions of the four rooms."""
    sources = {
        path.as_posix(): path.read_text(encoding="utf-8")
        for room in ("core", "analysis", "proofs", "reports")
        for path in (ROOT / room).rglob("*.py")
    }
    code = "\n".join(sources.values())
    _, table = INSIDE.split("## Words of the code")
    for word in set(re.findall(r"`([\w/.]+)`", table)).difference(PATHS):
        if word.endswith(".py"):
            assert any(path.endswith(f"/{word}") for path in sources), word
        else:
            assert re.search(rf"\b{word.split('.')[-1]}\b", code), word
