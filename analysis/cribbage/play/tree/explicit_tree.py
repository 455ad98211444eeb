"""The play of a small deck in extensive form, from the states of the reference.

Every pair of hands is a history of its own, so this game shares neither the public tree
nor the vectors of the solver. Other people's programs can solve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from trueodds.core.cards import RANKS, Card
from trueodds.core.errors import RulesError
from trueodds.core.models.model import Chance, Decision, End, ExtensiveGame, Node
from trueodds.core.rules.cribbage_play import (
    DEALER,
    MOST_CARDS,
    OF_A_RANK,
    PLAYERS,
    PONE,
    PlayRules,
    PlayState,
    ranks_text,
)

MOST_NODES = 200_000
"""The largest game that is built."""

Hand = tuple[int, ...]


def explicit_game(
    ranks: Sequence[int], hand: int, rules: PlayRules, most_nodes: int = MOST_NODES
) -> ExtensiveGame:
    """Return the play of two hands dealt at random from four cards of some ranks.

    The payoff of the dealer is the dealer's points minus pone's; pone's is its
    negative. A player knows his own ranks, the cards played and every go. Where only
    one rank fits, or none, there is no decision.

    Args:
        ranks: Different ranks, 0 (ace) to 12 (king).
        hand: Cards of each player.
        rules: The rules of the play.
        most_nodes: The number of nodes above which the game is refused.

    Raises:
        RulesError: For ranks or hands that cannot be dealt, or too large a game.

    Example:
        >>> game = explicit_game((0, 1), 1, PlayRules())
        >>> [(label, str(weight)) for label, weight, _ in game.start.outcomes]
        [('A, A', '3/14'), ('A, 2', '2/7'), ('2, A', '2/7'), ('2, 2', '3/14')]
    """
    if not 1 <= hand <= MOST_CARDS // 2:
        raise RulesError(
            f"a hand of {hand} cards cannot be played; hands have 1 to "
            f"{MOST_CARDS // 2} cards"
        )
    deck = sorted(set(ranks))
    if len(deck) < len(ranks):
        raise RulesError(f"a rank is twice in {ranks_text(ranks)}; name each rank once")
    if OF_A_RANK * len(deck) < 2 * hand:
        raise RulesError(
            f"{OF_A_RANK * len(deck)} cards are too few for two hands of {hand}"
        )
    hands = list(combinations_with_replacement(deck, hand))
    weights = {
        (pone, dealer): weight
        for pone in hands
        for dealer in hands
        if (weight := _ways(deck, pone, dealer))
    }
    total = sum(weights.values())
    walk = _Walk(rules, most_nodes)
    outcomes = tuple(
        (
            f"{ranks_text(pone)}, {ranks_text(dealer)}",
            Fraction(weight, total),
            walk.start(pone, dealer),
        )
        for (pone, dealer), weight in weights.items()
    )
    title = (
        f"The play of cribbage, ranks {ranks_text(deck)}, two hands of {hand} dealt "
        "at random"
    )
    return ExtensiveGame(title, PLAYERS, Chance(outcomes))


def _ways(deck: Sequence[int], pone: Hand, dealer: Hand) -> int:
    """Return the number of ways to deal two hands of these ranks."""
    return prod(
        comb(OF_A_RANK, pone.count(rank))
        * comb(OF_A_RANK - pone.count(rank), dealer.count(rank))
        for rank in deck
    )


class _Walk:
    """A builder of the game trees below the deals, which counts their nodes."""

    def __init__(self, rules: PlayRules, most_nodes: int) -> None:
        self.rules, self.most_nodes, self.nodes = rules, most_nodes, 0

    def start(self, pone: Hand, dealer: Hand) -> Node:
        """Return the game tree below a deal."""
        # Suits do not matter in the play; they only tell equal ranks apart.
        cards = tuple(
            tuple(Card(rank, suit) for suit, rank in enumerate(hand))
            for hand in (pone, dealer)
        )
        hands = cards[PONE], cards[DEALER]
        state = PlayState(hands, (), PONE, None, (False, False), self.rules)
        return self.follow(state, (pone, dealer), "", 0)

    def follow(
        self, state: PlayState, hands: tuple[Hand, Hand], history: str, net: int
    ) -> Node:
        """Return the game tree below a state.

        ``net`` is the dealer's points minus pone's so far.
        """
        player = state.to_play
        if player is None:
            self._count()
            return End((Fraction(-net), Fraction(net)))
        legal = {card.rank: card for card in state.legal_cards()}
        if not legal:
            after, award = state.go()
            gain = _net(award.player, award.points) if award else 0
            return self.follow(after, hands, f"{history} go", net + gain)
        actions = []
        for rank, card in sorted(legal.items()):
            after, award = state.play(card)
            gain = _net(award.player, award.points)
            name = RANKS[rank]
            actions.append(
                (name, self.follow(after, hands, f"{history} {name}", net + gain))
            )
        if len(actions) == 1:
            return actions[0][1]
        self._count()
        information = f"{ranks_text(hands[player])}:{history}"
        return Decision(player, information, tuple(actions))

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise RulesError(
                f"the game has more than {self.most_nodes:,} nodes; take fewer ranks "
                "or smaller hands"
            )


def _net(player: int, points: int) -> int:
    return points if player == DEALER else -points
