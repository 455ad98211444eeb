"""Independent derivation of the shifts by unfair dice: generating functions."""

from fractions import Fraction

from msgspec.structs import replace

from trueodds.core.rules.bunco import BuncoRules, Generator
from trueodds.proofs.bunco.games import derive


def biases(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact shifts of the odds of rolls and games.

    Raises:
        ValueError: If the rules have re-rolls, as dice are then not independent.
    """
    fair = derive(replace(rules, weights=(), generator=Generator()))
    return {
        f"bias.{id}": value - fair.get(id, Fraction(0))
        for id, value in derive(rules).items()
    }
