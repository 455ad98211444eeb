"""The engine of the play's page against the reference: who played what, what fits."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from javascript import evaluated

from trueodds.core.cards import DECK, Card, card_words, parse_rank
from trueodds.core.rules.cribbage_play import (
    IllegalPlayError,
    PlayState,
    card_value,
)

POSITIONS = """(questions) => questions.map(([hand, played]) => {
  const {common, cribbagePlay} = trueodds;
  try {
    const cards = cribbagePlay.fourCards(hand);
    return cribbagePlay.position(cards, common.cardsOf(played));
  } catch (error) {
    return error.message;
  }
})"""
"""Function of hands and piles: the position of each, or why there is none."""

Hands = tuple[Sequence[Card], Sequence[Card]]


class Moment(NamedTuple):
    """The words of a play so far, its cards as drawn, and the state after these."""

    words: tuple[str, ...]
    drawn: tuple[tuple[int, int, int], ...]
    state: PlayState


def asked(questions: Iterable[tuple[Iterable[Card], Iterable[str]]]) -> list[Any]:
    """Return the engine's positions of hands and words."""
    texts = [[" ".join(map(str, hand)), " ".join(words)] for hand, words in questions]
    return list(evaluated(["common", "cribbage_play"], POSITIONS, texts))


def moments(draw: random.Random, hands: Hands, every_go: bool) -> Iterator[Moment]:
    """Play a random deal; yield it from its start, and after each card and go.

    Goes that a later card makes clear are left out, or not.
    """
    moment = Moment((), (), PlayState.start(*hands))
    goes = 0
    yield moment
    while moment.state.to_play is not None:
        words, drawn, state = moment
        if not state.legal_cards():
            goes += 1
            moment = Moment((*words, "go"), drawn, state.go()[0])
        else:
            card = draw.choice(state.legal_cards())
            after = state.play(card)[0]
            count = state.count + card_value(card.rank)
            # Both have said go, and the next card does not fit.
            clear = (
                goes and not state.pile and drawn[-1][2] + card_value(card.rank) > 31
            )
            kept = words[: len(words) - goes] if clear and not every_go else words
            goes = 0
            drawn = (*drawn, (card.rank, state.to_play, count))
            moment = Moment((*kept, str(card)), drawn, after)
        yield moment


def deal(draw: random.Random) -> Hands:
    cards = draw.sample(DECK, 8)
    return cards[:4], cards[4:]


def ranks(cards: Iterable[Card]) -> list[int]:
    return sorted(card.rank for card in cards)


@pytest.mark.parametrize("every_go", [True, False])
def test_the_play_is_followed_as_by_the_reference(every_go: bool) -> None:
    """At each moment, by the cards of either player; before the first card pone is."""
    draw = random.Random(61)
    questions: list[tuple[Hands, Moment, int]] = []
    for _ in range(100):
        hands = deal(draw)
        for moment in moments(draw, hands, every_go):
            questions += [(hands, moment, player) for player in (0, 1)]
    shown = asked((hands[seat], moment.words) for hands, moment, seat in questions)
    for (_, moment, seat), page in zip(questions, shown, strict=True):
        words, drawn, state = moment
        drawn_there = [(c["rank"], c["player"], c["count"]) for c in page["drawn"]]
        assert drawn_there == list(drawn), words
        assert page["player"] == state.to_play, words
        if state.to_play is not None:
            assert page["count"] == state.count, words
        if words:
            assert page["seat"] == seat, words
            assert page["held"] == ranks(state.hands[seat]), words
        if page["seat"] == seat == state.to_play:
            assert page["fitting"] == sorted(set(ranks(state.legal_cards()))), words


def test_counts_that_are_over_are_told_apart() -> None:
    """The cards of a count have a number, which is the number of counts before."""
    draw = random.Random(62)
    for _ in range(3):
        hands = deal(draw)
        *_, last = moments(draw, hands, every_go=True)
        (page,) = asked([(hands[0], last.words)])
        piles = [card["pile"] for card in page["drawn"]]
        counts = [card["count"] for card in page["drawn"]]
        begins = [place for place in range(1, 8) if counts[place] < counts[place - 1]]
        assert piles == [sum(b <= place for b in begins) for place in range(8)]


def changed(draw: random.Random, words: Sequence[str]) -> list[str]:
    """Return a play with a go more, a go less, or two of its words exchanged."""
    new = list(words)
    place = draw.randrange(len(new))
    if draw.random() < 0.4:
        new.insert(place + 1, "go")
    elif "go" in new and draw.random() < 0.5:
        new.remove("go")
    else:
        other = draw.randrange(len(new))
        new[place], new[other] = new[other], new[place]
    return new


def can_be_played(hands: Hands, words: Sequence[str]) -> bool:
    """Return True if two hands can be played in this order, by the game's states."""
    state = PlayState.start(*hands)
    try:
        for word in words:
            if word == "go":
                state = state.go()[0]
                continue
            card = Card.parse(word)
            while state.pile and state.count + card_value(card.rank) > 31:
                state = state.go()[0]
            state = state.play(card)[0]
    except IllegalPlayError:
        return False
    return True


def test_an_order_is_refused_exactly_if_no_two_hands_can_be_played_so() -> None:
    """For each order of eight cards, every four of them are asked for."""
    draw = random.Random(63)
    questions = []
    fits = []
    for _ in range(40):
        *_, last = moments(draw, deal(draw), every_go=draw.random() < 0.5)
        words = changed(draw, last.words)
        cards = [Card.parse(word) for word in words if word != "go"]
        for four in combinations(cards, 4):
            rest = [card for card in cards if card not in four]
            questions.append((four, words))
            fits.append(
                can_be_played((four, rest), words) or can_be_played((rest, four), words)
            )
    shown = [not isinstance(page, str) for page in asked(questions)]
    assert shown == fits
    # Two of the 70 hands of each possible order are those that were played.
    assert 10 < sum(fits) < 70


@pytest.mark.parametrize(
    ("hand", "played", "line"),
    [
        ("", "", "Give four ranks or cards, such as"),
        ("3 4 J", "", "“3 4 J” has 3 cards; give four"),
        ("3 4 J Q K", "", "“3 4 J Q K” has 5 cards; give four"),
        ("5 5 5 5 5", "", "“5 5 5 5 5” has 5 cards; give four"),
        ("5H 5h 6 7", "", "5H is there twice"),
        (
            "3 4 x Q",
            "",
            "“X” is not a rank (A, 2 … 10, J, Q, K) or a card, such as 5H.",
        ),
        (
            "3 4 J Q",
            "pass",
            "“PASS” is not a rank (A, 2 … 10, J, Q, K) or a card, such as 5H, or go.",
        ),
        ("3 4 J Q", "go", "No player says go at a count of 0."),
        ("3 4 J Q", "5 10 7", "pone has played the 5, and dealer the 10."),
        ("3 4 J Q", "A go", "Dealer says go at a count of 1, but every card fits."),
        ("3 4 J Q", "10 J go 3 4", "Pone says go at a count of 20, but every card"),
        ("3 4 J Q", "10 Q 5 go 4", "Dealer says go at a count of 25, but the 3"),
        ("2 J Q K", "10 J 9 go go 2", "Dealer says go at a count of 29, but the 2"),
        ("3 3 3 Q", "5 Q 3 3 3", "There are five cards of rank 3"),
        ("3h 4s Jd Qc", "5 Qc 3h", "3H is there twice"),
        ("3 4 J Q", "A 3 2 4 3 J 4 Q 5", "All eight cards have been played before “5”"),
        (
            "3 4 J Q",
            "A 3 2 4 3 J 4 Q go",
            "All eight cards have been played before “GO”",
        ),
    ],
)
def test_what_cannot_be_gets_a_line(hand: str, played: str, line: str) -> None:
    (shown,) = evaluated(["common", "cribbage_play"], POSITIONS, [[hand, played]])
    assert line in shown


def test_four_cards_are_read_as_the_command_line_reads_them() -> None:
    texts = ["3 4 j q", "3h4sjdqc", "10,t;T 9", "5♥ 4♠ J♦ Q♣", "AK2 10", "aatt"]
    questions = [[text, ""] for text in texts]
    shown = evaluated(["common", "cribbage_play"], POSITIONS, questions)
    for text, page in zip(texts, shown, strict=True):
        assert page["held"] == sorted(map(parse_rank, card_words(text))), text
