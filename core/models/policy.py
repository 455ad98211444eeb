"""Policy iteration within one component, and strategy iteration for two players.

One player: start from a policy that ends almost surely, solve for its value exactly,
and take another action only if that is strictly better (Howard 1960). A policy that
improves but need not end would collect reward in a cycle indefinitely, which makes the
value infinite; so every policy on the way ends, and no policy comes twice.
Two players: my policy improves only after the opponent's policy is an exact best
response to it (Hoffman & Karp, Management Science 12, 1966). My policies end the play
whatever the opponent does. Suppose that one did not: on the states of an endless play
no action of mine had improved, so the policy before it would not have ended the play
either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flint import fmpq

from trueodds.core.errors import ModelError
from trueodds.core.models.graph import attractor
from trueodds.core.models.linear import solve


@dataclass(frozen=True, slots=True)
class Row:
    """The value of an action: a constant, and probabilities of nodes inside.

    The constant is the reward plus the value of everything outside the component;
    ``leaves`` says if there is a positive probability of going there.
    """

    constant: fmpq
    inner: dict[int, fmpq]
    leaves: bool

    def value(self, values: Sequence[fmpq]) -> fmpq:
        """Return the expected total after this action, given the nodes' values."""
        return sum((p * values[i] for i, p in self.inner.items()), self.constant)


def best_policy(
    rows: Sequence[Sequence[Row]],
    states: Sequence[object],
    opponents: Collection[int] = (),
    *,
    sign: int = 1,
) -> tuple[list[int], list[fmpq]]:
    """Return the best action and the exact value of every node of a component.

    ``rows[i]`` are the actions of node i. The nodes in ``opponents`` belong to the
    opponent, who wants the opposite. ``sign`` is 1 if more is better for me, else -1;
    ``states`` name the nodes in errors.

    Raises ``ModelError`` if I cannot make the play end, and if the value is infinite.
    """
    mine = [node for node in range(len(rows)) if node not in opponents]
    start = _ending(rows, opponents)
    policy = [start.get(node, 0) for node in range(len(rows))]
    for node, state in enumerate(states):
        if node not in start:
            if any(row.leaves for actions in rows for row in actions):
                raise ModelError(
                    f"state {state!r}: the opponent can keep the play from ending"
                )
            raise ModelError(f"state {state!r} is in a cycle without exit")
    while True:
        chosen = [rows[node][action] for node, action in enumerate(policy)]
        values = solve([row.inner for row in chosen], [row.constant for row in chosen])
        if _improve(policy, rows, values, opponents, -sign):
            continue
        if not _improve(policy, rows, values, mine, sign):
            return policy, values
        ending = _ending(
            [
                actions if node in opponents else [actions[policy[node]]]
                for node, actions in enumerate(rows)
            ],
            opponents,
        )
        for node, state in enumerate(states):
            if node not in ending:
                raise ModelError(
                    f"state {state!r} has no finite value: a cycle improves the total"
                    " indefinitely"
                )


def _ending(
    rows: Sequence[Sequence[Row]], opponents: Collection[int]
) -> dict[int, int]:
    """Return the moves by which side 0 can force play out of the component, by node."""
    outside = len(rows)
    targets = [
        [[*row.inner, outside] if row.leaves else [*row.inner] for row in actions]
        for actions in rows
    ]
    return attractor([*targets, []], [outside], opponents)


def _improve(
    policy: list[int],
    rows: Sequence[Sequence[Row]],
    values: Sequence[fmpq],
    nodes: Collection[int],
    sign: int,
) -> bool:
    """Take strictly better actions in ``policy``; return if any was taken."""
    changed = False
    for node in nodes:
        best = sign * values[node]
        for action, row in enumerate(rows[node]):
            value = sign * row.value(values)
            if value > best:
                best, policy[node], changed = value, action, True
    return changed
