"""What is left in the shoe: how it is told, and what it refuses."""

import json
from fractions import Fraction

import pytest
from commands import Run

import trueodds
from trueodds.analysis.baccarat.bets import Prices
from trueodds.core.cards import Card, Shoe
from trueodds.core.errors import RulesError
from trueodds.core.rules.baccarat import BaccaratRules

TOGETHER = "A:30,2:32,3:30,4:31,5:32,6:30,7:28,8:28,9:32,10:122"
rules = BaccaratRules.load


def test_full_shoe_knows_its_suits() -> None:
    assert rules().left() == Shoe.of_cards(8)


@pytest.mark.parametrize(
    ("shoe", "counts"),
    [
        (TOGETHER, (30, 32, 30, 31, 32, 30, 28, 28, 32, 122)),
        ("A:2 9=4; t:3", (2, *[0] * 7, 4, 3)),
        ("K:3,A:4,9:2", (4, *[0] * 7, 2, 0, 0, 0, 3)),
        ("A:4,9:2", (4, *[0] * 7, 2, 0, 0, 0, 0)),
        ({"A": 4, "10": 1, "J": 2}, (4, *[0] * 8, 1, 2, 0, 0)),
    ],
)
def test_shoes(shoe: object, counts: tuple[int, ...]) -> None:
    record = rules(shoe=shoe)
    assert record.left().counts == counts
    assert rules(shoe=record.shoe).left().counts == counts


def test_seen_cards_leave_the_shoe() -> None:
    king, five = Card.parse("KH"), Card.parse("5D")
    left = Shoe.of_cards(8).after([king, five, king])
    assert rules(seen="KH 5d, k♥").left() == left
    assert rules(seen=["KH", "5D", "KH"]).left() == left
    # One rank without a suit, and no suit is known any more.
    assert rules(seen="KH 5D K").left() == left.without_suits()
    assert rules(shoe="K:2,5:3,A:9", seen="K 5D").left().counts[12] == 1
    assert rules(shoe="A:9,10:3", seen="QH J").left().counts[9] == 1


def test_odds_without_seen_cards_are_those_of_the_shoe_that_is_left() -> None:
    seen = trueodds.odds("baccarat", decks=1, seen="KH 5D 9S")
    ranks = "A:4,2:4,3:4,4:4,5:3,6:4,7:4,8:4,9:3,10:4,J:4,Q:4,K:3"
    left = trueodds.odds("baccarat", shoe=ranks)
    together = trueodds.odds(
        "baccarat", shoe="A:4,2:4,3:4,4:4,5:3,6:4,7:4,8:4,9:3,10:15"
    )
    for id, quantity in together.items():
        assert quantity.value == left[id].value == seen[id].value, id
    assert set(seen) - set(left) == {
        id for id in seen if id.split(".")[1] == "perfect_pair"
    }
    dropped = {id.split(".")[1] for id in set(left) - set(together)}
    assert dropped == {
        "player_pair",
        "banker_pair",
        "either_pair",
        "tiger_pair",
    }


def test_pair_in_a_shoe_by_hand() -> None:
    """Ten cards: three kings, and no other rank twice."""
    odds = trueodds.odds("baccarat", shoe="A:1,2:1,3:1,4:1,5:1,6:1,7:1,K:3")
    assert odds["bet.player_pair.win"].exact == Fraction(3 * 2, 10 * 9)


def test_shoe_of_six_cards_has_no_card_to_spare() -> None:
    odds = trueodds.odds("baccarat", shoe="9:3,10:3")
    assert not any(id.startswith("removal.") for id in odds)
    assert odds["coup.cards.4"].exact == odds["coup.natural"].exact
    assert (
        Prices(rules(shoe="9:3,10:3"), rules(shoe="9:3,10:3").left()).removals() == {}
    )


def test_command_reproduces_the_shoe(trueodds_command: Run) -> None:
    ran = trueodds_command(
        "odds", "baccarat", "--shoe", TOGETHER, "--seen", "KH", "--format", "json"
    )
    record = json.loads(ran[1])
    assert record["rules"]["shoe"] == TOGETHER
    assert record["rules"]["seen"] == "KH"
    odds = trueodds.odds("baccarat", shoe=TOGETHER, seen="KH")
    assert record["command"] == odds.command
    assert f"shoe={TOGETHER}" in odds.command
    again = trueodds_command(
        "odds", "baccarat", "--set", f"shoe={TOGETHER}", "--set", "seen=KH",
        "--format", "json",
    )  # fmt: skip
    assert again == ran


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (
            ["--shoe", "A:3,2:2"],
            "only 5 cards left in the shoe\nhint: a coup may need 6",
        ),
        (["--shoe", "A:3,2:5", "--seen", "2 2 A"], "only 5 cards left in the shoe"),
        (
            ["--shoe", "A:-3,2:9"],
            "'A:-3' has no valid count\nhint: expected 0 to 1,000,000",
        ),
        (["--shoe", "A:3,X:9"], "'X:9' is not RANK:COUNT, such as A:30"),
        (["--shoe", "A,2:9"], "'A' is not RANK:COUNT"),
        (["--shoe", "A:3,a:9"], "shoe: A is there twice"),
        (["--shoe", "A:99999999"], "has no valid count"),
        (["--seen", "KH " * 9], "the shoe holds no further KH"),
        (["--seen", "K " * 33], "the shoe holds no further K"),
        (["--shoe", "A:9,10:1", "--seen", "KH J"], "holds no further J"),
        (["--seen", "1H"], "'1H' is not a card"),
        (["--seen", "KH", "--set", "seen=5D"], "set the same rule"),
        (
            ["--rules", "published-script", "--shoe", "A:30,10:30"],
            "distinguishes ten-valued ranks, so give 10, J, Q and K separately",
        ),
    ],
)
def test_impossible_shoes(
    trueodds_command: Run, arguments: list[str], fault: str
) -> None:
    code, out, err = trueodds_command("odds", "baccarat", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("trueodds: error: ")
    assert err.count("\n") == 1 + err.count("\nhint: ")
    assert fault in err


def test_other_games_have_no_shoe(trueodds_command: Run) -> None:
    code, _, err = trueodds_command("odds", "bunco", "--shoe", "A:9")
    assert code == 2
    assert "--shoe is an option of baccarat, not of bunco" in err


def test_score_and_rules_know_the_new_fields(trueodds_command: Run) -> None:
    assert "--seen" in trueodds_command("odds", "baccarat", "--help")[1]
    assert "--seen" not in trueodds_command("odds", "cribbage", "--help")[1]


def test_no_dictionary_of_nonsense() -> None:
    with pytest.raises(RulesError, match="is not RANK:COUNT"):
        rules(shoe={"X": 3})
