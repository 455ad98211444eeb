"""Explicit model of a baccarat coup: a chain, card by card, over rank classes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from trueodds.analysis.baccarat.distribution import tableau_of
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action
from trueodds.core.models.model import Labels, Model, Question, Recipe, State
from trueodds.core.rules.baccarat import BaccaratRules, hand_total, rank_classes

WINNERS = ("player", "banker", "tie")


def coup(rules: BaccaratRules) -> Model:
    """Return the model of the next coup, dealt from the cards left in the shoe.

    A state has Player's first two cards, Banker's first two, Player's third, and the
    winner (1 Player, 2 Banker, 3 a tie, 0 before the end). A card is the number of its
    rank class, from 1; 0 means no card yet. A rank class has the ranks that the tableau
    treats alike.
    """
    counts = tableau_of(rules).counts(rules.left())
    rank = [alike[0] for alike in rank_classes(rules)]

    def step(state: State) -> Labels | Action:
        player = state[:2]
        banker = state[2:4]
        third = state[4]
        winner = state[5]
        if winner:
            return (WINNERS[winner - 1],)
        dealt = state[:5]
        left = [number - dealt.count(card) for card, number in enumerate(counts, 1)]
        # The reward of a step is the number of cards that it deals.
        if not player[0]:
            return Action(_pairs(left).map(lambda pair: (*pair, 0, 0, 0, 0)), 2)
        if not banker[0]:
            return Action(_pairs(left).map(lambda pair: settle((*player, *pair, 0))), 2)
        cards = Distribution(dict(enumerate(left, start=1)))
        # Player draws before Banker does.
        if not third and total(player) in rules.player_draws:
            return Action(cards.map(lambda card: settle((*player, *banker, card))), 1)
        mine = total((*player, third))
        return Action(cards.map(lambda card: won(mine, total((*banker, card)))), 1)

    def settle(cards: State) -> State:
        """Return the state after these cards, with the winner if no hand draws."""
        player = cards[:2]
        banker = cards[2:4]
        third = cards[4]
        mine = total(player)
        theirs = total(banker)
        if max(mine, theirs) < rules.natural:
            if not third and mine in rules.player_draws:
                return (*cards, 0)
            drawn = rank[third - 1] if third else None
            if rules.banker_draws_on(theirs, drawn):
                return (*cards, 0)
        return won(total((*player, third)), theirs)

    def total(cards: State) -> int:
        return hand_total([rank[card - 1] for card in cards if card])

    def won(mine: int, theirs: int) -> State:
        # An end forgets its cards, so that each winner is a single state.
        winner = 3 if mine == theirs else 1 if mine > theirs else 2
        return (0, 0, 0, 0, 0, winner)

    return Model.explore(
        "A coup of baccarat",
        (0, 0, 0, 0, 0, 0),
        step,
        variables=("player1", "player2", "banker1", "banker2", "player3", "winner"),
        reward="cards",
        questions=(*map(Question, WINNERS), Question()),
    )


MODELS: Mapping[str, Recipe] = {
    "coup": Recipe("the next coup, from the cards left in the shoe", coup),
}


def _pairs(left: list[int]) -> Distribution[State]:
    """Return the distribution of two unordered cards; weights count ordered pairs."""
    return Distribution.tally(
        (tuple(sorted((a, b))), left[a - 1] * (left[b - 1] - (a == b)))
        for a, b in product(range(1, len(left) + 1), repeat=2)
    )
