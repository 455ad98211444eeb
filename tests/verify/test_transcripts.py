"""Recorded games as two magazine columns and an assignment print them."""

from pathlib import Path
from random import Random

import pytest
from commands import Run
from hypothesis import given, settings
from hypothesis import strategies as st
from verdicts import first_wrong, read_verdict

from trueodds.core import games, rulebook
from trueodds.core.cards import DECK, Card
from trueodds.core.errors import UnknownNameError
from trueodds.core.rules.baccarat import BaccaratRules, hand_total, play
from trueodds.proofs.verify.transcript import TranscriptDetails, verify_transcript
from trueodds.proofs.verify.verdict import Verdict
from trueodds.reports.answers.verdict import TranscriptVerdict

BUNCO = """\
Round 1. You rolled: 2 3 3
  score this round: 0
Round 2. You rolled: 2 6 6
  score this round: 1
Round 3. You rolled: 1 2 4
  score this round: 0
Round 4. You rolled: 2 1 4
  score this round: 1
Round 5. You rolled: 5 5 6
  score this round: 2
Round 6. You rolled: 2 1 3
  score this round: 0
Game over. Your total score was 4
"""

SINGLE = """\
You rolled: 1 1 5
score = 1
You rolled: 6 4 3
score = 0
You rolled: 1 1 1
BUNCO!
score = 25
"""

FIRST_COUP = """\
** Player was dealt: 3 of Hearts, 10 of Clubs (hand value = 3)
** Banker was dealt: 4 of Clubs, 10 of Spades (hand value = 4)

Player takes a card: 6 of Hearts (hand value = 12)
"""

SECOND_COUP = """\
** Player was dealt: 6 of Clubs, 8 of Hearts (hand value = 4)
** Banker was dealt: King of Spades, Ace of Hearts (hand value = 1)

Player takes a card: 9 of Hearts (hand value = 3)
Banker takes a card: 5 of Clubs (hand value = 6)

Play is complete. Banker wins
"""

SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}


def tableau(preset: str) -> BaccaratRules:
    record = rulebook.load(BACCARAT, preset)
    assert isinstance(record, BaccaratRules)
    return record


BACCARAT = games.find("baccarat")
TABLEAUX = tableau("punto-banco-single-deck"), tableau("published-script")


def verify(
    game: str, text: str, source: str | None = None, **changes: object
) -> Verdict[TranscriptDetails]:
    column = games.find(game)
    rules = rulebook.load(column, source, changes)
    verdict = verify_transcript(column, rules, text.split("\n"))
    read_verdict(TranscriptVerdict.of(verdict).text("json"))
    return verdict


def wrong_line(
    verdict: Verdict[TranscriptDetails],
) -> tuple[str, int | str, int | str | None]:
    example = first_wrong(verdict)
    return example.where, example.expected, example.got


def test_published_bunco_game() -> None:
    verdict = verify("bunco", BUNCO)
    assert (verdict.word, verdict.counts["lines"]) == ("agrees", 13)
    assert verify("bunco", BUNCO * 3).counts["lines"] == 39


def test_published_single_rolls_score_a_bunco_25() -> None:
    wrong = wrong_line(verify("bunco", SINGLE))
    assert wrong == ("line 7", "score = 21", "score = 25")
    assert verify("bunco", SINGLE, "published-script").word == "agrees"


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        (2, "  score this round: 1", "  score this round: 0"),
        (2, "  Mini Bunco!", "  score this round: 0"),
        (3, "Round 3. You rolled: 2 6 6", "Round 2. You rolled: _ _ _"),
        (3, "Round 2. You rolled: 2 7 6", "Round 2. You rolled: _ _ _"),
        (3, "Round 2. You rolled: 2 6", "Round 2. You rolled: _ _ _"),
        (3, "Round 2. You rolled: 2 06 6", "Round 2. You rolled: _ _ _"),
        (3, "Round 2. You rolled: 2 6 " + "6" * 5000, "Round 2. You rolled: _ _ _"),
        (3, "Round \u0662. You rolled: 2 6 6", "Round 2. You rolled: _ _ _"),
        (5, "Game over. Your total score was 1", "Round 3. You rolled: _ _ _"),
        (13, "Game over. Your total score was 5", "Game over. Your total score was 4"),
        (13, "Round 7. You rolled: 1 2 3", "Game over. Your total score was 4"),
    ],
)
def test_first_wrong_line_of_bunco(line: int, other: str, expected: str) -> None:
    lines = BUNCO.splitlines()
    lines[line - 1] = other
    verdict = verify("bunco", "\n".join(lines))
    assert wrong_line(verdict) == (f"line {line}", expected, other)
    assert verdict.counts["lines"] == line - 1
    assert [text for _, text in verdict.details.checked] == lines[: line - 1]


def test_buncos_count_in_the_total() -> None:
    rounds = "".join(
        f"Round {n}. You rolled: {n} {n} {n}\n  BUNCO!\n" for n in range(1, 6)
    )
    end = "Round 6. You rolled: 1 1 1\n  Mini Bunco!\nGame over. Your total score was "
    assert verify("bunco", f"{rounds}{end}110").word == "agrees"
    assert wrong_line(verify("bunco", f"{rounds}{end}130"))[1].endswith(" 110")
    assert verify("bunco", f"{rounds}{end}130", "published-script").word == "agrees"


def test_published_coup_of_twelve_is_refuted_at_that_line() -> None:
    verdict = verify("baccarat", FIRST_COUP, "punto-banco-single-deck")
    assert wrong_line(verdict) == (
        "line 4",
        "Player takes a card: 6 of Hearts (hand value = 9)",
        "Player takes a card: 6 of Hearts (hand value = 12)",
    )
    assert verdict.counts["lines"] == 2


def test_the_recorded_script_deals_from_full_decks() -> None:
    verdict = verify("baccarat", SECOND_COUP, "punto-banco-single-deck", seen="KH")
    assert verdict.word == "not judged"
    assert "each coup of such a recording is from full decks" in verdict.headline


@pytest.mark.parametrize("rules", [None, "published-script"])
def test_published_coup_that_is_right(rules: str | None) -> None:
    verdict = verify("baccarat", f"$ sh baccarat.sh\n{SECOND_COUP}", rules)
    assert (verdict.word, verdict.counts) == ("agrees", {"lines": 5, "skipped": 1})
    dealer = SECOND_COUP.replace("** Banker", "** Dealer")
    assert verify("baccarat", dealer, rules).word == "agrees"


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        (1, "** Player was dealt: 6 of Clubs, 8 of Hearts (hand value = 5)", "= 4)"),
        (1, "** Player was dealt: 6 of Clubs, 8 of Hearts (hand value = 04)", "= 4)"),
        (
            1,
            f"** Player was dealt: 6 of Clubs, 8 of Hearts (hand value = {'4' * 5000})",
            "= 4)",
        ),
        (2, "** Player was dealt: 6 of Clubs, 8 of Hearts (hand value = 4)", "** B"),
        (2, "** Banker was dealt: King of Spades, 6 of Clubs (hand value = 6)", "** B"),
        (4, "Banker takes a card: 5 of Clubs (hand value = 6)", "Player takes a card"),
        (4, "Play is complete. Player wins", "Player takes a card: _"),
        (5, "Play is complete. Player wins", "Banker takes a card: _"),
        (7, "Play is complete. Player wins", "Play is complete. Banker wins"),
        (7, "Play is complete. Tie", "Play is complete. Banker wins"),
        (7, "Banker takes a card: 5 of Hearts (hand value = 1)", "Play is complete. B"),
    ],
)
def test_first_wrong_line_of_baccarat(line: int, other: str, expected: str) -> None:
    lines = SECOND_COUP.splitlines()
    lines[line - 1] = other
    verdict = verify("baccarat", "\n".join(lines), "punto-banco-single-deck")
    where, expected_text, got = wrong_line(verdict)
    assert (where, got) == (f"line {line}", other)
    assert expected in str(expected_text)


@pytest.mark.parametrize(
    ("game", "was", "unread", "words"),
    [
        ("bunco", "Mini Bunco!", "", ""),
        ("bunco", "  score this round: 1", "  un punto", "line 4 has other words: '  "),
        ("bunco", "rolled: 1 2 4", "rolled: 1 2 x", "line 5 has other words"),
        ("baccarat", "Banker wins", "Gana la banca", "line 7 has other words"),
        ("baccarat", "King of", "13 of", "line 2: '13 of Spades' is not a card such"),
        ("baccarat", "Player takes a card", "Carta", "line 4 has other words: 'Carta"),
    ],
)
def test_a_line_that_is_not_read_is_not_judged(
    game: str, was: str, unread: str, words: str
) -> None:
    text = {"bunco": BUNCO, "baccarat": SECOND_COUP}[game].replace(was, unread, 1)
    verdict = verify(game, text)
    assert verdict.word == ("not judged" if words else "agrees")
    assert words in verdict.summary
    assert verdict.example is None


def named(card: Card) -> str:
    rank, suit = str(card)[:-1], str(card)[-1]
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def printed(cards: list[Card], rules: BaccaratRules) -> str:
    """Return a coup from six cards, as the script prints it."""
    coup = play([card.rank for card in cards], rules)
    lines = []
    for name, hand, dealt in (
        ("Player", coup.player, (cards[0], cards[2])),
        ("Banker", coup.banker, (cards[1], cards[3])),
    ):
        value = hand_total(hand[:2])
        first, second = map(named, dealt)
        lines.append(f"** {name} was dealt: {first}, {second} (hand value = {value})")
    thirds = iter(cards[4:])
    for name, hand in (("Player", coup.player), ("Banker", coup.banker)):
        if len(hand) == 3:
            value = hand_total(hand)
            lines.append(f"{name} takes a card: {named(next(thirds))} ")
            lines[-1] += f"(hand value = {value})"
    end = {"player": "Player wins", "banker": "Banker wins", "tie": "It's a tie!"}
    return "\n".join([*lines, "", f"Play is complete. {end[coup.winner]}\n"])


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_coups_of_one_tableau_under_another(random: Random) -> None:
    """Right under its own tableau; under the other, just where the coups differ."""
    usual, script = TABLEAUX
    cards = random.sample(DECK, 6)
    lines = printed(cards, script).split("\n")
    ranks = [card.rank for card in cards]
    same = play(ranks, usual) == play(ranks, script)
    assert verify_transcript(BACCARAT, script, lines).word == "agrees"
    verdict = verify_transcript(BACCARAT, usual, lines)
    assert verdict.word == ("agrees" if same else "refuted")


def test_recording_that_ends_in_the_middle_is_undecided() -> None:
    verdict = verify("baccarat", "\n".join(SECOND_COUP.splitlines()[:4]))
    assert (verdict.word, verdict.exit_code) == ("undecided", 3)
    assert "before 'Banker takes a card: _ (hand value = _)'" in verdict.summary
    assert verify("bunco", BUNCO[:-20]).word == "not judged"


def test_command(trueodds_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "coup.txt"
    file.write_text(FIRST_COUP)
    command = ["verify", "transcript", "baccarat", str(file)]
    code, out, err = trueodds_command(*command)
    assert (code, err) == (1, "")
    assert "REFUTED: line 4 is wrong; 2 lines are right before it" in out
    assert "    2  right  ** Banker was dealt" in out
    file.write_bytes(b"\xff\xfe nothing\n")
    assert trueodds_command(*command)[0] == 2
    code, _, err = trueodds_command("verify", "transcript", "bunco", "./nowhere")
    assert (code, err.count("\n")) == (2, 1)
    code, out, _ = trueodds_command("verify", "transcript", "cribbage", str(file))
    assert code == 2
    assert "no line begins a game of cribbage" in out


def test_a_game_without_a_dialogue_is_refused() -> None:
    chess = games.Game("chess")
    message = "chess has no published dialogue; there are: bunco, baccarat, cribbage"
    with pytest.raises(UnknownNameError, match=message):
        verify_transcript(chess, rulebook.load(games.find("bunco")), [])
