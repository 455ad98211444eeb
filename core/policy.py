"""The best policy of one component: policy iteration, or strategy iteration for two.

One player: start from a policy that ends almost surely, solve for its value exactly,
and take another action only where that is strictly better (Howard 1960). A policy
that improves and yet need not end would collect reward in a cycle for ever, which
makes the value infinite; so every policy on the way ends, and no policy comes twice.
Two players: my policy improves only when the other's answer to it is exactly the best
(Hoffman & Karp, Management Science 12, 1966). My policies end the play whatever the
other does: if one did not, then on the states of an endless play no action of mine
had improved, so the policy before it would not have ended the play either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flint import fmpq

from trueodds.core.errors import ModelError
from trueodds.core.graph import attractor
from trueodds.core.linear import solve


@dataclass(frozen=True, slots=True)
class Row:
    """What an action is worth: a constant, and probabilities of nodes inside.

    The constant is the reward and the value of everything outside the component;
    ``leaves`` says whether there is a positive probability of going there.
    """

    constant: fmpq
    inner: dict[int, fmpq]
    leaves: bool

    def worth(self, values: Sequence[fmpq]) -> fmpq:
        """The expected total after this action when the nodes have these values."""
        return sum((p * values[i] for i, p in self.inner.items()), self.constant)


def best_policy(
    rows: Sequence[Sequence[Row]],
    states: Sequence[object],
    others: Collection[int] = (),
    *,
    sign: int = 1,
) -> tuple[list[int], list[fmpq]]:
    """The best action and the exact value of every node of a component.

    ``rows[i]`` are the actions of node i. The nodes in ``others`` belong to the other
    player, who wants the opposite. ``sign`` is 1 where more is better for me, else -1;
    ``states`` name the nodes in errors.

    Raises ``ModelError`` where I cannot make the play end, and where the value is
    infinite.
    """
    mine = [node for node in range(len(rows)) if node not in others]
    start = _ending(rows, others)
    policy = [start.get(node, 0) for node in range(len(rows))]
    for node, state in enumerate(states):
        if node not in start:
            if any(row.leaves for choices in rows for row in choices):
                raise ModelError(
                    f"state {state!r}: the other player can keep the play from ending"
                )
            raise ModelError(f"state {state!r} is in a cycle without exit")
    while True:
        chosen = [rows[node][action] for node, action in enumerate(policy)]
        values = solve([row.inner for row in chosen], [row.constant for row in chosen])
        if _improve(policy, rows, values, others, -sign):
            continue
        if not _improve(policy, rows, values, mine, sign):
            return policy, values
        ending = _ending(
            [c if n in others else [c[policy[n]]] for n, c in enumerate(rows)], others
        )
        for node, state in enumerate(states):
            if node not in ending:
                raise ModelError(
                    f"state {state!r} has no finite value: a cycle improves the total"
                    " for ever"
                )


def _ending(rows: Sequence[Sequence[Row]], others: Collection[int]) -> dict[int, int]:
    """The nodes from which I can make the play leave the component, and how."""
    outside = len(rows)
    actions = [
        [[*row.inner, outside] if row.leaves else [*row.inner] for row in choices]
        for choices in rows
    ]
    return attractor([*actions, []], [outside], others)


def _improve(
    policy: list[int],
    rows: Sequence[Sequence[Row]],
    values: Sequence[fmpq],
    nodes: Collection[int],
    sign: int,
) -> bool:
    """Change ``policy`` where another action is strictly better; whether it changed."""
    changed = False
    for node in nodes:
        best = sign * values[node]
        for action, row in enumerate(rows[node]):
            worth = sign * row.worth(values)
            if worth > best:
                best, policy[node], changed = worth, action, True
    return changed
