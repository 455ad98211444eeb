"""One reading of cards and dice: each command takes a position in every way."""

import re
import shlex
from pathlib import Path

import pytest
from commands import Run

from trueodds.core.rules.farkle.inventory import read_inventory

WORDS, WITH_BLANKS, JOINED = 1, 2, 4
ANY = WORDS | WITH_BLANKS | JOINED
DEAL = "5H 5D JS QC 2D 10S"
AT_SCORE = f"discard {DEAL} --role mine --score"
MATCH = "farkle advise --set target=200 --stake 50"

POSITIONS = [
    ("score farkle {}", "1 1 3 3 3 4", ANY),
    ("score farkle --dice '1:1:1:1:1:1:1:1*6' {}", "1 1 7 8", ANY),
    ("score farkle --dice 'weighted*2 fair*4' {}", "weighted=1 fair=5", 3),
    ("score farkle --set jokers=alone --dice 1:1:1:1:1:0:j1*6 {}", "1 joker 1", 3),
    ("farkle options {}", "1 1 3 3 3 4", ANY),
    ("farkle options --dice 'weighted*2 fair*4' {}", "weighted=1 fair=5", 3),
    ("farkle advise {}", "1 1 5 2 3 3", ANY),
    ("farkle advise --stake 650 {}", "1 5 5 6", ANY),
    ("farkle advise --roll {}", "1 1 5 2 3 3", WITH_BLANKS | JOINED),
    ("score bunco {}", "3 2 3 3", WORDS | WITH_BLANKS),
    ("score cribbage {}", "5C 5D 5S JH 5H", ANY),
    ("score cribbage --rule crib {}", "2H 4H 6H 8H KC", ANY),
    ("score cribbage --rules published-script {}", "10H 4H 5H 6H", ANY),
    ("score cribbage --rule play {}", "5 10 5 5", ANY),
    ("score cribbage --rule play {}", "5C 10C 5D 5S", ANY),
    ("score baccarat {}", "6 K 8 A 10 5", ANY),
    ("score baccarat {}", "6H KD 8S AC 10H 5H", ANY),
    ("baccarat bets {}", "KH 5D 10S", ANY),
    ("odds baccarat coup.banker --seen {}", "KH 5D 10S", WITH_BLANKS | JOINED),
    ("odds baccarat coup.banker --seen {}", "K 5 10", WITH_BLANKS | JOINED),
    ("discard --opponent uniform --role mine {}", DEAL, ANY),
    (
        f"discard {DEAL} --opponent uniform --role mine --throw {{}}",
        "2D 10S",
        WITH_BLANKS | JOINED,
    ),
    (
        f"discard {DEAL} --score 116 112 --role mine --throw {{}}",
        "2D 10S",
        WITH_BLANKS | JOINED,
    ),
    ("cribbage play export --hand 1 --ranks {}", "A 2 10", WITH_BLANKS | JOINED),
]
"""A command, a position as single cards or dice, and the ways in which it may come."""


@pytest.mark.usefixtures("shipped", "wins_once")
@pytest.mark.parametrize(("command", "position", "allowed"), POSITIONS)
def test_every_way_to_write_a_position(
    command: str, position: str, allowed: int, trueodds_command: Run
) -> None:
    ways = [
        (WORDS, position),
        (WORDS, position.lower()),
        (WITH_BLANKS, f'"{position}"'),
        (WITH_BLANKS, f"'{position.lower().replace(' ', ',  ')}'"),
        (JOINED, position.lower().replace(" ", "")),
    ]
    answers = {
        # The name of the rules has the cards seen as they were typed.
        re.sub(r"seen = [^)]*", "seen", str(trueodds_command(*shlex.split(typed))))
        for typed in (command.format(text) for way, text in ways if way & allowed)
    }
    assert len(answers) == 1
    assert answers.pop().startswith("Ran(code=0")


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("score cribbage 5C 5D 5S JH '|' 5H", "score cribbage '5C 5D 5S JH | 5H'"),
        ("score cribbage 5C5D5SJH 5H", "score cribbage '5C 5D 5S JH | 5H'"),
        ("farkle 1 1 3 3 3 4", "farkle advise 113334"),
        ("farkle 1556 --stake 300", "farkle advise --stake 300 1556"),
        ("rules farkle box", "rules farkle --show box"),
        ("claims S1.e --verdict False", "claims S1.e --verdict false"),
        ("score bunco '3|233'", "score bunco 3 233"),
        ("score bunco 3 '|' 2 3 3", "score bunco '3 | 2 3 3'"),
        ("score farkle 1 1 3 '1 1 5' 5 5", "score farkle 113 115 55"),
        ("cribbage perft 5H 6D 7S 8C 4S 4D 9H JC", "cribbage perft 5H6D7S8C 4S4D9HJC"),
        ("cribbage win 110 112 --role mine", "cribbage win 110-112 --role mine"),
        ("cribbage win '110 : 112' --role Mine", "cribbage win 110-112 --role mine"),
        (
            "cribbage win --score 110\u2013112 --role mine",
            "cribbage win --score 110 --opponent 112 --role mine",
        ),
        ("cribbage win 110\u2212112 --role mine", "cribbage win 110-112 --role mine"),
        ("cribbage win 110 to 112 --role mine", "cribbage win 110-112 --role mine"),
        (
            "cribbage win --score 110 112 --role mine",
            "cribbage win 110 112 --role mine",
        ),
        (
            "cribbage win --score=110 112 --role mine",
            "cribbage win 110 112 --role mine",
        ),
        (f"discard {DEAL} --role mine --score 116 112", f"{AT_SCORE} 116-112"),
        (f"discard --score 116 112 {DEAL} --role mine", f"{AT_SCORE} 116:112"),
        (f"discard --score=116 to 112 {DEAL} --role mine", f"{AT_SCORE} '116 112'"),
        *(
            (f"{MATCH} {typed}", f"{MATCH} --score 100 --opponent 150 1556")
            for typed in ("1556 --score 100-150", "--score 100 150 1556")
        ),
        (f"{MATCH} --opponent 150 --score 100 1556", f"{MATCH} 1556 --score 100-150"),
        ("cribbage win 0-5 --role mine", "cribbage win --opponent 5 --role mine"),
        (
            "farkle policy --dice 'heavenly*3 odd fair*2'",
            "farkle policy --dice heavenly*3,odd,fair*2",
        ),
    ],
)
def test_the_same_question(typed: str, same: str, trueodds_command: Run) -> None:
    ran = trueodds_command(*shlex.split(typed))
    assert ran == trueodds_command(*shlex.split(same))
    assert ran.code == 0


DICE = [
    "score farkle weighted=1 fair=5 --dice '{}'",
    "odds farkle turn.mean --dice '{}'",
    "farkle options weighted=1 fair=5 --dice '{}'",
    "farkle policy --dice '{}'",
    "farkle advise --stake 300 --set-of-dice '{}' --dice '{}'",
    "farkle thresholds --at 300 --dice '{}'",
    "farkle match --target 50 --dice '{}' --against '{}'",
]
SPELLINGS = ("weighted*2,fair*4", "Weighted * 2  fair *4,")


@pytest.mark.parametrize("command", DICE)
def test_dice_stand_beside_each_other_or_between_commas(
    command: str, trueodds_command: Run
) -> None:
    answers = set()
    for dice in SPELLINGS:
        ran = trueodds_command(*shlex.split(command.format(dice, dice)))
        assert (ran.code, ran.err) == (0, "")
        answers.add(ran.out.replace(dice, "DICE"))  # the rules are named as typed
    assert len(answers) == 1


def test_an_inventory_names_dice_in_the_same_way(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    owned = []
    for dice in (*(f"'{dice}'" for dice in SPELLINGS), "['weighted*2', 'fair*4']"):
        file.write_text(f"dice = {dice}")
        owned.append([(die.name, number) for die, number in read_inventory(file)])
    assert owned == [[("weighted", 2), ("fair", 4)]] * 3


@pytest.mark.parametrize(
    ("command", "wrong", "right"),
    [
        ("score cribbage", "5H 5C", "5H 5C 5S JD | 5D"),
        ("score bunco", "3 2 2 x", "1 | 1 1 1"),
        ("score bunco", "3", "1 | 1 1 1"),
        ("farkle policy --dice", "heavnly*3 od fair*2", "heavenly*3, odd, fair*2"),
        ("farkle policy --dice", "heavenly*3 fair*x", "heavenly*3, fair*3"),
        ("farkle policy --dice", "heavenly*3 odd", "heavenly*3, odd, fair*2"),
        ("farkle policy --dice", "heavenly*9", "heavenly*6"),
    ],
)
def test_examples_of_messages_can_be_copied_into_a_shell(
    command: str, wrong: str, right: str, trueodds_command: Run
) -> None:
    ran = trueodds_command(*shlex.split(command), wrong)
    quoted = f'"{right}"'
    assert (ran.code, quoted in ran.err) == (2, True)
    assert "|" not in re.sub('"[^"]*"', "", ran.err)
    words = shlex.split(f"{command} {quoted}")
    assert trueodds_command(*words).code == 0


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("--score 121-3", "--score 121-3 is not a score in play; a game to 121"),
        ("--score -1-0", "--score -1-0 is not a score in play; a game to 121 is"),
        ("--score 110\u20132112", "Two scores are written 0-120, yours first"),
        ("--score 9999999999999999999", "is not a score in play"),
        ("--score x --set target=61", "a game to 61 is played from 0 to 60"),
        ("121 3", "121 3 is not a score in play"),
        ("-1 0", "there is no option -1; a number here is 0 or more"),
        ("1 2 3", "is two scores; give yours, then the opponent's, such as 94 86"),
        ("110", "a position is two scores"),
        ("112 --score 110", "a position is two scores"),
        ("--opponent 3-4", "a position is two scores"),
        ("--score 1 2 --opponent 3", "a position is two scores"),
        ("--throws uniform", 'give equilibrium, or a file that "trueodds cribbage'),
        ("--throws equilibirum", 'give equilibrium, or a file that "trueodds cri'),
    ],
)
def test_scores_that_cannot_be(typed: str, fault: str, trueodds_command: Run) -> None:
    ran = trueodds_command(*shlex.split(f"cribbage win --role mine {typed}"))
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err.replace("\nhint: ", "; ")


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("farkle advise", "how many dice are left, or what they show; such as"),
        (
            "farkle advise --set-of-dice 'weighted*2 fair*4' --dice 3 --stake 300",
            'name them, such as "fair*3"',
        ),
        ("farkle advise 115233 --roll 115233", "there are two rolls; leave --roll out"),
        ("cribbage perft 5H 6D 7S", "there are not two hands"),
        ("discard 5H5DJSQC2D9S 5H5DJSQC2D8S", "six cards, not 12; in Python, several"),
        ("discard 5H 5D JS QC 2D", "six cards, not 5; such as 5H 5D JS QC 2D 9S"),
        ("discard cribbage", "'cribbage' is not a card"),
        ("discard 5 5 J Q 2 9", "'5' has no suit; add C, D, H or S, as in 5H"),
        (f"discard {DEAL} 116 112", "comes after an option; add --score 116-112"),
        (
            "score bunco 1 1 1",
            "'1 1 1' is not a position of bunco; give 1 round (1 to 6)",
        ),
        ("odds baccarat coup.banker decks=6", "did you mean --set decks=6?"),
        ("bunco night 16", "did you mean --players 16 or --rounds 16?"),
        ("bunco night rounds=3", "did you mean --set rounds=3?"),
        ("verify sim", "no command 'sim'; did you mean simulator?"),
        ("advise 1 1 5", "did you mean trueodds farkle advise?"),
        ("cribbage discard 5H", "did you mean trueodds discard?"),
        ("verify scorer bunco --js x.js", "comes after --, such as -- node scorer.js"),
        ("odds bunco --format md", "did you mean markdown?"),
        ("cite --format bib", "did you mean bibtex?"),
        ("verify simulator bunco - --within 100%", "'100%' is not a number between 0"),
        ("farkle advise 115233 --score 300", "of both; such as --score 2000-3000"),
        ("farkle advise 115233 --score x", "x is not a score in play; two scores are"),
        ("claims hand of 29", "did you mean elsewhere.cribbage."),
        ("farkle keep 113334", "no command 'keep'; did you mean advise or options?"),
        ("farkle roll 113334", "no command 'roll'; did you mean advise or options?"),
        ("score baccarat 6K8X", "'6K8X' is not a rank"),
        ("score cribbage 5C 5D 5S JX 5H", "'JX' is not a card"),
        ("score bunco '1 2 | 3 3'", "'1 2 | 3 3' is not a position of bunco"),
    ],
)
def test_faults_are_named_as_typed(
    typed: str, fault: str, trueodds_command: Run
) -> None:
    ran = trueodds_command(*shlex.split(typed))
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err.replace("\nhint: ", "; ")
