"""Strategies of the play on explicit game trees, and naive best responses to them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.play.solving.parts import PARTS
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.cards import parse_rank
from trueodds.core.models.model import Chance, Decision, End, ExtensiveGame, Node

Policy = Mapping[tuple[int, str], Mapping[str, Fraction]]
"""Probabilities of actions by player and information."""


def dealt(game: RanksOfPlay) -> Any:
    """Return the distribution of two hands dealt from four cards of each rank."""
    weights = [
        [
            prod(
                comb(4, d.count(r)) * comb(4 - d.count(r), p.count(r))
                for r in game.ranks
            )
            for p in game.hands
        ]
        for d in game.hands
    ]
    return np.array(weights, float) / np.sum(weights)


def solved(
    game: RanksOfPlay, hands: Any = None, iterations: int = 20, dtype: type = np.float32
) -> Solver:
    """Return a solver after some iterations, of hands dealt at random by default."""
    solver = Solver(game, dealt(game) if hands is None else hands, dtype=dtype)
    for _ in range(iterations):
        solver.iterate()
    return solver


def decisions(node: Node) -> Iterator[Decision]:
    """Yield all decisions below a node."""
    if isinstance(node, Chance):
        for _, _, below in node.outcomes:
            yield from decisions(below)
    elif isinstance(node, Decision):
        yield node
        for _, below in node.actions:
            yield from decisions(below)


def policy_in_parts(game: RanksOfPlay, parts: Any, explicit: ExtensiveGame) -> Policy:
    """Return a strategy in parts as probabilities on the explicit tree.

    A player who is alone plays for the most points.
    """
    policy: dict[tuple[int, str], dict[str, Fraction]] = {}
    for node in decisions(explicit.start):
        key = node.player, str(node.information)
        if key in policy:
            continue
        slots = slots_of(game, node)
        if slots is None:
            values = {name: alone(below, node.player) for name, below in node.actions}
            best = max(values, key=lambda name: values[name])
            policy[key] = {name: Fraction(name == best) for name in values}
        else:
            policy[key] = {
                name: Fraction(int(parts[slot]), PARTS) for name, slot in slots.items()
            }
        assert sum(policy[key].values()) == 1
    return policy


def slots_of(game: RanksOfPlay, node: Decision) -> dict[str, int] | None:
    """Return the slot of each action; None where the player is alone."""
    tree, ranks = game.tree, len(game.ranks)
    hand, _, history = str(node.information).partition(":")
    left = [game.ranks.index(parse_rank(name)) for name in hand.split()]
    at = 0
    for move in history.split():
        rank = ranks if move == "go" else game.ranks.index(parse_rank(move))
        if rank < ranks and tree.player[at] == node.player:
            left.remove(rank)
        at = tree.child[at, rank]
        if at < 0:
            return None
    assert tree.player[at] == node.player
    small = [*combinations_with_replacement(range(ranks), len(left) - 1)]
    slots = {}
    for name, _ in node.actions:
        rank = game.ranks.index(parse_rank(name))
        rest = list(left)
        rest.remove(rank)
        slots[name] = int(tree.slot[at]) + rank * len(small) + small.index(tuple(rest))
    return slots


def alone(node: Node, player: int) -> Fraction:
    """Return the most points of a player who alone holds cards."""
    if isinstance(node, End):
        return node.payoffs[player]
    assert isinstance(node, Decision)
    assert node.player == player
    return max(alone(below, player) for _, below in node.actions)


InformationSets = dict[str, list[tuple[Decision, Fraction]]]
"""The nodes of each information set, each with the opponent's and chance's reach."""


def information_sets(
    game: ExtensiveGame, player: int, policy: Policy
) -> InformationSets:
    """Return the information sets of a player whose opponent follows a policy."""
    sets: InformationSets = defaultdict(list)

    def collect(node: Node, reach: Fraction) -> None:
        if isinstance(node, Chance):
            for _, probability, below in node.outcomes:
                collect(below, reach * probability)
        elif isinstance(node, Decision):
            if node.player == player:
                sets[str(node.information)].append((node, reach))
            for name, below in node.actions:
                share = Fraction(1)
                if node.player != player:
                    share = policy[node.player, str(node.information)][name]
                if share:
                    collect(below, reach * share)

    collect(game.start, Fraction(1))
    return sets


def best_response(game: ExtensiveGame, player: int, policy: Policy) -> Fraction:
    """Return a player's expected payoff with a best response to a policy."""
    sets = information_sets(game, player, policy)
    chosen: dict[str, int] = {}

    def value(node: Node) -> Fraction:
        if isinstance(node, End):
            return node.payoffs[player]
        if isinstance(node, Chance):
            parts = [(share, below) for _, share, below in node.outcomes]
        else:
            information = str(node.information)
            if node.player == player:
                return value(node.actions[choice(information)][1])
            shares = policy[node.player, information]
            parts = [(shares[name], below) for name, below in node.actions]
        return sum((p * value(below) for p, below in parts if p), Fraction(0))

    def choice(information: str) -> int:
        if information not in chosen:
            totals: Counter[int] = Counter()
            for node, reach in sets[information]:
                for number, (_, below) in enumerate(node.actions):
                    totals[number] += reach * value(below)
            chosen[information] = max(totals, key=lambda number: totals[number])
        return chosen[information]

    return value(game.start)
