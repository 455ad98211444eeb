"""The equilibrium of the show: best answers in turn, then a mixture where they cycle.

Both start with the best own hand and answer each other exactly. Every answer after the
first certifies a pair of strategies: the other already gives a best answer to what the
answering player threw until now, so what that player gains is the pair's
exploitability. Ties keep the current discard. The gains shrink to about 1e-9 points a
deal, where a few dozen classes keep chasing each other. Those are mixed (``mixing``),
and classes that the exact passes then find short are opened to the mixture, until there
are none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Work
from trueodds.analysis.cribbage.equilibrium import restricted_game
from trueodds.analysis.cribbage.equilibrium.best_response import (
    OTHER,
    Worth,
    certify,
    worth,
)
from trueodds.analysis.cribbage.equilibrium.restricted_game import Mixture, Open
from trueodds.analysis.cribbage.equilibrium.value_bounds import Certificate
from trueodds.analysis.cribbage.strategy import Choices, Strategy
from trueodds.analysis.cribbage.strategy_file import ROLES

GAP = Fraction(1, 10**9)
"""Exploitability, in points a deal, at which best answers in turn may stop."""

FEW = 1000
"""At most so many classes that changed last are opened to the mixture at first."""


@dataclass(frozen=True, eq=False, slots=True)
class Reached:
    """How far a solution is, after some best answers or mixtures.

    ``choices`` are uint8 (962988,) by role; ``gaps`` the exploitability certified by
    each answer; ``seen`` fingerprints of the choices after each; ``opened`` the
    discards to mix, by role; ``mixing`` whether the answers have begun to cycle, and
    ``mixtures`` the last mixture by role with its common denominator; ``proof`` is what
    an exact pass each proves about it, once nothing is left to open.
    """

    choices: dict[str, Choices]
    gaps: tuple[Fraction, ...] = ()
    seen: tuple[str, ...] = ()
    opened: dict[str, Open] = field(default_factory=lambda: {r: {} for r in ROLES})
    mixing: bool = False
    mixtures: dict[str, tuple[Mixture, int]] = field(default_factory=dict)
    proof: Certificate | None = None

    def strategies(self) -> dict[str, Strategy]:
        """What both roles throw."""
        found = {role: Strategy.pure(self.choices[role]) for role in ROLES}
        for role, (mixture, whole) in self.mixtures.items():
            found[role] = found[role].mixed(mixture, whole)
        return found


@dataclass(frozen=True, eq=False, slots=True)
class Solution:
    """A pair of strategies and what is proved about it."""

    dealer: Strategy
    pone: Strategy
    proof: Certificate


def begin(work: Work) -> Reached:
    """Both throw what leaves the most expected points in their own hand."""
    best = work.own.argmax(axis=1).astype(np.uint8)
    return Reached(dict.fromkeys(ROLES, best))


def solve(
    work: Work,
    *,
    gap: Fraction = GAP,
    start: Reached | None = None,
    keep: Callable[[Reached], None] = lambda reached: None,
) -> Solution:
    """Best answers in turn until the gap is certified, or else the mixture.

    ``keep`` is given every step; ``start`` is such a step, to go on from, and the
    solution is the same as without the interruption. The exploitability of a solution
    may be above ``gap`` where no small common denominator reaches it.
    """
    reached = start or begin(work)
    keep(reached)
    while not reached.mixing:
        step = _answer(reached, work)
        if len(step.gaps) > 1 and step.gaps[-1] <= gap:
            # It certifies the strategies before this answer.
            pair = reached.strategies()
            return Solution(**pair, proof=certify(pair["dealer"], pair["pone"], work))
        reached = step
        keep(reached)
    if reached.proof is None:
        reached = _mix(reached, work, keep)
    assert reached.proof is not None
    return Solution(**reached.strategies(), proof=reached.proof)


def _answer(reached: Reached, work: Work) -> Reached:
    """The next best answer: dealer and pone take turns."""
    role = ROLES[len(reached.gaps) % 2]
    stage = f"answer {len(reached.gaps) + 1}"
    if reached.gaps:
        stage += f", gap {float(reached.gaps[-1]):.1e}"
    current, other = reached.choices[role], reached.choices[OTHER[role]]
    answer = worth(role, Strategy.pure(other), work.named(stage))
    new = answer.best(current).astype(np.uint8)
    changed = np.flatnonzero(new != current)
    few = changed if len(changed) <= FEW else ()
    choices = reached.choices | {role: new}
    digest = hashlib.sha256(b"".join(choices[role].tobytes() for role in ROLES))
    told = f"{role} {digest.hexdigest()}"
    return replace(
        reached,
        choices=choices,
        gaps=(*reached.gaps, answer.loss(Strategy.pure(current))),
        seen=(*reached.seen, told),
        opened=reached.opened
        | {role: {int(c): [int(current[c]), int(new[c])] for c in few}},
        mixing=told in reached.seen,
    )


def _mix(reached: Reached, work: Work, keep: Callable[[Reached], None]) -> Reached:
    """Mixtures until no class is short of its best discard but for the rounding."""
    work = work.named("mixture")
    pure = {role: Strategy.pure(reached.choices[role]) for role in ROLES}
    totals = {role: worth(role, pure[OTHER[role]], work).totals for role in ROLES}
    while reached.proof is None:
        game = restricted_game.small_game(
            reached.opened, reached.choices, totals, work.rules
        )
        reached = replace(
            reached, mixtures=restricted_game.mixtures(game, reached.opened)
        )
        pair = reached.strategies()
        more = {role: dict(of) for role, of in reached.opened.items()}
        look = partial(_open, more, reached.choices, pair)
        proof = certify(pair["dealer"], pair["pone"], work, look)
        if more == reached.opened:
            reached = replace(reached, proof=proof)
        else:
            reached = replace(reached, opened=more)
        keep(reached)
    return reached


def _open(
    opened: dict[str, Open],
    choices: dict[str, Choices],
    pair: dict[str, Strategy],
    role: str,
    answer: Worth,
) -> None:
    """Open the best discard of every class that throws a worse one."""
    for row in np.flatnonzero(answer.short(pair[role])):
        discards = opened[role].get(int(row), [int(choices[role][row])])
        best = int(answer.totals[row].argmax())
        if best not in discards:
            opened[role][int(row)] = [*discards, best]
