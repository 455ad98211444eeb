"""The value of each card in a position of the play, against a fixed opponent.

The opponent keeps each hand with a weight, and plays a strategy. The player himself
plays on for the most net points (``response``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import fsum
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.results.response import (
    ACTION,
    NODE,
    OWN,
    PEGS,
    Worth,
    add_parts,
    descend,
    fitting,
    follow,
    new_path,
    respond,
)
from trueodds.analysis.cribbage.play.solving.certificate import RELATIVE_ERROR
from trueodds.analysis.cribbage.play.solving.opponent_keeps import keeps_given_ranks
from trueodds.analysis.cribbage.play.solving.passes import Choices
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.analysis.cribbage.play.solving.solver import NET, NO_UPDATE
from trueodds.analysis.cribbage.play.tree.compiled_game import (
    CompiledGame,
    deck_of,
)
from trueodds.analysis.cribbage.play.tree.engine import (
    LEFT,
    POINTS,
    TO_PLAY,
    Array,
)
from trueodds.analysis.cribbage.play.tree.public_tree import NONE, RanksOfPlay
from trueodds.analysis.cribbage.strategy_file import OPPONENT, strategy_tables
from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PLAYERS, ranks_text


class PastStep(NamedTuple):
    """A card or a go that was played, and the moment before it.

    ``row`` has this moment: the count, whose turn it is, the points, and so on, as
    ``tree.engine`` lays it out. ``action`` is the index of the card's rank in
    ``RanksOfPlay.ranks``, or the number of ranks for go.
    """

    row: Array
    action: int

    @property
    def player(self) -> int:
        """The player who moved: 0 for pone, 1 for the dealer."""
        return int(self.row[TO_PLAY])


class PlayPosition(NamedTuple):
    """A moment of the play at which the player to move can play a card.

    ``held`` are the ranks of the cards that the player still holds, as indices of
    ``game.ranks``. ``steps`` are all cards and goes before the moment. ``row`` has the
    count, whose turn it is, the points, and so on, as ``tree.engine`` lays it out.
    ``history`` has the indices of all ranks played, in order.
    """

    game: RanksOfPlay
    held: tuple[int, ...]
    """The numbers in ``game.ranks`` of the ranks that he still holds."""
    steps: Sequence[PastStep]
    row: Array
    """The moment, as compiled code has it."""
    history: Array

    @property
    def player(self) -> int:
        """The player to move: 0 for pone, 1 for the dealer."""
        return int(self.row[TO_PLAY])

    @property
    def own(self) -> list[int]:
        """The ranks that the player has played, as indices of ``game.ranks``."""
        go = len(self.game.ranks)
        steps = (s for s in self.steps if s.player == self.player)
        return [step.action for step in steps if step.action < go]

    @property
    def opponent_hands(self) -> list[int]:
        """The numbers of the opponent's hands that fit his cards and goes so far.

        A number is an index of ``game.hands``. The player's own cards are not
        considered.
        """
        deck = deck_of(self.game)
        go = len(self.game.ranks)
        hands = combinations_with_replacement(range(go), self.game.hand)
        left = {number: list(hand) for number, hand in enumerate(hands)}
        for step in self.steps:
            if step.player == self.player:
                continue
            if step.action == go:
                fits = fitting(step.row, deck)
                left = {n: h for n, h in left.items() if min(h, default=go) >= fits}
            else:
                left = {n: h for n, h in left.items() if step.action in h}
                for hand in left.values():
                    hand.remove(step.action)
        return [*left]


class Reply(NamedTuple):
    """A reply of the opponent to a card, its probability, and the net points with it.

    ``action`` is the index of the rank that he plays in ``RanksOfPlay.ranks``, or the
    number of ranks for go. ``net`` is the player's mean points minus the opponent's
    from the player's card on, if the opponent replies so.
    """

    action: int
    probability: Enclosure
    net: Enclosure


class CardValue(NamedTuple):
    """A legal card, the points that it scores now, and the net points from it on.

    ``card`` is the index of the rank in ``RanksOfPlay.ranks``. ``net`` is the player's
    mean points minus the opponent's, with those of the card. ``reply`` is the
    opponent's reply that lowers this mean most. It is None if the opponent has no
    choice after the card. ``win`` has the player's probability to win the game, or is
    None if no score of the game is given.
    """

    card: int
    points: int
    net: Enclosure
    reply: Reply | None
    win: Win | None = None

    @property
    def rank(self) -> Enclosure:
        """The value that orders the cards: win probability, or else net points."""
        return self.win.win if self.win else self.net


class Win(NamedTuple):
    """The player's probability to win the game, if he plays on to win it.

    ``reached`` are the probabilities that pone and that the dealer reach the last hole
    of the board before the play of this deal ends.
    """

    win: Enclosure
    reached: tuple[Enclosure, Enclosure]


class ValuedCards(NamedTuple):
    """The values of all legal cards, the best first.

    ``is_played`` is False if the opponent's strategy never plays as he has played. Then
    each hand that fits the cards played has the weight with which it is kept. If none
    of these hands is ever kept, each has the weight with which it is dealt.
    """

    cards: tuple[CardValue, ...]
    is_played: bool


def position(
    game: RanksOfPlay, held: Sequence[int], actions: Sequence[int]
) -> PlayPosition:
    """Return the position after some cards and goes, from the first card of the play.

    Args:
        game: The ranks, hands and rules.
        held: The ranks of the cards that the player to move still holds, as indices of
            ``game.ranks``.
        actions: The cards and goes of both players in order: a card as the index of its
            rank, a go as the number of ranks. A go that must have been said may be left
            out.

    Raises:
        PositionError: If these cards cannot be played in this order, or no card of the
            player fits.
    """
    deck = deck_of(game)
    go = len(game.ranks)
    path = new_path(deck)
    row = path.rows[0]
    history = path.history
    row[LEFT : LEFT + 2] = game.hand
    steps: list[PastStep] = []
    for action in actions:
        step = NONE
        while step != action:
            # A card that does not fit was played after a go that the caller left out.
            step = go if action >= fitting(row, deck) else action
            steps.append(PastStep(row, step))
            row, history = _moved(row, history, step, NONE, deck)
    row[OWN:] = np.bincount(np.array(held, int), minlength=go)
    at = PlayPosition(game, tuple(sorted(held)), steps, row, history)
    left = int(row[LEFT + at.player])
    if len(held) != left:
        raise PositionError(
            f"{PLAYERS[at.player]} is to play and still holds "
            f"{counted(left, 'cards')}, not {len(held)}; give the cards that you still "
            "hold"
        )
    for place, past in enumerate(steps):
        # What a player holds or plays later, he held when he said go.
        later = [s.action for s in steps[place:] if s.player == at.player]
        fits = [r for r in (*held, *later) if r < fitting(past.row, deck)]
        if past.player == at.player and past.action == go and fits:
            raise PositionError(
                f"you held {ranks_text([game.ranks[fits[0]]])}, which fits, when you "
                "said go"
            )
    if min(held, default=go) >= fitting(row, deck):
        raise PositionError("no card of yours fits; say go")
    return at


def _moved(
    row: Array, history: Array, action: int, player: int, deck: CompiledGame
) -> tuple[Array, Array]:
    """Return the moment after a card or a go, and its history.

    ``player`` is the player whose cards ``row`` has.
    """
    node = row[NODE]
    if not row[LEFT + row[TO_PLAY]] or deck.child[node, action] == NONE != node:
        raise PositionError(
            "no hands can be played so; a rank has four cards, and who says go "
            "holds no card that fits"
        )
    row, below, history = row.copy(), row.copy(), history.copy()
    row[ACTION] = action
    descend(row, below, history, player, deck)
    return below, history


def card_values(
    at: PlayPosition,
    keeps: Array,
    parts: Array,
    worth: Worth | None = None,
    dealt: Array | None = None,
) -> ValuedCards:
    """Return the value of each legal card, the best first.

    Args:
        at: The position.
        keeps: The weight of each hand of the opponent, in the order of ``game.hands``.
        parts: The strategies of both players, of which the opponent plays his: the
            integer weight of each choice. Weights of the choices at a moment are
            proportional to their probabilities.
        worth: The probability to win, by the points that both players score from the
            position on. If it is given, the cards are ordered by the probability.
        dealt: Weights of the hands that replace ``keeps`` if no hand with a weight in
            ``keeps`` fits the cards that the opponent has played.

    Raises:
        PositionError: If no hand of the opponent fits the cards played.
    """
    return _From(at, parts).values(keeps, keeps if dealt is None else dealt, worth)


class _From:
    """The play from a position on, against a strategy in parts."""

    def __init__(self, at: PlayPosition, parts: Array) -> None:
        self.at = at
        self.deck = deck_of(at.game)
        self.choices = Choices(parts[:0], parts, NO_UPDATE, np.zeros(0, np.bool_))
        self.path = new_path(self.deck)
        points = np.arange(PEGS)
        net = (points - points[:, None]) * NET[at.player][1]
        self.net = Worth(np.array([PEGS, PEGS]), PEGS + net[None].astype(float), 0.0)

    def values(self, keeps: Array, dealt: Array, worth: Worth | None) -> ValuedCards:
        """Return the value of each legal card, for weights of the opponent's hands.

        ``keeps`` has the weight of each of the opponent's hands. ``dealt`` replaces it
        if no such hand fits the cards played. ``worth`` is the probability to win by
        the points scored from here on, or None.
        """
        at = self.at
        reach, is_played = self._reach(keeps, dealt)
        whole = fsum(reach)
        row = at.row.copy()
        # Points count from this moment on.
        row[POINTS : POINTS + 2] = 0
        cards = []
        for card in sorted({r for r in at.held if r < fitting(at.row, self.deck)}):
            after = _moved(row, at.history, card, at.player, self.deck)
            replies = list(self._replies(*after, reach))
            total = fsum(total for *_, total in replies)
            # The reply after which the total is least, against the average.
            action, *worst = min(
                replies, key=lambda reply: reply[2] - total / whole * reply[1]
            )
            reply = None
            if action != NONE:
                probability = _quotient(worst[0], whole)
                reply = Reply(action, probability, self._mean(*worst))
            points = int(after[0][POINTS + at.player])
            net = self._mean(whole, total)
            win = None
            if worth:
                won, *reached = self._total(*after, reach, worth)
                chance = _quotient(won, whole)
                win = Win(
                    Enclosure(chance.lower, chance.upper + Fraction(worth.width)),
                    (_quotient(reached[0], whole), _quotient(reached[1], whole)),
                )
            cards.append(CardValue(card, points, net, reply, win))
        cards.sort(key=lambda value: -value.rank.midpoint)
        return ValuedCards(tuple(cards), is_played)

    def _reach(self, keeps: Array, dealt: Array) -> tuple[Array, bool]:
        """Return the opponent's reach, and whether it is by his strategy."""
        for weights, is_played in ((keeps, True), (keeps, False), (dealt, False)):
            reach = np.zeros_like(self.path.norm[0])
            reach[: len(weights)] = weights
            for step in self.at.steps:
                if step.player != self.at.player:
                    reach = self._after(step, reach, is_played)
            if reach.any():
                return reach, is_played
        raise PositionError("no hand of the opponent can have played so")

    def _after(self, step: PastStep, above: Array, is_played: bool = True) -> Array:
        """Return the opponent's reach after a move, by his strategy or by any."""
        deck = self.deck
        path = self.path
        reach = np.zeros_like(above)
        if is_played or step.action == len(deck.ranks):
            path.rows[0], path.reach[0], path.reach[1] = step.row, above, reach
            path.rows[0, ACTION] = step.action
            add_parts(step.row, deck, self.choices, path.norm[0])
            follow(0, self.at.player, deck, self.choices, path)
            reach[:] = path.reach[1]
        else:
            held = step.row[LEFT + step.player]
            plus = deck.sets.plus[held - 1, step.action, : deck.sets.sizes[held - 1]]
            reach[: len(plus)] = above[plus]
        return reach

    def _replies(
        self, row: Array, history: Array, reach: Array
    ) -> Iterator[tuple[int, float, float]]:
        """Yield each reply, its weight, and the sum of the player's values after it.

        Where the opponent has no choice, yield the moment itself, as no reply.
        """
        at = self.at
        if row[NODE] == NONE or row[TO_PLAY] == at.player:
            yield NONE, fsum(reach), self._total(row, history, reach, self.net)[0]
            return
        for action in (*range(fitting(row, self.deck)), len(self.deck.ranks)):
            below = self._after(PastStep(row, action), reach)
            if below.any():
                after = _moved(row, history, action, at.player, self.deck)
                yield action, fsum(below), self._total(*after, below, self.net)[0]

    def _total(
        self, row: Array, history: Array, reach: Array, worth: Worth
    ) -> list[float]:
        """Return sums over the opponent's hands, as ``ResponsePath.value`` has them."""
        path = self.path
        path.rows[0], path.history[:], path.reach[0] = row, history, reach
        respond(self.at.player, self.deck, self.choices, worth, path)
        totals: list[float] = path.value[0].tolist()
        return totals

    def _mean(self, weight: float, total: float) -> Enclosure:
        """Return the player's mean net points from the position on."""
        mean = _quotient(total, weight)
        return Enclosure(mean.lower - PEGS, mean.upper - PEGS)


def _quotient(part: float, whole: float) -> Enclosure:
    """Enclose a quotient of sums of numbers that are not negative."""
    value = Fraction(part) / Fraction(whole)
    error = 3 * RELATIVE_ERROR * value
    return Enclosure(value - error, value + error)


@lru_cache(1)
def shipped_opponent(rules: CribbageRules) -> tuple[RanksOfPlay, Array]:
    """Return the game of the play, and the shipped strategy of both players.

    The game has the ranks, hands and rules, with the public tree. The
    strategy has the integer weight of each choice (``ShippedStrategy.parts``).
    """
    return RanksOfPlay(rules=rules.play), shipped_strategy().cached_parts()


def shipped_keeps(rules: CribbageRules, role: str, known: Sequence[int]) -> Array:
    """Return the weights of the hands that the opponent of ``role`` keeps.

    ``role`` is "dealer" or "pone". The opponent discards by the shipped equilibrium,
    and cannot hold the known cards. ``known`` are their ranks, 0 (ace) to 12 (king).
    The result has the weight of each of his 1,820 hands, in the order of ``HANDS``.
    """
    tables = strategy_tables("equilibrium", rules)
    return keeps_given_ranks(tables[OPPONENT[role]], known)
