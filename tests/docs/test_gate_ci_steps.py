"""The steps of the page on the gate in CI pass on equal code, and fail on slower code.

Stand-ins of pip, uv and gh make them run without the network: an environment is the
one of the tests, with the project beside its Python.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from doc_pages import DOCS

PAGE = (DOCS / "how-to" / "gate-in-ci.md").read_text("utf-8")
WORKFLOWS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
GITHUB, GITLAB = map(yaml.safe_load, WORKFLOWS)
(HOOK,) = re.findall(r"^```\n(#!/bin/sh\n.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

WORK = "def work(): return sum(range({length}))\n"
TEST = """from project import work

def test_work(benchmark):
    assert benchmark(work) > 0
"""
COMMANDS = {
    "pip": '[ "$*" = "install uv trueodds-*.whl" ]',
    "trueodds": f'exec {sys.executable} -m trueodds "$@"',
    "gh": '[ "$1 $2 $3 $4" = "pr comment 7 --body-file" ] && cp "$5" comment.md',
    "uv": f"""
if [ "$1" = pip ]; then
    cp project.py "$(dirname "$4")"
    exit
fi
for environment; do :; done
mkdir -p "$environment/bin"
cat > "$environment/bin/python" << 'END'
#!/bin/sh
PYTHONPATH=$PYTHONPATH:${{0%/*}} exec {sys.executable} "$@"
END
chmod +x "$environment/bin/python"
""",
}


def run(folder: Path, *command: str) -> int:
    """Run a command in a folder, with the stand-ins before all other programs."""
    variables = {
        "PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "TRUEODDS_GATE_CACHE": str(folder.parent / "cache"),
        "GITHUB_STEP_SUMMARY": "summary.md",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        **{f"GIT_{who}_NAME": "test" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "test@localhost" for who in ("AUTHOR", "COMMITTER")},
    }
    return subprocess.run(command, cwd=folder, env=os.environ | variables).returncode


def commit(project: Path, length: int) -> None:
    """Commit work of this length, and a benchmark of it."""
    tests = project / "tests" / "benchmarks"
    tests.mkdir(parents=True, exist_ok=True)
    (project / "project.py").write_text(WORK.format(length=length))
    (tests / "test_work.py").write_text(TEST)
    assert run(project, "git", "add", "--all") == 0
    assert run(project, "git", "commit", "-q", "--allow-empty", "-m", "work") == 0


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone of a project."""
    (tmp_path / "bin").mkdir()
    for name, script in COMMANDS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    origin = tmp_path / "origin"
    origin.mkdir()
    assert run(origin, "git", "init", "--quiet", "--initial-branch=main") == 0
    commit(origin, 20_000)
    assert run(origin, "git", "clone", "--quiet", ".", "../clone") == 0
    return tmp_path / "clone"


def github(project: Path) -> int:
    """Run the workflow's steps, and return the exit code of the first that fails."""
    result = 0
    for step in GITHUB["jobs"]["gate"]["steps"]:
        if "run" in step and (result == 0 or step.get("if") == "always()"):
            script = step["run"].replace("${{ github.base_ref }}", "main")
            script = script.replace("${{ github.event.number }}", "7")
            result = run(project, "bash", "-ec", script) or result
    assert (project / "comment.md").read_text() == (project / "summary.md").read_text()
    return result


def gitlab(project: Path) -> int:
    """Run the job's script as GitLab does."""
    script = "\n".join(GITLAB["bench"]["script"])
    return run(project, "bash", "-eo", "pipefail", "-c", script)


def hook(project: Path) -> int:
    """Push a branch through the hook."""
    file = project / ".git" / "hooks" / "pre-push"
    file.write_text(HOOK)
    file.chmod(0o755)
    return run(project, "git", "push", "--quiet", "origin", "HEAD:refs/heads/branch")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("steps", "length", "code"),
    [(github, 20_000, 0), (github, 40_000, 1), (gitlab, 40_000, 1), (hook, 40_000, 1)],
)
def test_steps(
    steps: Callable[[Path], int], length: int, code: int, clone: Path
) -> None:
    commit(clone, length)
    assert steps(clone) == code
    if steps is not hook:
        verdict = "1 slower" if code else "1 no difference"
        assert verdict in (clone / "gate.md").read_text()
