"""Control characters in texts of others are printed as escapes."""

import json
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from answers_of_tests import Labels
from commands import Run

from trueodds.core.charts import BarChart
from trueodds.core.rows import html
from trueodds.core.storage.files import write_together
from trueodds.proofs.checkers.command import verdict

HOSTILE = "a\u202eb\x1b[2J"
SHOWN = r"a\u202eb\u001b[2J"


@pytest.mark.parametrize("format_", ["table", "markdown", "latex", "csv", "tsv"])
def test_a_label_of_a_table(format_: str) -> None:
    answer = Labels((HOSTILE,))
    assert "\x1b" not in answer.text(format_)
    assert "\u202e" not in answer.text(format_)
    assert "u202e" in answer.text(format_)


def test_json_keeps_its_value() -> None:
    text = Labels((HOSTILE,)).text("json")
    assert SHOWN in text
    assert json.loads(text)["labels"] == [HOSTILE]


def test_the_last_line_of_a_program(trueodds_command: Run) -> None:
    scorer = f"raise SystemExit({HOSTILE!r})"
    ran = trueodds_command(
        "bench", "scorer", "bunco", "--", sys.executable, "-c", scorer
    )
    assert ran.code == 2
    assert SHOWN in ran.err


def test_what_a_notebook_shows() -> None:
    chart = BarChart(HOSTILE, ["a"], [Fraction(1)], horizontal=HOSTILE)
    for view in (html(HOSTILE, [{HOSTILE: HOSTILE}]), chart.svg):
        assert "\x1b" not in view
        assert "\u202e" not in view
        assert view.count(SHOWN) >= 2


def test_files_that_are_written_together(tmp_path: Path) -> None:
    """Such as the pages, the rules and the certificates of house rules."""
    texts = {"a.html": f"<p>{HOSTILE}</p>", "a.toml": f'name = "{HOSTILE}"\n'}
    write_together(tmp_path, texts)
    assert (tmp_path / "a.html").read_bytes() == f"<p>{SHOWN}</p>".encode()
    assert tomllib.loads((tmp_path / "a.toml").read_text("utf-8"))["name"] == HOSTILE


def test_a_receipt(trueodds_command: Run, tmp_path: Path) -> None:
    rules, rolled, receipt = (tmp_path / name for name in ("my.toml", "rolled", "r"))
    rules.write_text(f"description = {json.dumps(HOSTILE)}\nrounds = 3\n")
    rolled.write_text("1\n2\n3\n")
    ran = trueodds_command(
        *("verify", "simulator", "bunco", "--rules", str(rules), "--outcome", "die"),
        *("--file", str(rolled), "--receipt", str(receipt)),
    )
    assert ran.code == 3, ran.err
    written = receipt.read_text("utf-8")
    assert SHOWN in written
    assert json.loads(written)["rules"]["description"] == HOSTILE
    checked = trueodds_command("verify", "receipt", str(receipt))
    assert checked.code == 3, checked.err


def test_the_name_of_a_file(trueodds_command: Run, tmp_path: Path) -> None:
    name = str(tmp_path / HOSTILE)
    assert SHOWN in trueodds_command("verify", "odds", "bunco", name).err
    assert SHOWN in verdict(name).line.replace(r"\x1b", r"\u001b")
