"""Lines of the play: perft against a count that knows nothing of its states."""

import re
from itertools import product
from pathlib import Path

import pytest

from trueodds.analysis.cribbage.play.results.policy import PlayPolicy, policies
from trueodds.analysis.cribbage.play.tree.count_lines import count_lines
from trueodds.analysis.cribbage.play.tree.perft import ALL_LINES, perft
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.cards import RANKS, Card, parse_cards
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage_play import PONE, PlayRules, PlayState

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


def test_table_of_the_documentation() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "check-the-play.md"
    row = re.compile(r"\| ([^|]+) \| ([^|]+) \| ([0-9,]+) \|")
    rows = row.findall(page.read_text(encoding="utf-8").partition("Bisect")[2])
    assert len(rows) == 20
    for pone, dealer, number in rows:
        assert f"{naive(pone, dealer):,}" == number


def lines_by_ranks(state: PlayState) -> int:
    """Count the orders in which ranks can be played."""
    if state.to_play is None:
        return 1
    by_rank = {card.rank: card for card in state.legal_cards()}
    if not by_rank:
        return lines_by_ranks(state.go()[0])
    return sum(lines_by_ranks(state.play(card)[0]) for card in by_rank.values())


@pytest.mark.parametrize(
    ("ranks", "hand", "limit"),
    [((0, 1, 2), 4, 31), ((4, 8, 9, 12), 3, 31), ((2, 8, 9, 10), 3, 16)],
)
def test_lines_of_all_hands_of_a_small_deck(
    ranks: tuple[int, ...], hand: int, limit: int
) -> None:
    rules = PlayRules(count_limit=limit)
    game, lines = RanksOfPlay(ranks, hand, rules), 0
    for pone, dealer in product(game.hands, repeat=2):
        both = pone + dealer
        if max(map(both.count, both)) <= 4:
            cards = [Card(rank, both[:n].count(rank)) for n, rank in enumerate(both)]
            hands = tuple(cards[:hand]), tuple(cards[hand:])
            state = PlayState(hands, (), PONE, None, (False, False), rules)
            lines += lines_by_ranks(state)
    assert count_lines(game) == lines


@pytest.mark.slow
def test_lines_of_all_hands() -> None:
    assert count_lines(RanksOfPlay()) == ALL_LINES


def test_policies_have_each_rank_once() -> None:
    with pytest.raises(RulesError, match="each of the 13 ranks is in one group"):
        PlayPolicy(description="", prefers=("A 2 3", "3 4"))
    assert policies()["lowest"].group_of_rank == tuple(range(len(RANKS)))
