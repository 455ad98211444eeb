"""Every quantity of cribbage, in order."""

from collections.abc import Iterator

from trueodds.analysis.cribbage import own_hand, show
from trueodds.analysis.cribbage.equilibrium import value_bounds
from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.game import means
from trueodds.analysis.cribbage.play import lead_rules, policy_quantities, shipped
from trueodds.analysis.cribbage.published import greedy, script
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent


def prepare(rules: CribbageRules, progress: Progress = silent) -> None:
    """Compute and cache the slow results, so that ``quantities`` is fast."""
    at_equilibrium(rules, progress=progress)
    policy_quantities.prepare(rules, progress)


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield the show, the choice of four cards, the discard, the play and the deal."""
    yield from show.quantities(rules)
    yield from own_hand.quantities(rules)
    yield from script.quantities(rules)
    results = at_equilibrium(rules)
    if results:
        yield from value_bounds.quantities(results.bounds)
        for role, of_role in results.roles.items():
            yield from greedy.quantities(role, of_role.greedy)
    yield from policy_quantities.quantities(rules, kept=results is not None)
    yield from shipped.quantities(rules)
    yield from lead_rules.quantities(rules)
    play = shipped.play_results(rules)
    if results and play:
        yield from means.quantities(rules, results.bounds, play)
