"""``trueodds cribbage perft``: all lines of legal play of two hands."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import TABLES, prints, rules_options
from trueodds.reports.output import Output, Table


@click.command()
@click.argument("pone", metavar="PONE")
@click.argument("dealer", metavar="DEALER")
@click.option("--divide", is_flag=True, help="Count the lines for each first card.")
@rules_options
@prints(*TABLES)
def perft(
    pone: str, dealer: str, divide: bool, rules: str | None, changes: dict[str, str]
) -> Output:
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
    lines = sum(by_lead.values(), Counter[tuple[int, int]]())
    leads = Table(
        ["lead", "lines"],
        [[str(card), f"{points.total():,}"] for card, points in by_lead.items()],
    )
    points = Table(
        ["pone", "dealer", "lines"],
        [
            [str(of_pone), str(of_dealer), f"{number:,}"]
            for (of_pone, of_dealer), number in sorted(lines.items())
        ],
    )
    shown = leads if divide else points
    total = f"{lines.total():,} lines of legal play"
    return Output(
        "trueodds.perft/1",
        record=lambda: {
            "lines": lines.total(),
            "by_lead": {str(card): each.total() for card, each in by_lead.items()},
            "by_points": {f"{pone},{dealer}": n for (pone, dealer), n in lines.items()},
        },
        table=lambda: [shown],
        others={"table": lambda: f"{table_text(shown.header, shown.rows)}{total}\n"},
    )
