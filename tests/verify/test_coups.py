"""Coups of baccarat on lines of many forms, and cards drawn from a shoe."""

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp
from pathlib import Path
from random import Random

import numpy as np
import pytest
from commands import Run

from trueodds.core import games, rulebook
from trueodds.core.cards import DECK, RANKS
from trueodds.core.errors import PositionError
from trueodds.core.rules.baccarat import BaccaratRules, hand_total, play
from trueodds.proofs.verify.coup_lines import coup_lines
from trueodds.proofs.verify.coups import ranks_of, read_coup
from trueodds.proofs.verify.simulator.draws import Draws, ShoeProcess
from trueodds.proofs.verify.transcript import verify_transcript

Verify = Callable[..., tuple[int, dict[str, object]]]

RULES = BaccaratRules.load()
RIGHT = [
    ("6 K 8 A 9 5", "6 K 8 A 9 5"),
    ("H6 SK H8 DA C9 S5", "6H KS 8H AD 9C 5S"),
    ("6 8 9 | K A 5", "6 K 8 A 9 5"),
    ("6 8 9 / K A 5", "6 K 8 A 9 5"),
    ("6 8 (9) | K A (5)", "6 K 8 A 9 5"),
    ("Player: K A 5 (6), Banker: 6 K (6), Tie", "K 6 A K 5"),
    ("Player 5 3 vs Banker K 9", "5 K 3 9"),
    ("Player(8): 5 3, Banker(9): K 9", "5 K 3 9"),
    ("Player [K 5 3] = 8, Banker [7 Q] = 7, winner Player", "K 7 5 Q 3"),
    ("player: K 5 NA, banker: 8 A x, winner: B", "K 8 5 A"),
    ("3 Q 7 (0) 7 6 T (3) banker", "3 7 Q 6 7 T"),
    ("3 Q 7 = 0 | 7 6 T = 3 | banker", "3 7 Q 6 7 T"),
    ("Player: 4 8 8 ; T ; Banker: K T K", "4 K 8 T 8 K"),
    ("4 8 8 | T | K T K", "4 K 8 T 8 K"),
    ("4,K,8,10,8,K,T", "4 K 8 T 8 K"),
    ("3 7 Q 6 7 T", "3 7 Q 6 7 10"),
    ("9 K K 9 T", "9 K K 9"),
    ("T 9 K K 9", "9 K K 9"),
    ("T 9 9 K", "10 9 9 K"),
    ("10,10,1,10,10,4", "10 10 A 10 10 4"),
    ("0 0 1S 0 0 4", "0 0 A 0 0 4"),
    ("p: 1 10 5; p total: 6; b: 6 K", "A 6 10 K 5"),
    ("Player: K 5 3; Banker: 7 Q; Player wins!", "K 7 5 Q 3"),
    ('{"player": ["TC", "8H"], "playerTotal": 8, "banker": ["KS", "9C"]}', "T K 8 9"),
    (
        "** Player was dealt: 3 of Hearts, 10 of Clubs (hand value = 3) ** Banker was "
        "dealt: 4 of Clubs, 10 of Spades (hand value = 4) Player takes a card: 6 of "
        "Hearts (hand value = 9) Banker takes a card: 2 of Spades (hand value = 6) "
        "Play is complete. Player wins",
        "3 4 10 10 6 2",
    ),
]


@pytest.mark.parametrize(("line", "dealt"), RIGHT)
def test_forms_of_a_coup(line: str, dealt: str) -> None:
    coup = read_coup(line, RULES)
    same = read_coup(dealt, RULES)
    assert coup is not None
    assert same is not None
    assert (coup.fault, same.fault) == ("", "")
    assert ranks_of(coup.cards) == ranks_of(same.cards)


@pytest.mark.parametrize(
    ("line", "totals", "winner"),
    [
        ("B,7,6", (6, 7), "banker"),
        ("P;6;8", (8, 6), "player"),
        ("Banker wins, 7 to 6", (6, 7), "banker"),
        ("P 6 - B 7", (6, 7), None),
        ("T,6,6", (6, 6), "tie"),
        ("Tie 6 to 6", (6, 6), "tie"),
        ("player_total=8, banker_total=9, winner=banker", (8, 9), "banker"),
    ],
)
def test_totals(line: str, totals: tuple[int, int], winner: str | None) -> None:
    coup = read_coup(line, RULES)
    assert coup is not None
    assert (coup.totals, coup.winner, coup.fault) == (totals, winner, "")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("K 3 2 K 8 5", "Banker drew on 3 against an 8"),
        ("6 8 9 | K A", "stops too early: Banker draws on 1 against a 9"),
        ("A K 2 3", "stops too early: Player draws on 3"),
        ("K A 5 | 7 2", "Player drew on 1 against a natural 9"),
        ("K 5 | 6 A", "stops too early: Player draws on 5"),
        ("K 9 8 8 Q 3", "Player drew on 8"),
        ("Player K 9 (8), Banker K 8 (8)", "Player has 9, not 8"),
        ("T 8 | K 9 | P", "Banker wins, 8 to 9"),
        ("B,7,7", "banker cannot be right with 7 to 7"),
        ("P 6 - B 7, Player wins", "Banker wins, 6 to 7"),
    ],
)
def test_faults_cell_by_cell(line: str, fault: str) -> None:
    coup = read_coup(line, RULES)
    assert coup is not None
    assert coup.fault == fault


@pytest.mark.parametrize(
    "line",
    [
        "B: 3 Q 7 | 7 6 T",
        "3 Q 7 | B | 7 6 T",
        "K 9 | 9 | K 8 | 8",
        "B,3,7,Q,6,7,T",
        "P,B,B,P,T",
        "banker; player: K 5 3; banker: 7 Q",
        "Player: K # 5, Banker: 7 2",
        "Player: K 5 (total " + 5_000 * "9" + "), Banker: 7 2",
    ],
    ids=lambda line: line[:30],
)
def test_lines_that_are_unclear_are_refused(line: str) -> None:
    with pytest.raises(PositionError):
        read_coup(line, RULES)


def test_lines_of_a_table_and_of_a_program() -> None:
    table = ["id,p1,b1,p2,b2,p3,b3,winner", "1,K,7,5,Q,3,NA,P", "2,9,K,K,8,,,P"]
    for row in [*coup_lines(table)][1:]:
        assert read_coup(row, RULES).fault == ""
    bare = ["K,7,5,Q,3,x", "9,K,K,8,nothing,NA"]
    columns = ["player", "banker"] * 3
    assert next(coup_lines(["one,two,three,four,five,six", *bare], columns)) == ""
    assert [*coup_lines(["", "p1 p2 p3 b1 b2 b3", "9 K NA K 8 NA"])][
        2
    ] == "p: 9 K; b: K 8"
    assert [*coup_lines(bare, columns)][1] == "player: 9 K; banker: K 8"
    totals = ["p1,p2,p3,b1,b2,b3,ptotal,banker_score", "K,5,3,7,Q,NA,9,7"]
    line = [*coup_lines(totals)][1]
    assert read_coup(line, RULES).fault == "Player has 8, not 9"
    unread = ["p1", "p2", "-", "b1", "b2", "-"]
    assert [*coup_lines(["9,K,x,8,K,y"], unread)] == ["p: 9 K; b: 8 K"]
    program = ["Player: K 5 3 (8)", "Banker: 7 Q (7)", "Player wins", "", "P 9"]
    assert next(coup_lines(program)).endswith("Banker: 7 Q (7); Player wins")
    winners = ["P,8,7", "B,6,9"]
    assert [*coup_lines(winners)] == winners


@pytest.mark.parametrize("subject", ["simulator", "transcript"])
def test_columns_of_a_header_that_are_not_read_are_named(
    subject: str, trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "table.csv"
    file.write_text(
        "hand,player cards,banker cards,dealer name\n1,K 9,8 K,Eve\n2,9 K,K 8,Ann\n"
    )
    source = ["--outcome", "cards", "--file"] * (subject == "simulator")
    words = ["verify", subject, "baccarat", *source, str(file)]
    note = "note: columns not read: hand, dealer name"
    named = trueodds_command(*words)
    assert note in named.out.splitlines()
    plain = trueodds_command(*words, "--columns=-,player,banker,-")
    assert plain.out.split() == named.out.replace(note, "").split()
    assert plain.code == named.code


NO_NAMES = ["3,Q,7,7,6,10", "2,Q,NA,5,4,NA"]


def test_columns_are_named(
    verify: Verify, trueodds_command: Run, tmp_path: Path
) -> None:
    """The third of six columns is Player's third card, or no card."""
    file = tmp_path / "coups.csv"
    named = "--columns", "player,player,player,banker,banker,banker"
    words = "baccarat", "--file", str(file)
    for header in ([], ["one,two,three,four,five,six"]):
        file.write_text("".join(f"{line}\n" for line in [*header, *NO_NAMES]))
        code, verdict = verify(*words, *named)
        assert (code, verdict["counts"]["outcomes"]) == (3, 2)
        transcript = "verify", "transcript", "baccarat", str(file)
        assert trueodds_command(*transcript, *named)[0] in (0, 3)
    file.write_text("".join(f"{line}\n" for line in NO_NAMES))
    code, verdict = verify(*words)
    assert code == 2
    assert "name its columns, such as --columns player,player," in verdict["summary"]
    code, _, err = trueodds_command(*transcript)
    assert (code, "name its columns" in err) == (2, True)
    for columns, name in (("p1,petotal", "'petotal'"), ("", "''"), ("p1,,b1", "''")):
        code, verdict = verify(*words, "--columns", columns)
        text = f"{name} is no column of a coup; the names are player, banker, p1, p2"
        assert (code, text in verdict["summary"]) == (2, True)
    code, _, err = trueodds_command(
        *("verify", "simulator", "baccarat", "--counts", str(file), "--columns", "p1")
    )
    assert (code, "--counts has the columns outcome,count" in err) == (2, True)
    code, verdict = verify("bunco", "--file", str(file), "--columns", "a")
    assert (code, "of coups of baccarat" in verdict["summary"]) == (2, True)


def test_columns_of_a_neutral_transcript(trueodds_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    words = "verify", "transcript", "bunco", str(file), "--columns"
    for header in ("", "number,value,text\n"):
        file.write_text(f"{header}0,2 3 3,1\n21,2 2 2,2\n")
        assert trueodds_command(*words, "points,dice,round")[0] == 0
    code, _, err = trueodds_command(*words, "points,dice")
    assert (code, "--columns has to name round, dice, points" in err) == (2, True)
    code, _, err = trueodds_command(*words, "points,dice,rond")
    assert (code, "it names points, dice, rond" in err) == (2, True)
    assert trueodds_command(*words, "points,dice,round,-")[0] == 2
    file.write_text("You rolled: 1 1 5\n")
    code, _, err = trueodds_command(*words, "points,dice,round")
    assert (code, "has no columns to name" in err) == (2, True)
    words = "verify", "transcript", "cribbage", str(file), "--columns", "a"
    assert trueodds_command(*words)[0] == 2


@pytest.mark.parametrize("outcome", ["cards", "shoe"])
def test_a_ten_may_be_any_ten_valued_card(
    outcome: str, verify: Verify, tmp_path: Path
) -> None:
    """A program that prints values is not refuted as one that has no face cards."""
    random = Random(1)
    lines = shoe(1) if outcome == "shoe" else [printed(random) for _ in range(200)]
    file = tmp_path / "values"
    values = re.sub("[JQK]", "10", "".join(f"{line}\n" for line in lines))
    file.write_text(re.sub("[CDHS]", "", values))
    words = "baccarat", "--outcome", outcome, "--file", str(file)
    code, verdict = verify(*words)
    text = str(verdict["summary"])
    assert (code, "no J, Q or K came; if 10 stands for them" in text) == (2, True)
    assert verify(*words, "--set", text.split("--set ")[1])[0] in (0, 3)


@pytest.mark.parametrize("line", ["4", "2 2 2 2 3 3"])
def test_coups_without_a_ten_are_refuted(
    line: str, verify: Verify, tmp_path: Path
) -> None:
    """Numbers of cards have no tens, and cards without tens are wrong."""
    file = tmp_path / "coups"
    file.write_text(f"{line}\n" * 200)
    words = "baccarat", "--outcome", "cards", "--file", str(file)
    assert verify(*words)[1]["verdict"] == "refuted"


def test_hands_a_line_are_read_by_simulators(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "coups"
    file.write_text("Player: K 5 3\nBanker: 7 Q\nPlayer: 9 K\nBanker: 8 K 2\n")
    code, verdict = verify("baccarat", "--file", str(file))
    assert (code, verdict["example"]["where"]) == (1, "line 3")
    assert "Banker drew on 8 against a natural 9" in verdict["summary"]


def test_totals_are_judged(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "totals"
    file.write_text("P 6 - B 7\nB,7,6\n\nP 8 - B 1\n")
    code, verdict = verify("baccarat", "--outcome", "totals", "--file", str(file))
    assert (code, verdict["counts"]["outcomes"]) == (3, 3)


def printed(random: Random, suits: bool = False, *, without: int = -1) -> str:
    """Return a coup from a fresh shoe, perhaps without a rank."""
    shoe = [card for card in DECK * 8 if card.rank != without]
    cards = random.sample(shoe, 6)
    dealt = play([card.rank for card in cards], RULES).cards
    words = (str(card) if suits else RANKS[card.rank] for card in cards[:dealt])
    return " ".join(words)


@pytest.mark.parametrize("fault", ["queens are jacks", "no queen", "no queen of clubs"])
def test_wrong_cards_are_refuted(fault: str, verify: Verify, tmp_path: Path) -> None:
    random = Random(1)
    suits = fault.endswith("clubs")
    lines = [
        printed(random, suits, without=11 if fault == "no queen" else -1)
        for _ in range(600)
    ]
    if fault == "queens are jacks":
        lines = [line.replace("Q", "J") for line in lines]
    if suits:
        lines = [line.replace("QC", "QD") for line in lines]
    file = tmp_path / "coups"
    file.write_text("".join(f"{line}\n" for line in lines))
    receipt = tmp_path / "receipt"
    options = ("--outcome", "cards", "--receipt", str(receipt))
    code, verdict = verify("baccarat", "--file", str(file), *options)
    assert (code, verdict["verdict"]) == (1, "refuted")
    where = verdict["example"]["where"]
    assert where == f"{'the queen of clubs' if suits else 'rank Q'} as any card"
    assert verdict["example"]["got"] == 0


def test_a_receipt_of_cards(
    verify: Verify, trueodds_command: Run, tmp_path: Path
) -> None:
    file, receipt = tmp_path / "coups", tmp_path / "receipt"
    random = Random(2)
    file.write_text("".join(f"{printed(random, True)}\n" for _ in range(300)))
    options = ("--outcome", "cards", "--receipt", str(receipt))
    code, verdict = verify("baccarat", "--file", str(file), *options)
    assert (code, verdict["verdict"]) == (3, "undecided")
    assert trueodds_command("verify", "receipt", str(receipt))[0] == 3


def test_a_card_twice_is_refuted_at_its_line(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "coups"
    file.write_text("KS 9H | QS 8D\nKS 9H | KS 7D\n")
    code, verdict = verify(
        "baccarat", "--file", str(file), "--outcome", "cards", "--set", "decks=1"
    )
    assert (code, verdict["example"]["where"]) == (1, "line 2")
    assert "the king of spades twice" in verdict["summary"]


@pytest.mark.parametrize("steps", [False, True])
@pytest.mark.parametrize("length", [2, 3, 4])
def test_the_evidence_of_cards_has_mean_1(length: int, steps: bool) -> None:
    """All orders of a shoe of four cards, weighted by their probability."""
    mean = 0.0
    for cards in product(range(3), repeat=length):
        row = [*cards, *[-1] * (6 - length)]
        left = [2, 1, 1]
        weight = Fraction(1)
        for card in cards:
            weight *= Fraction(left[card], sum(left))
            left[card] -= 1
            if not weight:
                break
        if weight:
            draws = Draws([2, 1, 1], steps=steps)
            draws.count(np.array([row]))
            mean += float(weight) * exp(draws.log_e())
    assert mean == pytest.approx(1)


def test_a_bead_string_is_a_shoe(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "shoes"
    file.write_text("PBTBB\nBBP\n2101\n")
    code, verdict = verify("baccarat", "--file", str(file), "--outcome", "coup.3")
    assert (code, verdict["counts"]["outcomes"]) == (3, 3)
    counts = {row["outcome"]: row["count"] for row in verdict["details"]["outcomes"]}
    assert counts == {"P": 1, "B": 0, "T": 2}


def shoe(seed: int, decks: int = 8) -> list[str]:
    """Return the cards of a shuffled shoe."""
    return list(map(str, Random(seed).sample(DECK * decks, 52 * decks)))


SHOES = {
    "a shoe a line": ([" ".join(shoe(1)), ",".join(shoe(2))], 0, "complete shoes are"),
    "a card a line": ([*shoe(1), *shoe(2)], 0, "complete shoes are right"),
    "ranks alone": ([card[:-1] for card in shoe(1)], 0, "complete shoes are right"),
    "a header": (["card", *shoe(1)], 0, "complete shoes are right"),
    "cut off": (shoe(1)[:300], 3, "300 cards are too few; only a complete"),
    "two cut at a card, with a blank line": (
        [*shoe(1)[:400], "", *shoe(2)[:400]],
        3,
        "800 cards are too few",
    ),
    "queens are jacks": (
        [" ".join(shoe(1)).replace("Q", "J")],
        1,
        "a shoe (no shoe: the jack 64 times, not 32; the queen 0 times, not 32;",
    ),
    "no queen": (
        [card for card in shoe(1) if card[0] != "Q"],
        1,
        "the cards are not random draws from the shoe (after 384 outcomes",
    ),
    "a deck is not shuffled": (
        [" ".join(map(str, DECK * 8))],
        1,
        "the cards are not random draws from the shoe (after 416 outcomes",
    ),
    "beads": (["PBTBB", "BBP"], 2, "'PBTBB' is not a shoe; expected 416 cards on"),
    "coups": (["6 K 8 A 9 5"], 2, "'6 K 8 A 9 5' is not the cards of a shoe"),
    "words": (["KS", "heads"], 2, "line 2: 'heads' is not a shoe"),
}


@pytest.mark.parametrize("name", SHOES)
def test_a_recorded_shoe(name: str, verify: Verify, tmp_path: Path) -> None:
    lines, expected, text = SHOES[name]
    file = tmp_path / "shoe"
    file.write_text("".join(f"{line}\n" for line in lines))
    code, verdict = verify("baccarat", "--outcome", "shoe", "--file", str(file))
    assert code == expected
    assert text in verdict["summary"]
    assert ("only a complete shoe shows" in verdict["summary"]) == (expected == 3)
    assert verdict["details"].get("outcomes_for_bias") is None
    assert ("not complete" in str(verdict["notes"])) == (
        expected == 3 or name == "no queen"
    )


def test_a_missing_card_at_the_end_is_not_refuted(
    verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "shoe"
    file.write_text(" ".join(shoe(1)[:-1]) + "\n")
    code, verdict = verify("baccarat", "--outcome", "shoe", "--file", str(file))
    assert code == 3
    assert "a shoe is not complete" in str(verdict["notes"])


def test_a_shoe_a_line_needs_no_name(verify: Verify, tmp_path: Path) -> None:
    file = tmp_path / "shoe"
    file.write_text(" ".join(shoe(1)) + "\n")
    code, verdict = verify("baccarat", "--file", str(file))
    assert (code, verdict["question"]) == (0, "shoe")


def test_rows_of_a_shoe_are_not_judged(verify: Verify, tmp_path: Path) -> None:
    """A row of six may be a coup or a part of the shoe."""
    file = tmp_path / "shoe"
    deck = shoe(1, decks=1)
    rows = [" ".join(deck[n : n + 6]) for n in range(0, 52, 6)]
    file.write_text("".join(f"{row}\n" for row in rows))
    words = ("baccarat", "--outcome", "shoe", "--set", "decks=1")
    assert verify(*words, "--file", str(file))[0] == 2


def test_a_receipt_of_a_shoe(
    verify: Verify, trueodds_command: Run, tmp_path: Path
) -> None:
    file, receipt = tmp_path / "shoe", tmp_path / "receipt"
    for cards, expected in ((shoe(1, 1), 0), (["KS", "KS"], 1)):
        file.write_text("".join(f"{card}\n" for card in cards))
        words = ("--outcome", "shoe", "--set", "decks=1", "--receipt", str(receipt))
        code, _ = verify("baccarat", "--file", str(file), *words)
        assert code == expected
        assert trueodds_command("verify", "receipt", str(receipt))[0] == expected


def test_right_shoes_are_not_refuted() -> None:
    """Evidence of 20 to 1 comes by chance in at most one of 20 right shoes."""
    cards = BaccaratRules.load(decks=1).left()
    high = 0
    for seed in range(200):
        numbers = [DECK.index(card) for card in Random(seed).sample(DECK, 52)]
        process = ShoeProcess((Fraction(1, 13),) * 13, Fraction(1, 1000), shoe=cards)
        process.count(np.array([numbers]))
        high += exp(process.log_e()) >= 20
    assert high <= 3


@pytest.mark.parametrize(
    "lines",
    [
        ["6 8 9 | K A 5", "K 5 3 | 7 Q | P"],
        ["Player: K 5 3 (8)", "Banker: 7 Q (7)", "Player wins"],
        ["p1,p2,p3,b1,b2,b3", "K,5,3,7,Q,NA"],
        ['{"player": ["K", "5", "3"], "banker": ["7", "Q"], "winner": "player"}'],
        ["B,7,6", "P,8,1"],
    ],
)
def test_transcripts_read_what_simulators_print(lines: list[str]) -> None:
    game = games.find("baccarat")
    assert verify_transcript(game, rulebook.load(game), lines).word == "agrees"


def test_totals_of_right_coups_are_right() -> None:
    random = Random(3)
    for _ in range(200):
        cards = random.sample(DECK * 8, 6)
        coup = play([card.rank for card in cards], RULES)
        line = (
            f"{coup.winner[0].upper()},{hand_total(coup.player)},"
            f"{hand_total(coup.banker)}"
        )
        assert read_coup(line, RULES).fault == ""
