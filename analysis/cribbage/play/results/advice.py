"""The value of each card in a position of the play, against a fixed opponent.

The opponent keeps each hand with a weight, and plays a strategy. The player himself
plays on for the most net points. So the weights are the opponent's reach at the root of
the public tree, and one pass over the tree below the position has the value of each
card. In this pass the joint distribution of the hands is 1, and the player plays no
rank but those that he holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import fsum
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.solving.certificate import RELATIVE_ERROR
from trueodds.analysis.cribbage.play.solving.leaves import (
    Distribution,
    payoffs,
    raised,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import keeps_given_ranks
from trueodds.analysis.cribbage.play.solving.parts import in_parts, play_action
from trueodds.analysis.cribbage.play.solving.passes import (
    RESPONSE,
    WHOLE,
    Choices,
    Frontier,
    Scratch,
    Task,
    pass_over,
)
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.analysis.cribbage.play.solving.solver import NET, NO_UPDATE
from trueodds.analysis.cribbage.play.tree.endings import WIDTH
from trueodds.analysis.cribbage.play.tree.engine import (
    LEFT,
    MOMENT,
    POINTS,
    TO_PLAY,
    Array,
    compiled_rules,
    play_card,
    say_go,
)
from trueodds.analysis.cribbage.play.tree.public_tree import NONE, Game
from trueodds.analysis.cribbage.strategy_file import OPPONENT, strategy_tables
from trueodds.core.errors import PositionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import MOST_CARDS, PLAYERS, ranks_text


class Step(NamedTuple):
    """A card or a go of the past: the node, its player, and a rank, or go."""

    node: int
    player: int
    action: int


class Position(NamedTuple):
    """A moment at which the player to move can choose a card."""

    game: Game
    held: tuple[int, ...]
    """The numbers in ``game.ranks`` of the ranks that he still holds."""
    steps: Sequence[Step]
    node: int
    row: Array
    """The moment, as compiled code has it."""
    history: Array

    @property
    def player(self) -> int:
        """The player to move: pone or dealer."""
        return int(self.row[TO_PLAY])

    @property
    def own(self) -> list[int]:
        """The ranks that the player has played."""
        go = len(self.game.ranks)
        return [s.action for s in self.steps if s[1] == self.player and s[2] < go]

    @property
    def net(self) -> int:
        """The player's points, less the opponent's."""
        points = self.row[POINTS : POINTS + 2]
        return int(points[self.player] - points[1 - self.player])


class Reply(NamedTuple):
    """A reply of the opponent, and the player's net points from the card on.

    ``action`` is the number of a rank, or of go.
    """

    action: int
    probability: Enclosure
    net: Enclosure


class CardValue(NamedTuple):
    """A legal card, its points now, and the net points from this moment on.

    ``reply`` is the reply that lowers the average most; it is None if the opponent has
    no choice after the card.
    """

    card: int
    points: int
    net: Enclosure
    reply: Reply | None


class Values(NamedTuple):
    """The values of all legal cards, the best first.

    ``is_played`` is False if no hand of the opponent plays so by his strategy. Then all
    hands that could have played so have the weights with which they are kept.
    """

    cards: tuple[CardValue, ...]
    is_played: bool


def position(game: Game, held: Sequence[int], actions: Sequence[int]) -> Position:
    """Return the position after some cards, from the first one of the play.

    A player none of whose cards can fit says go, also if ``actions`` do not have it.

    Raises:
        PositionError: If the play cannot go so, or the player has no choice.
    """
    tree = game.tree
    go = len(game.ranks)
    rules = compiled_rules(game.rules)
    row = np.zeros(MOMENT, np.int64)
    history = np.zeros(2 * MOST_CARDS, np.int64)
    row[LEFT : LEFT + 2] = game.hand
    steps: list[Step] = []
    node = 0
    for action in actions:
        step = NONE
        while step != action:
            step = go if action >= tree.legal[node] else action
            steps.append(Step(node, int(row[TO_PLAY]), step))
            node = int(tree.child[node, step])
            if node == NONE:
                raise PositionError(
                    "no hands can be played so; a rank has four cards, and who says go "
                    "holds no card that fits"
                )
            if node < 0:
                raise PositionError(
                    "neither player has a choice against the opponent after these cards"
                )
            if step == go:
                say_go(row, rules)
            else:
                play_card(row, history, game.ranks[step], rules)
    at = Position(game, tuple(sorted(held)), steps, node, row, history)
    left = int(row[LEFT + at.player])
    if len(held) != left:
        raise PositionError(
            f"here it is {PLAYERS[at.player]}'s turn, who still holds {left} cards, "
            f"not {len(held)}; give the cards that you still hold"
        )
    for place, past in enumerate(steps):
        later = [s.action for s in steps[place:] if s.player == at.player]
        fits = [r for r in (*held, *later) if r < tree.legal[past.node]]
        if past.player == at.player and past.action == go and fits:
            raise PositionError(
                f"you held {ranks_text([game.ranks[fits[0]]])}, which fits, when you "
                "said go"
            )
    if min(held) >= tree.legal[node]:
        raise PositionError("no card of yours fits; say go")
    return at


def card_values(at: Position, keeps: Array, parts: Array) -> Values:
    """Return the value of each legal card.

    Args:
        at: The position.
        keeps: The weights of the opponent's hands.
        parts: His strategy, in parts.

    Raises:
        PositionError: If no hand of the opponent can have played so.
    """
    return _Below(at, parts).values(keeps)


class _Below:
    """The tree below a position, in which the player plays ranks that he holds."""

    def __init__(self, at: Position, parts: Array) -> None:
        self.at = at
        game = at.game
        self.sets = game.multisets
        self.choices = Choices(parts[:0], parts, NO_UPDATE, np.zeros(0, np.bool_))
        self.paid, self.least = raised(payoffs(game, at.player, NET[at.player]))
        ranks = np.arange(len(game.ranks))
        absent = np.append(~np.isin(ranks, at.held), False)
        barred = (game.tree.player == at.player)[:, None] & absent
        self.tree = game.tree._replace(
            child=np.where(barred, np.int32(NONE), game.tree.child),
            # The distribution is 1, so all leaves read its first block.
            leaf_played=np.zeros_like(game.tree.leaf_played),
        )

    def values(self, keeps: Array) -> Values:
        """Return the value of each legal card, for weights of the opponent's hands."""
        at = self.at
        reach, is_played = self._reach(keeps)
        actions = self._passed(at.node, reach).actions[0]
        small = self.sets.sizes[len(at.held) - 1]
        rules = compiled_rules(at.game.rules)
        cards = []
        for card in sorted({r for r in at.held if r < self.tree.legal[at.node]}):
            rest = 0
            others = list(at.held)
            others.remove(card)
            for size, other in enumerate(others):
                rest = int(self.sets.plus[size, other, rest])
            net = self._mean(actions[card * small + rest], reach)
            row = at.row.copy()
            play_card(row, at.history.copy(), at.game.ranks[card], rules)
            points = int((row - at.row)[POINTS + at.player])
            child = int(self.tree.child[at.node, card])
            lost = {
                reply: reply.probability.midpoint * (net.midpoint - reply.net.midpoint)
                for reply in self._replies(child, rest, reach)
            }
            reply = max(lost, key=lost.__getitem__, default=None)
            cards.append(CardValue(card, points, net, reply))
        cards.sort(key=lambda value: -value.net.midpoint)
        return Values(tuple(cards), is_played)

    def _reach(self, keeps: Array) -> tuple[Array, bool]:
        """Return the opponent's reach, and whether it is by his strategy."""
        for is_played in (True, False):
            reach = np.zeros(max(len(keeps), WIDTH))
            reach[: len(keeps)] = keeps
            for step in self.at.steps:
                if step.player != self.at.player:
                    reach = self._after(step.node, step.action, reach, is_played)
            if reach.any():
                return reach, is_played
        raise PositionError("no hand of the opponent can have played so")

    def _after(
        self, node: int, action: int, above: Array, is_played: bool = True
    ) -> Array:
        """Return the opponent's reach after a move, by his strategy or by any."""
        tree, sets = self.tree, self.sets
        reach = np.zeros_like(above)
        if is_played or action == len(self.at.game.ranks):
            play_action(node, action, tree, sets, self.choices.totals, above, reach)
        else:
            held = tree.cards[node, 1 - self.at.player]
            plus = sets.plus[held - 1, action, : sets.sizes[held - 1]]
            reach[: len(plus)] = above[plus]
        return reach

    def _passed(self, root: int, reach: Array) -> Scratch:
        """Pass over the tree below a root; return the vectors of the pass."""
        scratch = Scratch.of(self.sets, np.float64)
        scratch.reach[0] = reach
        ones = np.ones((1, len(reach)))
        hands = Distribution(np.ones(WIDTH * WIDTH), ones, ones)
        nowhere = Frontier(np.zeros(0, np.int32), np.zeros((0, 0)), np.zeros((0, 0)))
        fixed = self.tree, self.sets, hands, self.paid, self.choices, nowhere
        pass_over(root, Task(WHOLE, RESPONSE, self.at.player), *fixed, scratch)
        return scratch

    def _replies(self, node: int, rest: int, reach: Array) -> Iterator[Reply]:
        """Yield the opponent's replies at a node, where the player holds ``rest``."""
        tree = self.tree
        if node < 0 or tree.player[node] == self.at.player:
            return
        every = tree.child[node].copy()
        for action in np.flatnonzero(every != NONE).tolist():
            below = self._after(node, action, reach)
            if below.any():
                tree.child[node] = NONE
                tree.child[node, action] = every[action]
                net = self._mean(self._passed(node, reach).value[0, rest], below)
                yield Reply(action, _quotient(fsum(below), fsum(reach)), net)
        tree.child[node] = every

    def _mean(self, value: float, reach: Array) -> Enclosure:
        """Return the player's mean net points from the position on."""
        mean = _quotient(value, fsum(reach))
        offset = self.least - self.at.net
        return Enclosure(mean.lower + offset, mean.upper + offset)


def _quotient(part: float, whole: float) -> Enclosure:
    """Enclose a quotient of sums of numbers that are not negative."""
    value = Fraction(part) / Fraction(whole)
    error = 3 * RELATIVE_ERROR * value
    return Enclosure(value - error, value + error)


@lru_cache(1)
def shipped_opponent(rules: CribbageRules) -> tuple[Game, Array]:
    """Return the game of the shipped strategy, and the strategy in parts."""
    game = Game(rules=rules.play)
    return game, in_parts(game, shipped_strategy().parts)


def shipped_keeps(rules: CribbageRules, role: str, known: Sequence[int]) -> Array:
    """Return the weights of the hands of the opponent of ``role``, given known ranks.

    The opponent throws by the shipped equilibrium.
    """
    tables = strategy_tables("equilibrium", rules)
    return keeps_given_ranks(tables[OPPONENT[role]], known)
