"""The command line. Only click is imported here; a command imports what it needs."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from trueodds.core.errors import TrueoddsError
from trueodds.reports.cli.bench import bench
from trueodds.reports.cli.compare import compare
from trueodds.reports.cli.odds import odds
from trueodds.reports.cli.report import report
from trueodds.reports.cli.rules import rules
from trueodds.reports.cli.score import score

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="trueodds", message="trueodds %(version)s")
def cli() -> None:
    """The exact odds of table games: Bunco, Baccarat, Cribbage, Farkle.

    Every number is an exact fraction, or lies between two proved bounds.
    """


for command in (odds, compare, rules, report, score, bench):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line: exit code 0, or 2 and one line on what was wrong."""
    try:
        code = cli.main(arguments, "trueodds", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        _refuse(error.format_message())
    except TrueoddsError as error:
        _refuse(str(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("trueodds: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as in "| head".
        _discard_output()
        sys.exit(1)
    except OSError as error:
        _discard_output()
        _refuse(f"cannot print: {error.strerror}")
    sys.exit(code if isinstance(code, int) else 0)


def _discard_output() -> None:
    """Let what is left to print go nowhere, where there is nowhere for it to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str) -> NoReturn:
    click.echo(f"trueodds: {' '.join(message.split())}", err=True)
    sys.exit(2)
