"""``trueodds cribbage play discards``: deals in which the play changes the discard."""

import click

from trueodds.reports.cli._shared import prints
from trueodds.reports.cli.cribbage._shared import role_option
from trueodds.reports.output import Output


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@role_option(help="The player who discards. [default: both]")
@prints("table", "json", "markdown", "latex", "tsv")
def discards(folder: str | None, role: str | None) -> Output:
    """Count the deals in which the play changes the best discard.

    Over all 20,358,520 deals, with what ignoring the play costs and the deals in which
    that costs most. The play's points are those of the shipped table. DIR is a folder
    that "certify" has written: it also gives the points against exactly the hands that
    each six cards leave to the opponent.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import all_discards, saved_solution, shipped
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
    from trueodds.core.errors import RulesError
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.answers.cribbage import play_effect
    from trueodds.reports.progress import shown

    rules = CribbageRules.load()
    path = Path(folder) if folder else None
    play = saved_solution.values_of(path) if path else shipped.play_results(rules)
    if play is None or play.name != "kept":
        raise RulesError("discards need the play of kept hands")
    effects, losses = [], []
    with shown() as progress:
        for each in (role,) if role else ROLES:
            opponent = strategy("equilibrium", OPPONENT[each], rules)
            show = all_discards.show_totals(each, opponent, rules, progress)
            effects.append(all_discards.table_effect(each, show, play))
            if path:
                losses.append(
                    all_discards.table_loss(each, show, play, path, rules, progress)
                )
    return play_effect.output(play, effects, losses)
