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

    from trueodds.core.errors import OutputError
    from trueodds.proofs.verify.bench.gate.history import load_history, page

    target = Path(out)
    text = page(load_history(Path(file)))
    if target.exists() and not force:
        raise OutputError(f"{out} exists; hint: --force overwrites it")
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"cannot write to {out}: {error.strerror}") from None
