"""``trueodds export``: chains and decision processes for other people's tools."""

from pathlib import Path

import click

from trueodds.reports.cli._shared import game_argument, rules_options

FORMATS = ("drn", "prism", "dot", "graphml")


@click.command()
@game_argument
@click.argument("model", required=False)
@click.option(
    "--to",
    "format_",
    type=click.Choice(FORMATS),
    help="The format: of Storm, of PRISM, of Graphviz, or GraphML.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="The file to write. PRISM has several, which differ by their ending.",
)
@rules_options
def export(
    game: str,
    model: str | None,
    format_: str | None,
    out: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> None:
    """Write the chain or decision process MODEL of GAME, with exact fractions.

    Without MODEL, say which models there are. Without --out the file is printed, and
    PRISM's files are written here, as GAME-MODEL.tra and so on.
    """
    from trueodds.analysis.export import model as explicit
    from trueodds.analysis.export import recipes, usage
    from trueodds.reports.export import FORMATS as WRITERS
    from trueodds.reports.files import write_together
    from trueodds.reports.text.tables import table_text

    if model is None:
        rows = [[usage(*named), named[1].about] for named in recipes(game).items()]
        click.echo(table_text(["model", ""], rows), nl=False)
        return
    if format_ is None:
        raise click.UsageError(f"--to is missing; it is one of {', '.join(FORMATS)}")
    texts = WRITERS[format_](explicit(game, model, rules, changes))
    if out is None and len(texts) == 1:
        click.echo(next(iter(texts.values())), nl=False)
        return
    path = Path(out or f"{game}-{model.replace(':', '-')}")
    if len(texts) == 1:
        named = {path.name: next(iter(texts.values()))}
    else:
        stem = path.stem if path.suffix.removeprefix(".") in texts else path.name
        named = {f"{stem}.{ending}": text for ending, text in texts.items()}
    write_together(path.parent, named)
    for name in named:
        click.echo(f"Wrote {path.parent / name}")
