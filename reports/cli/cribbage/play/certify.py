"""``trueodds cribbage play certify``: two proved best responses."""

import click

from trueodds.reports.cli.cribbage._shared import hands_option


@click.command()
@click.argument("folder", metavar="DIR")
@hands_option
def certify(folder: str, hands: str) -> None:
    """Recompute both best responses to the strategy in DIR, with proved bounds.

    The dealer's best response is an upper bound of the value of the game, pone's is a
    lower bound. DIR/values.json gets what every hand earns, and DIR/certificate.json
    the strategies and bounds, for "trueodds check --numpy".
    """
    from decimal import ROUND_CEILING
    from fractions import Fraction
    from pathlib import Path

    from trueodds.analysis.cribbage.play import saved_solution
    from trueodds.core.errors import ModelError
    from trueodds.core.exact.printing import decimal_text
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.proofs.certificates import cribbage_play
    from trueodds.reports.progress import shown

    path, rules = Path(folder), CribbageRules.load()
    last = f"Wrote {path / cribbage_play.FILE}"
    with shown() as progress:
        values = saved_solution.certified(path, rules, hands, progress)
        try:
            cribbage_play.write(path, rules, values, progress)
        except ModelError as error:  # a strategy file with many different rows
            last = f"Wrote no certificate: {error}"
    lower, upper = values["value"]
    click.echo(f"Value for the dealer: {lower} to {upper} points a deal, proved.")
    gap = decimal_text(Fraction(upper) - Fraction(lower), 2, ROUND_CEILING)
    click.echo(
        f"{values['hands']} hands, {values['iterations']} iterations; "
        f"both players could gain {gap} points together at most."
    )
    for role in ("dealer", "pone"):
        lower, upper = values[role]
        click.echo(f"Average points of the {role}: {lower} to {upper}")
    click.echo(f"In this game {values['model']}.")
    click.echo(f"Wrote {path / saved_solution.VALUES}")
    click.echo(last)
