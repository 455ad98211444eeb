"""``trueodds cache``: the results that are cached, and how to clear them."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import TABLES, prints
from trueodds.reports.output import Output, Part, Table


@click.command()
@click.option("--clear", is_flag=True, help="Delete the cached results.")
@prints(*TABLES)
def cache(clear: bool) -> Output:
    """List the cached results, or delete them.

    Results that take long are cached; everything that is deleted is computed again
    when it is needed.
    """
    from trueodds.core.storage import store

    sizes = {file: file.stat().st_size for file in store.cached()}
    total = f"{len(sizes):,} results, {sum(sizes.values()) / 1e6:,.1f} MB"
    rows = [[file.name, f"{size / 1e6:,.3f} MB"] for file, size in sizes.items()]
    listed: list[Part] = [Table(["result", "size"], rows)] if rows else []
    summary = f"Cached in {store.folder()}: {total}."
    if clear:
        for file in sizes:
            file.unlink(missing_ok=True)
        summary = f"Deleted {total}, from {store.folder()}"
    return Output(
        "trueodds.cache/1",
        record=lambda: {
            "folder": str(store.folder()),
            "bytes": {file.name: size for file, size in sizes.items()},
            "deleted": clear,
        },
        table=lambda: [summary, *([] if clear else listed)],
        markdown=lambda: [summary, *listed],
    )
