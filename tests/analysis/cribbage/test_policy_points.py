"""Mean points of the play under simple policies, against a recursion over hands."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueodds.analysis.cribbage.play.kept_hands import (
    HANDS,
    HandWeights,
    dealt_hands,
    kept_hands,
)
from trueodds.analysis.cribbage.play.policy import Policy, policies
from trueodds.analysis.cribbage.play.policy_points import (
    SCALE,
    expected_points,
    mean_points,
    points_of_pair,
)
from trueodds.analysis.cribbage.play.policy_quantities import quantities, shipped
from trueodds.analysis.cribbage.strategy_file import content_of
from trueodds.core.cards import DECK, RANKS, Card
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import Award, PlayRules, PlayState
from trueodds.proofs.cribbage.play import hands_in_order, play_all_lines

RULES = CribbageRules.load()
PLAY = PlayRules()
NAMES = sorted(policies())


def chosen(legal: tuple[Card, ...], policy: str) -> list[Card]:
    """Return the cards that a policy may play, from its words and not its data."""
    if policy == "random":
        return list(legal)
    return [(max if policy == "highest" else min)(legal)]


def expected(state: PlayState, policy: str) -> tuple[Fraction, Fraction]:
    """Return the expected points of both players by recursion over cards."""
    if state.to_play is None:
        return Fraction(0), Fraction(0)
    moves: list[tuple[PlayState, Award | None]]
    cards = chosen(state.legal_cards(), policy) if state.legal_cards() else []
    moves = [state.play(card) for card in cards] or [state.go()]
    sums = [Fraction(0), Fraction(0)]
    for after, award in moves:
        for player, points in enumerate(expected(after, policy)):
            sums[player] += points / len(moves)
        if award:
            sums[award.player] += Fraction(award.points, len(moves))
    return sums[0], sums[1]


@settings(max_examples=15)
@given(
    st.lists(st.sampled_from(DECK), min_size=8, max_size=8, unique=True)
    | st.permutations([Card(r, s) for r in (0, 4, 9) for s in range(4)]).map(
        lambda cards: cards[:8]
    ),
    st.sampled_from(NAMES),
)
def test_points_of_two_hands_are_those_of_a_recursion(
    cards: list[Card], name: str
) -> None:
    state = PlayState.start(cards[:4], cards[4:])
    pone, dealer = ([card.rank for card in hand] for hand in (cards[:4], cards[4:]))
    by_kernel = points_of_pair(pone, dealer, policies()[name], PLAY)
    assert by_kernel == expected(state, name)


def test_a_tie_between_equal_ranks_does_not_matter() -> None:
    suits = product(combinations(range(4), 2), repeat=2)
    values = set()
    for first, second in suits:
        pone = [Card(9, s) for s in first] + [Card(4, s) for s in second]
        dealer = [Card(9, s) for s in range(4) if s not in first]
        dealer += [Card(4, s) for s in range(4) if s not in second]
        values.add(expected(PlayState.start(pone, dealer), "highest"))
    assert len(values) == 1


def with_suits(pone: tuple[int, ...], dealer: tuple[int, ...]) -> PlayState:
    """Return the play of two hands by ranks, in any suits."""
    ranks = pone + dealer
    cards = [Card(rank, ranks[:n].count(rank)) for n, rank in enumerate(ranks)]
    return PlayState.start(cards[:4], cards[4:])


def lines_by_ranks(state: PlayState) -> int:
    """Count the orders in which ranks can be played."""
    if state.to_play is None:
        return 1
    by_rank = {card.rank: card for card in state.legal_cards()}
    if not by_rank:
        return lines_by_ranks(state.go()[0])
    return sum(lines_by_ranks(state.play(card)[0]) for card in by_rank.values())


def test_every_line_is_that_of_a_pair_of_hands() -> None:
    """Three ranks only: the tree of card sequences, and hand by hand."""
    lines, points = play_all_lines(RULES, ranks=3)
    assert tuple(hands_in_order()) == HANDS
    few = [place for place, hand in enumerate(HANDS) if max(hand) < 3]
    for number, name in enumerate(("random", "highest", "lowest")):
        for dealer, pone in product(few, repeat=2):
            both = np.array(HANDS[dealer] + HANDS[pone])
            if np.bincount(both).max() > 4:
                assert not points[number, :, dealer, pone].any()
                continue
            exact = points_of_pair(HANDS[pone], HANDS[dealer], policies()[name], PLAY)
            for player in (0, 1):
                by_lines = Fraction(int(points[number, player, dealer, pone]), SCALE)
                assert by_lines == exact[player]
    hands = [HANDS[place] for place in few]
    by_hands = [
        lines_by_ranks(with_suits(pone, dealer))
        for dealer, pone in product(hands, repeat=2)
        if max(map((dealer + pone).count, range(3))) <= 4
    ]
    assert lines == sum(by_hands)


def test_means_of_weights_past_64_bits_are_exact() -> None:
    generator = np.random.default_rng(20261122)
    shape = 60, 60
    high = generator.integers(0, 2**13, shape, np.int64)
    low = generator.integers(0, 2**64, shape, np.uint64)
    points = generator.integers(0, 60 * SCALE, (2, *shape), np.int32)
    hands = HandWeights("test", high, low)
    weights = high.astype(object) * 2**64 + low.astype(object)
    dealer = Fraction(int((weights * points[1]).sum()), SCALE * int(weights.sum()))
    assert mean_points(points, hands)["dealer"] == dealer


def test_policies_have_each_rank_once() -> None:
    with pytest.raises(RulesError, match="each of the 13 ranks is in one group"):
        Policy(description="", prefers=("A 2 3", "3 4"))
    assert policies()["lowest"].group_of_rank == tuple(range(len(RANKS)))


def test_shipped_means_are_quantities() -> None:
    script = CribbageRules.load("published-script")
    odds = {quantity.id: quantity for quantity in quantities(script, kept=False)}
    mean = Fraction("313051262116/118524758625")
    assert odds["play.dealt.random.dealer.mean"].exact == mean
    assert odds["play.lines"].exact == 545_768_753
    assert "play.kept.random.dealer.mean" not in odds


def test_shipped_means_are_for_the_shipped_strategies() -> None:
    import hashlib

    content, _ = content_of("equilibrium")
    assert shipped().strategies == hashlib.sha256(content).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_shipped_means_are_those_of_all_pairs_of_hands(name: str) -> None:
    played = expected_points(policies()[name], PLAY)
    assert mean_points(played.points, dealt_hands()) == shipped().dealt[name]
    assert mean_points(played.points, kept_hands(RULES)) == shipped().kept[name]
    if name == "random":
        assert played.lines == int(shipped().lines)


@pytest.mark.slow
@pytest.mark.parametrize("field", PlayRules.__struct_fields__)
def test_every_rule_of_the_play_moves_a_mean(field: str) -> None:
    """Except his heels, which the play does not score."""
    value = getattr(PLAY, field) + 1
    rules = CribbageRules.load(**{f"play.{field}": value}).play
    played = expected_points(policies()["highest"], rules)
    moved = mean_points(played.points, dealt_hands()) != shipped().dealt["highest"]
    assert moved == (field != "heels_points")
