"""Ratchet on the size of the product: it may shrink, and grows by an edit only.

``python tests/lint/ratchet.py`` compares the product with the limits in
``tests/lint/ratchet.toml``, and fails if a count is above its limit. With ``--lower``
it writes the counts of today, unless one of them is above its limit.

Three counts are limited:

``nodes``
    Nodes of the syntax tree, without imports and annotations. White space, comments
    and type hints are free.
``nodes_a_line``
    Nodes, annotations included, for each line of code. It rises when statements are
    packed into fewer lines. Docstrings, comments, imports and blank lines are no code.
``local_imports``
    Import statements inside functions.

The file also has the counts of each folder at the last lowering. They only serve to
name the folder that grew.
"""

import argparse
import ast
import io
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMITS = Path("tests/lint/ratchet.toml")
ROOMS = ("analysis", "core", "proofs", "reports")
HEADER = """\
# Limits on the size of the product, and the counts of its folders at the last lowering.
# tests/lint/ratchet.py says what is counted, and lowers them with --lower.
# A commit that raises a limit says why.
"""

LABELS = {
    "nodes": "syntax nodes",
    "nodes_a_line": "syntax nodes a code line",
    "local_imports": "imports inside functions",
}
ADVICE = {
    "nodes": "take code out",
    "nodes_a_line": "spread packed statements over more lines",
    "local_imports": "import at the top of the file",
}

IMPORTS = (ast.Import, ast.ImportFrom)
UNCOUNTED = (*IMPORTS, ast.alias, ast.Load, ast.Store)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}

Recorded = dict[str, dict[str, float]]
"""The limited counts of each folder at the last lowering."""


@dataclass(frozen=True)
class Counts:
    """Counts of one or more modules."""

    nodes: int = 0
    annotations: int = 0
    lines: int = 0
    local_imports: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Counts(*(mine + theirs for mine, theirs in pairs))

    def limited(self) -> dict[str, float]:
        """Return the counts that have limits."""
        return {
            "nodes": self.nodes - self.annotations,
            "nodes_a_line": round(self.nodes / max(self.lines, 1), 2),
            "local_imports": self.local_imports,
        }


def count_nodes(tree: ast.AST) -> int:
    """Return the number of nodes, without imports and the contexts of names."""
    return sum(not isinstance(node, UNCOUNTED) for node in ast.walk(tree))


def count_annotations(tree: ast.AST) -> int:
    """Return the number of nodes that are parts of annotations."""
    count = 0
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            annotation = getattr(node, field, None)
            if annotation is not None:
                count += count_nodes(annotation)
    return count


def count_local_imports(tree: ast.AST) -> int:
    """Return the number of import statements inside functions."""
    inner: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            inner.update(part for part in ast.walk(node) if isinstance(part, IMPORTS))
    return len(inner)


def is_text(statement: ast.stmt) -> bool:
    """Return whether a statement is a text alone, such as a docstring."""
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def statements_without_code(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the imports and the texts of a module."""
    for node in ast.walk(tree):
        if isinstance(node, IMPORTS):
            yield node
        if isinstance(node, DOCUMENTED):
            yield from filter(is_text, node.body)


def count_lines(text: str, tree: ast.AST) -> int:
    """Return the number of lines with code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for statement in statements_without_code(tree):
        end = statement.end_lineno or statement.lineno
        lines.difference_update(range(statement.lineno, end + 1))
    return len(lines)


def count(text: str) -> Counts:
    r"""Return the counts of a module.

    Example:
        >>> count("import math\n\nx: int = 2  # the first prime number\n")
        Counts(nodes=5, annotations=1, lines=1, local_imports=0)
    """
    tree = ast.parse(text)
    return Counts(
        nodes=count_nodes(tree),
        annotations=count_annotations(tree),
        lines=count_lines(text, tree),
        local_imports=count_local_imports(tree),
    )


def count_folders(root: Path) -> dict[str, Counts]:
    """Return the counts of the folders of the product, by room and subfolder."""
    folders: dict[str, Counts] = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            parts = path.relative_to(root).parent.parts
            folder = "/".join(parts[:2])
            counted = count(path.read_text(encoding="utf-8"))
            folders[folder] = folders.get(folder, Counts()) + counted
    return folders


def written(total: Counts, folders: dict[str, Counts]) -> str:
    """Return the text of the file of limits."""
    limits = "".join(f"{name} = {size}\n" for name, size in total.limited().items())
    rows = []
    for folder, counts in sorted(folders.items()):
        sizes = (f"{name} = {size}" for name, size in counts.limited().items())
        rows.append(f'"{folder}" = {{ {", ".join(sizes)} }}\n')
    return f"{HEADER}\n{limits}\n[folders]\n{''.join(rows)}"


def grown(
    name: str, folders: dict[str, Counts], before: dict[str, dict[str, float]]
) -> str:
    """Return the folder where a count grew most, in words."""
    growth = {
        folder: counts.limited()[name] - before.get(folder, {}).get(name, 0)
        for folder, counts in folders.items()
    }
    folder = max(growth, key=growth.__getitem__)
    return f"{folder} grew most, by {growth[folder]:,.6g}"


def check(root: Path, lower: bool = False) -> tuple[int, str]:
    """Compare the product with its limits.

    Args:
        root: The root of the project.
        lower: Write the counts of today as the limits.

    Returns:
        The exit code, and what to print.
    """
    file = root / LIMITS
    limits = tomllib.loads(file.read_text(encoding="utf-8"))
    folders = count_folders(root)
    total = sum(folders.values(), Counts())
    above, below = [], []
    for name, size in total.limited().items():
        if size > limits[name]:
            where = grown(name, folders, limits["folders"])
            above.append(
                f"{size:,} {LABELS[name]}, above the limit of {limits[name]:,}: "
                f"{where}; {ADVICE[name]}, or raise {name} in {LIMITS} and say why"
            )
        elif size < limits[name]:
            below.append(
                f"{size:,} {LABELS[name]}, below the limit of {limits[name]:,}"
            )
    if above:
        return 1, "\n".join(above)
    if lower:
        file.write_text(written(total, folders), encoding="utf-8")
        return 0, "\n".join([*below, f"{LIMITS} has the counts of today"])
    if below:
        hint = "python tests/lint/ratchet.py --lower writes lower limits"
        return 0, "\n".join([*below, hint])
    return 0, "the product is as large as its limits"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lower", action="store_true", help="Lower the limits.")
    code, message = check(ROOT, parser.parse_args().lower)
    print(message)
    sys.exit(code)
