"""Processes that sleep for a number of seconds that no other process sleeps."""

import time
from pathlib import Path


def no_other() -> str:
    """Return a number of seconds, as an argument of ``sleep``, that is not in use."""
    return f"{int(time.time() * 1000) % 10**6 + 10**6}.5"


def sleeping(seconds: str) -> bool:
    """Return true if a process sleeps for this number of seconds."""
    commands = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            commands.append(entry.read_bytes())
        except OSError:
            continue
    return any(seconds.encode() in command.split(b"\0") for command in commands)
