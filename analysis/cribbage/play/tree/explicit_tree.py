"""The play of a small deck in extensive form, from the states of the reference.

Every pair of hands is a history of its own, so this game shares neither the public tree
nor the vectors of the solver. Other people's programs can solve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, count, product
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
    PlayAward,
    PlayRules,
    PlayState,
    ranks_text,
)

MOST_NODES = 200_000
"""The largest game that is built."""

Deal = tuple[tuple[int, ...], tuple[int, ...]]


def explicit_game(
    ranks: Sequence[int], hand: int, rules: PlayRules, most_nodes: int = MOST_NODES
) -> ExtensiveGame:
    """Return the play of two hands dealt at random, with four cards of each rank.

    The payoff of the dealer is the dealer's points minus pone's; pone's is its
    negative. A player knows his own ranks, the cards played and all goes. Where a
    single rank fits, or none, there is no decision.

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
    nodes = count(1)

    def numbered(node: Node) -> Node:
        """Return the node, and raise ``RulesError`` once the game has too many."""
        if next(nodes) > most_nodes:
            raise RulesError(
                f"the game has more than {most_nodes:,} nodes; take fewer ranks or "
                "smaller hands"
            )
        return node

    def follow(state: PlayState, hands: Deal, history: str, net: int) -> Node:
        """Return the game tree below a state; ``net`` is the dealer's net score.

        ``hands`` are the ranks that pone and the dealer hold at first. ``history`` is
        the text of all actions so far.
        """
        player = state.to_play
        if player is None:
            return numbered(End((Fraction(-net), Fraction(net))))
        legal = {card.rank: card for card in state.legal_cards()}
        moves: dict[str, tuple[PlayState, PlayAward | None]] = {
            RANKS[rank]: state.play(legal[rank]) for rank in sorted(legal)
        }
        actions = []
        for name, (after, award) in (moves or {"go": state.go()}).items():
            sign = 1 if award and award.player == DEALER else -1
            gained = sign * award.points if award else 0
            node = follow(after, hands, f"{history} {name}", net + gained)
            actions.append((name, node))
        if len(actions) == 1:
            return actions[0][1]
        information = f"{ranks_text(hands[player])}:{history}"
        return numbered(Decision(player, information, tuple(actions)))

    weights = {
        (pone, dealer): prod(
            comb(OF_A_RANK, pone.count(rank))
            * comb(OF_A_RANK - pone.count(rank), dealer.count(rank))
            for rank in deck
        )
        for pone, dealer in product(combinations_with_replacement(deck, hand), repeat=2)
    }
    total = sum(weights.values())
    outcomes = []
    for hands, weight in weights.items():
        if weight:
            # Suits do not matter in the play; they only tell equal ranks apart.
            pone, dealer = (tuple(map(Card, held, range(hand))) for held in hands)
            state = PlayState((pone, dealer), (), PONE, None, (False, False), rules)
            probability = Fraction(weight, total)
            text = ", ".join(map(ranks_text, hands))
            outcomes.append((text, probability, follow(state, hands, "", 0)))
    title = (
        f"The play of cribbage, ranks {ranks_text(deck)}, two hands of {hand} dealt "
        "at random"
    )
    return ExtensiveGame(title, PLAYERS, Chance(tuple(outcomes)))
