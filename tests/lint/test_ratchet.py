"""The ratchet fails where the product grows, and only there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lint import ratchet

MODULE = """\
\"\"\"Dice.\"\"\"


def total(dice: list[int]) -> int:
    \"\"\"Return the total of some dice.\"\"\"
    first = dice[0]
    second = dice[1]
    return first + second
"""


Edit = Callable[..., tuple[int, str]]


@pytest.fixture
def edit(tmp_path: Path) -> Edit:
    """Return a function that replaces the module of a small product and checks it."""
    module = tmp_path / "core" / "exact" / "dice.py"
    module.parent.mkdir(parents=True)
    module.write_text(MODULE)
    folders = ratchet.count_folders(tmp_path)
    limits = tmp_path / ratchet.LIMITS
    limits.parent.mkdir(parents=True)
    limits.write_text(ratchet.written(folders["core/exact"], folders))

    def check(text: str, lower: bool = False) -> tuple[int, str]:
        module.write_text(text)
        return ratchet.check(tmp_path, lower)

    return check


def test_an_added_node_fails_and_names_the_folder(edit: Edit) -> None:
    code, message = edit(MODULE.replace("first + second", "-first + second"))
    assert code == 1
    (line,) = [line for line in message.splitlines() if "syntax nodes," in line]
    # A minus is two nodes, the operation and its operator.
    assert "core/exact grew most, by 2" in line
    assert "raise nodes in tests/lint/ratchet.toml" in line


@pytest.mark.parametrize(
    "text",
    [
        MODULE.replace("    second", "\n    second"),
        MODULE.replace("    second", "    # The second die.\n    second"),
        MODULE.replace("some dice.", "some dice.\n\n    They are two.\n    "),
        MODULE.replace("\n\n\ndef", "\n\nimport math\n\n\ndef"),
    ],
    ids=["blank line", "comment", "docstring", "import"],
)
def test_what_is_no_code_passes(edit: Edit, text: str) -> None:
    assert text != MODULE
    assert edit(text) == (0, "the product is as large as its limits")


def test_a_type_hint_adds_a_node_to_its_line_only() -> None:
    typed = MODULE.replace("first = dice[0]", "first: int = dice[0]")
    before, after = ratchet.count(MODULE), ratchet.count(typed)
    assert after.nodes == before.nodes + 1
    assert after.limited()["nodes"] == before.limited()["nodes"]


def test_packed_lines_fail(edit: Edit) -> None:
    packed = MODULE.replace("first = dice[0]\n    second", "first = dice[0]; second")
    code, message = edit(packed)
    assert code == 1
    assert "syntax nodes a code line, above" in message
    assert "spread packed statements over more lines" in message
    assert "syntax nodes," not in message


def test_an_import_inside_a_function_fails(edit: Edit) -> None:
    code, message = edit(MODULE.replace("    first", "    import math\n\n    first"))
    assert code == 1
    assert message.startswith("1 imports inside functions, above the limit of 0: ")


def test_less_code_passes_and_lowers_the_limits(edit: Edit) -> None:
    short = MODULE.replace("first + second", "first")
    code, message = edit(short)
    assert code == 0
    assert "--lower writes lower limits" in message
    assert edit(short, lower=True)[0] == 0
    assert edit(short) == (0, "the product is as large as its limits")
    assert edit(MODULE)[0] == 1


def test_a_larger_product_lowers_no_limit(edit: Edit) -> None:
    assert edit(MODULE + "DICE = 2\n", lower=True)[0] == 1
    assert edit(MODULE) == (0, "the product is as large as its limits")
