"""Probes of the strategy of the play: its parts, some plays by hand, and its bounds."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from probing import SEED, assert_close, content, places

from trueodds.analysis.cribbage.game.play_distribution import (
    by_parts,
    new_path,
    new_play,
    play_out,
)
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.play.solving import shipped_strategy
from trueodds.analysis.cribbage.play.solving.opponent_keeps import HANDS
from trueodds.analysis.cribbage.play.solving.shipped_strategy import UNITS
from trueodds.analysis.cribbage.play.tree import compiled_game
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, RanksOfPlay
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import (
    DEALER,
    OF_A_RANK,
    PONE,
    PlayAward,
    PlayState,
)

RULES = CribbageRules.load()
NAME, KEY = shipped_strategy.cache_key()
TREE, TREE_KEY = compiled_game.cache_key(RULES.play)
FILES = [f"{NAME}.npz", f"{TREE}.npz"]
GAME = RanksOfPlay(rules=RULES.play)
GO = 13
Ranks = tuple[int, ...]
Points = tuple[int, int]

pytestmark = pytest.mark.usefixtures("shipped")


@cache
def strategy() -> shipped_strategy.ShippedStrategy:
    """Return the strategy that ships."""
    content(FILES[0], KEY)
    return shipped_strategy.shipped_strategy()


@cache
def numbers(size: int) -> dict[Ranks, int]:
    """Return the numbers of the multisets of so many cards."""
    sets = combinations_with_replacement(range(13), size)
    return {held: number for number, held in enumerate(sets)}


def choices(node: int, held: Ranks) -> dict[int, int]:
    """Return the parts of each rank that a player may choose of the cards he holds."""
    tree = GAME.tree
    small = len(numbers(len(held) - 1))
    parts = {}
    for rank in {*held}:
        if rank < tree.legal[node]:
            rest = list(held)
            rest.remove(rank)
            slot = tree.slot[node] + rank * small + numbers(len(rest))[tuple(rest)]
            parts[rank] = int(strategy().parts[slot])
    return parts


def test_the_tree_that_ships_is_the_one_that_is_built() -> None:
    content(FILES[1], TREE_KEY)
    deck = compiled_game.deck_of(RanksOfPlay(rules=RULES.play))
    assert (deck.slot == GAME.tree.slot).all()
    # All leaves are alike.
    assert (deck.child == np.maximum(GAME.tree.child, LEAVES)).all()


def test_parts_of_a_set_are_all_there_or_none() -> None:
    tree = GAME.tree
    seen = 0
    for node in [0, *places(len(tree.player), 400)]:
        player = tree.player[node]
        unit = UNITS[tree.cards[node].sum()]
        for held in numbers(int(tree.cards[node, player])):
            parts = choices(node, held)
            # A hand that is never kept has one part.
            total = sum(parts.values())
            assert total in (0, 1, unit)
            assert bool(total) <= (len(parts) > 1)
            assert total or node or len(parts) == 1
            seen += total > 1
    assert seen > 1000


def played(state: PlayState, node: int, points: Points) -> dict[Points, Fraction]:
    """Return the probability of pone's and the dealer's points, by the reference."""
    player = state.to_play
    if player is None:
        return {points: Fraction(1)}
    fitting = {card.rank: card for card in state.legal_cards()}
    both = all(state.hands)
    shares = dict.fromkeys(fitting or [GO], 1)
    if len(fitting) > 1 and both:
        shares = choices(node, tuple(sorted(c.rank for c in state.hands[player])))
        assert sum(shares.values()), "a set without parts is reached"
    result: Counter[Points] = Counter()
    lines = []
    for rank, share in shares.items():
        after, award = state.play(fitting[rank]) if fitting else state.go()
        below = int(GAME.tree.child[node, rank]) if node >= 0 else node
        line = played(after, below, added(points, award)) if share else {}
        lines.append(line)
        for end, chance in line.items():
            result[end] += chance * Fraction(share, sum(shares.values()))
    if both:
        return result
    # A player who is alone takes the most points.
    alone = PONE if state.hands[PONE] else DEALER
    return max(lines, key=lambda line: max(end[alone] for end in line))


def added(points: Points, award: PlayAward | None) -> Points:
    """Return the points with an award."""
    if award is None:
        return points
    more = [*points]
    more[award.player] += award.points
    return more[PONE], more[DEALER]


def test_hands_are_played_as_by_the_reference() -> None:
    generator = np.random.default_rng(SEED)
    players = by_parts(GAME, strategy().parts)
    path, play = new_path(), new_play()
    deck = [rank for rank in range(13) for _ in range(OF_A_RANK)]
    mixed = 0
    for _ in range(40):
        cards = generator.permutation(deck)[:8].tolist()
        hands = [Card(rank, cards[:at].count(rank)) for at, rank in enumerate(cards)]
        start = PlayState.start(hands[:4], hands[4:], RULES.play)
        ends = played(start, 0, (0, 0))
        mixed += len(ends) > 1
        counts = [np.bincount(half, minlength=13) for half in (cards[:4], cards[4:])]
        play_out(*counts, players, path, play)
        wanted = np.zeros_like(play.final)
        for end, chance in ends.items():
            wanted[end] = float(chance)
        assert np.allclose(play.final, wanted, rtol=0, atol=1e-12)
    assert mixed > 5


def test_its_bounds_agree_with_those_of_the_certified_solution() -> None:
    certified = play_results(RULES)
    assert certified
    value = strategy().value
    assert value.lower <= certified.value.lower < certified.value.upper <= value.upper
    assert value.width < Fraction(3, 100)
    assert len(strategy().parts) == GAME.slots
    assert len(HANDS) == len(numbers(4))


@pytest.mark.slow
def test_its_bounds_are_proved_again() -> None:
    value = shipped_strategy.proved(strategy().parts, RULES).value
    assert_close(strategy().value, value)
