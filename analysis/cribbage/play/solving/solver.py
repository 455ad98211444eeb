"""Discounted counterfactual regret minimisation for the play (Brown and Sandholm 2019).

The play with a joint distribution of both hands is a zero-sum game of two players with
perfect recall: the payoff is the dealer's points minus pone's. Each iteration passes
over the public tree once for each player, in turn. The average of the strategies tends
to an equilibrium; its *exploitability*, the sum of what both players could gain by a
best response to it, is measured by the same pass with a maximum.
"""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import (
    Payoffs,
    distribution,
    payoffs,
)
from trueodds.analysis.cribbage.play.solving.passes import (
    REACHES,
    REGRETS,
    RESPONSE,
    VALUES,
    WHOLE,
    Choices,
    Frontier,
    Scratch,
    Task,
    pass_over,
)
from trueodds.analysis.cribbage.play.tree.endings import WIDTH
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import Game
from trueodds.core.rules.cribbage_play import DEALER, PONE

POSITIVE, NEGATIVE, AVERAGE = 1.5, 0.0, 2.0
"""The discounts of DCFR: of positive and negative regrets, and of the average."""
WARM = 20
"""Number of iterations that the regrets of another game's solution stand for."""
NET = (1, -1), (-1, 1)
"""Weights of pone's and the dealer's points in the payoff of each."""
NO_UPDATE = np.zeros(3, np.float32)


@dataclass(eq=False)
class Solver:
    """The state of a solution: regrets and sums of strategies after some iterations.

    ``hands`` is the joint distribution: float64 (hands, hands), by the dealer's and
    pone's hand in the order of ``game.hands``, with a sum of 1. ``executor``
    passes over the subtrees (default: ``threads`` threads of this process).
    """

    game: Game
    hands: Array
    threads: int = 2
    dtype: type = np.float32
    executor: Executor | None = None

    def __post_init__(self) -> None:
        self.iterations = 0
        self.regrets = np.zeros(self.game.slots, np.float32)
        self.totals = np.zeros(self.game.slots, np.float32)

    def iterate(self) -> None:
        """Do one iteration: update pone's regrets, then the dealer's."""
        before = float(self.iterations)
        self.iterations += 1
        positive = before**POSITIVE / (before**POSITIVE + 1)
        negative = before**NEGATIVE / (before**NEGATIVE + 1) if before else 0.0
        weight = float(self.iterations) ** AVERAGE
        discounts = np.array([positive, negative, weight], np.float32)
        for player in (PONE, DEALER):
            self._passes.run(
                player,
                REGRETS,
                self.choices(discounts),
                self._payoffs[player],
            )

    def restart(self) -> None:
        """Scale the regrets to those of ``WARM`` iterations, and begin a new average.

        For a start from the solution of a similar game (Brown and Sandholm 2016).
        """
        self.regrets *= np.float32(WARM / max(self.iterations, WARM))
        self.totals[:] = 0
        self.iterations = min(self.iterations, WARM)

    @cached_property
    def _payoffs(self) -> tuple[Payoffs, ...]:
        return tuple(payoffs(self.game, player, NET[player]) for player in (0, 1))

    @cached_property
    def _passes(self) -> Passes:
        if self.executor is None:
            return Passes(self.game, self.hands, self.dtype, self.threads)
        from trueodds.analysis.cribbage.play.solving.remote_passes import RemotePasses

        return RemotePasses(self.game, self.hands, self.dtype, self.executor)

    def responses(self) -> tuple[Array, Array]:
        """Return the values of best responses to the averages, by hand.

        For pone and for the dealer; each value is times the hand's probability.
        """
        pone, dealer = (
            self._passes.run(player, RESPONSE, self.choices(), self._payoffs[player])
            for player in (PONE, DEALER)
        )
        return pone, dealer

    def choices(self, discounts: Array = NO_UPDATE) -> Choices:
        """Return the weights of the choices; by default passes do not update them."""
        return Choices(self.regrets, self.totals, discounts, np.zeros(0, np.bool_))

    def exploitability(self) -> float:
        """Return how much both could gain together, in points."""
        pone, dealer = self.responses()
        return float(pone.sum(dtype=np.float64) + dealer.sum(dtype=np.float64))


class Passes:
    """Passes over a game's tree with one distribution of hands, subtree by subtree."""

    def __init__(self, game: Game, hands: Array, dtype: type, threads: int = 2) -> None:
        self.game, self.dtype, self.threads = game, dtype, threads
        self.hands = [
            distribution(game, hands, player, dtype) for player in (PONE, DEALER)
        ]
        self.roots = self._frontier()
        number = np.full(len(game.tree.player), -1, np.int32)
        number[self.roots] = np.arange(len(self.roots))
        large = len(self.roots), max(int(game.multisets.sizes[-1]), WIDTH)
        self.frontier = Frontier(number, np.zeros(large, dtype), np.zeros(large, dtype))

    def run(self, player: int, purpose: int, choices: Choices, paid: Payoffs) -> Array:
        """Pass over the whole tree; return the player's values by hand."""
        tree, sets, dtype = self.game.tree, self.game.multisets, self.dtype
        fixed = tree, sets, self.hands[player], paid

        top = Scratch.of(sets, dtype)
        top.reach[0] = 1
        self.frontier.reach[:] = 0
        self.frontier.value[:] = 0
        silent = choices._replace(discounts=np.zeros_like(choices.discounts))
        above = Task(REACHES, purpose, player)
        pass_over(0, above, *fixed, silent, self.frontier, top)

        self.subtrees(player, purpose, choices, paid)
        above = Task(VALUES, purpose, player)
        pass_over(0, above, *fixed, choices, self.frontier, top)
        values: Array = top.value[0, : len(self.hands[0].by_player)].copy()
        return values

    def subtrees(
        self, player: int, purpose: int, choices: Choices, paid: Payoffs
    ) -> None:
        """Pass over all subtrees of the frontier, by threads."""
        tree, sets = self.game.tree, self.game.multisets
        fixed = tree, sets, self.hands[player], paid

        def subtree(place: int) -> None:
            if not self.frontier.reach[place].any():
                return
            room = Scratch.of(sets, self.dtype)
            room.reach[0] = self.frontier.reach[place]
            pass_over(
                *(int(self.roots[place]), Task(WHOLE, purpose, player), *fixed),
                *(choices, self.frontier, room),
            )
            self.frontier.value[place] = room.value[0]

        with ThreadPoolExecutor(self.threads) as threads:
            list(threads.map(subtree, range(len(self.roots))))

    def _frontier(self) -> Array:
        """Return the inner nodes after the lead and the answer to it."""
        level: Array = np.zeros(1, np.int32)
        for _ in range(2):
            below = self.game.tree.child[level].ravel()
            level = below[below >= 0]
        return level
