"""``trueodds farkle``: what to keep, when to bank, and who wins."""

from __future__ import annotations

from functools import partial

import click

from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import FORMATS, ScoresCommand
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import farkle as functions
from trueodds.reports.commands import farkle_match as matches
from trueodds.reports.commands.farkle_play import dialogue, play


@click.group(cls=Commands, of_dice="advise")
def farkle() -> None:
    """Farkle: what to keep, when to bank, and who wins."""


farkle.adds(
    command_of(functions.advise, *FORMATS, cls=ScoresCommand, exact=True),
    "Bank or roll? And what to keep of a roll?",
)
farkle.adds(
    command_of(functions.best_dice, *FORMATS, exact=True),
    "The best six of the dice that you have.",
)
farkle.adds(
    command_of(matches.match, *FORMATS, exact=True),
    "Who wins a match, and when to bank at any score.",
)
farkle.adds(
    command_of(functions.options, *FORMATS, exact=True),
    "List every legal keep of a roll, the best first.",
)
farkle.adds(
    command_of(play, run_as=partial(dialogue, partial(echo, nl=False))),
    "Play the game of a programming assignment, ECE 209.",
)
farkle.adds(
    command_of(functions.policy, *FORMATS, exact=True),
    "When to bank, and the rolls that are exceptions.",
)
farkle.adds(
    command_of(matches.solitaire, *FORMATS, exact=True),
    "The fewest turns to the target, playing alone.",
)
farkle.adds(
    command_of(matches.thresholds, *FORMATS, exact=True),
    'The average turn for each "bank at" rule.',
)
