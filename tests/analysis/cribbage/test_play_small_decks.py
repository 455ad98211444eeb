"""The value of each card in all positions of small decks, by brute force.

The brute force plays each hand of the opponent by the reference rules, and adds up
fractions. It shares nothing with the program but the slots of the strategy.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest
from explicit_play import solved
from throws import discards, random_throws

from trueodds.analysis.cribbage.play.results import card_values
from trueodds.analysis.cribbage.play.results.response import PEGS, Worth
from trueodds.analysis.cribbage.play.solving.parts import in_few_parts
from trueodds.analysis.cribbage.play.solving.shipped_strategy import UNITS, reached
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PLAYERS,
    PONE,
    Player,
    PlayRules,
    PlayState,
    opponent_of,
)

GO = 13
SIXTEEN = (2, 3, 4, 10)
"""The ranks of a deck: three, four, five and jack."""
TWENTY = (0, 5, 6, 9, 12)
"""Ace, six, seven, ten and king."""
Ranks: TypeAlias = tuple[int, ...]


class Opponent(NamedTuple):
    """A strategy as it ships: the average of a solution in few parts, by slot."""

    game: RanksOfPlay
    parts: Any
    nodes: Mapping[Ranks, int]
    """The nodes of the public tree, by the ranks and goes that led to them."""

    @classmethod
    @cache
    def solved(cls, ranks: Ranks, rules: PlayRules) -> Opponent:
        """Solve the play of a deck, and leave out what no player reaches."""
        game = RanksOfPlay(ranks, rules=rules)
        solver = solved(game)
        parts = in_few_parts(game, solver.totals, np.array(UNITS))
        parts[~reached(solver, parts)] = 0
        # Nodes are numbered depth first, so each comes after its parent.
        played: dict[int, Ranks] = {0: ()}
        for node, children in enumerate(game.tree.child.tolist()):
            for move, child in zip((*game.ranks, GO), children, strict=True):
                if child >= 0:
                    played[child] = (*played[node], move)
        return cls(game, parts, {moves: node for node, moves in played.items()})

    def shares(self, played: Ranks, state: PlayState) -> dict[int, Fraction]:
        """Return the probability of each move; equal ones where there are no parts."""
        moves = moves_of(state)
        if len(moves) == 1:
            return {moves[0]: Fraction(1)}
        held = sorted(card.rank for card in state.hands[state.to_play or 0])
        ranks, tree = self.game.ranks, self.game.tree
        smaller = [*combinations_with_replacement(ranks, len(held) - 1)]
        parts = {}
        for rank in moves:
            rest = list(held)
            rest.remove(rank)
            slot = ranks.index(rank) * len(smaller) + smaller.index(tuple(rest))
            parts[rank] = int(self.parts[tree.slot[self.nodes[played]] + slot])
        whole = sum(parts.values())
        equal = Fraction(1, len(moves))
        return {r: Fraction(n, whole) if whole else equal for r, n in parts.items()}


class Left(NamedTuple):
    """Cards that the opponent may hold after the play so far, with two weights.

    ``kept`` counts the deals from which it comes, and ``weight`` has the probability of
    his moves too. ``hand`` are all ranks that he has kept, and ``points`` are pone's
    and the dealer's.
    """

    weight: Fraction
    kept: int
    hand: Ranks
    state: PlayState
    points: tuple[int, int] = (0, 0)

    def moved(self, move: int) -> Left:
        """Return what he holds after a rank or a go of either player."""
        state, more = after(self.state, move)
        points = self.points[0] + more[0], self.points[1] + more[1]
        return self._replace(state=state, points=points)


@cache
def moves_of(state: PlayState) -> list[int]:
    """Return the ranks that the player to move may play, or go alone."""
    return sorted({card.rank for card in state.legal_cards()}) or [GO]


@cache
def after(state: PlayState, move: int) -> tuple[PlayState, tuple[int, int]]:
    """Return the state after a rank or a go, and the points of pone and the dealer."""
    if move == GO:
        below, award = state.go()
    else:
        cards = {card.rank: card for card in state.legal_cards()}
        below, award = state.play(cards[move])
    if award is None:
        return below, (0, 0)
    return below, (award.points, 0) if award.player == PONE else (0, award.points)


class Position(NamedTuple):
    """A moment at which the player may choose a card, and all that he can face.

    This is what the opponent holds by his strategy, if there is any (``is_played``).
    """

    held: Ranks
    played: Ranks
    faced: list[Left]
    is_played: bool


@dataclass(frozen=True)
class BruteForce:
    """All positions of a player against a strategy, and his net points from there."""

    opponent: Opponent
    player: Player

    def positions(self, own: Ranks, keeps: Mapping[Ranks, int]) -> Iterator[Position]:
        """Yield all positions of a hand that any play of both hands can reach."""
        start = []
        for hand, kept in keeps.items():
            both = [tuple(map(Card, ranks, range(4))) for ranks in (own, hand)]
            hands = (both[0], both[1]) if self.player == PONE else (both[1], both[0])
            rules = self.opponent.game.rules
            state = PlayState(hands, (), PONE, None, (False, False), rules)
            start.append(Left(Fraction(kept), kept, hand, state))
        yield from self._from((), start)

    def _from(self, played: Ranks, faced: list[Left]) -> Iterator[Position]:
        state = faced[0].state
        if state.to_play is None or not state.hands[self.player]:
            return
        if state.to_play != self.player:
            for move, below in self.replies(played, faced).items():
                yield from self._from((*played, move), below)
            return
        moves = moves_of(state)
        if moves != [GO]:
            held = tuple(card.rank for card in state.hands[self.player])
            by_strategy = [left for left in faced if left.weight]
            as_kept = [left._replace(weight=Fraction(left.kept)) for left in faced]
            yield Position(held, played, by_strategy or as_kept, bool(by_strategy))
        for move in moves:
            yield from self._from((*played, move), [left.moved(move) for left in faced])

    def replies(self, played: Ranks, faced: list[Left]) -> dict[int, list[Left]]:
        """Return what the opponent may hold after each of his moves, likely or not."""
        below = defaultdict(list)
        for left in faced:
            for move, share in self.opponent.shares(played, left.state).items():
                weight = left.weight * share
                below[move].append(left.moved(move)._replace(weight=weight))
        return below

    def value(self, played: Ranks, faced: list[Left]) -> Fraction:
        """Return the most that the player can have on average, times all weights."""
        state = faced[0].state
        if self.is_over(faced[0]):
            return self.paid(faced)
        if state.to_play == self.player:
            return max(self.card(played, faced, move) for move in moves_of(state))
        if not state.hands[self.player]:
            return self.paid([self.alone(left) for left in faced])
        return sum(
            (
                self.value((*played, move), below)
                for move, below in self.replies(played, faced).items()
                if any(left.weight for left in below)
            ),
            Fraction(0),
        )

    def card(self, played: Ranks, faced: list[Left], move: int) -> Fraction:
        """Return the value after a move of the player."""
        return self.value((*played, move), [left.moved(move) for left in faced])

    def is_over(self, left: Left) -> bool:
        """Return True if nothing more counts."""
        return left.state.to_play is None

    def paid(self, faced: list[Left]) -> Fraction:
        """Return the net points of the player, times the weights."""
        return sum((left.weight * self.net(left) for left in faced), Fraction(0))

    def net(self, left: Left) -> int:
        """Return the net points of the player so far."""
        return left.points[self.player] - left.points[opponent_of(self.player)]

    def alone(self, left: Left) -> Left:
        """Return the end of the play of an opponent who alone has cards.

        He plays them for the most points.
        """
        while not self.is_over(left):
            left = min(map(left.moved, moves_of(left.state)), key=self.least)
        return left

    def least(self, left: Left) -> int:
        """Return the net points of the player, if the opponent plays alone."""
        if left.state.to_play is None:
            return self.net(left)
        return min(self.least(left.moved(move)) for move in moves_of(left.state))


@dataclass(frozen=True)
class ToWin(BruteForce):
    """The probability to win, where points after a position count.

    A player who has scored his ``needs`` has won. A play without a winner has the value
    of ``table``, by the opponent's hand and by pone's and the dealer's points.
    """

    before: tuple[int, int]
    needs: tuple[int, int]
    table: Any

    def scored(self, left: Left) -> tuple[int, int]:
        """Return the points of pone and the dealer since the position."""
        return left.points[0] - self.before[0], left.points[1] - self.before[1]

    def is_over(self, left: Left) -> bool:
        """Return True if a player has won, or all cards are played."""
        pone, dealer = self.scored(left)
        won = pone >= self.needs[0] or dealer >= self.needs[1]
        return won or super().is_over(left)

    def paid(self, faced: list[Left]) -> Fraction:
        """Return the probabilities to win, times the weights."""
        hands = self.opponent.game.hands
        total = Fraction(0)
        for left in faced:
            scored = self.scored(left)
            winner = next(
                (p for p in (PONE, DEALER) if scored[p] >= self.needs[p]), None
            )
            if winner is None:
                win = Fraction(self.table[hands.index(left.hand), *scored])
            else:
                win = Fraction(winner == self.player)
            total += left.weight * win
        return total


def deals(
    opponent: Opponent, player: Player, hands: Iterable[Ranks]
) -> Iterator[tuple[Ranks, Counter[Ranks]]]:
    """Yield each kept hand of a player with the hands that his opponent then keeps.

    The player has thrown two random cards. All hands of six cards that the deck then
    has are dealt to the opponent, who throws by a random strategy.
    """
    throws, draw = random_throws(player), np.random.default_rng(player)
    deck = [4 * rank + suit for rank in opponent.game.ranks for suit in range(4)]
    for own in hands:
        four = [4 * rank + own[:place].count(rank) for place, rank in enumerate(own)]
        rest = sorted({*deck} - {*four})
        two = draw.choice(rest, 2, replace=False).tolist()
        keeps: Counter[Ranks] = Counter()
        for six in combinations([card for card in rest if card not in two], 6):
            for (kept, _), weight in discards(throws, six).items():
                keeps[tuple(card >> 2 for card in kept)] += weight
        yield own, keeps


def random_worth(game: RanksOfPlay, player: Player, draw: np.random.Generator) -> Worth:
    """Return needs of up to six points, and wins that grow with the player's points."""
    needs = draw.integers(1, 7, 2)
    table = draw.integers(0, 1025, (len(game.hands), PEGS, PEGS)) / 1024
    table.sort(axis=1 + player)
    table[:, :, needs[DEALER] :] = player == DEALER
    table[:, needs[PONE] :] = player == PONE
    return Worth(needs, table, 0.0)


def check(
    brute: BruteForce, at: Position, weights: Any, worth: Worth | None = None
) -> None:
    """Compare the values of all legal cards in a position with the brute force."""
    game = brute.opponent.game
    place = {rank: number for number, rank in enumerate((*game.ranks, GO))}
    here = card_values.position(
        game, [place[rank] for rank in at.held], [place[move] for move in at.played]
    )
    values = card_values.card_values(here, weights, brute.opponent.parts, worth)
    whole = sum(left.weight for left in at.faced)
    before = brute.net(at.faced[0])
    assert values.is_played == at.is_played
    legal = moves_of(at.faced[0].state)
    assert sorted(game.ranks[value.card] for value in values.cards) == legal
    for value in values.cards:
        rank = game.ranks[value.card]
        net = brute.card(at.played, at.faced, rank) / whole - before
        assert value.net.lower <= net <= value.net.upper
        assert value.net.width < 1e-9
        assert value.points == brute.net(at.faced[0].moved(rank)) - before
        if worth:
            assert value.win
            needs = int(worth.needs[PONE]), int(worth.needs[DEALER])
            to_win = ToWin(
                brute.opponent, brute.player, at.faced[0].points, needs, worth.table
            )
            win = to_win.card(at.played, at.faced, rank) / whole
            assert value.win.win.lower <= win <= value.win.win.upper
            assert value.win.win.width < 1e-9


@pytest.mark.parametrize("player", [PONE, DEALER], ids=PLAYERS)
@pytest.mark.parametrize(
    "rules",
    [PlayRules(), PlayRules(go_points=2, count_limit=24)],
    ids=["usual", "other"],
)
def test_random_positions_of_sixteen_cards(player: Player, rules: PlayRules) -> None:
    opponent = Opponent.solved(SIXTEEN, rules)
    brute = BruteForce(opponent, player)
    draw = np.random.default_rng(3)
    hands = [opponent.game.hands[n] for n in draw.permutation(35)[:3]]
    is_played = Counter[bool]()
    for own, keeps in deals(opponent, player, hands):
        weights = np.array([keeps[hand] for hand in opponent.game.hands])
        every = list(brute.positions(own, keeps))
        for number in draw.permutation(len(every))[:40]:
            worth = random_worth(opponent.game, player, draw)
            check(brute, every[number], weights, worth)
            is_played[every[number].is_played] += 1
    assert min(is_played[True], is_played[False]) > 30


@pytest.mark.slow
@pytest.mark.parametrize("player", [PONE, DEALER], ids=PLAYERS)
@pytest.mark.parametrize("ranks", [SIXTEEN, TWENTY], ids=["16 cards", "20 cards"])
def test_all_positions(ranks: Ranks, player: Player) -> None:
    """Compare all positions below every hand that can be kept."""
    opponent = Opponent.solved(ranks, PlayRules())
    brute = BruteForce(opponent, player)
    for own, keeps in deals(opponent, player, opponent.game.hands):
        weights = np.array([keeps[hand] for hand in opponent.game.hands])
        for at in brute.positions(own, keeps):
            check(brute, at, weights)
