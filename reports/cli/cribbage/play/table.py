"""``trueodds cribbage play table``: what every hand earns in the play."""

import click


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--role",
    type=click.Choice(["dealer", "pone"]),
    required=True,
    help="Whose hands.",
)
@click.option("--out", metavar="FILE", help="A .csv file; otherwise it is printed.")
def table(folder: str, role: str, out: str | None) -> None:
    """Print the 1,820 hands by ranks, from a folder that "certify" has written.

    Probability, own, opponent's and net points when both play the strategies of DIR,
    and the most net points that any play can get against the opponent's strategy.
    """
    import csv
    import io
    from pathlib import Path

    from trueodds.analysis.cribbage.play import solution
    from trueodds.core.files import written_whole

    rows = solution.rows(solution.values_of(Path(folder)), role)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if out is None:
        click.echo(text.getvalue(), nl=False)
        return
    with written_whole(Path(out)) as place:
        place.write_text(text.getvalue(), encoding="utf-8")
    click.echo(f"Wrote {out}")
