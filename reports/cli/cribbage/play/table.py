"""``trueodds cribbage play table``: what every hand earns in the play."""

import click

from trueodds.reports.cli.cribbage._shared import (
    force_option,
    role_option,
    table_option,
)


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@role_option(required=True, help="Whose hands.")
@click.option(
    "--hands",
    type=click.Choice(["kept", "dealt"]),
    help="Which shipped table: of hands as both keep them at the equilibrium of the "
    "discard, or dealt at random. [default: kept]",
)
@table_option
@force_option
def table(
    folder: str | None, role: str, hands: str | None, out: str | None, force: bool
) -> None:
    """List the 1,820 hands by ranks, best first, with their mean points.

    Own, opponent's and net points when both play the certified strategies, and the most
    net points that any play can get against the opponent's strategy. DIR is a folder
    that "certify" has written. [default: the shipped table]
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import saved_solution, shipped
    from trueodds.core.errors import RulesError
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.answers.cribbage import play_table

    if out == "":
        raise click.BadParameter("it names no file", param_hint="--out")
    if folder is not None and hands is not None:
        raise click.UsageError("--hands chooses a shipped table; give it or DIR")
    if folder is None:
        play = shipped.play_results(CribbageRules.load(), hands or "kept")
        if play is None:
            raise RulesError("the play is solved for the usual rules only")
    else:
        play = saved_solution.values_of(Path(folder))
    path = Path(out) if out else None
    click.echo(play_table.write(play, role, path, force), nl=False)
