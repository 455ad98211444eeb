"""``trueodds farkle best-dice``: the best six dice of those that you have."""

from __future__ import annotations

from pathlib import Path

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.cli.farkle._shared import load_rules
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
    "--for",
    "purpose",
    type=click.Choice(["mean", "turns"]),
    default="mean",
    help="The highest average turn (mean), or the fewest expected turns to the target, "
    "playing alone (turns).",
)
@click.option(
    "--target",
    type=click.IntRange(1, 1_000_000),
    help="The target of --for turns [default: that of the rules].",
)
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=1,
    help="Rank this many sets.",
)
@click.option(
    "--rounding",
    is_flag=True,
    help="Bound the average of the best set for all dice whose percentages are "
    "published as those of its dice are.",
)
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def best_dice(
    inventory: Path,
    purpose: str,
    target: int | None,
    top: int,
    rounding: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Print the best six of your dice, and why no others are better.

    The best have the highest average turn, or need the fewest turns to a target. Every
    set of six is considered: most are excluded together, by upper bounds of their
    averages, and the answer lists these bounds. An interrupted search is resumed. Dice
    are named as in `trueodds farkle policy --dice`, or have weights: "7:2:2:2:2:4" = 2.
    """
    from trueodds.core.errors import OptionError
    from trueodds.core.rules.farkle.inventory import read_inventory
    from trueodds.reports.games.farkle.best_dice import output
    from trueodds.reports.progress import shown

    fewest_turns = purpose == "turns"
    if target is not None and not fewest_turns:
        raise OptionError(
            f"--target {target} is only for --for turns; add it, or leave --target out"
        )
    fields = {"target": None if target is None else str(target)}
    record = load_rules(rules, with_fields(changes, fields))
    owned = read_inventory(inventory)
    with shown() as progress:
        return output(
            record,
            owned,
            top,
            progress,
            fewest_turns=fewest_turns,
            rounding=rounding,
        )
