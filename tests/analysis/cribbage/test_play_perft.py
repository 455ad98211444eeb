"""Perft of the play against a count that knows nothing of the reference's states."""

import re
from pathlib import Path

import pytest

from trueodds.analysis.cribbage.play.perft import perft
from trueodds.core.cards import Card, parse_cards
from trueodds.core.errors import CardError, PositionError

PAIRS = [
    ("5H 6D 7S 8C", "4S 4D 9H JC"),
    ("KC KD KH KS", "QC QD QH QS"),
    ("AC AD AH AS", "2C 2D 2H 2S"),
    ("AC 2D 3H 4S", "5C 6D 7H 8S"),
    ("10C JD QH KS", "AC 2D 3H 9S"),
]


def naive(pone: str, dealer: str) -> int:
    """Count the orders of play by the rules of count, go and reset alone."""

    def value(card: Card) -> int:
        return min(card.rank + 1, 10)

    def lines(hands: list[list[Card]], player: int, last: int, count: int) -> int:
        if not hands[0] and not hands[1]:
            return 1
        fits = [[c for c in hand if value(c) + count <= 31] for hand in hands]
        if not fits[0] and not fits[1]:
            return lines(hands, 1 - last if hands[1 - last] else last, last, 0)
        if not fits[player]:
            player = 1 - player
        total = 0
        for card in fits[player]:
            left = [[c for c in hand if c != card] for hand in hands]
            after = count + value(card)
            if after == 31:
                leader = 1 - player if left[1 - player] else player
                total += lines(left, leader, player, 0)
            else:
                total += lines(left, 1 - player, player, after)
        return total

    return lines([list(parse_cards(pone)), list(parse_cards(dealer))], 0, 0, 0)


@pytest.mark.parametrize(("pone", "dealer"), PAIRS)
def test_number_of_lines(pone: str, dealer: str) -> None:
    counted = perft(parse_cards(pone), parse_cards(dealer))
    assert len(counted) == 4
    assert sum(lines.total() for lines in counted.values()) == naive(pone, dealer)


def test_tens_alone_leave_no_choice_of_who_scores() -> None:
    counted = perft(parse_cards("KC KD KH KS"), parse_cards("QC QD QH QS"))
    assert {points for lines in counted.values() for points in lines} == {(1, 2)}


@pytest.mark.parametrize(
    ("pone", "dealer", "error"),
    [
        ("5H 6D 7S", "4S 4D 9H JC", PositionError),
        ("5H 6D 7S 8C", "5H 4D 9H JC", CardError),
    ],
)
def test_impossible_hands(pone: str, dealer: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        perft(parse_cards(pone), parse_cards(dealer))


def test_table_of_the_documentation() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "check-the-play.md"
    row = re.compile(r"\| ([^|]+) \| ([^|]+) \| ([0-9,]+) \|")
    rows = row.findall(page.read_text(encoding="utf-8").partition("Bisect")[2])
    assert len(rows) == 20
    for pone, dealer, number in rows:
        assert f"{naive(pone, dealer):,}" == number
