"""Unfair dice a second way: generating functions of these dice and of fair ones."""

from fractions import Fraction

from msgspec.structs import replace

from trueodds.core.rules.bunco import BuncoRules, Generator
from trueodds.proofs.bunco.games import derive


def biases(rules: BuncoRules) -> dict[str, Fraction]:
    """How far the dice move the odds of rolls and games; exact.

    Raises ``ValueError`` as ``derive`` does.
    """
    fair = derive(replace(rules, weights=(), generator=Generator()))
    return {
        f"bias.{id}": value - fair.get(id, Fraction(0))
        for id, value in derive(rules).items()
    }
