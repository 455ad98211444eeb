"""``trueodds farkle best-dice``: the best six dice of those that you have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options
from trueodds.reports.cli.farkle._shared import load_rules

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command("best-dice")
@click.option(
    "--inventory",
    metavar="FILE.toml",
    required=True,
    type=click.Path(path_type=Path),
    help="The dice that you have: a table [dice] with lines such as weighted = 2.",
)
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Rank this many sets.",
)
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def best_dice(
    inventory: Path, top: int, rules: str | None, changes: dict[str, str]
) -> Output:
    """Print the six of your dice with the highest average turn, and why.

    Every set of six is considered: most are excluded together, by upper bounds of their
    averages, and the answer lists these bounds. An interrupted search is resumed. Dice
    are named as in `trueodds farkle policy --dice`, or have weights: "7:2:2:2:2:4" = 2.
    """
    from trueodds.core.rules.farkle.inventory import read_inventory
    from trueodds.reports.games.farkle.best_dice import output
    from trueodds.reports.progress import shown

    record = load_rules(rules, changes)
    owned = read_inventory(inventory)
    with shown() as progress:
        return output(record, owned, top, progress)
