"""``trueodds cribbage play export``: the play of a small deck for other solvers."""

import click

from trueodds.reports.cli._shared import rules_options
from trueodds.reports.cli.cribbage._shared import force_option


@click.command()
@click.option(
    "--ranks",
    metavar="RANKS",
    required=True,
    help='Ranks of the small deck, such as "A 2 3"; it has four cards of each.',
)
@click.option(
    "--hand",
    type=click.IntRange(1, 4),
    default=2,
    help="Cards that each player holds.",
)
@click.option("--out", metavar="FILE", help="File to write. [default: print it]")
@force_option
@rules_options
def export(
    ranks: str,
    hand: int,
    out: str | None,
    force: bool,
    rules: str | None,
    changes: dict[str, str],
) -> None:
    """Export the play of a small deck to Gambit's .efg format, with exact fractions.

    The hands are dealt at random. Every pair of hands is a history of its own, so that
    a solver for games in extensive form can check the play.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play.explicit_tree import explicit_game
    from trueodds.core.cards import parse_rank
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.files import refuse_to_replace, write_together
    from trueodds.reports.export.efg import efg_text

    if out == "":
        raise click.BadParameter("it names no file", param_hint="--out")
    record = CribbageRules.load(rules, **changes)
    deck = [parse_rank(word) for word in ranks.replace(",", " ").split()]
    text = efg_text(
        explicit_game(deck, hand, record.play),
        "Payoffs are points in the play, less the opponent's. Each player knows his "
        "own ranks, the cards played and every go.",
    )
    if out is None:
        click.echo(text, nl=False)
        return
    path = Path(out)
    if not force:
        refuse_to_replace([path])
    write_together(path.parent, {path.name: text})
    click.echo(f"Wrote {path}: {text.count(chr(10)) - 2:,} nodes")
