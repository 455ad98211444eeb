"""Mean points of the play under simple policies: shipped for the usual rules.

Playing out all pairs of hands takes seconds for a policy without chance, and minutes
for random play. So the means under the usual rules of the play are shipped as values.
Under other rules of the play they are computed and cached, for dealt hands only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from trueodds.analysis.cribbage.play.policy import Policy, policies
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

FORMAT = 1
DEALT, KEPT = "dealt", "kept"
HANDS = {
    DEALT: "dealt hands",
    KEPT: "hands kept at equilibrium",
}
ALL_LINES = "random"
"""The policy that can take every line of legal play."""

Means = dict[str, Fraction]


class Shipped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shipped means by policy and role, for dealt and for kept hands.

    ``strategies`` is the SHA-256 of the strategy file by which hands are kept, and
    ``lines`` the number of all lines of legal play.
    """

    strategies: str
    lines: str
    dealt: dict[str, Means]
    kept: dict[str, Means]


class PolicyMeans(NamedTuple):
    """Mean points by role under a policy, and the number of lines it can take."""

    means: Means
    lines: int


@cache
def shipped() -> Shipped:
    """Return the shipped means, under the usual rules of the play.

    >>> shipped().lines
    '545768753'
    """
    content = (files(__package__) / "policy_means.toml").read_bytes()
    return msgspec.toml.decode(
        content, type=Shipped, dec_hook=lambda kind, text: kind(text)
    )


def dealt_means(
    name: str, policy: Policy, rules: PlayRules, progress: Progress = silent
) -> PolicyMeans:
    """Return the means over dealt hands: shipped, or computed and cached."""
    rules = rules.of_cards
    if rules == PlayRules() and name in shipped().dealt:
        return PolicyMeans(shipped().dealt[name], int(shipped().lines))
    key = {
        "format": FORMAT,
        "groups": policy.group_of_rank,
        "rules": msgspec.to_builtins(rules),
    }
    content = store.fetch_bytes(
        f"cribbage-play-{name}.json", key, lambda: _computed(policy, rules, progress)
    )
    record = json.loads(bytes(content))
    means = {role: Fraction(mean) for role, mean in record["means"].items()}
    return PolicyMeans(means, int(record["lines"]))


def prepare(rules: CribbageRules, progress: Progress = silent) -> None:
    """Compute and cache the means under house rules of the play."""
    for name, policy in policies().items():
        dealt_means(name, policy, rules.play, progress)


def quantities(rules: CribbageRules, *, kept: bool) -> Iterator[Quantity]:
    """Yield ``play.*``: mean points by hands, policy and role, and all lines.

    Hands as kept are left out unless ``kept``: the discard is that of the shipped
    equilibrium. They are also left out under other rules of the play.
    """
    kept = kept and rules.play.of_cards == PlayRules()
    for name, policy in policies().items():
        played = dealt_means(name, policy, rules.play)
        yield from _of_policy(DEALT, name, policy, played.means)
        if kept:
            yield from _of_policy(KEPT, name, policy, shipped().kept[name])
        if name == ALL_LINES:
            yield Quantity(
                id="play.lines",
                label="Orders in which two hands can be played, by ranks",
                value=Fraction(played.lines),
                unit="lines",
                method="enumeration",
            )


def _of_policy(
    hands: str, name: str, policy: Policy, means: Means
) -> Iterator[Quantity]:
    for role, mean in means.items():
        yield Quantity(
            id=f"play.{hands}.{name}.{role}.mean",
            label=f"Points of {role} in the play, {HANDS[hands]}: "
            f"both play {policy.description}",
            value=mean,
            unit="points",
            method="enumeration",
        )


def _computed(policy: Policy, rules: PlayRules, progress: Progress) -> bytes:
    from trueodds.analysis.cribbage.play.kept_hands import dealt_hands
    from trueodds.analysis.cribbage.play.policy_points import (
        expected_points,
        mean_points,
    )

    played = expected_points(policy, rules, progress)
    means = mean_points(played.points, dealt_hands())
    texts = {role: str(mean) for role, mean in means.items()}
    return json.dumps({"means": texts, "lines": str(played.lines)}).encode()
