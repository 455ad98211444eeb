"""``trueodds farkle best-dice``: the best six dice of those that you have."""

from __future__ import annotations

from pathlib import Path

import click

from trueodds.core.errors import OptionError
from trueodds.reports.chosen import ChosenRules, require_text
from trueodds.reports.cli._shared import (
    WITH_ROWS,
    one_of,
    prints,
    rules_options,
)
from trueodds.reports.commands.farkle import farkle_rules
from trueodds.reports.output import Output
from trueodds.reports.progress import shown


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
    type=one_of(["mean", "turns", "match"]),
    default="mean",
    help="The highest average turn (mean), the fewest expected turns to the target, "
    "playing alone (turns), or the most wins to the target (match).",
)
@click.option(
    "--target",
    type=click.IntRange(1, 1_000_000),
    help="The target of --for turns and match [default: that of the rules].",
)
@click.option(
    "--against",
    metavar="DICE",
    help="Your opponent's dice in --for match [default: six fair dice].",
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
@prints(*WITH_ROWS)
def best_dice(
    inventory: Path,
    purpose: str,
    target: int | None,
    against: str | None,
    top: int,
    rounding: bool,
    rules: ChosenRules,
) -> Output:
    """Print the best six of your dice, and why no others are better.

    The best have the highest average turn, need the fewest turns to a target, or win
    the most matches. Every set of six is considered: most are excluded, often together,
    by upper bounds, and the answer lists these bounds. An interrupted search is
    resumed. Dice are named as in `trueodds farkle policy --dice`, or have weights:
    "7:2:2:2:2:4" = 2.
    """
    from trueodds.core.rules.farkle.inventory import read_inventory
    from trueodds.core.rules.farkle.loaded_dice import FAIR_SET
    from trueodds.reports.answers.farkle.best_dice import output

    if target is not None and purpose == "mean":
        raise OptionError(
            f"--target {target} is only for --for turns and --for match; add one, or "
            "leave --target out"
        )
    require_text("against", against)
    for option, is_given in (("against", against is not None), ("rounding", rounding)):
        if is_given and (purpose == "match") != (option == "against"):
            article = "only" if option == "against" else "not"
            raise OptionError(
                f"--{option} is {article} for --for match; leave one of them out"
            )
    fields = {"target": None if target is None else str(target)}
    record = farkle_rules(rules.with_fields(fields))
    owned = read_inventory(inventory)
    with shown() as progress:
        return output(
            record,
            owned,
            top,
            progress,
            purpose=purpose,
            against=against or FAIR_SET,
            rounding=rounding,
        )
