"""Whole deals and games of cribbage: order of counting, and the end at the target."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core import rulebook
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.errors import CardError, PositionError, RulesError
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.core.rules.cribbage_game import Deal, GameState, Score, heels, shows
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PONE,
    IllegalPlayError,
    PlayState,
)

RULES = CribbageRules.load()
JACK_TURNED = ("5H 6D 7S 8C KD KH", "4S 4D 9H JC 2C 3C", "JD")


def deal_of(pone: str, dealer: str, starter: str) -> Deal:
    """Return a deal in which both throw their last two cards."""
    six = parse_cards(pone), parse_cards(dealer)
    return Deal(six, (six[0][4:], six[1][4:]), Card.parse(starter))


def played(game: GameState, deal: Deal) -> tuple[GameState, list[Score]]:
    """Play a deal with the first card that fits."""
    game, counted = game.begin(deal)
    scores = [*counted]
    while game.winner is None and game.play is not None:
        legal = game.play.legal_cards()
        game, counted = game.play_card(legal[0]) if legal else game.go()
        scores += counted
    return game, scores


def naive_points(deal: Deal) -> Iterator[tuple[int, int]]:
    """Role and points of a deal in which the first card that fits is played."""
    if deal.starter and deal.starter.rank == 10:
        yield DEALER, 2
    hands = deal.hand(PONE), deal.hand(DEALER)
    state = PlayState.start(*hands)
    while state.to_play is not None:
        legal = state.legal_cards()
        state, award = state.play(legal[0]) if legal else state.go()
        if award:
            yield award.player, award.points
    yield PONE, show_points(hands[PONE], deal.starter, RULES)
    yield DEALER, show_points(hands[DEALER], deal.starter, RULES)
    crib = [card for two in deal.thrown for card in two]
    yield DEALER, show_points(crib, deal.starter, RULES, "crib")


thirteen = st.lists(st.sampled_from(DECK), min_size=13, max_size=13, unique=True)


@given(st.lists(thirteen, min_size=20, max_size=20), st.sampled_from([0, 1]))
def test_a_game_is_its_deals_in_order_up_to_the_target(
    packs: Sequence[Sequence[Card]], dealer: int
) -> None:
    game = GameState.start(RULES, 1 if dealer else 0)
    running = [0, 0]
    for cards in packs:
        deal = Deal(
            (cards[:6], cards[6:12]), (cards[4:6], cards[10:12]), starter=cards[12]
        )
        dealing = game.dealer
        game, scores = played(game, deal)
        expected = []
        for role, points in naive_points(deal):
            seat = dealing if role == DEALER else 1 - dealing
            running[seat] = min(121, running[seat] + points)
            expected.append((seat, points, running[seat]))
            if running[seat] == 121:
                break
        counted = [(s.seat, s.points, s.score) for s in scores]
        assert [c for c in counted if c[1]] == [e for e in expected if e[1]]
        assert game.scores == tuple(running)
        if game.winner is not None:
            assert running[game.winner] == 121
            return
        assert game.dealer == 1 - dealing
        assert game.deal is None


def test_pone_counts_before_the_dealer_and_the_crib_is_last() -> None:
    deal = deal_of(*JACK_TURNED)
    _, scores = played(GameState.start(RULES, dealer=1), deal)
    events = [(score.seat, score.event) for score in scores]
    assert events[0] == (1, "heels")
    assert events[-3:] == [(0, "hand"), (1, "hand"), (1, "crib")]
    assert all(event == "play" for _, event in events[1:-3])


def test_his_heels_win_at_once() -> None:
    game, counted = GameState.start(RULES, 1, (120, 119)).begin(deal_of(*JACK_TURNED))
    assert game.winner == 1
    assert counted[0].score == 121
    with pytest.raises(IllegalPlayError, match="5H comes after the game has ended"):
        game.play_card(Card.parse("5H"))
    with pytest.raises(IllegalPlayError, match="a deal comes after the game has"):
        game.begin(deal_of(*JACK_TURNED))


def test_a_game_ends_in_the_middle_of_the_play() -> None:
    deal = deal_of("5H 6D 7S 8C KD KH", "10S 4D 9H JC 2C 3C", "QD")
    game, _ = GameState.start(RULES, 1, (120, 119)).begin(deal)
    game, _ = game.play_card(Card.parse("5H"))
    game, counted = game.play_card(Card.parse("10S"))
    assert (game.winner, game.scores, counted[0].points) == (1, (120, 121), 2)
    with pytest.raises(IllegalPlayError, match="comes after the game has ended at 121"):
        game.go()


def test_pone_wins_by_counting_first() -> None:
    deal = deal_of("5H 5D 5S JC KD KH", "6S 6D 9H 9C 2C 3C", "5C")
    game, scores = played(GameState.start(RULES, 1, (100, 100)), deal)
    assert game.winner == 0
    assert (scores[-1].event, scores[-1].points) == ("hand", 29)
    assert scores[-1].score == 121


def test_the_target_is_a_rule() -> None:
    short = CribbageRules.load(target=61)
    assert rulebook.digest("cribbage", short) != rulebook.digest("cribbage", RULES)
    with pytest.raises(PositionError, match="a score of 61 is not in play"):
        GameState.start(short, 0, (0, 61))
    with pytest.raises(RulesError, match="target"):
        CribbageRules.load(target=0)


def test_rules_without_a_starter_show_four_cards() -> None:
    script = CribbageRules.load("published-script")
    six = parse_cards("5H 6D 7S 8C KD KH"), parse_cards("4S 4D 9H JC 2C 3C")
    deal = Deal(six, (six[0][4:], six[1][4:]), None)
    assert heels(deal, script) is None
    assert next(award.points for _, award in shows(deal, script)) == 6
    game, _ = GameState.start(script).begin(deal)
    assert game.to_play == 0
    with pytest.raises(PositionError, match="the starter is missing"):
        GameState.start(RULES).begin(deal)
    with pytest.raises(PositionError, match="JD is turned up; these rules have no"):
        GameState.start(script).begin(deal_of(*JACK_TURNED))


@pytest.mark.parametrize(
    ("pone", "dealer", "starter", "words"),
    [
        ("5H 6D 7S 8C KD", "4S 4D 9H JC 2C 3C", "JD", "pone is dealt .* 5 cards"),
        ("5H 6D 7S 8C KD KH", "4S 4D 9H JC 2C KH", "JD", "KH is there twice"),
        ("5H 6D 7S 8C KD KH", "4S 4D 9H JC 2C 3C", "JC", "JC is there twice"),
    ],
)
def test_impossible_deals(pone: str, dealer: str, starter: str, words: str) -> None:
    with pytest.raises((CardError, PositionError), match=words):
        deal_of(pone, dealer, starter)


@pytest.mark.parametrize("thrown", ["KD", "KD KD", "KD AS"])
def test_impossible_discards(thrown: str) -> None:
    six = parse_cards("5H 6D 7S 8C KD KH"), parse_cards("4S 4D 9H JC 2C 3C")
    two = [Card.parse(word) for word in thrown.split()]
    with pytest.raises((CardError, PositionError), match=r"pone (throws|cannot throw)"):
        Deal(six, (two, six[1][4:]), Card.parse("JD"))


def test_a_deal_does_not_begin_inside_another() -> None:
    game, _ = GameState.start(RULES).begin(deal_of(*JACK_TURNED))
    with pytest.raises(IllegalPlayError, match="before the deal before it has ended"):
        game.begin(deal_of(*JACK_TURNED))
    with pytest.raises(IllegalPlayError, match="5H comes between deals"):
        GameState.start(RULES).play_card(Card.parse("5H"))
