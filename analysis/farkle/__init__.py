"""Farkle: a roll, a turn, thresholds, alone against the target, and the match of two.

``odds`` has the game's quantities. It is imported when they are asked for, so that
advice on a match that is solved need not wait for all the rest.
"""

from collections.abc import Iterator

from trueodds.core.quantity import Quantity
from trueodds.core.rules.farkle import FarkleRules


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """Every quantity of one roll, one turn, an opening turn and the long run."""
    from trueodds.analysis.farkle import quantities as odds

    return odds.quantities(rules)
