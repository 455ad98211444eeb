"""``trueodds claims``, ``prove`` and ``check``: claims, derivations, certificates."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from shlex import quote

from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import FORMATS, TABLES, NamesCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import prove as functions


def _checked(*certificates: str | Path, numpy: bool) -> int:
    """Print each verdict as soon as there is one, and return the exit code."""
    worst = 0
    for path in certificates:
        (result,) = functions.check(path, numpy=numpy).files
        with suppress(BrokenPipeError):  # the exit code is that of all files
            echo(result.line)
        if result.needs_numpy and not numpy:
            echo(f"hint: trueodds check --numpy {quote(str(path))}", err=True)
        # Code 2 outranks 1: a file that is no certificate was not checked at all.
        worst = max(worst, result.code)
    return worst


claims = command_of(functions.claims, *FORMATS)
prove = command_of(functions.prove, *TABLES, cls=NamesCommand)
check = command_of(functions.check, run_as=_checked)
