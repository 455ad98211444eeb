"""``trueodds cite`` and ``reproduce``: name a number, and derive it again."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import FORMATS, ChosenRules, prints, rules_options
from trueodds.reports.output import Output


@click.command()
@click.argument("game", required=False, metavar="[GAME|CLAIM]")
@click.argument("id", required=False)
@rules_options
@prints("text", "bibtex", "csl", "json")
def cite(game: str | None, id: str | None, rules: ChosenRules) -> Output:
    """Cite the program or, with GAME and ID, one exact number.

    A number is cited with its exact value, the digest of its rules, and the command
    that prints it, such as: trueodds cite bunco roll.bunco. A CLAIM of "trueodds
    claims", such as S1.e, is cited with its verdict.
    """
    from trueodds.reports.text.cite import cite as cited

    if game is None:
        return cited()
    from trueodds.core import games

    if id is None and game.lower() not in games.names() and (claim := _judged(game)):
        return claim
    name = games.find(game).name
    if id is None:
        raise click.UsageError(
            f"ID is missing; trueodds odds {name} --all lists the ids"
        )
    from trueodds.reports.progress import shown

    with shown() as progress:
        return cited(rules.odds(name, progress), id)


def _judged(name: str) -> Output | None:
    """Return the citation of a claim with this id, or None where there is none."""
    from trueodds.proofs.claims import judge
    from trueodds.proofs.claims.register import entries
    from trueodds.reports.text.cite import cite_claim

    ids = {entry.id.lower() for entry in entries()}
    if name.lower() not in ids:
        return None
    claims = judge(name)
    return next(cite_claim(c) for c in claims if c.id.lower() == name.lower())


@click.command()
@click.argument("path", metavar="FILE|DIR")
@prints(*FORMATS)
def reproduce(path: str) -> Output:
    """Derive a JSON FILE, or the report in DIR, again by its own command.

    Prints "identical" or the first difference. Exit code 1: there is a difference.
    """
    from pathlib import Path

    from trueodds.reports.reproduce import reproduced

    return reproduced(Path(path))
