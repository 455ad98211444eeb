"""The steps of the page on CI pass on its example, and fail on a wrong scorer."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from doc_pages import DOCS, FILE

PAGE = (DOCS / "how-to" / "check-in-ci.md").read_text("utf-8")
GITHUB, GITLAB = (
    yaml.safe_load(text)
    for text in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)


def github() -> list[str]:
    steps: list[dict[str, Any]] = GITHUB["jobs"]["verify"]["steps"]
    return [step["run"] for step in steps if "run" in step]


def gitlab() -> list[str]:
    return list(GITLAB["odds"]["script"])


def test_both_files_have_the_same_steps() -> None:
    assert github() == gitlab()


@pytest.mark.parametrize(("points", "code"), [("5", 0), ("6", 1)])
def test_steps(points: str, code: int, tmp_path: Path) -> None:
    name, scorer = FILE.findall(PAGE)[0]
    (tmp_path / name).write_text(scorer.replace("else 5", f"else {points}"))
    install, *checks = github()
    assert install == "pip install trueodds-*.whl"  # it is installed here already
    assert len(checks) == 2
    trueodds = f'set -e; trueodds() {{ "{sys.executable}" -m trueodds "$@"; }}\n'
    ran = subprocess.run(
        ["bash", "-c", trueodds + "\n".join(checks)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
