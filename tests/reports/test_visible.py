"""Control characters in texts of others are printed as escapes."""

import json
import sys
from pathlib import Path

import pytest
from commands import Run

from trueodds.proofs.checkers.command import verdict
from trueodds.reports.output import Output, Table

HOSTILE = "a\u202eb\x1b[2J"
SHOWN = r"a\u202eb\u001b[2J"


@pytest.mark.parametrize("format_", ["table", "markdown", "latex", "csv", "tsv"])
def test_a_label_of_a_table(format_: str) -> None:
    answer = Output(
        "pig/1",
        dict,
        lambda: [Table(["label"], [[HOSTILE]])],
        rows=lambda: [{"label": HOSTILE}],
    )
    assert "\x1b" not in answer.text(format_)
    assert "\u202e" not in answer.text(format_)
    assert "u202e" in answer.text(format_)


def test_json_keeps_its_value() -> None:
    text = Output("pig/1", lambda: {"label": HOSTILE}, list).text("json")
    assert SHOWN in text
    assert json.loads(text)["label"] == HOSTILE


def test_the_last_line_of_a_program(trueodds_command: Run) -> None:
    scorer = f"raise SystemExit({HOSTILE!r})"
    ran = trueodds_command(
        "bench", "scorer", "bunco", "--", sys.executable, "-c", scorer
    )
    assert ran.code == 2
    assert SHOWN in ran.err


def test_the_name_of_a_file(trueodds_command: Run, tmp_path: Path) -> None:
    name = str(tmp_path / HOSTILE)
    assert SHOWN in trueodds_command("verify", "odds", "bunco", name).err
    assert SHOWN in verdict(name).line.replace(r"\x1b", r"\u001b")
