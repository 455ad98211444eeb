"""The command line. Only click is imported here; a command imports what it needs."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from trueodds.core.errors import TrueoddsError

INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


COMMANDS = {
    "bench": "Time a scorer of yours.",
    "census": "Count the positions of a game by their score.",
    "check": "Check certificates, independently of the rest.",
    "claims": "Judge published claims.",
    "compare": "Print the odds of a game under several rule sets side by side.",
    "cribbage": "Tables of all cribbage deals; the discard solved and proved.",
    "discard": "Rank the discards of a cribbage deal.",
    "export": "Write a chain or decision process for other tools.",
    "farkle": "Ask what to keep, when to bank, and what each is worth.",
    "odds": "Print the exact odds of a game.",
    "positions": "Print the positions of a game, for a scorer to read.",
    "prove": "Derive again by other methods, and write certificates.",
    "report": "Write pages to read and files to cite.",
    "rules": "List the rule sets and explain their fields.",
    "score": "Score positions and say why.",
    "verify": "Tell whether a program of yours is right.",
}


class Commands(click.Group):
    """Commands by name, with their help; one is imported when it is to run.

    The command ``name`` is the object of that name in the module ``package.name``.
    """

    def __init__(
        self, *, package: str, helps: Mapping[str, str], **settings: Any
    ) -> None:
        super().__init__(**settings)
        self.package, self.helps = package, helps

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, as the help lists them."""
        return list(self.helps)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, or None where there is none of this name."""
        if cmd_name not in self.helps:
            return None
        module = import_module(f"{self.package}.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.helps.items()))


@click.group(
    cls=Commands,
    package=__name__,
    helps=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="trueodds", message="trueodds %(version)s")
def cli() -> None:
    """The exact odds of table games: Bunco, Baccarat, Cribbage, Farkle.

    Every number is an exact fraction, or lies between two proved bounds.
    """


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
