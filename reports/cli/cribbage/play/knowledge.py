"""``trueodds cribbage play knowledge``: gain from the starter and the discards."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints
from trueodds.reports.cli.cribbage._shared import role_option
from trueodds.reports.output import Output


@click.command()
@click.argument("folder", metavar="DIR")
@role_option(help="The player who knows more. [default: both]")
@prints("table", "json", "markdown", "latex", "tsv")
def knowledge(folder: str, role: str | None) -> Output:
    """Bound what knowing the starter and one's own discards adds to the play.

    The strategies of "solve" use neither. The bounds are proved over all deals, against
    the strategy in DIR, which "certify" has completed: for a player who knows his six
    cards, the starter too, or even the opponent's hand. Takes several minutes.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import larger_game
    from trueodds.analysis.cribbage.strategy_file import ROLES
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.answers.cribbage import play_knowledge
    from trueodds.reports.progress import shown

    fixed = Path(folder), CribbageRules.load()
    roles = (role,) if role else ROLES
    with shown() as progress:
        return play_knowledge.output(
            [larger_game.knowledge_bounds(each, *fixed, progress) for each in roles]
        )
