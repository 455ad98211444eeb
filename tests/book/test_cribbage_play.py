"""The page of the play shows the shipped table, and looks up any hand."""

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.book.conftest import Opened
from trueodds.analysis.cribbage.discard.ranking import discard
from trueodds.analysis.cribbage.play.results.shipped import (
    HANDS,
    ProvedPlay,
    play_results,
)
from trueodds.analysis.cribbage.play.solving.parts import PARTS, in_parts, play_action
from trueodds.analysis.cribbage.play.solving.shipped_strategy import (
    first_replies,
    shipped_strategy,
)
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.cards import DECK, RANKS
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PLAYERS, PlayState, card_value
from trueodds.reports.html.pages.cribbage.play import data_file, share

TEXTS = "rows => rows.map(row => [...row.querySelectorAll('td')].map(c => c.innerText))"


def items(page: Any) -> list[str]:
    """Return the cards of the pile as they are drawn, with player and count."""
    shown = page.locator("#pile li").all_inner_texts()
    return [" ".join(item.split()) for item in shown]


@pytest.fixture(scope="module")
def play() -> ProvedPlay:
    results = play_results(CribbageRules.load())
    assert results is not None
    return results


@pytest.fixture(scope="module")
def replies() -> list[list[dict[int, Fraction]]]:
    return first_replies(CribbageRules.load())


def lead_share(play: ProvedPlay, held: int, led: int) -> Fraction:
    pone = play.hands["pone"]
    return share(pone, [hand.lead for hand in pone], held, led)


def test_data_are_the_table_in_thousandths(
    play: ProvedPlay, replies: list[list[dict[int, Fraction]]]
) -> None:
    content = json.loads(data_file(play, replies))
    for role, hands in play.hands.items():
        own, opponent = content[role][::2], content[role][1::2]
        for row in (0, 700, 1819):
            assert abs(own[row] - 1000 * hands[row].own) <= Fraction(1, 2)
            assert abs(opponent[row] - 1000 * hands[row].opponent) <= Fraction(1, 2)
    leads = content["leads"]
    assert sum(each is None for each in leads) == 1820 - 1651
    assert all(995 <= sum(p for _, p in each) <= 1005 for each in leads if each)

    for choices in content["replies"][700]:
        assert 995 <= sum(p for _, p in choices) <= 1005
    four_aces = content["replies"][0]
    assert four_aces[0] is None
    assert four_aces[12] == [[0, 1000]]


def test_replies_are_those_of_the_passes(
    replies: list[list[dict[int, Fraction]]],
) -> None:
    """The passes over the tree have the same probabilities, in 4,096 parts."""
    game = RanksOfPlay()
    parts = in_parts(game, shipped_strategy().parts)
    every = np.ones(len(HANDS))
    for led in (0, 4, 9):
        node = int(game.tree.child[0, led])
        for rank in game.ranks:
            below = np.zeros(len(HANDS))
            play_action(node, rank, game.tree, game.multisets, parts, every, below)
            for rest, hand in enumerate(game.multisets.plus[3, rank].tolist()):
                if HANDS[hand].count(led) < 4:
                    chosen = replies[hand][led].get(rank, 0)
                    assert abs(chosen - Fraction(below[rest])) <= Fraction(4, PARTS)


def test_shares_of_leads_add_up_to_one(play: ProvedPlay) -> None:
    assert sum(lead_share(play, 4, led) for led in range(13)) == 1
    assert lead_share(play, 4, 4) < Fraction(1, 1000)


@pytest.mark.book
def test_map_of_leads_stands_in_the_page_without_scripts(
    plain: Opened, play: ProvedPlay
) -> None:
    page = plain("cribbage-play")
    shown = page.locator(".map").first.locator("tbody tr").evaluate_all(TEXTS)
    for held, row in enumerate(shown):
        for led, text in enumerate(row):
            share = 100 * float(lead_share(play, held, led))
            assert abs(int(text) - share) < 1


@pytest.mark.book
def test_hand_is_looked_up_and_its_link_reloads(
    opened: Opened, play: ProvedPlay
) -> None:
    page = opened("cribbage-play")
    page.fill("#hand", "j 2 3 5")
    page.press("#hand", "Enter")
    page.wait_for_url("**#2-3-5-J")
    page.reload()
    page.wait_for_selector("#hand-answer p")
    answer = page.inner_text("#hand-answer")
    for role in ("dealer", "pone"):
        net = float(play.of(role, (1, 2, 4, 10)).net)
        assert f"{abs(net):.2f} points net" in answer
    page.fill("#hand", "2 3 5 1")
    page.press("#hand", "Enter")
    assert "“1” is not a rank" in page.inner_text("#hand-problem")
    assert page.locator("#hand-answer").is_hidden()


@pytest.mark.book
def test_answers_while_typing_and_says_what_is_missing(opened: Opened) -> None:
    page = opened("cribbage-play")
    page.wait_for_selector("#replies table")
    page.fill("#hand", "")
    page.locator("#hand").press_sequentially("3h 4s J")
    assert "“3h 4s J” has 3 cards" in page.inner_text("#missing")
    assert page.get_attribute("#hand-answer", "inert") is not None
    page.locator("#hand").press_sequentially("dqc")
    page.wait_for_selector("#missing", state="hidden")
    assert page.input_value("#hand") == "3h 4s Jdqc"
    assert page.evaluate("location.hash") == "#3-4-J-Q"
    page.wait_for_selector("#hand-answer:not([inert])")
    answer = page.inner_text("#hand-answer")
    page.fill("#hand", "3 4 J Q")
    assert page.inner_text("#hand-answer") == answer


@pytest.mark.book
@pytest.mark.parametrize(
    ("typed", "drawn", "answer", "command"),
    [
        ("5", ["5 pone, 5"], "Reply: always the Q.", '3 4 J Q --played "5"'),
        (
            "5 q 7",
            ["5 pone, 5", "Q dealer, 15", "7 pone, 22"],
            "Cards that fit: 3, 4.",
            '3 4 J --played "5 Q 7"',
        ),
        (
            "10h Jd 9c 4s 5s",
            ["10 pone, 10", "J dealer, 20", "9 pone, 29", "4 dealer, 4", "5 pone, 9"],
            "Cards that fit: 3, Q.",
            '3 Q --played "10 J 9 4 5"',
        ),
        (
            "10 J 2 3 go 4 9",
            [
                "10 pone, 10",
                "J dealer, 20",
                "2 pone, 22",
                "3 dealer, 25",
                "4 dealer, 29",
                "9 pone, 9",
            ],
            "Play the Q: no other card fits.",
            'Q --played "10 J 2 3 go 4 9"',
        ),
    ],
)
def test_pile_is_drawn_and_the_dealer_replies(
    opened: Opened, typed: str, drawn: list[str], answer: str, command: str
) -> None:
    page = opened("cribbage-play#3-4-J-Q")
    page.wait_for_selector("#replies table")
    page.locator("#played").press_sequentially(typed)
    page.wait_for_selector("#pile li")
    assert items(page) == drawn
    shown = page.inner_text("#hand-answer")
    assert answer in shown
    assert (f"ranks the cards: trueodds cribbage play advise {command}" in shown) == (
        "no other card" not in answer
    )
    assert page.text_content("#reproduce") == f"trueodds cribbage play advise {command}"
    assert page.locator("#replies table").count() == 0
    page.reload()
    page.wait_for_selector("#pile li")
    assert answer in page.inner_text("#hand-answer")


@pytest.mark.book
@pytest.mark.parametrize(
    ("played", "answer"),
    [
        ("5 Q", "Pone is to play. The count is 15. You are dealer, and hold 3 4 J."),
        ("3h", "Dealer is to play. The count is 3. You are pone, and hold 4 J Q."),
        ("10 J K", "No card fits: say go. The count is 30. You are dealer, and hold"),
    ],
)
def test_without_a_choice_the_page_says_whose_turn_it_is(
    opened: Opened, played: str, answer: str
) -> None:
    page = opened("cribbage-play")
    page.wait_for_selector("#replies table")
    page.fill("#hand", "3h 4s Jd Qc")
    page.locator("#played").press_sequentially(played)
    page.wait_for_selector("#pile li")
    assert answer in " ".join(page.inner_text("#hand-answer").split())
    assert page.locator("#missing").is_hidden()


@pytest.mark.book
@pytest.mark.parametrize(
    ("hand", "played", "line"),
    [
        ("3 3 3 Q", "5 Q 3 3 3", "five cards of rank 3"),
        ("3h 4s Jd Qc", "5 Qc 3h", "3H is there twice"),
        ("3 4 J Q", "5 x", "“X” is not a rank"),
        ("3 4 J Q", "go", "No player says go at a count of 0"),
        ("3 4 J Q", "5 10 7", "pone has played the 5, and dealer the 10"),
        ("3 4 J Q", "10 J go", "Pone says go at a count of 20, but every card fits"),
        ("3 4 J Q", "A 3 2 4 3 J 4 Q 5", "All eight cards have been played"),
    ],
)
def test_pile_that_cannot_be_gets_a_line(
    opened: Opened, hand: str, played: str, line: str
) -> None:
    page = opened("cribbage-play")
    page.wait_for_selector("#replies table")
    page.fill("#hand", hand)
    page.fill("#played", played)
    page.press("#played", "Enter")
    page.locator("#played-problem").filter(has_text=line).wait_for()
    assert page.locator("#pile").is_hidden()
    assert page.locator("#hand-answer").is_hidden()


@pytest.mark.book
def test_follows_the_play_as_the_reference_does(opened: Opened) -> None:
    """On random deals, players and counts are those of the game states."""
    page = opened("cribbage-play")
    page.wait_for_selector("#replies table")
    draw = random.Random(41)
    for _ in range(25):
        cards = draw.sample(DECK, 8)
        state = PlayState.start(cards[:4], cards[4:])
        every, needed, shown = [], [], []
        goes: list[str] = []
        while state.to_play is not None:
            player = state.to_play
            if not state.legal_cards():
                state, _ = state.go()
                goes.append("go")
                continue
            card = draw.choice(state.legal_cards())
            shown.append(
                f"{RANKS[card.rank]} {PLAYERS[player]}, "
                f"{state.count + card_value(card.rank)}"
            )
            every += [*goes, str(card)]
            # A card that does not fit says that both have said go.
            needed += [*(goes if state.pile else ()), str(card)]
            goes = []
            state, _ = state.play(card)
        page.fill("#hand", " ".join(map(str, cards[4:])))
        for words in (every, needed):
            page.fill("#played", " ".join(words))
            page.wait_for_function(
                "text => document.querySelector('#citation').textContent"
                ".includes(`after ${text}: `)",
                arg=" ".join(word if word == "go" else word[:-1] for word in words),
            )
            assert items(page) == shown, words


@pytest.mark.book
def test_explorer_adds_the_play_as_the_command_does(opened: Opened) -> None:
    deals = {"4C 6C 7C JD QC KD": "throw J♦ K♦", "5H 5D JS QC 2D 9S": "stays the best"}
    for deal, text in deals.items():
        ranked = discard(deal, "dealer", with_play=True)
        page = opened(f"cribbage-deal#{deal.replace(' ', '-')}/mine")
        page.check("#add-play")
        page.wait_for_selector("#with-play:not([hidden])")
        answer = page.inner_text("#with-play")
        assert text in answer
        most = max(each.total_with_play for each in ranked)
        assert f"together {float(most):.2f}" in answer
