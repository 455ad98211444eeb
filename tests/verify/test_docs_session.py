"""The session of docs/how-to/verify-a-scorer.md, run again."""

from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
COMMAND = "$ trueodds "


@pytest.mark.parametrize("number", [0, 1])
def test_session(
    number: int,
    trueodds_command: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(DOCS / "examples" / "my_games")
    text = (DOCS / "how-to" / "verify-a-scorer.md").read_text("utf-8")
    blocks = [block for block in text.split("```\n") if block.startswith(COMMAND)]
    command, _, printed = blocks[number].partition("\n")
    code, out, _ = trueodds_command(*command.removeprefix(COMMAND).split())
    assert (code, out) == (number, printed)
