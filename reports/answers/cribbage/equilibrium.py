"""The equilibrium of the discard: its value bounds as text, JSON and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.solve import Solution
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, ROLES, pack, show_digest
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.digits import fraction_text
from trueodds.core.rules.cribbage import DEFAULT, CribbageRules
from trueodds.core.storage.files import write_together
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import version

SCHEMA = "trueodds.equilibrium/1"
STRATEGIES = "equilibrium.strategy"
BOUNDS = "value-bounds.json"
CHECKPOINT = "solving.npz"
MOST_LISTED = 100
"""The most deals on which a strategy mixes that are listed."""


def write(solution: Solution, rules: CribbageRules, folder: Path) -> None:
    """Write the strategies and their value bounds into a folder.

    Raises ``OutputError`` when the folder cannot be written to.
    """
    tables = {role: getattr(solution, role).table for role in ROLES}
    strategies = pack(tables, show_digest(rules))
    bounds = output(solution, rules).text("json")
    write_together(folder, {STRATEGIES: strategies, BOUNDS: bounds})


def output(solution: Solution, rules: CribbageRules) -> Output:
    """Return the value bounds, and the deals on which the strategies mix."""
    return Output(SCHEMA, lambda: _record(solution, rules), lambda: _parts(solution))


def _parts(solution: Solution) -> Iterator[Part]:
    bounds = solution.bounds
    yield (
        f"The value of the deal is {float(bounds.lower):.10f} points for the dealer "
        f"({DEFAULT} rules, hand and crib minus pone's hand). The strategies are at "
        f"most {float(bounds.exploitability):.2g} points a deal from perfect."
    )
    rows = [
        [q.id, q.label, numbers.exact_text(q, abridge=True), numbers.decimal(q)]
        for q in value_bounds.quantities(bounds)
    ]
    yield Table(["id", "", "exact", "decimal"], rows)
    lines = []
    for role in ROLES:
        mixed = getattr(solution, role).mixed_classes()
        lines.append(f"{role}: mixes on {len(mixed)} of {CLASSES:,} suit classes")
        for hand, shares in _hands(mixed):
            texts = (
                f"{thrown} with {fraction_text(share)} ({float(share):.4f})"
                for thrown, share in shares.items()
            )
            lines.append(f"  {hand}: {', '.join(texts)}")
    yield "\n".join(lines)


def _record(solution: Solution, rules: CribbageRules) -> dict[str, Any]:
    bounds = solution.bounds
    return {
        "rules_digest": rulebook.digest("cribbage", rules),
        "version": version(),
        "lower": fraction_text(bounds.lower),
        "upper": fraction_text(bounds.upper),
        "exploitability": fraction_text(bounds.exploitability),
        "quantities": [q.record() for q in value_bounds.quantities(bounds)],
        "mixed": {role: _mixed_record(getattr(solution, role)) for role in ROLES},
    }


def _mixed_record(strategy: Strategy) -> dict[str, Any]:
    mixed = strategy.mixed_classes()
    return {
        "classes": len(mixed),
        "deals": [
            {
                "hand": hand.split(),
                "discards": [
                    {"discard": thrown.split(), "weight": fraction_text(share)}
                    for thrown, share in shares.items()
                ],
            }
            for hand, shares in _hands(mixed)
        ],
    }


def _hands(
    mixed: Mapping[int, Mapping[int, Fraction]],
) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Yield a deal of each suit class as text, and the probabilities of its discards.

    Yield nothing if there are more than ``MOST_LISTED`` deals.
    """
    for index, shares in mixed.items() if len(mixed) <= MOST_LISTED else ():
        cards = [Card.of_number(int(n)) for n in all_classes(6).cards[index]]
        yield (
            format_cards(cards),
            {
                format_cards(cards[place] for place in DISCARDS[discard]): share
                for discard, share in shares.items()
            },
        )
