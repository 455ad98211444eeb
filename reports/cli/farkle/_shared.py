"""Options and steps that the commands on Farkle share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from trueodds.analysis.farkle.dice.dice_set import DiceSet
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.core.rules.farkle.dice_kinds import DiceRoll


opening_option = click.option(
    "--opening",
    is_flag=True,
    help="You have not opened yet, so the minimum to open must be met.",
)

dice_option = click.option(
    "--dice",
    metavar="DICE",
    help="All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2' "
    "or '10:1:1:1:1:1*6' [default: the dice of the rules].",
)
against_option = click.option(
    "--against",
    metavar="DICE",
    help="Your opponent's dice, as --dice [default: the same dice as yours].",
)


def load_rules(source: str | None, changes: Mapping[str, str]) -> FarkleRules:
    """Return the rules of a command line."""
    from trueodds.core.rules.farkle import FarkleRules

    return FarkleRules.load(source, **changes)


def read_roll(dice: DiceSet, text: str) -> DiceRoll:
    """Return a roll of some of the dice, in order."""
    return tuple(sorted(dice.read(text)))


def reproduce(
    command: str, words: list[str], source: str | None, changes: Mapping[str, str]
) -> str:
    """Return the command line that gives the same result again."""
    import shlex

    from trueodds.analysis.run import reproducing_command

    line = reproducing_command("farkle", command, source, changes)
    first, _, rest = line.partition(f" {command} ")
    return f"{first} {command} {shlex.join(words)} {rest}" if words else line
