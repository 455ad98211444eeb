"""Every quantity of cribbage, in order."""

from collections.abc import Iterator

from trueodds.analysis.cribbage import own_hand, show
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.published import greedy, script
from trueodds.core.progress import Progress, silent
from trueodds.core.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules


def prepare(rules: CribbageRules, progress: Progress = silent) -> None:
    """Compute and cache the slow results, so that ``quantities`` is fast."""
    at_equilibrium(rules, progress=progress)


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield the show, the choice of four cards, and the equilibrium of the discard."""
    yield from show.quantities(rules)
    yield from own_hand.quantities(rules)
    yield from script.quantities(rules)
    if results := at_equilibrium(rules):
        yield from value_bounds.quantities(results.bounds)
        for role, of_role in results.roles.items():
            yield from greedy.quantities(role, of_role.greedy)
