"""The words of the project: plain sentences, and standard terms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("analysis", "core", "proofs", "reports")
FILES = sorted(
    path
    for room in ROOMS
    for ending in ("py", "toml", "html", "css", "js", "json")
    for path in (ROOT / room).rglob(f"*.{ending}")
)
MODULES = [path for path in FILES if path.suffix == ".py"]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

CLAUSES = re.compile(r"(What|How|Whether|Where|Which|Less|Of|Those|So many)\b")
"""First words of a noun clause, which is no summary."""

BANNED = re.compile(
    r"\b(best\s+answer|gone\s+on\s+with|unless\s+told|so\s+many\s+of|afar|for\s+ever"
    r"|somebody|nobody|is\s+known\s+once\s+only)\b",
    re.IGNORECASE,
)
"""Words for which plain-English terms exist, such as best response and resumed."""

PRINTED_BY_OTHERS = {
    # The sentence of the source is quoted word for word.
    "proofs/claims": re.compile(r"^printed\s*=.*$", re.MULTILINE),
}

VAGUE = {"found", "told", "one", "of", "said", "given"}
"""Names that do not say what a variable holds."""

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def docstrings(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node) or ""


def texts(path: Path) -> Iterator[str]:
    """Yield the string literals of a module, or the whole of another file."""
    content = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        for folder, quoted in PRINTED_BY_OTHERS.items():
            content = quoted.sub("", content) if folder in name(path) else content
        yield content
        return
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_docstrings_begin_with_a_sentence_or_a_noun(path: Path) -> None:
    clauses = [text.split("\n")[0] for text in docstrings(path) if CLAUSES.match(text)]
    assert not clauses


@pytest.mark.parametrize("path", FILES, ids=name)
def test_texts_use_the_vocabulary(path: Path) -> None:
    assert not [hit[0] for text in texts(path) for hit in BANNED.finditer(text)]


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name)
def test_variables_say_what_they_hold(path: Path) -> None:
    stored = {
        node.id if isinstance(node, ast.Name) else node.arg
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    }
    assert not stored & VAGUE
