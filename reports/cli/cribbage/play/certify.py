"""``trueodds cribbage play certify``: two proved best responses."""

import click

from trueodds.reports.cli.cribbage.play._shared import hands_option


@click.command()
@click.argument("folder", metavar="DIR")
@hands_option
def certify(folder: str, hands: str) -> None:
    """Recompute both best responses to the strategy in DIR, with proved bounds.

    The dealer's best response is an upper bound of the value of the game, pone's is a
    lower bound. DIR/values.json gets what every hand earns.
    """
    from fractions import Fraction
    from pathlib import Path

    from trueodds.analysis.cribbage.play import saved_solution
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.progress import shown

    with shown() as progress:
        values = saved_solution.certified(
            Path(folder), CribbageRules.load(), hands, progress
        )
    lower, upper = values["value"]
    click.echo(f"Value for the dealer: {lower} to {upper} points a deal, proved.")
    gap = float(Fraction(upper) - Fraction(lower))
    click.echo(
        f"{values['hands']} hands, {values['iterations']} iterations; "
        f"both players could gain {gap:.2g} points together at most."
    )
    for role in ("dealer", "pone"):
        lower, upper = values[role]
        click.echo(f"Average points of the {role}: {lower} to {upper}")
    click.echo(f"In this game {values['model']}.")
    click.echo(f"Wrote {Path(folder) / saved_solution.VALUES}")
