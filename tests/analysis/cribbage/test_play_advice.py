"""The value of each card, against a recursion over the opponent's hands."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from commands import Run

import trueodds
from trueodds.analysis.cribbage.play.results import card_values
from trueodds.analysis.cribbage.play.results.response import PEGS, Worth
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    dealt_given_ranks,
    keeps_given_deal,
    keeps_given_ranks,
)
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy_file import strategy_tables
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules, PlayState

GO = 13


class History(NamedTuple):
    """A hand of the opponent after the same public play, and its weight."""

    weight: float
    state: PlayState
    net: int
    points: tuple[int, int]
    hand: tuple[int, ...]
    """The hand that the opponent has kept."""


class Recursion:
    """The most net points of a player, from the states of the reference."""

    def __init__(self, game: RanksOfPlay, player: int, parts: np.ndarray) -> None:
        self.game, self.player, self.parts = game, player, parts

    def moved(self, history: History, action: int, share: float = 1) -> History:
        """Return a history after a card, or after a go."""
        held = history.state.hands[history.state.to_play]
        card = next((c for c in held if c.rank == action), None)
        state, award = history.state.play(card) if card else history.state.go()
        sign = 1 if award and award.player == self.player else -1
        net = history.net + (sign * award.points if award else 0)
        points = list(history.points)
        if award:
            points[award.player] += award.points
        return History(
            history.weight * share, state, net, (points[0], points[1]), history.hand
        )

    def paid(self, history: History) -> float:
        """Return the value of a finished play."""
        return history.net

    def is_over(self, history: History) -> bool:
        """Return True if no more cards count."""
        return history.state.to_play is None

    def below(self, node: int, action: int) -> int:
        """Return the node after an action; at and below leaves it is negative."""
        column = len(self.game.ranks) if action == GO else self.index(action)
        return int(self.game.tree.child[node, column]) if node >= 0 else -1

    def index(self, rank: int) -> int:
        return self.game.ranks.index(rank)

    def shares(self, state: PlayState, node: int) -> dict[int, float]:
        """Return the probability of each action of the opponent."""
        legal = sorted({card.rank for card in state.legal_cards()})
        if len(legal) < 2:
            return dict.fromkeys(legal or [GO], 1.0)
        held = [self.index(card.rank) for card in state.hands[state.to_play]]
        sets = self.game.multisets
        weights = {}
        for rank in legal:
            rest = sorted(held)
            rest.remove(self.index(rank))
            number = 0
            for size, other in enumerate(rest):
                number = sets.plus[size, other, number]
            slot = self.index(rank) * sets.sizes[len(rest)] + number
            weights[rank] = int(self.parts[self.game.tree.slot[node] + slot])
        total = sum(weights.values())
        return {r: w / total if total else 1 / len(legal) for r, w in weights.items()}

    def value(self, histories: list[History], node: int) -> float:
        """Return the sum of weight times net points."""
        state = histories[0].state
        if self.is_over(histories[0]):
            return sum(history.weight * self.paid(history) for history in histories)
        if state.to_play == self.player:
            legal = {card.rank for card in state.legal_cards()} or {GO}
            return max(self.card(histories, node, action) for action in legal)
        if not state.hands[self.player]:
            # He plays alone, for the most points.
            return sum(
                self.alone(
                    [self.moved(history, rank)]
                    for rank in {c.rank for c in history.state.legal_cards()} or {GO}
                )
                for history in histories
            )
        return sum(
            self.value(after, self.below(node, action))
            for action, after in self.replies(histories, node).items()
        )

    def alone(self, orders: Iterable[list[History]]) -> float:
        """Return the value after the opponent's best card, where he is alone."""
        return min(self.value(each, -1) for each in orders)

    def replies(self, histories: list[History], node: int) -> dict[int, list[History]]:
        """Return the histories after each reply."""
        after = defaultdict(list)
        for history in histories:
            for action, share in self.shares(history.state, node).items():
                if share:
                    after[action].append(self.moved(history, action, share))
        return after

    def card(self, histories: list[History], node: int, action: int) -> float:
        after = [self.moved(history, action) for history in histories]
        return self.value(after, self.below(node, action))


class AtScore(Recursion):
    """The highest probability to win, where points after ``before`` count."""

    def __init__(
        self,
        game: RanksOfPlay,
        player: int,
        parts: np.ndarray,
        worth: Worth,
        before: tuple[int, int],
    ) -> None:
        super().__init__(game, player, parts)
        self.worth, self.before = worth, before
        self.points = Recursion(game, player, parts)

    def alone(self, orders: Iterable[list[History]]) -> float:
        """Return the value after the card with which the opponent scores most."""
        return self.value(min(orders, key=lambda o: self.points.value(o, -1)), -1)

    def scored(self, history: History) -> tuple[int, ...]:
        return tuple(np.subtract(history.points, self.before).tolist())

    def is_over(self, history: History) -> bool:
        reached = np.greater_equal(self.scored(history), self.worth.needs).any()
        return bool(reached) or history.state.to_play is None

    def paid(self, history: History) -> float:
        hand = self.game.hands.index(history.hand)
        return float(self.worth.table[hand, *self.scored(history)])


def positions(
    game: RanksOfPlay, keeps: np.ndarray, parts: np.ndarray, player: int
) -> Iterator[tuple[list[int], list[int], list[History], int, Recursion]]:
    """Yield positions of the player: his cards, the play, the histories, the node."""
    by = Recursion(game, player, parts)

    def follow(
        actions: list[int], histories: list[History], node: int
    ) -> Iterator[tuple[list[int], list[int], list[History], int, Recursion]]:
        state = histories[0].state
        if not state.hands[player]:
            return
        if state.to_play != player:
            for action, after in by.replies(histories, node).items():
                yield from follow([*actions, action], after, by.below(node, action))
            return
        legal = sorted({card.rank for card in state.legal_cards()})
        if legal:
            yield [c.rank for c in state.hands[player]], actions, histories, node, by
        for action in legal or [GO]:
            after = [by.moved(history, action) for history in histories]
            yield from follow([*actions, action], after, by.below(node, action))

    for own in game.hands:
        yield from follow([], first_histories(game, keeps, player, own), 0)


def first_histories(
    game: RanksOfPlay, keeps: np.ndarray, player: int, own: tuple[int, ...]
) -> list[History]:
    """Return the moments before the first card, for each hand of the opponent."""
    histories = []
    for hand, weight in zip(game.hands, keeps, strict=True):
        if not weight or any((own + hand).count(rank) > 4 for rank in game.ranks):
            continue
        both = [tuple(map(Card, h, range(len(h)))) for h in (own, hand)]
        hands = tuple(both if player == PONE else both[::-1])
        state = PlayState(hands, (), PONE, None, (False, False), game.rules)
        histories.append(History(float(weight), state, 0, (0, 0), hand))
    return histories


@pytest.mark.parametrize(
    ("ranks", "hand", "player", "rules"),
    [
        ((0, 4, 9, 10), 2, 0, PlayRules()),
        ((0, 4, 9, 10), 2, 1, PlayRules()),
        ((4, 5, 9), 3, 0, PlayRules()),
        ((4, 5, 9), 3, 1, PlayRules(go_points=2)),
        ((6, 7, 8, 9), 3, 1, PlayRules()),
        # The dealer may keep two tens while pone plays both of his cards.
        ((0, 4, 9, 10), 2, 0, PlayRules(count_limit=15)),
    ],
)
def test_values_are_those_of_a_recursion_over_hands(
    ranks: tuple[int, ...], hand: int, player: int, rules: PlayRules
) -> None:
    game = RanksOfPlay(ranks, hand, rules)
    draw = np.random.default_rng(1)
    parts = in_parts(game, draw.integers(0, 3, game.slots))
    keeps = draw.integers(1, 9, len(game.hands))
    compared = 0
    every = list(positions(game, keeps, parts, player))
    alone = [n for n, at in enumerate(every) if not at[2][0].state.hands[1 - player]]
    for number in (*draw.permutation(len(every))[:60], *alone[:20]):
        held, actions, histories, node, by = every[number]
        own = [by.index(rank) for rank in held]
        words = [len(ranks) if a == GO else by.index(a) for a in actions]
        at = card_values.position(game, own, words)
        allowed = impossible_removed(game, at, keeps)
        needs = np.array([2, 3])
        table = draw.random((len(game.hands), PEGS, PEGS))
        table.sort(axis=1 + player)
        table[:, :, needs[1] :], table[:, needs[0] :] = player, 1 - player
        worth = Worth(needs, table, 0.0)
        won = card_values.card_values(at, allowed, parts, worth)
        values = card_values.card_values(at, allowed, parts)
        at_score = AtScore(game, player, parts, worth, histories[0].points)
        wins = {value.card: value.win for value in won.cards}
        total = sum(history.weight for history in histories)
        assert values.is_played
        for value in values.cards:
            card = game.ranks[value.card]
            net = by.card(histories, node, card) / total - histories[0].net
            assert float(value.net.midpoint) == pytest.approx(net, abs=1e-9)
            win = at_score.card(histories, node, card) / total
            assert float(wins[value.card].win.midpoint) == pytest.approx(win, abs=1e-9)
            after = [by.moved(history, card) for history in histories]
            assert value.points == after[0].net - histories[0].net
            check_reply(value, by, after, by.below(node, card), histories)
            compared += 1
    assert compared > 15
    if hand > 2 and player == DEALER:
        assert max(len(every[number][0]) for number in alone) > 1


def impossible_removed(
    game: RanksOfPlay, at: card_values.PlayPosition, keeps: np.ndarray
) -> np.ndarray:
    """Return the weights without hands that have too many cards of a rank."""
    own = [game.ranks[rank] for rank in (*at.held, *at.own)]
    possible = [
        all((*own, *hand).count(rank) <= 4 for rank in game.ranks)
        for hand in game.hands
    ]
    return np.where(possible, keeps, 0)


def check_reply(
    value: card_values.CardValue,
    by: Recursion,
    after: list[History],
    node: int,
    before: list[History],
) -> None:
    """Compare the reply to fear most."""
    if value.reply is None:
        assert node < 0 or after[0].state.to_play == by.player
        return
    total = sum(history.weight for history in before)
    lost = []
    for action, replied in by.replies(after, node).items():
        weight = sum(history.weight for history in replied)
        net = by.value(replied, by.below(node, action)) / weight - before[0].net
        lost.append(
            (weight / total * (float(value.net.midpoint) - net), weight / total, net)
        )
    probability = float(value.reply.probability.midpoint)
    net = float(value.reply.net.midpoint)
    most = probability * (float(value.net.midpoint) - net)
    assert most == pytest.approx(max(lost)[0], abs=1e-9)
    assert any((probability, net) == pytest.approx(each[1:]) for each in lost)


def test_weights_given_ranks_are_those_of_every_deal_of_these_ranks() -> None:
    table = strategy_tables("equilibrium", CribbageRules.load())["dealer"]
    # All four fives, and a nine and a ten: of one suit in four of the sixteen deals.
    fives = [16, 17, 18, 19]
    one_suit = keeps_given_deal(table, [*fives, 32, 36])
    two_suits = keeps_given_deal(table, [*fives, 32, 37])
    weights = keeps_given_ranks(table, (4, 4, 4, 4, 8, 9))
    assert (weights == 4 * one_suit + 12 * two_suits).all()
    hands = np.array(card_values.RanksOfPlay().hands)
    assert not weights[(hands == 4).any(axis=1)].any()


def test_play_that_the_strategy_never_plays_is_said() -> None:
    advised = trueodds.cribbage.play.advise("3 4 Q", played="5 10 7")
    assert not advised.by_strategy
    assert "never plays so" in str(advised)
    lead = trueodds.cribbage.lead("3H 4D JS QC", threw="5C KD", starter="5H")
    assert lead.by_strategy
    assert str(lead).startswith("Play the ")
    assert lead.cards[0].costs.midpoint == 0


@pytest.mark.parametrize(
    ("held", "played", "net"),
    [
        # Pone has kept A A 5 5, and is out. The J makes 25: it scores the last card.
        ("J", "A K 5 K A go Q 5", [1]),
        # Pone has kept A A 2 5. The Q and the J are the last cards, in any order.
        ("Q J", "A K 5 K A go 2", [1, 1]),
        # Two queens are a pair too.
        ("Q Q", "A K 5 K A go 2", [3]),
    ],
)
def test_hands_that_are_never_kept_count_as_they_are_dealt(
    held: str, played: str, net: list[int]
) -> None:
    advised = trueodds.cribbage.play.advise(held, played=played)
    assert not advised.by_strategy
    assert "or as they are dealt" in str(advised)
    nets = [float(value.net.midpoint) for value in advised.cards]
    assert nets == pytest.approx(net, abs=1e-9)


@pytest.mark.parametrize("opponent", [("5D", "AC", "AD"), ("5", "A", "A")])
@pytest.mark.parametrize("score", ["", "100-100"])
def test_a_go_may_leave_no_hand_that_is_kept(
    opponent: tuple[str, str, str], score: str
) -> None:
    """The dealer said go at 22 after A A 5: his last card is a 10 or a court card.

    A A 5 is kept with low cards alone. He plays his last card to your K for 1 point, or
    for 3 with the 3 kings of the 15 cards.
    """
    five, ace, other = opponent
    advised = trueodds.cribbage.play.advise(
        "KH",
        played=f"6H {five} 5C {ace} 4S {other} go go",
        threw="2S 3S",
        starter="9C",
        score=score or None,
    )
    assert not advised.by_strategy
    (card,) = advised.cards
    assert float(card.net.midpoint) == pytest.approx(-1.4, abs=1e-9)


def test_dealt_hands_have_the_weights_of_all_throws() -> None:
    """The opponent may hold any four of the cards that are not known."""
    known = parse_cards("JS 2S KH KD QH 3D 8C")
    weights = dealt_given_ranks([card.rank for card in known])
    free = [card for card in DECK if card not in known]
    counted = Counter(
        tuple(sorted(card.rank for card in hand)) for hand in combinations(free, 4)
    )
    assert weights.tolist() == [counted[hand] for hand in HANDS]


def test_a_score_decides_an_endgame_by_hand() -> None:
    # Pone's hand is known: A 9 10 J and the starter 8 are a run of four, and no
    # fifteen. The dealer needs four points. The 9 scores 2 + 1 + 1 in the play. The 6
    # scores 1 + 1, and pone counts first.
    advised = trueodds.cribbage.play.advise(
        "6H 9H",
        played="10C KH JD go AC QH 9D",
        threw="2S 3S",
        starter="8S",
        score="117-117",
    )
    wins = [(v.card, *(v.win, v.pone_ends, v.dealer_ends)) for v in advised.cards]
    assert [each[0] for each in wins] == ["9", "6"]
    for values, right in zip(wins, ((1, 0, 1), (0, 0, 0)), strict=True):
        assert [float(v.midpoint) for v in values[1:]] == pytest.approx(right, abs=1e-9)
    assert str(advised).startswith("Play the 9 at 117-117 (")


def test_a_player_who_is_alone_has_an_order_of_his_cards() -> None:
    # After Q 9 the 9 is a pair and makes 28, so the 6 begins a new count: 2 + 1 + 1.
    # After the 6 the count is 25, and the 9 is alone: 1 + 1.
    advised = trueodds.cribbage.play.advise("6 9", played="10 K J go A Q 9")
    nets = [(v.card, v.points, round(v.net.midpoint, 9)) for v in advised.cards]
    assert advised.role == "dealer"
    assert nets == [("9", 2, 4), ("6", 0, 2)]


@pytest.mark.parametrize(
    ("held", "played", "role", "message"),
    [
        ("3 4 J Q", "5 10 7", None, "dealer is to play and still holds 3 cards, not 4"),
        ("3 4 Q", "5 10 7", "pone", "it is dealer's turn"),
        ("3 4 Q", "5 10 2 x", None, "'x' is not a rank"),
        ("J Q K", "10 10 7", None, "no card of yours fits; say go"),
        ("A 3", "10 J 10 go 5", None, "you held A, which fits, when you said go"),
        ("3 3 3", "3 3 4", None, "5 cards of rank 3"),
        ("3H 3H 4D", "5 10 7", None, "3H is there twice"),
        ("3", "5 10 7 6 2 9 4 3", None, "still holds 0 cards, not 1"),
        # The cards played are cards of the same deck.
        ("3H 4D QS JC", "3H", None, "3H is there twice"),
        ("3H 4D QS", "9C 8D 9C", None, "9C is there twice"),
        ("3H 4D J", "10C Q JD go 10C", None, "10C is there twice"),
    ],
)
def test_positions_that_cannot_be(
    held: str, played: str, role: str | None, message: str
) -> None:
    with pytest.raises(TrueoddsError, match=message):
        trueodds.cribbage.play.advise(held, played=played, role=role)


@pytest.mark.parametrize(
    ("threw", "starter", "message"),
    [
        ("5 6 7", "", "threw takes at most 2 cards, not 3"),
        ("5C 6D 7H", "8S", "threw takes at most 2 cards, not 3"),
        ("5 6", "7 8", "starter takes at most 1 card, not 2"),
        ("5C KD", "3H", "3H is there twice"),
        ("5C QC", "5H", "QC is there twice"),
        ("", "9D", "9D is there twice"),
        ("9D KD", "", "9D is there twice"),
    ],
)
@pytest.mark.parametrize("score", [None, "110-112"])
def test_cards_that_contradict_each_other(
    threw: str, starter: str, message: str, score: str | None
) -> None:
    """Pone has played the 9D, also if the dealer throws or the starter is the 9D."""
    with pytest.raises(TrueoddsError, match=message):
        trueodds.cribbage.play.advise(
            "3H 4D JS QC", played="9D", threw=threw, starter=starter, score=score
        )


@pytest.mark.parametrize(
    ("cards", "threw", "starter", "score", "message"),
    [
        ("3 4 J Q", "5C KD", "5H", "110-112", "a score needs the suits of your cards"),
        ("3H 4D JS QC", "5C", "5H", "110-112", "a score needs the suits"),
        ("3H 4D JS QC", "5C KD", "", "110-112", "a score needs the suits"),
        ("3H 4D JS QC", "5C KD", "5H", "110", "a position is two scores"),
        ("3H 4D JS QC", "5C KD", "5H", "110-121", "110-121 is not a score in play"),
    ],
)
def test_scores_that_cannot_be_answered(
    cards: str, threw: str, starter: str, score: str, message: str
) -> None:
    with pytest.raises(TrueoddsError, match=message):
        trueodds.cribbage.lead(cards, threw=threw, starter=starter, score=score)


def test_a_command_says_its_own_options(trueodds_command: Run) -> None:
    ran = trueodds_command("cribbage", "lead", "3", "4", "J", "Q", "--score", "110-112")
    assert (ran.code, "both cards of --threw, and --starter" in ran.err) == (2, True)


def test_a_count_is_no_card() -> None:
    with pytest.raises(PositionError, match="give the cards of the pile"):
        trueodds.score("cribbage", "28 3", rule="play")


def compare(
    game: RanksOfPlay,
    keeps: np.ndarray,
    parts: np.ndarray,
    at: tuple[list[int], list[int], list[History], int, Recursion],
) -> None:
    """Compare the values of the cards in a position with those of the recursion."""
    held, actions, histories, node, by = at
    words = [len(game.ranks) if a == GO else by.index(a) for a in actions]
    here = card_values.position(game, [by.index(rank) for rank in held], words)
    values = card_values.card_values(here, impossible_removed(game, here, keeps), parts)
    total = sum(history.weight for history in histories)
    assert {game.ranks[each.card] for each in values.cards} <= {*held}
    for each in values.cards:
        net = by.card(histories, node, game.ranks[each.card]) / total
        net -= histories[0].net
        assert float(each.net.midpoint) == pytest.approx(net, abs=1e-9)


@pytest.mark.slow
def test_values_of_ten_positions_of_the_whole_deck() -> None:
    """After the first cards of random deals, against the strategies that ship."""
    rules = CribbageRules.load()
    game, parts = card_values.shipped_opponent(rules)
    draw = np.random.default_rng(10)
    compared = 0
    while compared < 10:
        deck = draw.permutation(52) // 4
        player = int(draw.integers(2))
        own = tuple(sorted(deck[:4].tolist()))
        known = deck[:7].tolist()
        keeps = card_values.shipped_keeps(rules, ("pone", "dealer")[player], known)
        by = Recursion(game, player, parts)
        histories = first_histories(game, keeps, player, own)
        actions: list[int] = []
        node = 0
        while len(actions) < 3 or histories[0].state.to_play != player:
            state = histories[0].state
            if state.to_play is None or not state.hands[player]:
                break
            if state.to_play == player:
                legal = sorted({card.rank for card in state.legal_cards()}) or [GO]
                action = int(draw.choice(legal))
                after = [by.moved(history, action) for history in histories]
            else:
                replies = by.replies(histories, node)
                action = int(draw.choice(sorted(replies)))
                after = replies[action]
            histories, node = after, by.below(node, action)
            actions.append(action)
        state = histories[0].state
        if state.to_play == player and state.legal_cards():
            held = [card.rank for card in state.hands[player]]
            compare(game, keeps, parts, (held, actions, histories, node, by))
            compared += 1
