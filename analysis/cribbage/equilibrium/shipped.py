"""What follows from the shipped equilibrium over all deals.

How far it is from one, mean cribs by what is thrown, and what the choice of the most
points now costs (S3, claim c). Found once, in two exact passes, and kept from then on.
"""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.equilibrium.value_bounds import (
    Certificate,
    as_texts,
    from_texts,
)
from trueodds.analysis.cribbage.published.losses import Loss
from trueodds.analysis.cribbage.published.tables import MeanCribs, Pair
from trueodds.analysis.cribbage.strategy_file import ROLES, are_for, content_of
from trueodds.core import rulebook, store
from trueodds.core.cards import format_cards, parse_cards
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.equilibrium.best_response import Worth

FORMAT = 2


@dataclass(frozen=True, slots=True)
class OfRole:
    """What holds for one role when both throw by the shipped equilibrium.

    ``static_choice`` is what the most points now lose, in the order of
    ``losses.TIES``.
    """

    cribs: MeanCribs
    static_choice: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class AtEquilibrium:
    """What is proved about the shipped strategies, and what holds for each role."""

    proof: Certificate
    roles: dict[str, OfRole]


def at_equilibrium(
    rules: CribbageRules,
    *,
    use_cache: bool = True,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> AtEquilibrium | None:
    """All of it, exact; None under other rules than the shipped equilibrium's.

    What is not kept from the last time is worked out by ``executor``, or here.
    """
    digest = rulebook.digest("cribbage", rules)
    content, name = content_of("equilibrium")
    if not are_for(content, digest, name):
        return None
    key = {
        "format": FORMAT,
        "rules": digest,
        "strategies": hashlib.sha256(content).hexdigest(),
    }
    kept = store.fetch_bytes(
        "cribbage-at-equilibrium.json",
        key,
        lambda: json.dumps(_find(rules, executor, progress)).encode(),
        use=use_cache,
    )
    found = json.loads(bytes(kept))
    roles = {role: _of_role(told) for role, told in found["roles"].items()}
    return AtEquilibrium(from_texts(found["proof"]), roles)


def _find(
    rules: CribbageRules, executor: Executor | None, progress: Progress
) -> dict[str, Any]:
    """As JSON has it: every number is text."""
    from trueodds.analysis.cribbage.crib.all_deals import Work
    from trueodds.analysis.cribbage.equilibrium.best_response import certify
    from trueodds.analysis.cribbage.published.greedy import losses, most_points_now
    from trueodds.analysis.cribbage.published.mean_cribs import mean_cribs
    from trueodds.analysis.cribbage.strategy import strategy

    plays = {role: strategy("equilibrium", role, rules) for role in ROLES}
    allowed = most_points_now(rules)
    roles: dict[str, Any] = {}

    def look(role: str, answer: Worth) -> None:
        means = mean_cribs(answer.crib, answer.denominator, plays[role].weights)
        lost = losses(answer.totals, answer.denominator, allowed)
        roles[role] = {
            "thrown": [[*pair, str(mean)] for pair, mean in means.thrown.items()],
            "held": [[*pair, str(mean)] for pair, mean in means.held.items()],
            "static_choice": [
                [str(of.deals), str(of.mean), str(of.worst), format_cards(of.hand)]
                for of in lost
            ],
        }

    proof = certify(
        plays["dealer"], plays["pone"], Work(rules, executor, progress), look
    )
    return {"proof": as_texts(proof), "roles": roles}


def _of_role(told: dict[str, Any]) -> OfRole:
    thrown, held = (
        {Pair(*pair): Fraction(mean) for *pair, mean in told[name]}
        for name in ("thrown", "held")
    )
    lost = tuple(
        Loss(Fraction(deals), Fraction(mean), Fraction(worst), parse_cards(hand))
        for deals, mean, worst, hand in told["static_choice"]
    )
    return OfRole(MeanCribs(thrown, held), lost)
