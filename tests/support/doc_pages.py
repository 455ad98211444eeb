"""The pages of the documentation: their files, sessions and links.

A page is followed from top to bottom in an empty folder. "As `NAME`:" and a listing
make a file of that name. A listing of kind ``console`` is a session: lines after ``$``
are commands, and the lines below are what they print. A line "…" stands for any lines,
and ``echo $?`` for the exit code of the command above it.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from printed_bounds import same

from trueodds.reports.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

FILE = re.compile(r"As `([^`]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
SHELL = re.compile(r"[|<>&;$*]|\./")
"""Signs of a command that needs a shell."""


@dataclass(frozen=True)
class Step:
    """A command of a session and what it prints, on both streams."""

    command: str
    shown: str


def pages() -> list[Path]:
    """Return every page of the site."""
    return sorted(p for p in DOCS.rglob("*.md") if "examples" not in p.parts)


def sessions(text: str) -> bool:
    """Return True if a page has a session."""
    return SESSION.search(text) is not None


def steps(session: str) -> Iterator[Step]:
    """Yield the commands of a session with what they print."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        length = 1
        while lines[length - 1].endswith("\\\n"):
            length += 1
        yield Step("".join(lines[:length]).strip(), "".join(lines[length:]))


class Follower:
    """A reader who makes the files of a page and types its commands in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0

    def follow(self, text: str) -> Iterator[tuple[Step, str]]:
        """Yield every command of a page with what it prints."""
        blocks = [*FILE.finditer(text), *SESSION.finditer(text)]
        for match in sorted(blocks, key=lambda match: match.start()):
            if match.re is FILE:
                path = self.folder / match[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(match[2], encoding="utf-8")
            else:
                for step in steps(match[1]):
                    yield step, self.type(step.command)

    def type(self, command: str) -> str:
        """Run a command in the folder, and return what it prints."""
        if command == "echo $?":
            return f"{self.code}\n"
        if command.startswith("trueodds ") and not SHELL.search(command):
            with contextlib.chdir(self.folder):
                self.code, printed = _in_this_process(shlex.split(command)[1:])
            return printed
        python = shlex.quote(sys.executable)
        prelude = f'trueodds() {{ {python} -m trueodds "$@"; }}\n'
        prelude += f'python() {{ {python} "$@"; }}\n'
        ran = subprocess.run(
            ["bash", "-c", prelude + command],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.code = ran.returncode
        return ran.stdout


def _in_this_process(arguments: list[str]) -> tuple[int, str]:
    content = io.BytesIO()
    stream = io.TextIOWrapper(content, encoding="utf-8", write_through=True)
    code: object = 0
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        try:
            main(arguments)
        except SystemExit as stopped:
            code = stopped.code
    return int(str(code or 0)), content.getvalue().decode()


def agrees(shown: str, printed: str) -> bool:
    """Return True if a page shows what was printed; "…" stands for any lines."""
    parts = re.split(r"^…\n", shown, flags=re.MULTILINE)
    pattern = "(?:.*\n)*".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, printed) is not None or same(shown, printed)


def written_anew(text: str, folder: Path) -> str:
    """Return a page with what its commands print now, where that is not as shown."""
    follower = Follower(folder)
    printed = iter(list(follower.follow(text)))

    def session(match: re.Match[str]) -> str:
        content = ""
        for step in steps(match[1]):
            _, now = next(printed)
            shown = step.shown if agrees(step.shown, now) else now
            content += f"{PROMPT}{step.command}\n{shown}"
        return f"```console\n{content}```"

    return SESSION.sub(session, text)
