"""The plain report does not depend on what is cached, nor on the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.book


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_a_report_from_an_empty_cache_is_the_same_byte_for_byte(
    book: Path, tmp_path: Path
) -> None:
    again = tmp_path / "odds-report"
    environment = os.environ | {
        "TRUEODDS_CACHE": str(tmp_path / "cache"),
        "PYTHONHASHSEED": "17",
    }
    command = [sys.executable, "-m", "trueodds", "report", "--out", str(again)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    first, second = files(book), files(again)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
