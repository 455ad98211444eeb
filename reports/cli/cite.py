"""``trueodds cite`` and ``reproduce``: name a number, and derive it again."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import FORMATS, GameCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import cite as functions
from trueodds.reports.commands import reproduce as reproducing
from trueodds.reports.commands.cite import called


class CitingCommand(GameCommand):
    """The command ``cite``, whose words may be another command of trueodds.

    An example is ``cite baccarat bets --stake 25``. Its words are the command
    ``baccarat bets`` and an option of that command.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; return the words that are left.

        If the words are another command, an option that ``cite`` lacks is no error. It
        stays among the words, for the other command.
        """
        # A first reading that forgives everything, only to see which command the words
        # call.
        typed = click.Command(None, params=self.params).make_context(
            "", [*args], resilient_parsing=True, ignore_unknown_options=True
        )
        if called(typed.params["game"] or "", typed.params["words"]):
            ctx.ignore_unknown_options = True
            return click.Command.parse_args(self, ctx, args)
        return super().parse_args(ctx, args)


cite = command_of(functions.cite, "text", "bibtex", "csl", "json", cls=CitingCommand)


reproduce = command_of(reproducing.reproduce, *FORMATS)
