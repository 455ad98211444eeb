"""``trueodds cite``: cite the program, or one exact number."""

import click

from trueodds.reports.cli._shared import rules_options


@click.command()
@click.argument("game", required=False)
@click.argument("id", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "bibtex", "csl")),
    default="text",
    show_default=True,
    help="Plain text, BibTeX, or CSL JSON.",
)
@rules_options
def cite(
    game: str | None,
    id: str | None,
    format_: str,
    rules: str | None,
    changes: dict[str, str],
) -> None:
    """Cite the program or, with GAME and ID, one exact number.

    A number is cited with its exact value, the digest of its rules, and the command
    that prints it, such as: trueodds cite bunco roll.bunco
    """
    from trueodds.reports.text.cite import cite as citation

    if game is None:
        click.echo(citation().text(format_), nl=False)
        return
    if id is None:
        raise click.UsageError(f"ID is missing; see trueodds odds {game}")
    from trueodds.analysis.run import odds
    from trueodds.reports.progress import shown

    with shown() as progress:
        exact = odds(game.lower(), rules, changes=changes, progress=progress)
    click.echo(citation(exact, id).text(format_), nl=False)
