"""Recorded deals and games of cribbage: in words, and as OpenSpiel's actions."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from recorded_games import DEAL, RULES, dealt, in_words
from verdicts import first_wrong

from trueodds.core import games
from trueodds.core.cards import Card, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import GameState
from trueodds.core.rules.cribbage_play import DEALER, PONE, card_value
from trueodds.proofs.verify.transcript import TranscriptDetails, verify_transcript
from trueodds.proofs.verify.verdict import Verdict

CRIBBAGE = games.find("cribbage")


def verify(
    lines: list[str], rules: CribbageRules = RULES
) -> Verdict[TranscriptDetails]:
    return verify_transcript(CRIBBAGE, rules, lines)


@pytest.mark.parametrize("seed", range(5))
def test_games_of_random_play_are_right_and_other_lines_are_skipped(seed: int) -> None:
    first, second = in_words(seed), in_words(seed + 1)
    verdict = verify(["A friendly evening", *first, "", "Again!", *second])
    assert verdict.word == "agrees", verdict.example
    assert verdict.counts == {"lines": len(first) + len(second), "skipped": 2}


@pytest.mark.parametrize("seed", range(3))
def test_what_scores_no_points_in_the_play_needs_no_line(seed: int) -> None:
    play = {"heels_points": 0, "go_points": 0, "fifteen_points": 0}
    rules = CribbageRules.load(play=play)
    lines = in_words(seed, rules)
    shown = [" shows " in line for line in ["", *lines]]
    shorter = [
        line
        for line, of_show in zip(lines, shown, strict=False)
        if of_show or " scores 0: " not in line
    ]
    assert len(shorter) < len(lines)
    for each in (lines, shorter):
        verdict = verify(each, rules)
        assert verdict.word == "agrees", verdict.example
    # What does score still needs its line, and so does a show without points.
    scored = next(n for n, line in enumerate(shorter) if " scores " in line)
    assert verify([*shorter[:scored], *shorter[scored + 1 :]], rules).word == "refuted"


def test_a_single_deal_from_any_score() -> None:
    verdict = verify(DEAL)
    assert verdict.word == "agrees", verdict.example
    shouted = [line.upper().replace(" ", "  ") for line in DEAL]
    assert verify(shouted).word == "agrees"
    shown = [line.replace("shows 5H 6D 7S 8C", "shows 8C 7S 5H 6D") for line in DEAL]
    assert verify(shown).word == "agrees"
    assert verify(DEAL[:12]).word == "undecided"


def test_the_example_in_the_documentation_is_this_deal() -> None:
    page = Path(__file__).parents[2] / "docs/how-to/verify-a-transcript.md"
    assert "\n".join(DEAL) in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "wrong", "right", "why"),
    [
        (8, "Ann plays KD: 10", "Ann plays _: _", "pone does not hold KD"),
        (8, "Bob plays 9H: 9", "Ann plays _: _", "Ann can play 5H 6D 7S 8C at 0"),
        (9, "Bob says go: 7", "Bob plays _: _", "Bob can play 4S 4D 9H JC at 7"),
        (12, "Bob plays JC: 34", "Bob plays _: _", "JC makes the count 34"),
        (10, "Ann plays 8C: 25", "Ann plays 8C: 24", "8C makes the count 24"),
        (11, "Ann scores 2: 26", "Ann scores 3: 27", "run of 3 7 9 8: 3"),
        (11, "Bob plays 4S: 28", "Ann scores 3: 27", "run of 3"),
        (7, "Ann plays 7S: 7", "Bob scores 2: 12", "his heels JD: 2"),
        (13, "Bob scores 1: 13", "Ann says go: 28", "nothing fits at 28"),
        (14, "Bob scores 2: 14", "Bob scores 1: 13", "go 4S: 1"),
        (20, "Bob shows 4S 4D 9H JC", "Ann shows 5H 6D 7S 8C", "shown first"),
        (21, "Ann scores 10: 37", "Ann scores 8: 35", "fifteen"),
        (22, "Bob shows the crib KD KH 2C 3C", "Bob shows 4S 4D 9H JC", "first"),
        (4, "Ann throws KD 9H", "Ann throws _ _", "Ann does not hold 9H"),
        (4, "Ann throws KD KD", "Ann throws _ _", "KD is there twice"),
        (3, "Bob is dealt 4S 4D 9H JC 2C KH", "Bob is dealt", "KH is dealt already"),
        (3, "Bob is dealt 4S 4D 9H JC 2C", "Bob is dealt", "6 cards, not 5"),
        (6, "Starter: 5H", "Starter: _", "5H is dealt already"),
        (2, "Bob is dealt 5H 6D 7S 8C KD KH", "_ is dealt", "is dealt first"),
        (1, "Bob deals at 10 to 121", "Bob deals at _ to _", "not in play"),
    ],
)
def test_the_first_wrong_line_of_a_deal(
    line: int, wrong: str, right: str, why: str
) -> None:
    example = first_wrong(verify([*DEAL[: line - 1], wrong, *DEAL[line:]]))
    assert example.where == f"line {line}"
    assert str(example.expected).startswith(right)
    assert why in " ".join(example.why)


@pytest.mark.parametrize(
    ("line", "unread", "why"),
    [
        (8, "Ann plays 11S: 7", "line 8: '11S' is not a card"),
        (6, "Starter: jack", "line 6: 'jack' is not a card"),
        (4, "Ann throws KD K", "line 4: 'K' is not a card"),
        (8, "Ann juega 7S: 7", "line 8 has other words: 'Ann juega 7S: 7', not"),
        (11, "Ann scores a run", "line 11 has other words"),
        (13, "Ann smiles", "line 13 has other words: 'Ann smiles', not 'Ann says go:"),
    ],
)
def test_a_line_that_is_not_read_is_not_judged(
    line: int, unread: str, why: str
) -> None:
    verdict = verify([*DEAL[: line - 1], unread, *DEAL[line:]])
    assert (verdict.word, verdict.example) == ("not judged", None)
    assert verdict.summary.startswith(why)


def test_nothing_is_played_after_the_target() -> None:
    lines = ["Bob deals at 118 to 24", *DEAL[1:]]
    lines[6] = "Bob scores 2: 120"
    lines[13] = "Bob scores 1: 121"
    example = first_wrong(verify(lines))
    assert (example.where, example.expected) == ("line 15", "Bob wins: 121 to 27")
    assert "as soon as a player has 121" in " ".join(example.why)
    assert verify([*lines[:14], "Bob wins: 121 to 27"]).word == "agrees"


def test_the_deal_passes_and_the_target_is_a_rule() -> None:
    short = CribbageRules.load(target=61)
    lines = in_words(3, short)
    assert verify(lines, short).word == "agrees"
    assert first_wrong(verify(lines)).expected == "Game to 121: Ann and Bob Cray"
    second = next(n for n, line in enumerate(lines[2:], 2) if " deals at " in line)
    first = f"Bob Cray deals at {lines[second].split(' at ')[1]}"
    lines[second] = first
    example = first_wrong(verify(lines, short))
    assert example.where == f"line {second + 1}"


def as_actions(lines: list[str]) -> list[str]:
    """Return a deal in words as OpenSpiel's texts; its player 0, Bob, deals."""
    six = {line.split()[0]: line.split(" dealt ")[1] for line in lines[1:3]}
    thrown = {line.split()[0]: line.split(" throws ")[1] for line in lines[3:5]}
    texts = [f"Deal {card}" for name in ("Bob", "Ann") for card in six[name].split()]
    texts += [f"Choose {thrown['Bob']}", f"Choose {thrown['Ann']}", "Deal JD"]
    for line in lines:
        words = line.replace(":", "").split()
        if "plays" in words:
            texts.append(f"Choose {words[2]}")
        elif line == "Bob scores 1: 13":
            texts += ["Pass", "Pass"]
    return [*texts, "Pass", "Pass"]


def number(text: str) -> str:
    """Return the number of an action of OpenSpiel."""
    cards = [Card.parse(word) for word in text.split()[1:]]
    numbers = [card.suit * 13 + card.rank for card in cards]
    if len(numbers) == 2:
        return str(52 + 52 * numbers[0] + numbers[1])
    return str(numbers[0]) if numbers else "2756"


HEADER = """\
# Automatically generated by OpenSpiel
[Meta]
Version: 1

[Game]
cribbage()
[State]""".splitlines()


def numbered(texts: list[str]) -> list[str]:
    return [number(text) for text in texts]


def listed(texts: list[str]) -> list[str]:
    return [", ".join(numbered(texts))]


def headed(texts: list[str]) -> list[str]:
    return [*HEADER, *numbered(texts)]


FORMS = pytest.mark.parametrize("form", [list, numbered, listed, headed])


@FORMS
def test_histories_of_open_spiel(form: Callable[[list[str]], list[str]]) -> None:
    texts = as_actions(DEAL)
    for lines in (form(texts), [*texts, "Round: 0", "Scores: 16 11"]):
        verdict = verify(lines)
        assert verdict.word == "undecided", verdict.example
        assert "before 'Deal _'" in verdict.summary


@pytest.mark.parametrize(
    ("line", "wrong", "right", "why"),
    [
        (2, "Deal 4S", "Deal _", "a card is dealt; 4S is dealt already"),
        (13, "Choose 2C KD", "Choose _ _", "player 0 throws two of"),
        (15, "Deal 5H", "Deal _", "the starter"),
        (16, "Choose 9H", "Choose _", "player 1 can play 5H 6D 7S 8C at 0"),
        (17, "Pass", "Choose _", "player 0 can play"),
        (20, "Choose 5H", "Pass", "player 1 has no card that fits"),
        (28, "Scores: 16 12", "Scores: 16 11", ""),
        (16, "9999", "0 to 2756", "9999 is not an action"),
    ],
)
def test_the_first_wrong_action(line: int, wrong: str, right: str, why: str) -> None:
    texts = as_actions(DEAL)
    example = first_wrong(verify([*texts[: line - 1], wrong, *texts[line:]]))
    assert (example.where, example.expected) == (f"line {line}", right)
    assert why in " ".join(example.why)


def as_history(seed: int) -> list[str]:
    """Return a whole game of random play as the texts of OpenSpiel's actions."""
    chance = random.Random(seed)
    game, texts = GameState.start(RULES, 0), []
    while game.winner is None:
        dealer, deal = game.dealer, dealt(chance)
        roles = (DEALER, PONE) if dealer == 0 else (PONE, DEALER)
        texts += [f"Deal {card}" for role in roles for card in deal.dealt[role]]
        texts += [f"Choose {format_cards(deal.thrown[role])}" for role in roles]
        texts.append(f"Deal {deal.starter}")
        game, _ = game.begin(deal)
        turn, last, count, passes = 1 - dealer, 0, 0, 0
        hands = [list(deal.hand(role)) for role in roles]
        while game.winner is None and (any(hands) or count):
            fit = [c for c in hands[turn] if count + card_value(c.rank) <= 31]
            if fit:
                hands[turn].remove(fit[0])
                texts.append(f"Choose {fit[0]}")
                game, _ = game.play_card(fit[0])
                count = (count + card_value(fit[0].rank)) % 31
                last, passes = turn, 0
            else:
                texts.append("Pass")
                play = game.play if game.dealer == dealer else None
                if play is not None and play.pile and game.to_play == turn:
                    game, _ = game.go()
                passes += 1
                if passes == 2:
                    count, passes, turn = 0, 0, last
            turn = 1 - turn
    return texts


HISTORY = as_history(1)


@FORMS
def test_a_game_in_words_after_a_history_is_checked(
    form: Callable[[list[str]], list[str]],
) -> None:
    lines = form(HISTORY)
    assert verify([*lines, *DEAL]).word == "agrees"
    wrong = [*DEAL[:10], "Ann scores 2: 26", *DEAL[11:]]
    assert first_wrong(verify([*lines, *wrong])).where == f"line {len(lines) + 11}"


@FORMS
def test_histories_follow_each_other(form: Callable[[list[str]], list[str]]) -> None:
    for seed in range(20):
        lines = [*form(as_history(seed)), *form(HISTORY)]
        verdict = verify(lines)
        assert verdict.word == "agrees", verdict.example
        header = sum(bool(line) for line in HEADER) if form is headed else 0
        assert verdict.counts["skipped"] == 2 * header


@pytest.mark.parametrize("between", [["2"], ["2", "7"], ["[Meta]"], ["Deal 2"]])
def test_a_menu_between_games_hides_no_game(between: list[str]) -> None:
    verdict = verify([*DEAL, *between, *DEAL])
    assert verdict.word == "agrees", verdict.example
    assert verdict.counts == {"lines": 2 * len(DEAL), "skipped": len(between)}


def test_an_unfinished_history_hides_no_game() -> None:
    lines = listed(HISTORY[:40])
    verdict = verify([*lines, *DEAL])
    assert verdict.word == "undecided"
    assert verdict.counts["lines"] == 1 + len(DEAL)
    assert "an unfinished history ends before line 2" in verdict.notes
    assert verify([*lines, *DEAL[:8], DEAL[9]]).word == "refuted"


@pytest.mark.parametrize(
    "late", [["Choose 5H"], ["Pass"] * 3, ["Round: 9", "2756,2756,2756"]]
)
def test_no_action_follows_the_end_of_a_history(late: list[str]) -> None:
    example = first_wrong(verify([*HISTORY, *late]))
    assert "the game has ended" in " ".join(example.why)


def test_a_flush_of_four_in_the_crib_names_the_rule() -> None:
    lines = [line.replace("KD KH", "KC QC") for line in DEAL]
    lines[-2:] = ["Bob shows the crib KC QC 2C 3C", "Bob scores 13: 31"]
    verdict = verify(lines)
    right = verify(lines, CribbageRules.load(crib_flush=4))
    assert (verdict.word, right.word) == ("refuted", "agrees"), right.example
    assert "is right under --set crib_flush=4" in " ".join(verdict.notes)
    other = verify([*DEAL[:-1], "Bob scores 9: 27"])
    assert (other.word, other.notes) == ("refuted", ())
