"""Lists on the page of decisions are complete: names of games, and names used twice."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from trueodds.core.games import ours

CLONE = Path(__file__).parents[2]
PAGE = CLONE / "docs" / "maintainers" / "decisions.md"
NAMES = re.compile("|".join(set(ours()) - {"dice"}), re.IGNORECASE)
EXAMPLE = re.compile(r"such as|docs/")
ROOMS = ("core", "analysis", "proofs", "reports")


def listed() -> set[str]:
    """Return the files of the table; "a1.toml to a5.toml" are all between."""
    rows = re.findall(r"^\| `(\S+)`(?: to `(\S+)`)? \|", PAGE.read_text(), re.M)
    names = {first for first, _ in rows}
    for first, last in rows:
        if last:
            folder = (CLONE / first).parent
            least, most = Path(first).name, last
            names |= {
                str(file.relative_to(CLONE))
                for file in folder.iterdir()
                if least <= file.name <= most and file.suffix == ".toml"
            }
    return names


def words(tree: ast.AST) -> Iterator[str]:
    """Yield the names and the texts of a module, but its docstrings and examples."""
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docs and not EXAMPLE.search(node.value):
                yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield f"{node.module}"
        elif isinstance(node, ast.Name):
            yield node.id


def test_the_list_of_files_that_name_a_game_is_complete() -> None:
    naming = set()
    files = [file for room in ROOMS for file in (CLONE / room).rglob("*.*")]
    for file in [*files, CLONE / "hatch_build.py"]:
        path = str(file.relative_to(CLONE))
        if NAMES.search(path) or "shipped/" in path or "schemas/" in path:
            continue
        if file.suffix == ".py":
            texts = words(ast.parse(file.read_text()))
        elif file.suffix in (".toml", ".js", ".css", ".html"):
            texts = iter([file.read_text()])
        else:
            continue
        if any(map(NAMES.search, texts)):
            naming.add(path)
    assert naming == listed()


def test_public_classes_have_names_of_their_own() -> None:
    """Three do not, and the page says why."""
    classes = Counter(
        node.name
        for room in ROOMS
        for path in (CLONE / room).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    twice = {name for name, number in classes.items() if number > 1}
    assert twice == {"Chance", "End", "Recipe"}
    _, reason = PAGE.read_text(encoding="utf-8").split("with two meanings\n")
    assert all(f"`{name}`" in reason.split("\n## ")[0] for name in twice)
