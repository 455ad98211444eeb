"""``trueodds verify``: check a user's program."""

from __future__ import annotations

import signal
from importlib.resources import files

import click

from trueodds.core import games
from trueodds.core.errors import TrueoddsError
from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import (
    FORMATS,
    GameCommand,
    PositionsCommand,
)
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.cli.score import POSITIONS
from trueodds.reports.commands import verify as functions


class GameCommands(Commands):
    """A group in which a game's name as a command means ``simulator`` of this game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words after the group's name; return the words that are left.

        If the first word is a game, the command ``simulator`` is inserted before it.
        """
        # A game is no command, so the short form hides no other.
        if args and games.is_game(args[0].lower()):
            args = ["simulator", *args]
        return super().parse_args(ctx, args)


class ScorerCommand(PositionsCommand):
    """A command that prints "trueodds: interrupted" if the user interrupts it."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; after an interruption, say so on standard error."""
        code = super().invoke(ctx)
        if code == functions.INTERRUPTED:
            echo("trueodds: interrupted", err=True)
        return code


class SimulatorCommand(PositionsCommand):
    """A command whose help lists the kinds of outcome of its GAME."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the kinds of outcome of the GAME, if it is named, below the help.

        Each kind has a line on what a simulator has to print for it.
        """
        if ctx.obj:
            from trueodds.proofs.verify.simulator.outcomes import explained

            with formatter.section(f"Kinds of outcome of {ctx.obj}"):
                try:
                    formatter.write_dl([*explained(games.find(ctx.obj)).items()])
                except TrueoddsError as error:
                    formatter.write_text(str(error))


@click.group(cls=GameCommands)
@click.pass_context
def verify(context: click.Context) -> None:
    """Check your program: a scorer, a simulator or a recorded game.

    The name of a game judges a simulator of it: trueodds verify farkle -- CMD.
    Exit code 0 if it agrees, 1 if it is refuted, 2 if it could not be judged, 3 if more
    is needed to decide.
    """
    # SIGTERM acts like Ctrl-C, which ends all processes that were started.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    context.call_on_close(lambda: signal.signal(signal.SIGTERM, before))


scorer = command_of(
    functions.scorer,
    *FORMATS,
    cls=ScorerCommand,
    epilog=POSITIONS,
    command=click.argument("command", nargs=-1, metavar="[-- CMD...]"),
)
simulator = command_of(
    functions.simulator,
    *FORMATS,
    cls=SimulatorCommand,
    command=click.argument("command", nargs=-1, metavar="[FILE | - | -- CMD...]"),
)
transcript = command_of(
    functions.transcript,
    *FORMATS,
    cls=PositionsCommand,
    epilog="\b\n" + (files(__package__) / "transcripts.txt").read_text("utf-8"),
)


adapter = command_of(
    functions.adapter,
    language=click.argument("language", metavar="LANGUAGE"),
    game=click.argument("game", required=False),
)

verify.adds(scorer, "A scorer, on every position.")
verify.adds(simulator, "Random outcomes, against their exact distribution.")
verify.adds(transcript, "A recorded game, line by line.")
verify.adds(
    command_of(functions.odds, *FORMATS, cls=GameCommand),
    "A table of odds, to the digits printed.",
)
verify.adds(
    command_of(functions.receipt, *FORMATS),
    "The evidence behind a verdict on a simulator, recomputed.",
)
verify.adds(
    adapter, "Print a scorer template in Python, C, Java, Go, Rust or JavaScript."
)
