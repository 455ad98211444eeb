"""``trueodds export``: chains and decision processes for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from trueodds.core.games import Game
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import (
    GameCommand,
    game_argument,
    one_of,
    rules_options,
)

FORMATS = ("drn", "prism", "dot", "graphml")


@click.command(cls=GameCommand)
@game_argument
@click.argument("model", required=False)
@click.option(
    "--to",
    type=one_of(FORMATS),
    help="File format: Storm (drn), PRISM, Graphviz (dot) or GraphML.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="File to write. PRISM has several, with different extensions.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@rules_options
def export(
    game: Game,
    model: str | None,
    to: str | None,
    out: str | None,
    force: bool,
    rules: ChosenRules,
) -> None:
    """Export a game's model to Storm, PRISM, Graphviz or GraphML, with exact fractions.

    Without MODEL, list the models of GAME. Without --out the file is printed; PRISM's
    files are written to this folder, as GAME-MODEL.tra and so on.

    A game can have options of its own: trueodds export GAME --help.
    """
    from trueodds.analysis.export import model as explicit
    from trueodds.analysis.export import recipes, usage
    from trueodds.reports.export import FORMATS as WRITERS
    from trueodds.reports.text.tables import table_text

    if model is None:
        rows = [[usage(*named), named[1].about] for named in recipes(game.name).items()]
        echo(table_text(["model", ""], rows), nl=False)
        return
    exported = explicit(game.name, model, *rules)
    if to is None:
        raise click.UsageError(f"--to is missing; it is one of {', '.join(FORMATS)}")
    texts = WRITERS[to](exported)
    text, *others = texts.values()
    if out is None and not others:
        echo(text, nl=False)
        return
    path = Path(out or f"{game.name}-{model.replace(':', '-')}")
    named = {path.name: text}
    if others:
        stem = path.stem if path.suffix.removeprefix(".") in texts else path.name
        named = {f"{stem}.{ending}": text for ending, text in texts.items()}
    refuse_to_replace((path.parent / name for name in named), force=force)
    write_together(path.parent, named)
    for name in named:
        echo(f"Wrote {path.parent / name}")
