"""The equilibrium of the discard: solved into a folder, proved, and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Work
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium import checkpoint, value_bounds
from trueodds.analysis.cribbage.equilibrium import solve as equilibrium
from trueodds.analysis.cribbage.equilibrium.best_response import certify as certify_pair
from trueodds.analysis.cribbage.equilibrium.value_bounds import Certificate
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import ROLES, pack
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.cards import Card, format_cards
from trueodds.core.printing import fraction_text
from trueodds.core.progress import Progress
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.files import write_together
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.records import quantity_record, version

SCHEMA = "trueodds.equilibrium/1"
STRATEGIES, CERTIFICATE, STATE = (
    "equilibrium.strategy",
    "certificate.json",
    "solving.npz",
)
MOST_LISTED = 100
"""At most so many deals on which a strategy mixes are listed."""


@dataclass(frozen=True, eq=False, slots=True)
class Certified:
    """Two strategies, what is proved about them, and by what rules."""

    strategies: Mapping[str, Strategy]
    proof: Certificate
    rules: CribbageRules


def usual_rules() -> CribbageRules:
    """Six-card cribbage."""
    return CribbageRules.load()


def certify(
    source: str | Path, executor: Executor | None, progress: Progress
) -> Certified:
    """Both best answers to a named pair of strategies, or to a file's.

    Raises as ``strategies.strategy`` does.
    """
    rules = usual_rules()
    pair = {role: strategy(source, role, rules) for role in ROLES}
    work = Work(rules, executor, progress)
    return Certified(pair, certify_pair(pair["dealer"], pair["pone"], work), rules)


def solve(
    folder: Path, gap: Fraction, executor: Executor | None, progress: Progress
) -> Certified:
    """Solve in a folder, going on from what is there, and write the strategies.

    Raises ``OutputError`` when the folder cannot be written to.
    """
    rules = usual_rules()
    digest = rulebook.digest("cribbage", rules)
    solution = equilibrium.solve(
        Work(rules, executor, progress),
        gap=gap,
        start=checkpoint.load(folder / STATE, digest),
        keep=lambda reached: checkpoint.save(folder / STATE, reached, digest),
    )
    pair = {"dealer": solution.dealer, "pone": solution.pone}
    found = Certified(pair, solution.proof, rules)
    throws = {role: strategy.throws for role, strategy in pair.items()}
    write_together(
        folder,
        {STRATEGIES: pack(throws, digest), CERTIFICATE: output(found).text("json")},
    )
    return found


def output(found: Certified) -> Output:
    """Return what is proved, and the deals on which the strategies mix."""
    return Output(SCHEMA, lambda: _record(found), lambda: _parts(found))


def _parts(found: Certified) -> list[Part]:
    rows = [
        [
            quantity.id,
            quantity.label,
            numbers.exact_text(quantity, abridge=True),
            numbers.decimal(quantity),
        ]
        for quantity in value_bounds.quantities(found.proof)
    ]
    lines = []
    for role, played in found.strategies.items():
        deals = _mixed(played)
        lines.append(f"{role}: mixes on {len(deals)} of {_classes():,} suit classes")
        if len(deals) <= MOST_LISTED:
            lines += [f"  {hand}: {_shares(shares)}" for hand, shares in _hands(deals)]
    return [Table(["id", "", "exact", "decimal"], rows), "\n".join(lines)]


def _record(found: Certified) -> dict[str, Any]:
    proof = found.proof
    return {
        "rules_digest": rulebook.digest("cribbage", found.rules),
        "version": version(),
        "lower": fraction_text(proof.lower),
        "upper": fraction_text(proof.upper),
        "exploitability": fraction_text(proof.exploitability),
        "quantities": [quantity_record(q) for q in value_bounds.quantities(proof)],
        "mixed": {
            role: _mixed_record(played) for role, played in found.strategies.items()
        },
    }


def _mixed_record(played: Strategy) -> dict[str, Any]:
    deals = _mixed(played)
    listed = _hands(deals) if len(deals) <= MOST_LISTED else ()
    return {
        "classes": len(deals),
        "deals": [
            {
                "hand": hand.split(),
                "discards": [
                    {"discard": thrown.split(), "weight": fraction_text(share)}
                    for thrown, share in shares.items()
                ],
            }
            for hand, shares in listed
        ],
    }


Mixed = dict[int, dict[int, Fraction]]


def _mixed(played: Strategy) -> Mixed:
    """The chance of each discard, by class, where more than one is played."""
    rows = np.array(played.throws.rows)
    several = (rows > 0).sum(axis=1) > 1
    found = np.flatnonzero(several[np.asarray(played.throws.entries)])
    return {
        int(index): {
            discard: Fraction(weight, played.denominator)
            for discard, weight in enumerate(played.throws.weights(int(index)))
            if weight
        }
        for index in found
    }


def _hands(deals: Mixed) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """A deal of each class in text, and the chances of its discards."""
    for index, shares in deals.items():
        cards = [Card.of_number(int(n)) for n in all_classes(6).cards[index]]
        yield (
            format_cards(cards),
            {
                format_cards(cards[place] for place in DISCARDS[discard]): share
                for discard, share in shares.items()
            },
        )


def _shares(shares: Mapping[str, Fraction]) -> str:
    return ", ".join(
        f"{thrown} with {fraction_text(share)} ({float(share):.4f})"
        for thrown, share in shares.items()
    )


def _classes() -> int:
    return len(all_classes(6).cards)
