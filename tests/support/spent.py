"""Processor seconds and memory of a process that runs Python."""

import subprocess
import sys

WORK, WORK_SECONDS = "sum(n * n for n in range(3_000_000))", 0.17
"""Some work, and the seconds of a processor that it takes on an idle machine."""


SPENT = """
import os, sys
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ)
_, status, usage = os.wait4(child, 0)
seconds = usage.ru_utime + usage.ru_stime
print(os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss)
"""
"""Run Python, and print its exit code, seconds of a processor and kilobytes.

The kilobytes of a process are at least those of the one that starts it.
"""


def spent(*arguments: str) -> tuple[list[str], float, float]:
    """Run Python; return the lines printed, seconds of a processor, and megabytes."""
    ran = subprocess.run(
        [sys.executable, "-c", SPENT, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""
    *lines, numbers = ran.stdout.splitlines()
    code, seconds, kilobytes = numbers.split()
    assert int(code) <= 2
    return lines, float(seconds), int(kilobytes) / 1024
