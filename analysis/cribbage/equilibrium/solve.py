"""The equilibrium of the discard: iterated best response, then a double oracle.

Both players start with the best own hand and respond to each other exactly, in turn.
Every best response after the first proves the exploitability of the pair of strategies
before it. The opponent's strategy of the pair is already a best response, so the
exploitability is what the responding player gains. Ties keep the current discard. The
gains shrink to about 1e-9 points a deal, where a few dozen classes keep changing their
discard in a cycle. A restricted game over those classes is then solved for a mixture.
Classes in which the mixture is suboptimal over all deals join the restricted game,
until there are none (double oracle; McMahan, Gordon and Blum 2003).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.equilibrium import restricted_game
from trueodds.analysis.cribbage.equilibrium.best_response import (
    DiscardValues,
    discard_values,
    value_bounds,
)
from trueodds.analysis.cribbage.equilibrium.restricted_game import Mixture, Support
from trueodds.analysis.cribbage.equilibrium.value_bounds import ValueBounds
from trueodds.analysis.cribbage.strategy import Choices, Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import (
    CLASSES,
    OPPONENT,
    ROLES,
    show_digest,
)
from trueodds.core.packages import require
from trueodds.core.storage import checkpoint, store

GAP = Fraction(1, 10**9)
"""Exploitability, in points a deal, at which iterated best response may stop."""

FEW = 1000
"""The classes that the last best response changes can start the restricted game only if
they are at most this many."""

FORMAT = 3
"""Version of the checkpoints."""

log = logging.getLogger("trueodds")


@dataclass(frozen=True, eq=False, slots=True)
class SolverState:
    """State of the equilibrium solver, which can be written to a file.

    ``choices`` has the discard of each suit class of six cards, by role: uint8
    (962988,). ``gaps`` are the exploitabilities that the best responses have proved,
    and ``seen`` are fingerprints of the choices after each response. ``support`` has
    the discards among which the restricted game chooses, by role and class. ``mixing``
    is True once the best responses cycle, and ``mixtures`` has the last mixture by role
    with its common denominator. ``bounds`` are the value bounds from one exact best
    response for each player; they are None until no class can improve. A suit class has
    all sets of cards that differ only in the names of the suits.
    """

    choices: dict[str, Choices]
    gaps: tuple[Fraction, ...] = ()
    seen: tuple[str, ...] = ()
    support: dict[str, Support] = field(default_factory=lambda: {r: {} for r in ROLES})
    mixing: bool = False
    mixtures: dict[str, tuple[Mixture, int]] = field(default_factory=dict)
    bounds: ValueBounds | None = None

    def strategies(self) -> dict[str, Strategy]:
        """Return the discard strategy of each role in this state of the solver."""
        pair = {role: Strategy.pure(self.choices[role]) for role in ROLES}
        for role, mixture in self.mixtures.items():
            pair[role] = pair[role].mixed(*mixture)
        return pair


@dataclass(frozen=True, eq=False, slots=True)
class StrategyPair:
    """Discard strategies of the dealer and of pone, with bounds of the game's value.

    The bounds are proved by the best responses to these strategies.
    """

    dealer: Strategy
    pone: Strategy
    bounds: ValueBounds

    @classmethod
    def of(cls, pair: dict[str, Strategy], evaluator: Evaluator) -> StrategyPair:
        """Return a pair of discard strategies with its value bounds.

        ``pair`` has the strategies by "dealer" and "pone". ``evaluator`` has the rules,
        and computes the crib's mean points over all deals.
        """
        bounds = value_bounds(pair["dealer"], pair["pone"], evaluator)
        return cls(pair["dealer"], pair["pone"], bounds)

    @classmethod
    def named(cls, source: str | Path, evaluator: Evaluator) -> StrategyPair:
        """Return both roles' strategies, by name or from a file, with value bounds.

        ``source`` is the name of a strategy, or the path of the file. ``evaluator`` has
        the rules, and computes the crib's mean points over all deals. Raises
        ``UnknownNameError`` for a name that is no file either. Raises ``RulesError``
        for a file that cannot be read, is damaged, is for other rules, or has no
        strategy for a role.
        """
        pair = {role: strategy(source, role, evaluator.rules) for role in ROLES}
        return cls.of(pair, evaluator)


def initial_state(evaluator: Evaluator) -> SolverState:
    """Return the state from which the solver starts.

    In it, both players keep the hand with the most expected points, without the crib.
    ``evaluator`` has the rules, and computes the crib's mean points over all deals.
    """
    best = evaluator.own.argmax(axis=1).astype(np.uint8)
    return SolverState(dict.fromkeys(ROLES, best))


def solve(
    evaluator: Evaluator,
    *,
    gap: Fraction = GAP,
    start: SolverState | None = None,
    save: Callable[[SolverState], None] = lambda state: None,
) -> StrategyPair:
    """Solve for an equilibrium, by best responses and then restricted games.

    ``evaluator`` has the rules, and computes the crib's mean points over all deals. The
    best responses stop when they have proved an exploitability of at most ``gap``
    points a deal. If they repeat in a cycle instead, restricted games follow, in which
    few deals have a choice of discards. These games grow until no other discard is
    better. The weights of the solution are rounded to a common denominator, so its
    exploitability can be above ``gap``.

    The solver calls ``save`` with each state. From such a state as ``start``, it
    reaches the same solution as without an interruption.
    """
    require("an equilibrium", "highspy")
    state = start or initial_state(evaluator)
    save(state)
    while not state.mixing:
        following = _respond(state, evaluator)
        # The first gap proves nothing: the opponent's first strategy is no best
        # response.
        if len(following.gaps) > 1 and following.gaps[-1] <= gap:
            # The gap is of the strategies before this best response.
            return StrategyPair.of(state.strategies(), evaluator)
        state = following
        save(state)
    if state.bounds is None:
        state = _mix(state, evaluator, save)
    assert state.bounds is not None
    return StrategyPair(**state.strategies(), bounds=state.bounds)


def _respond(state: SolverState, evaluator: Evaluator) -> SolverState:
    """Return the state after the next best response: dealer and pone take turns."""
    role = ROLES[len(state.gaps) % 2]
    stage = f"best response {len(state.gaps) + 1}"
    if state.gaps:
        stage += f", gap {float(state.gaps[-1]):.1e}"
    current = state.choices[role]
    opponent = state.choices[OPPONENT[role]]
    values = discard_values(role, Strategy.pure(opponent), evaluator.named(stage))
    new = values.best_response(current)
    changed = np.flatnonzero(new != current)
    # The classes that still change are where the responses cycle, so they begin the
    # support.
    few = changed if len(changed) <= FEW else ()
    choices = state.choices | {role: new}
    digest = hashlib.sha256(b"".join(choices[role].tobytes() for role in ROLES))
    fingerprint = f"{role} {digest.hexdigest()}"
    support = {int(c): [int(current[c]), int(new[c])] for c in few}
    return replace(
        state,
        choices=choices,
        gaps=(*state.gaps, values.regret(Strategy.pure(current))),
        seen=(*state.seen, fingerprint),
        support=state.support | {role: support},
        # Best responses are pure and determined, so a repeated state means a cycle.
        mixing=fingerprint in state.seen,
    )


def _mix(
    state: SolverState, evaluator: Evaluator, save: Callable[[SolverState], None]
) -> SolverState:
    """Solve restricted games until only rounding makes classes suboptimal."""
    evaluator = evaluator.named("mixture")
    # The fixed classes stay as they are, so their values are computed once.
    totals = {
        role: discard_values(
            role, Strategy.pure(state.choices[OPPONENT[role]]), evaluator
        ).totals
        for role in ROLES
    }
    while state.bounds is None:
        game = restricted_game.restricted_game(
            state.support, state.choices, totals, evaluator.rules
        )
        state = replace(state, mixtures=restricted_game.mixtures(game, state.support))
        support = {role: dict(part) for role, part in state.support.items()}
        pair = state.strategies()
        inspect = partial(_extend, support, state.choices, pair)
        bounds = value_bounds(pair["dealer"], pair["pone"], evaluator, inspect)
        # No class can improve outside of the support: the bounds differ by rounding
        # only.
        if support == state.support:
            state = replace(state, bounds=bounds)
        else:
            state = replace(state, support=support)
        save(state)
    return state


def _extend(
    support: dict[str, Support],
    choices: dict[str, Choices],
    pair: dict[str, Strategy],
    role: str,
    values: DiscardValues,
) -> None:
    """Add the best discard of every class with a suboptimal discard to the support."""
    for row in np.flatnonzero(values.suboptimal(pair[role])).tolist():
        discards = support[role].get(row, [int(choices[role][row])])
        best = int(values.totals[row].argmax())
        if best not in discards:
            support[role][row] = [*discards, best]


def resume(path: Path, gap: Fraction, evaluator: Evaluator) -> StrategyPair:
    """Return equilibrium strategies, solved from the checkpoint if there is one.

    ``path`` is the file of the checkpoint. After each step, the solver writes its state
    to this file, in place of the state before. Raises ``OutputError`` when the file
    cannot be written. ``gap`` is the exploitability, in points a deal, at which best
    responses stop. If they repeat in a cycle, ``solve`` goes on without this limit.
    ``evaluator`` has the rules, and computes what discards score over all deals.
    """
    digest = show_digest(evaluator.rules)
    return solve(
        evaluator,
        gap=gap,
        start=load_state(path, digest),
        save=lambda state: save_state(path, state, digest),
    )


def save_state(path: Path, state: SolverState, rules: str) -> None:
    """Write the solver's state to a file, which is written whole or not at all.

    ``path`` is the file. ``rules`` is the digest of the rules, which the file records.
    Raises ``OutputError`` when the file cannot be written.
    """
    rest = replace(state, choices={})
    header = msgspec.to_builtins(rest, str_keys=True, enc_hook=str)
    store.write(path, {"format": FORMAT, "rules": rules} | header, state.choices)


def load_state(path: Path, rules: str) -> SolverState | None:
    """Return the solver's saved state, or None if there is none to resume from.

    ``path`` is the file, and ``rules`` the digest of the rules. A damaged file, or a
    file for other rules, is ignored; that is logged.
    """
    saved = checkpoint.resume(path, {"format": FORMAT, "rules": rules})
    if saved is None:
        return None
    try:
        return _state(*saved)
    except Exception as error:  # whatever its content is, it never stops a solve
        log.warning("cannot resume from %s (%r); starting over", path, error)
        return None


def _state(header: dict[str, Any], choices: store.Arrays) -> SolverState:
    if any(
        choices[role].shape != (CLASSES,) or not (choices[role] < 15).all()
        for role in ROLES
    ):
        raise ValueError("it has no discard for each class of deals")
    state = msgspec.convert(
        header, SolverState, strict=False, dec_hook=lambda _, text: Fraction(text)
    )
    return replace(
        state, choices={role: choices[role].astype(np.uint8) for role in ROLES}
    )
