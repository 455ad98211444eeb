"""Results at the shipped equilibrium over all deals, cached.

The results are the value bounds, the mean cribs by the two cards thrown, and the cost
of keeping the four cards that score the most points now (``published.greedy``). Two
exact evaluations over all deals compute all of them.
"""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.equilibrium.value_bounds import (
    ValueBounds,
    as_texts,
    from_texts,
)
from trueodds.analysis.cribbage.published.tables import MeanCribs, Pair
from trueodds.analysis.cribbage.strategy_file import (
    ROLES,
    content_of,
    equilibrium_is_for,
    show_digest,
)
from trueodds.core.cards import format_cards, parse_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.equilibrium.best_response import DiscardValues
    from trueodds.analysis.cribbage.published.greedy import Loss

MADE_BY = "at-equilibrium/2"
"""Changes whenever the results would come out or be stored differently."""

DIGEST = "a8603ea7373ac6bf7bf6a51105c975fdf68fecc57c602b9502ea853d025a0c4e"
"""SHA-256 of the results.

A cache file with another content is not believed, even if its checksum is right.
"""


@dataclass(frozen=True, slots=True)
class RoleResults:
    """Results for one role when both players discard by the shipped equilibrium.

    ``cribs`` has the mean cribs by the two cards thrown. ``greedy`` are the losses of a
    player who keeps the most points now, one for each of the ways ``greedy.TIES`` to
    choose among ties.
    """

    cribs: MeanCribs
    greedy: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class AtEquilibrium:
    """The value bounds of the shipped discard strategies, and the results of each role.

    ``roles`` has the results by "dealer" and "pone".
    """

    bounds: ValueBounds
    roles: dict[str, RoleResults]


def at_equilibrium(
    rules: CribbageRules,
    *,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> AtEquilibrium | None:
    """Return the results of the shipped equilibrium strategies, from the cache.

    Missing results are computed, by ``executor`` if given. The result is None if the
    rules differ from the rules of the shipped equilibrium. All results are exact.
    """
    if not equilibrium_is_for(rules):
        return None
    content, _ = content_of("equilibrium")
    key = {
        "made by": MADE_BY,
        "rules": show_digest(rules),
        "strategies": hashlib.sha256(content).hexdigest(),
    }
    return store.fetch_checked(
        "cribbage-at-equilibrium.json",
        key,
        lambda: json.dumps(_computed(rules, executor, progress)).encode(),
        _read,
    )


def _read(content: memoryview) -> AtEquilibrium:
    """Return the results from their text; raise ``ValueError`` for other results."""
    if hashlib.sha256(content).hexdigest() != DIGEST:
        raise ValueError("its content is not the results of the shipped strategies")
    texts = json.loads(bytes(content))
    roles = {role: _role_results(results) for role, results in texts["roles"].items()}
    return AtEquilibrium(from_texts(texts["proof"]), roles)


def _computed(
    rules: CribbageRules, executor: Executor | None, progress: Progress
) -> dict[str, Any]:
    """Compute the results as values for JSON, in which every number is text."""
    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium.best_response import value_bounds
    from trueodds.analysis.cribbage.published.greedy import losses, most_points_now
    from trueodds.analysis.cribbage.published.mean_cribs import mean_cribs
    from trueodds.analysis.cribbage.strategy import strategy

    pair = {role: strategy("equilibrium", role, rules) for role in ROLES}
    allowed = most_points_now(rules)
    roles: dict[str, Any] = {}

    def inspect(role: str, values: DiscardValues) -> None:
        means = mean_cribs(values.crib, values.denominator, pair[role].weights)
        roles[role] = {
            "thrown": [[*cards, str(mean)] for cards, mean in means.thrown.items()],
            "held": [[*cards, str(mean)] for cards, mean in means.held.items()],
            "static_choice": [
                [
                    str(loss.deals),
                    str(loss.mean),
                    str(loss.worst),
                    format_cards(loss.hand),
                ]
                for loss in losses(values.totals, values.denominator, allowed)
            ],
        }

    evaluator = Evaluator(rules, executor, progress)
    bounds = value_bounds(pair["dealer"], pair["pone"], evaluator, inspect)
    return {"proof": as_texts(bounds), "roles": roles}


def _role_results(texts: dict[str, Any]) -> RoleResults:
    from trueodds.analysis.cribbage.published.greedy import Loss

    thrown, held = (
        {Pair(*pair): Fraction(mean) for *pair, mean in texts[name]}
        for name in ("thrown", "held")
    )
    losses = tuple(
        Loss(Fraction(deals), Fraction(mean), Fraction(worst), parse_cards(hand))
        for deals, mean, worst, hand in texts["static_choice"]
    )
    return RoleResults(MeanCribs(thrown, held), losses)
