"""Passes over the public tree in chunks of subtrees, by an executor.

A worker gets the reaches at some subtrees and their slots of regrets and sums. It
returns the values and the changed slots. Slots are numbered depth first, so those of
consecutive subtrees are one range. The arithmetic is that of a local pass, so that the
results are the same bit for bit. Workers cache the tree and the distribution.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import (
    Distribution,
    Payoffs,
    distribution,
    payoffs,
)
from trueodds.analysis.cribbage.play.solving.passes import (
    WHOLE,
    Choices,
    Frontier,
    Scratch,
    Task,
    pass_over,
)
from trueodds.analysis.cribbage.play.solving.solver import NET, NO_UPDATE, Passes
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import Game
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.core.storage.parallel import ranges

CHUNKS = 16


class Deck(NamedTuple):
    """A game and its joint distribution, as workers get it."""

    ranks: tuple[int, ...]
    hand: int
    rules: PlayRules
    hands: bytes
    """The distribution, float64 by the dealer's and pone's hand."""
    dtype: str


class Chunk(NamedTuple):
    """Consecutive subtrees and what a pass needs of them."""

    roots: Array
    reach: Array
    begin: int
    """The first slot."""
    regrets: Array
    totals: Array


class Passed(NamedTuple):
    """Values at the subtrees of a chunk, and its slots after the pass."""

    value: Array
    regrets: Array
    totals: Array


class RemotePasses(Passes):
    """Passes whose subtrees are passed over by an executor."""

    def __init__(
        self, game: Game, hands: Array, dtype: type, executor: Executor
    ) -> None:
        super().__init__(game, hands, dtype)
        self.executor = executor
        joint: Array = np.ascontiguousarray(hands, np.float64)
        self.deck = Deck(
            game.ranks, game.hand, game.rules, joint.tobytes(), np.dtype(dtype).name
        )
        tree = game.tree
        below_start = tree.child[0][tree.child[0] > 0]
        limits = np.sort(np.concatenate([self.roots, below_start]))
        after = np.searchsorted(limits, self.roots, side="right")
        slots = np.append(tree.slot[limits], game.slots)
        self.ends: Array = slots[after]

    def subtrees(
        self, player: int, purpose: int, choices: Choices, paid: Payoffs
    ) -> None:
        """Pass over all subtrees of the frontier, chunk by chunk."""
        calls = {}
        for first, last in ranges(len(self.roots), CHUNKS):
            begin = int(self.game.tree.slot[self.roots[first]])
            end = int(self.ends[last - 1])
            chunk = Chunk(
                self.roots[first:last],
                self.frontier.reach[first:last],
                begin,
                choices.regrets[begin:end],
                choices.totals[begin:end],
            )
            call = self.executor.submit(
                pass_over_chunk, self.deck, player, purpose, choices.discounts, chunk
            )
            calls[call] = first, last, begin, end
        try:
            for call, (first, last, begin, end) in calls.items():
                passed = call.result()
                self.frontier.value[first:last] = passed.value
                choices.regrets[begin:end] = passed.regrets
                choices.totals[begin:end] = passed.totals
        except BaseException:
            for call in calls:
                call.cancel()
            raise


def pass_over_chunk(
    deck: Deck, player: int, purpose: int, discounts: Array, chunk: Chunk
) -> Passed:
    """Pass over the subtrees of a chunk; a worker runs it."""
    game, hands, paid = _prepared(deck, player)
    dtype = np.dtype(deck.dtype).type
    # Pages of these arrays that are never touched take no memory.
    regrets, totals = np.zeros((2, game.slots), np.float32)
    slots = slice(chunk.begin, chunk.begin + len(chunk.regrets))
    regrets[slots], totals[slots] = chunk.regrets, chunk.totals
    recorded = np.zeros(0, np.bool_)
    choices = Choices(regrets, totals, NO_UPDATE + discounts, recorded)
    nothing = np.zeros((1, 1), dtype)
    frontier = Frontier(np.zeros(1, np.int32), nothing, nothing)
    value = np.zeros_like(chunk.reach)
    for place, root in enumerate(chunk.roots.tolist()):
        if not chunk.reach[place].any():
            continue
        room = Scratch.of(game.multisets, dtype)
        room.reach[0] = chunk.reach[place]
        pass_over(
            *(root, Task(WHOLE, purpose, player), game.tree, game.multisets, hands),
            *(paid, choices, frontier, room),
        )
        value[place] = room.value[0]
    return Passed(value, regrets[slots], totals[slots])


@lru_cache(2)
def _prepared(deck: Deck, player: int) -> tuple[Game, Distribution, Payoffs]:
    """Return a game with the distribution and payoffs of a player; cached."""
    game = Game(deck.ranks, deck.hand, deck.rules)
    size = len(game.hands)
    joint = np.frombuffer(deck.hands).reshape(size, size)
    hands = distribution(game, joint, player, np.dtype(deck.dtype).type)
    return game, hands, payoffs(game, player, NET[player])
