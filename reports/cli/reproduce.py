"""``trueodds reproduce``: derive a JSON file or a report again, and compare."""

import click


@click.command()
@click.argument("path", metavar="FILE|DIR")
def reproduce(path: str) -> int:
    """Derive a JSON FILE, or the report in DIR, again by its own command.

    Prints "identical" or the first difference. Exit code 1: there is a difference.
    """
    from pathlib import Path

    from trueodds.reports.reproduce import difference

    if fault := difference(Path(path)):
        click.echo(f"different: {fault}")
        return 1
    click.echo("identical")
    return 0
