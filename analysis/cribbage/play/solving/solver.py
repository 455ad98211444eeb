"""Discounted counterfactual regret minimisation for the play (Brown and Sandholm 2019).

The play with a joint distribution of both hands is a zero-sum game of two players with
perfect recall: the payoff is the dealer's points minus pone's. Each iteration passes
over the public tree once for each player, in turn. The average of the strategies tends
to an equilibrium; its *exploitability*, the sum of what both players could gain by a
best response to it, is measured by the same pass with a maximum.

Threads pass over the subtrees, or the workers of an executor do, in chunks. A worker
gets the reaches at some subtrees, and their slots of regrets and sums. It returns the
values and the changed slots. Slots are numbered depth first, so those of consecutive
subtrees are one range. A worker computes exactly as a thread does, so the results are
equal bit for bit. Workers cache the tree and the distribution.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import (
    ArrangedHands,
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
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules
from trueodds.core.storage.parallel import Threads, ranges

POSITIVE = 1.5
NEGATIVE = 0.0
AVERAGE = 2.0
"""The discounts of DCFR: of positive and negative regrets, and of the average."""
WARM = 20
"""Number of iterations that the regrets of another game's solution stand for."""
NET = (1, -1), (-1, 1)
"""Weights of pone's and the dealer's points in pone's payoff, and the dealer's."""
NO_UPDATE = np.zeros(3, np.float32)


@dataclass(eq=False)
class Solver:
    """The solver of the play: regrets and sums of strategies after some iterations.

    ``hands`` has the probability of each pair of hands: float64 (hands, hands), by the
    dealer's and pone's hand in the order of ``game.hands``, with a sum of 1. ``dtype``
    is the type of the floats in a pass. ``executor`` passes over the subtrees of the
    public tree. By default, ``threads`` threads of this process do so.
    """

    game: RanksOfPlay
    hands: Array
    threads: int = 2
    dtype: type = np.float32
    executor: Executor | None = None

    def __post_init__(self) -> None:
        self.iterations = 0
        self.regrets = np.zeros(self.game.slots, np.float32)
        self.totals = np.zeros(self.game.slots, np.float32)

    def iterate(self) -> None:
        """Do one iteration: update pone's regrets, then the dealer's.

        The regrets are in ``regrets``. The strategies played are added to ``totals``,
        which define the average strategy.
        """
        before = float(self.iterations)
        self.iterations += 1
        positive = before**POSITIVE / (before**POSITIVE + 1)
        negative = before**NEGATIVE / (before**NEGATIVE + 1) if before else 0.0
        weight = float(self.iterations) ** AVERAGE
        discounts = np.array([positive, negative, weight], np.float32)
        # In turns: the dealer's pass already plays against pone's new regrets.
        for player in (PONE, DEALER):
            self._passes.run(
                player,
                REGRETS,
                self.choices(discounts),
                self._payoffs[player],
            )

    def restart(self) -> None:
        """Keep the regrets as those of few iterations, and begin a new average.

        The regrets are scaled down to those of at most ``WARM`` iterations, and the
        sums of the strategies are set to 0. This starts the solver from the solution of
        a similar game (Brown and Sandholm 2016).
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
        return RemotePasses(self.game, self.hands, self.dtype, self.executor)

    def responses(self) -> tuple[Array, Array]:
        """Return what best responses to the opponent's average strategy get, by hand.

        The first vector is pone's, and the second is the dealer's. An entry is the
        player's mean net points with a hand, times the probability of the hand.
        """
        pone, dealer = (
            self._passes.run(player, RESPONSE, self.choices(), self._payoffs[player])
            for player in (PONE, DEALER)
        )
        return pone, dealer

    def choices(self, discounts: Array = NO_UPDATE) -> Choices:
        """Return the regrets and sums of strategies, for a pass over the tree.

        ``discounts`` are the factors by which the pass updates them
        (``Choices.discounts``). By default, the pass does not update them.
        """
        return Choices(self.regrets, self.totals, discounts, np.zeros(0, np.bool_))

    def exploitability(self) -> float:
        """Return what both players together gain by best responses, in points a deal.

        The best responses are to the average strategies.
        """
        pone, dealer = self.responses()
        return float(pone.sum(dtype=np.float64) + dealer.sum(dtype=np.float64))


class Passes:
    """Passes over the public tree of a game, which compute a player's expected points.

    A pass visits the nodes of the tree to which the opponent's plays can lead.
    ``hands`` has the probability of each pair of hands, by the dealer's and pone's
    hand. The *frontier* is the nodes after the first two plays. The subtrees below it
    do not depend on each other, so ``threads`` threads share them. ``dtype`` is the
    type of the floats.
    """

    def __init__(
        self, game: RanksOfPlay, hands: Array, dtype: type, threads: int = 2
    ) -> None:
        self.game = game
        self.dtype = dtype
        self.threads = threads
        self.hands = [
            distribution(game, hands, player, dtype) for player in (PONE, DEALER)
        ]
        self.roots = self._frontier()
        place = np.full(len(game.tree.player), -1, np.int32)
        place[self.roots] = np.arange(len(self.roots))
        large = len(self.roots), max(int(game.multisets.sizes[-1]), WIDTH)
        self.frontier = Frontier(place, np.zeros(large, dtype), np.zeros(large, dtype))

    def run(self, player: int, purpose: int, choices: Choices, paid: Payoffs) -> Array:
        """Pass over the whole tree; return a player's expected points, by his hand.

        ``player`` is 0 for pone and 1 for the dealer. The points are multiplied by the
        probability of the hand. ``purpose`` is one of the four purposes of a pass, such
        as ``RESPONSE`` for a best response. Some of them change ``choices``, the
        weights of both players' choices. ``paid`` are the player's payoffs where the
        play ends.
        """
        start: Array = np.ones(self.frontier.reach.shape[1], self.dtype)
        fixed = self.game, self.hands[player], paid
        self.frontier.reach[:] = 0
        self.frontier.value[:] = 0
        # Both stages above the frontier meet the same choices. The first stage has the
        # weight 0, so that the average counts each choice once.
        without_update = choices._replace(discounts=np.zeros_like(choices.discounts))
        above = Task(REACHES, purpose, player)
        _values(0, start, above, *fixed, without_update, self.frontier)
        self.subtrees(player, purpose, choices, paid)
        above = Task(VALUES, purpose, player)
        values = _values(0, start, above, *fixed, choices, self.frontier)
        return values[: len(self.hands[0].by_player)]

    def subtrees(
        self, player: int, purpose: int, choices: Choices, paid: Payoffs
    ) -> None:
        """Compute a player's expected points in all subtrees, by threads.

        The subtrees are those below the frontier, the nodes of the public tree after
        the first two plays. The results are written to ``self.frontier.value``.
        ``player`` is 0 for pone and 1 for the dealer. ``purpose`` is one of the four
        purposes of a pass, such as ``RESPONSE`` for a best response. Some of them
        change ``choices``, the weights of both players' choices. ``paid`` are the
        player's payoffs where the play ends.
        """
        reach = self.frontier.reach
        task = Task(WHOLE, purpose, player)
        fixed = task, self.game, self.hands[player], paid, choices, self.frontier

        def subtree(place: int) -> None:
            # The opponent never comes to this subtree, so its values are 0.
            if reach[place].any():
                root = int(self.roots[place])
                self.frontier.value[place] = _values(root, reach[place], *fixed)

        with Threads(self.threads) as threads:
            list(threads.map(subtree, range(len(self.roots))))

    def _frontier(self) -> Array:
        """Return the inner nodes after the lead and the answer to it."""
        level: Array = np.zeros(1, np.int32)
        for _ in range(2):
            below = self.game.tree.child[level].ravel()
            level = below[below >= 0]
        return level


def _values(
    root: int,
    reach: Array,
    task: Task,
    game: RanksOfPlay,
    hands: ArrangedHands,
    paid: Payoffs,
    choices: Choices,
    frontier: Frontier,
) -> Array:
    """Return the player's values at a root, where the opponent has a reach."""
    scratch = Scratch.of(game.multisets, reach.dtype.type)
    scratch.reach[0] = reach
    fixed = task, game.tree, game.multisets, hands, paid, choices, frontier
    pass_over(root, *fixed, scratch)
    values: Array = scratch.value[0]
    return values


CHUNKS = 16


class SharedGame(NamedTuple):
    """A game of the play and the probabilities of hands, in a form for other processes.

    ``ranks``, ``hand`` and ``rules`` are those of ``RanksOfPlay``. ``dtype`` is the
    name of the type of floats that the processes compute with.
    """

    ranks: tuple[int, ...]
    hand: int
    rules: PlayRules
    hands: bytes
    """The distribution, float64 by the dealer's and pone's hand."""
    dtype: str


class Subtrees(NamedTuple):
    """Consecutive subtrees of the public tree, for a worker that passes over them.

    ``roots`` are the numbers of their top nodes. ``reach`` has a row for each root: the
    probability that the opponent makes the plays that lead to it, by the cards that he
    still holds. A slot is the number of a choice in the tree. ``begin`` is the first
    slot in the subtrees, whose slots are consecutive. ``regrets`` and ``totals`` are
    the sums of the regrets and of the strategies, by these slots.
    """

    roots: Array
    reach: Array
    begin: int
    regrets: Array
    totals: Array


class Passed(NamedTuple):
    """The results of a pass over consecutive subtrees of the public tree.

    ``value`` has a row for the root of each subtree: the player's expected points, by
    the cards that he still holds. ``regrets`` and ``totals`` are the sums of the
    regrets and of the strategies after the pass, for each choice in the subtrees.
    """

    value: Array
    regrets: Array
    totals: Array


class RemotePasses(Passes):
    """Passes over the public tree whose subtrees are sent to an executor.

    The arguments are those of ``Passes``, with an executor in place of threads.
    """

    def __init__(
        self, game: RanksOfPlay, hands: Array, dtype: type, executor: Executor
    ) -> None:
        super().__init__(game, hands, dtype)
        self.executor = executor
        joint: Array = np.ascontiguousarray(hands, np.float64)
        self.deck = SharedGame(
            game.ranks, game.hand, game.rules, joint.tobytes(), np.dtype(dtype).name
        )
        tree = game.tree
        below_start = tree.child[0][tree.child[0] > 0]
        # Slots are numbered depth first. So those of a subtree end where the next
        # answer to the lead begins, or the node of the next lead.
        limits = np.sort(np.concatenate([self.roots, below_start]))
        after = np.searchsorted(limits, self.roots, side="right")
        slots = np.append(tree.slot[limits], game.slots)
        self.ends: Array = slots[after]

    def subtrees(
        self, player: int, purpose: int, choices: Choices, paid: Payoffs
    ) -> None:
        """Compute a player's expected points in all subtrees, by the executor.

        The subtrees are those below the frontier, the nodes of the public tree after
        the first two plays. The executor gets them in chunks. The results are written
        to ``self.frontier.value``. ``player`` is 0 for pone and 1 for the dealer.
        ``purpose`` is one of the four purposes of a pass, such as ``RESPONSE`` for a
        best response. Some of them change ``choices``, the weights of both players'
        choices. ``paid`` is not used: the workers always count the player's net points.
        """
        calls = {}
        for first, last in ranges(len(self.roots), CHUNKS):
            begin = int(self.game.tree.slot[self.roots[first]])
            end = int(self.ends[last - 1])
            chunk = Subtrees(
                self.roots[first:last],
                self.frontier.reach[first:last],
                begin,
                choices.regrets[begin:end],
                choices.totals[begin:end],
            )
            # A worker gets copies of these slots, and no other chunk has them.
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
    deck: SharedGame, player: int, purpose: int, discounts: Array, chunk: Subtrees
) -> Passed:
    """Pass over subtrees of the public tree, in a worker.

    Return the player's expected points at the root of each subtree, and, for each
    choice in the subtrees, two sums over the iterations: of its regrets, and of its
    weighted probabilities in the strategies.

    Args:
        deck: The game with the probabilities of the hands.
        player: The player whose expected points are computed: 0 for pone, 1 for the
            dealer.
        purpose: What the pass is for: ``REGRETS`` updates both sums, ``RESPONSE`` plays
            a best response, ``RECORD`` also stores it, and ``AVERAGES`` plays the
            average strategies.
        discounts: The factors of the old sums of regrets, and the weight of the
            iteration in the average (``Choices.discounts``).
        chunk: The subtrees, with their sums before the pass.
    """
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
    fixed = Task(WHOLE, purpose, player), game, hands, paid, choices, frontier
    value = np.zeros_like(chunk.reach)
    for place, root in enumerate(chunk.roots.tolist()):
        if chunk.reach[place].any():
            value[place] = _values(root, chunk.reach[place], *fixed)
    return Passed(value, regrets[slots], totals[slots])


@lru_cache(2)
def _prepared(
    deck: SharedGame, player: int
) -> tuple[RanksOfPlay, ArrangedHands, Payoffs]:
    """Return a game with the distribution and payoffs of a player; cached."""
    game = RanksOfPlay(deck.ranks, deck.hand, deck.rules)
    size = len(game.hands)
    joint = np.frombuffer(deck.hands).reshape(size, size)
    hands = distribution(game, joint, player, np.dtype(deck.dtype).type)
    return game, hands, payoffs(game, player, NET[player])
