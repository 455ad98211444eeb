"""``trueodds farkle``: what to keep, when to bank, and who wins."""

import click

from trueodds.reports.cli import Commands


@click.group(cls=Commands)
def farkle() -> None:
    """Farkle: what to keep, when to bank, and who wins."""


@farkle.imports("Bank or roll? And what to keep of a roll?")
def _advise() -> click.Command:
    from trueodds.reports.cli.farkle.advise import advise

    return advise


@farkle.imports("The best six of the dice that you have.")
def _best_dice() -> click.Command:
    from trueodds.reports.cli.farkle.best_dice import best_dice

    return best_dice


@farkle.imports("Who wins a match, and when to bank at any score.")
def _match() -> click.Command:
    from trueodds.reports.cli.farkle.match import match

    return match


@farkle.imports("List every legal keep of a roll, the best first.")
def _options() -> click.Command:
    from trueodds.reports.cli.farkle.options import options

    return options


@farkle.imports("Play the assignment's game with exactly its prompts.")
def _play() -> click.Command:
    from trueodds.reports.cli.farkle.play import play

    return play


@farkle.imports("When to bank, and the rolls that are exceptions.")
def _policy() -> click.Command:
    from trueodds.reports.cli.farkle.policy import policy

    return policy


@farkle.imports("The fewest turns to the target, playing alone.")
def _solitaire() -> click.Command:
    from trueodds.reports.cli.farkle.solitaire import solitaire

    return solitaire


@farkle.imports('The average turn for each "bank at" rule.')
def _thresholds() -> click.Command:
    from trueodds.reports.cli.farkle.thresholds import thresholds

    return thresholds
