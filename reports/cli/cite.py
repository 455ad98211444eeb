"""``trueodds cite``: cite the program, or one exact number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.argument("game", required=False)
@click.argument("id", required=False)
@rules_options
@prints("text", "bibtex", "csl", "json")
def cite(
    game: str | None, id: str | None, rules: str | None, changes: dict[str, str]
) -> Output:
    """Cite the program or, with GAME and ID, one exact number.

    A number is cited with its exact value, the digest of its rules, and the command
    that prints it, such as: trueodds cite bunco roll.bunco
    """
    from trueodds.reports.text.cite import cite as citation

    if game is None:
        return citation().output()
    from trueodds.core import games

    name = games.find(game).name
    if id is None:
        raise click.UsageError(
            f"ID is missing; trueodds odds {name} --all lists the ids"
        )
    from trueodds.analysis.run import odds
    from trueodds.reports.progress import shown

    with shown() as progress:
        exact = odds(name, rules, changes=changes, progress=progress)
    return citation(exact, id).output()
