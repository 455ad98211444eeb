"""``trueodds compare``: the same quantities under several rule sets."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import WITH_ROWS, game_argument, prints
from trueodds.reports.output import Output


@click.command()
@game_argument
@click.argument("rules", nargs=-1, metavar="[RULES] RULES...")
@click.option(
    "--all", "everything", is_flag=True, help="Print every number, also equal ones."
)
@prints(*WITH_ROWS)
def compare(game: str, rules: tuple[str, ...], everything: bool) -> Output:
    """Compare the odds of GAME under several RULES: presets or files.

    The largest differences are printed first. A single set of rules is compared with
    the game's default.
    """
    from trueodds.analysis.run import odds
    from trueodds.core import games, rulebook
    from trueodds.reports.text.compare import output

    presets = rulebook.preset_names(games.find(game))
    if len(rules) == 1:
        rules = (presets[0], *rules)
    if len(set(rules)) < 2:
        raise click.UsageError(
            "compare needs two different rule sets or more; such as: "
            f"trueodds compare {game} {' '.join(presets[:2])}"
        )
    odds_by_rules = {name: odds(game, name) for name in rules}
    return output(game, odds_by_rules, everything=everything)
