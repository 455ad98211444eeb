"""Outcomes of cribbage: the points of a random show."""

import numpy as np

from trueodds.analysis.cribbage.show import IMPOSSIBLE, show_table
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.verify.simulator.outcomes import (
    Kinds,
    OutcomeDistribution,
    of_numbers,
)


def outcome_distributions(rules: CribbageRules, rule: str) -> Kinds:
    """Return the kinds of outcome under the scoring rule ``hand`` or ``crib``."""

    def show() -> OutcomeDistribution:
        points = show_table(rules, "crib" if rule == "crib" else "hand")
        counts = np.bincount(points[points != IMPOSSIBLE])
        shows = Distribution({n: int(count) for n, count in enumerate(counts)})
        return of_numbers("show", f"the points of a random {rule}", shows)

    return {"show": show}
