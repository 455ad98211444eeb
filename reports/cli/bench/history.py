"""``trueodds bench history``: draw the history of gate runs."""

import click


@click.command()
@click.argument("file")
@click.option("--out", required=True, metavar="FILE.html", help="The page to write.")
@click.option("--force", is_flag=True, help="Overwrite an existing page.")
def history(file: str, out: str, force: bool) -> None:
    """Draw the ratios in FILE, chained over commits, one plot for each benchmark.

    "trueodds bench gate --history FILE" writes FILE.
    """
    from pathlib import Path

    from trueodds.core.storage.files import refuse_to_replace, written_whole
    from trueodds.proofs.verify.bench.gate.history import load_history, page

    target = Path(out)
    text = page(load_history(Path(file)))
    if not force:
        refuse_to_replace([target])
    with written_whole(target) as place:
        place.write_text(text, encoding="utf-8")
