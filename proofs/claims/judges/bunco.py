"""Judges of claims on Bunco."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.judges import Finding, by_name
from trueodds.proofs.claims.lookup import KnownNumbers
from trueodds.proofs.claims.register import Reference


def fair_enough(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge if unfair dice change a digit of the odds that the source prints.

    ``arguments`` has the names of the ``unfair`` and of the ``fair`` rules, and the
    ``printed`` text of each probability by quantity id. ``answers`` computes the exact
    probabilities. The exact number is the change of the first probability in
    ``printed``.
    """
    moved = []
    shifts = []
    for id, printed in arguments["printed"].items():
        unfair, fair = (
            answers.number(Reference("bunco", arguments[which], id=id))
            for which in ("unfair", "fair")
        )
        assert isinstance(unfair, Fraction)
        assert isinstance(fair, Fraction)
        digits = read(printed).number
        shifts.append(unfair - fair)
        # The bias matters to a reader only if a printed digit is another one.
        if digits.rounded(unfair) != digits.rounded(fair):
            moved.append(id)
    needed = answers.number(
        Reference("bunco", arguments["unfair"], id="bias.likelihood_ratio.dice")
    )
    # "At least" stays true with the lower bound.
    dice = needed.lower if isinstance(needed, Enclosure) else needed
    first = next(iter(arguments["printed"]))
    changed = "No printed digit changes"
    if moved:
        changed = f"Printed digits of {', '.join(moved)} change"
    why = (
        f"The dice are not fair. {changed}; {first} moves by "
        f"{decimal_text(shifts[0], 4)}. Even the best test needs at least "
        f"{int(dice):,} dice to detect it."
    )
    return Finding("false" if moved else "true", shifts[0], why)


def scores(arguments: Mapping[str, Any], answers: KnownNumbers) -> Finding:
    """Judge the claimed scores of rolls, one by one and in total.

    ``arguments`` has the claimed ``scores`` by position (target and roll, such as
    ``2 | 266``) and their claimed ``total``. ``answers`` computes the exact scores. The
    exact number is the true total.
    """
    exact = {
        position: answers.number(Reference("bunco", score=position))
        for position in arguments["scores"]
    }
    wrong = [
        f"{position} scores {exact[position]}"
        for position, claimed in arguments["scores"].items()
        if exact[position] != claimed
    ]
    total = sum((Fraction(str(score)) for score in exact.values()), Fraction(0))
    right = not wrong and total == arguments["total"]
    why = f"{len(exact) - len(wrong)} of {len(exact)} are right; the total is {total}."
    return Finding("true" if right else "false", total, " ".join([why, *wrong]))


JUDGES = by_name(fair_enough, scores)
