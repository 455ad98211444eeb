"""``trueodds cribbage play adapt``: discards adapted to a solved play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli.cribbage._shared import force_option

if TYPE_CHECKING:
    from fractions import Fraction


def _share(context: click.Context, parameter: click.Parameter, text: str) -> Fraction:
    from fractions import Fraction

    from trueodds.core.exact.exact_toml import exact

    try:
        share = exact(text)
    except ValueError:
        share = Fraction(0)
    if not 0 < share <= 1:
        raise click.BadParameter(f"{text!r} is no share above 0, up to 1, such as 1/2")
    return share


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--out", metavar="FILE", required=True, help="Strategy file to write.")
@force_option
@click.option(
    "--share",
    metavar="SHARE",
    default="1",
    callback=_share,
    help="Share of the best discards in the new strategies; the rest is as before.",
)
def adapt(folder: str, out: str, force: bool, share: Fraction) -> None:
    """Adapt the discards of both players to the play solved in DIR.

    DIR is a folder that "certify" has written. For every deal, the best throw by hand,
    crib and play is computed against the discards and the play of the opponent. FILE
    gets the new strategies, for "solve --hands FILE". Repeating both steps leads
    towards an equilibrium of discard and play together. Takes minutes.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import adapted_discards
    from trueodds.analysis.cribbage.strategy_file import pack
    from trueodds.core import rulebook
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.files import refuse_to_replace, write_together
    from trueodds.reports.progress import shown

    if not out:
        raise click.BadParameter("it names no file", param_hint="--out")
    path, rules = Path(out), CribbageRules.load()
    if not force:
        refuse_to_replace([path])
    with shown() as progress:
        adapted = adapted_discards.adapt(Path(folder), rules, share, progress)
    tables = {role: each.strategy.table for role, each in adapted.items()}
    content = pack(tables, rulebook.digest("cribbage", rules))
    write_together(path.parent, {path.name: content})
    for role, each in adapted.items():
        click.echo(
            f"As {role}, the best discards gain {each.gain:.6f} points a deal against "
            f"the same opponent, up to {each.most:.3f} in a single deal. They differ "
            f"from the usual throw in {100 * each.changed:.2f} % of deals."
        )
    together = sum(each.gain for each in adapted.values())
    click.echo(f"Together {together:.6f} points a deal, computed in floating point.")
    click.echo(f"Wrote {path}")
