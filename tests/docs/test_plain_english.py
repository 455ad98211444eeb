"""The words of the project: plain sentences, and standard terms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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

NAMED_OF = ("reports/commands", "core/models/__init__.py")
"""The places of the option ``--of`` and of the field ``Ask.of``."""

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


def test_docstrings_begin_with_a_sentence_or_a_noun() -> None:
    assert not [
        (name(path), text.split("\n")[0])
        for path in MODULES
        for text in docstrings(path)
        if CLAUSES.match(text)
    ]


def test_texts_use_the_vocabulary() -> None:
    assert not [
        (name(path), hit[0])
        for path in FILES
        for text in texts(path)
        for hit in BANNED.finditer(text)
    ]


def test_variables_say_what_they_hold() -> None:
    assert not [
        (name(path), node.lineno, stored)
        for path in (*MODULES, *TESTS)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (stored := variable(node)) in VAGUE
        and not (stored == "of" and name(path).startswith(NAMED_OF))
    ]


def variable(node: ast.AST) -> str | None:
    """Return the name that a node gives to a variable or an argument."""
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    return None
