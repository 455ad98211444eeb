"""Commands on a terminal, which shows colours and a part of long answers."""

import os
import pty
import subprocess
import sys
from contextlib import suppress


def on_terminal(*words: str) -> list[str]:
    """Return the lines that a command prints on a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "trueodds", *words]
    printed = b""
    with subprocess.Popen(command, stdout=theirs, env=os.environ):
        os.close(theirs)
        with suppress(OSError):  # Linux has no other end of a terminal
            while some := os.read(ours, 10_000):
                printed += some
    os.close(ours)
    return printed.decode().splitlines()
