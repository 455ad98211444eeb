"""``trueodds cribbage sample``: whole deals at solved strategies, as counts."""

import click

from trueodds.reports.cli._shared import seed_option
from trueodds.reports.cli.cribbage._shared import force_option


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=1_000_000,
    metavar="N",
    help="Number of deals, a multiple of 50.",
)
@seed_option
@click.option(
    "--out",
    metavar="FILE",
    default="cribbage.deals",
    help="The file to write. An unfinished sample of the same file is resumed.",
)
@force_option
def sample(folder: str, deals: int, seed: int, out: str, force: bool) -> None:
    """Sample whole deals, for "cribbage win --deals FILE".

    Both players throw by the shipped equilibrium of the discard, and play by the
    strategy in DIR, which "play solve" has written for hands as kept. A million deals
    take about half a minute on two processors.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.game.sample import sample as sampled
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.files import refuse_to_replace, require_folder_of
    from trueodds.reports.progress import shown

    if not out:
        raise click.BadParameter("it names no file", param_hint="--out")
    path = Path(out)
    require_folder_of(path)
    if not force:
        refuse_to_replace([path])
    unfinished = path.with_name(f"{path.name}.unfinished")
    with shown() as progress:
        counts = sampled(
            Path(folder), CribbageRules.load(), deals, seed, unfinished, progress
        )
    counts.write(path)
    unfinished.unlink(missing_ok=True)
    click.echo(f"Wrote {path}: {deals:,} deals (seed {seed})")
