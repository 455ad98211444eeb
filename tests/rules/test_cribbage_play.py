"""The play of cribbage: one card, whole plays, and rules as data."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core import rulebook
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.errors import CardError, PositionError, RulesError
from trueodds.core.rules import total_points
from trueodds.core.rules.cribbage import CribbageRules, score
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PONE,
    IllegalPlayError,
    PlayAward,
    PlayRules,
    PlayState,
    play_lines,
)

RULES = CribbageRules.load()
PLAY = PlayRules()
VALUE = dict(zip(range(13), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))

ranks = st.lists(st.integers(0, 12), min_size=1, max_size=8).filter(
    lambda pile: max(map(pile.count, pile)) <= 4
)
two_hands = st.lists(st.sampled_from(DECK), min_size=8, max_size=8, unique=True)


def naive_points(pile: Sequence[int]) -> int:
    """Points by the words of the rules: the count, the last cards, all lengths."""
    points = 2 * (sum(VALUE[rank] for rank in pile) in (15, 31))
    for number, worth in ((4, 12), (3, 6), (2, 2)):
        if len(pile) >= number and len(set(pile[-number:])) == 1:
            points += worth
            break
    runs = [0]
    for length in range(3, len(pile) + 1):
        ordered = sorted(pile[-length:])
        if all(high - low == 1 for low, high in pairwise(ordered)):
            runs.append(length)
    return points + max(runs)


@given(ranks)
def test_points_of_a_card_are_those_of_a_naive_scorer(pile: list[int]) -> None:
    assert total_points(play_lines(pile, PLAY)) == naive_points(pile)


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("5 10 5 5", 2),
        ("4 6 5", 5),
        ("7 8", 2),
        ("A A A A", 12),
        ("10 J Q A", 2),
        ("3 A 2 5 4", 7),
        ("4 5 5 6", 0),
        ("4 5 5 6 4", 3),
        ("A 2 3 4 5 6 7", 7),
        ("A 2 A 3 A 4 A 5", 0),  # all cards of both hands
    ],
)
def test_known_piles(pile: str, points: int) -> None:
    assert score(pile, RULES, "play").value == points


def test_suits_never_matter() -> None:
    by_ranks = score("5 10 5 5", RULES, "play")
    by_cards = score("5H 10D 5S 5C", RULES, "play")
    assert by_ranks.lines == by_cards.lines


@pytest.mark.parametrize(
    ("pile", "error", "words"),
    [
        ("10 K Q 2", PositionError, "count of 32"),
        ("5 5 5 5 5", PositionError, "5 cards of rank 5"),
        ("5H 5H", CardError, "5H is there twice"),
        ("1 2", CardError, "'1' is not a rank"),
        ("28 3", PositionError, "'28' is a count and no card; give the cards"),
        ("5 5H", PositionError, "mixes ranks and cards"),
        ("", PositionError, "has 0 cards"),
        ("A A A 2 2 2 3 3 3", PositionError, "has 9 cards"),
    ],
)
def test_impossible_piles(pile: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        score(pile, RULES, "play")


def naive_play(pone: Sequence[Card], dealer: Sequence[Card]) -> tuple[int, int, str]:
    """Play the first card that fits, by a separate referee; return points and story."""
    hands, points = {0: list(pone), 1: list(dealer)}, [0, 0]
    player, last, pile, story = 0, 0, list[int](), ""
    while hands[0] or hands[1]:
        room = 31 - sum(VALUE[rank] for rank in pile)
        fits = {p: [c for c in hands[p] if VALUE[c.rank] <= room] for p in (0, 1)}
        if not fits[0] and not fits[1]:
            points[last] += 1
            story += " |"
            pile, player = [], 1 - last if hands[1 - last] else last
            continue
        if not fits[player]:
            player = 1 - player
        card = fits[player][0]
        hands[player].remove(card)
        pile.append(card.rank)
        points[player] += naive_points(pile)
        story += f" {card}"
        last, player = player, 1 - player
        if sum(VALUE[rank] for rank in pile) == 31:
            pile, player = [], 1 - last if hands[1 - last] else last
        elif not hands[0] and not hands[1]:
            points[last] += 1
    return points[0], points[1], story.replace(" |", "")


def played_out(state: PlayState) -> tuple[int, int, str]:
    points, story = [0, 0], ""
    while state.to_play is not None:
        legal = state.legal_cards()
        award: PlayAward | None
        if legal:
            assert sum(VALUE[card.rank] for card in state.pile) == state.count
            story += f" {legal[0]}"
            state, award = state.play(legal[0])
        else:
            assert state.hands[state.to_play]
            state, award = state.go()
        if award:
            points[award.player] += award.points
    return points[0], points[1], story


@given(two_hands)
def test_state_agrees_with_a_naive_referee(cards: list[Card]) -> None:
    state = PlayState.start(cards[:4], cards[4:])
    assert played_out(state) == naive_play(cards[:4], cards[4:])


def test_go_is_for_players_without_a_card_that_fits() -> None:
    state = PlayState.start(parse_cards("KC KD KH 2C"), parse_cards("QC QD QH 9C"))
    with pytest.raises(IllegalPlayError, match="pone says go at 0 but can play KC"):
        state.go()
    for card in ("KC", "QC", "KD"):
        state, _ = state.play(Card.parse(card))
    assert state.to_play == DEALER
    assert not state.legal_cards()
    with pytest.raises(IllegalPlayError, match="QD makes the count 40"):
        state.play(Card.parse("QD"))
    with pytest.raises(IllegalPlayError, match="dealer does not hold AS"):
        state.play(Card.parse("AS"))
    state, award = state.go()
    assert award is None
    assert state.to_play == PONE
    state, award = state.go()
    assert award is not None
    assert award.player == PONE
    assert [line.name for line in award.lines] == ["go"]
    assert state.to_play == DEALER


def test_last_card_that_makes_the_limit_scores_no_last_card() -> None:
    state = PlayState.start(parse_cards("AC AD AH AS"), parse_cards("7C 7D 7H 6S"))
    award = None
    while state.to_play is not None:
        legal = state.legal_cards()
        state, award = state.play(legal[-1]) if legal else state.go()
    assert award is not None
    assert state.count == 31
    assert ("count of 31", 2) in [(line.name, line.points) for line in award.lines]
    assert "last card" not in [line.name for line in award.lines]


@pytest.mark.parametrize(
    ("pone", "dealer", "words"),
    [
        ("5H 6D 7S", "4S 4D 9H JC", "pone's hand '5H 6D 7S' has 3 cards"),
        ("5H 6D 7S 8C", "4S 4D 9H 5H", "5H is there twice"),
    ],
)
def test_impossible_hands(pone: str, dealer: str, words: str) -> None:
    with pytest.raises((PositionError, CardError), match=words):
        PlayState.start(parse_cards(pone), parse_cards(dealer))


def test_house_rules_change_the_points() -> None:
    rules = CribbageRules.load(**{"play.pair_points": 3, "play.fifteen_points": 1})
    assert score("5 5", rules, "play").value == 3
    assert score("7 8", rules, "play").value == 1
    assert rulebook.digest("cribbage", rules) != rulebook.digest("cribbage", RULES)


def test_an_event_of_the_play_scores_at_most_a_hundred_points() -> None:
    rules = CribbageRules.load(**{"play.pair_points": 100})
    assert score("5 5", rules, "play").value == 100
    with pytest.raises(RulesError, match=r"pair_points.* = 101.*at most 100"):
        CribbageRules.load(**{"play.pair_points": 101})


def test_unknown_rule_of_the_play() -> None:
    with pytest.raises(RulesError, match=r"play.*least_run"):
        CribbageRules.load(**{"play.bonus": 1})
