"""``trueodds cache``: the results that are cached, and how to clear them."""

import click


@click.command()
@click.option("--clear", is_flag=True, help="Delete the cached results.")
def cache(clear: bool) -> None:
    """List the cached results, or delete them.

    Results that take long are cached; everything that is deleted is computed again
    when it is needed.
    """
    from trueodds.core import store
    from trueodds.reports.text.tables import table_text

    files = store.cached()
    sizes = {file: file.stat().st_size for file in files}
    total = f"{len(files):,} results, {sum(sizes.values()) / 1e6:,.1f} MB"
    if clear:
        for file in files:
            file.unlink(missing_ok=True)
        click.echo(f"Deleted {total}, from {store.folder()}")
        return
    click.echo(f"Cached in {store.folder()}: {total}.")
    if files:
        rows = [[file.name, f"{size / 1e6:,.1f} MB"] for file, size in sizes.items()]
        click.echo(f"\n{table_text(['result', 'size'], rows)}", nl=False)
