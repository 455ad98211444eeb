"""``trueodds cribbage perft``: all lines of legal play of two hands."""

import click

from trueodds.reports.cli._shared import rules_options


@click.command()
@click.argument("pone", metavar="PONE")
@click.argument("dealer", metavar="DEALER")
@click.option("--divide", is_flag=True, help="Count the lines for each first card.")
@rules_options
def perft(
    pone: str, dealer: str, divide: bool, rules: str | None, changes: dict[str, str]
) -> None:
    """Count all complete lines of legal play of two hands of four cards.

    A hand is written as "5H 6D 7S 8C". The table has the final points of pone and of
    the dealer, and the number of lines that end with them. Equal ranks of different
    suits are different cards.
    """
    from collections import Counter

    from trueodds.analysis.cribbage.play.perft import perft as count
    from trueodds.core.cards import parse_cards
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.text.tables import table_text

    record = CribbageRules.load(rules, **changes)
    by_lead = count(parse_cards(pone), parse_cards(dealer), record.play)
    if divide:
        leads = [[str(card), f"{n.total():,}"] for card, n in by_lead.items()]
        click.echo(table_text(["lead", "lines"], leads), nl=False)
    else:
        lines = sum(by_lead.values(), Counter[tuple[int, int]]())
        rows = [
            [str(of_pone), str(of_dealer), f"{number:,}"]
            for (of_pone, of_dealer), number in sorted(lines.items())
        ]
        click.echo(table_text(["pone", "dealer", "lines"], rows), nl=False)
    total = sum(lines.total() for lines in by_lead.values())
    click.echo(f"{total:,} lines of legal play")
