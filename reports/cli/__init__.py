"""The command line. Only click is imported here; a command imports what it needs."""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from trueodds.core.errors import TrueoddsError, did_you_mean, listed, split_hint

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C ended, as shells expect it."""


COMMANDS = {
    "Read": {
        "odds": "Print the exact odds of a game.",
        "compare": "Compare the odds of a game under several rules.",
        "score": "Score a hand, a roll or a coup, with the reasons.",
        "report": "Write an HTML report, with data files.",
    },
    "Play": {
        "discard": "Cribbage: which two cards to throw.",
        "farkle": "Farkle: what to keep, when to bank, who wins.",
        "baccarat": "Baccarat: what every bet costs, also late in a shoe.",
        "bunco": "Bunco: what to expect of a night.",
        "cribbage": "Cribbage: who wins, tables of every deal, and the proofs.",
    },
    "Check your program": {
        "verify": "Check a scorer, a simulator or a recorded game.",
        "bench": "Measure how fast a scorer is.",
        "positions": "Print the positions of a game, for a scorer to read.",
        "census": "Count the positions of a game by their score.",
    },
    "Trust": {
        "claims": "Fact-check published claims.",
        "prove": "Recompute results independently and write proofs.",
        "check": "Check proof files with the independent checker.",
        "cite": "Cite the program, or one exact number.",
        "reproduce": "Derive a JSON file or a report again, and compare.",
        "export": "Export a model to Storm, PRISM or Graphviz.",
    },
    "Set up": {
        "rules": "List the rules of the games, and what each field means.",
        "cache": "List or clear the cached results.",
        "completion": "Complete commands, games and ids in your shell.",
    },
}
"""The commands by group, each with its help."""


class Commands(click.Group):
    """Commands by name, with their help; a command is imported when it runs.

    The command ``name`` is the object of that name in the module ``package.name``, with
    underscores for dashes.
    ``helps`` has the commands' help by name; ``groups`` has it by heading and name.
    """

    def __init__(
        self,
        *,
        package: str,
        helps: Mapping[str, str] | None = None,
        groups: Mapping[str, Mapping[str, str]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self.package = package
        self.groups = groups or {"Commands": helps or {}}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help."""
        return [name for helps in self.groups.values() for name in helps]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``help COMMAND`` as ``COMMAND --help``."""
        if args[:1] == ["help"] and "help" not in self.list_commands(ctx):
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, its name and its arguments.

        Raises ``click.UsageError`` with the nearest names where there is none.
        """
        names = self.list_commands(ctx)
        if args[0] not in names and args[0][:1] != "-":
            near = did_you_mean(args[0], names) or f"see {ctx.command_path} --help"
            raise click.UsageError(f"there is no command {args[0]!r}; {near}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"{self.package}.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands by group, without importing them."""
        for heading, helps in self.groups.items():
            with formatter.section(heading):
                formatter.write_dl(list(helps.items()))


@click.group(
    cls=Commands,
    package=__name__,
    groups=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(
    None, "-V", "--version", package_name="trueodds", message="trueodds %(version)s"
)
def cli() -> None:
    """Compute the exact odds of Bunco, baccarat, cribbage and Farkle.

    Every number is an exact fraction, or lies between two proved bounds. The few that
    are sampled say so, with a standard error.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line: exit code 0, or 2 with an error and perhaps a hint."""
    _buffer_output()
    try:
        code = cli.main(arguments, "trueodds", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        _refuse(_plain(error))
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


def _buffer_output() -> None:
    """Put a buffer before an unbuffered output, whose short writes lose the rest."""
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        whole = io.BufferedWriter(raw)
        sys.stdout = io.TextIOWrapper(
            whole, sys.stdout.encoding, sys.stdout.errors, line_buffering=True
        )


def _discard_output() -> None:
    """Redirect the remaining output to /dev/null, after a broken pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plain(error: click.ClickException) -> str:
    """Return click's message in our form: what is wrong; what would be right."""
    context = getattr(error, "ctx", None)
    see = f"see {context.command_path} --help" if context else ""
    if isinstance(error, click.NoSuchOption):
        near = did_you_mean(error.option_name, error.possibilities or ())
        return f"there is no option {error.option_name}; {near or see}"
    message = error.format_message()
    if isinstance(error, click.MissingParameter):
        message = message.strip().rstrip(".")
        if context and error.param and error.param.name == "game":
            from trueodds.core import games

            such = f"{context.command_path} {games.ours()[0]}"
            see = f"name one of {listed(games.names())}, such as: {such}"
        return f"{message}; {see}"
    return message


def _refuse(message: str) -> NoReturn:
    error, hint = split_hint(" ".join(message.split()))
    click.echo(f"trueodds: error: {error}", err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)
    sys.exit(2)
