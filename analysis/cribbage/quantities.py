"""Every quantity of cribbage, in order."""

from collections.abc import Iterator

from trueodds.analysis.cribbage import show
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.published import losses, script
from trueodds.core.progress import Progress, silent
from trueodds.core.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules


def prepare(rules: CribbageRules, progress: Progress = silent) -> None:
    """Do what takes long and is kept, so that ``quantities`` finds it done."""
    at_equilibrium(rules, progress=progress)


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """The show, the choice of four cards, and the equilibrium of the discard."""
    yield from show.quantities(rules)
    yield from script.quantities(rules)
    if found := at_equilibrium(rules):
        yield from value_bounds.quantities(found.proof)
        for role, of_role in found.roles.items():
            yield from losses.quantities(role, of_role.static_choice)
