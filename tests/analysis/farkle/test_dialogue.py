"""The Farkle dialogue against a second implementation, step by step, and its dice.

The model below is written from the assignment's text alone. Hypothesis plays both with
any answers, faulty ones too; what was played is then a transcript to be verified, as a
terminal shows it and as a file has it.
"""

from collections import Counter
from io import StringIO

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from strategies.farkle import naive_options, rules

from trueodds.analysis.farkle.published.dialogue import DiceGroup, PublishedGame
from trueodds.core import games
from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.verify.transcript import verify_transcript
from trueodds.reports.answers.farkle.play import TypedWords, rolls_from

FARKLE = games.find("farkle")
VARIANTS: list[dict[str, object]] = [
    {},
    {"final_round": True, "hot_dice": False},
    {"final_round": True, "final_round_tie": "leader", "minimum_to_open": 200},
    {"junk": True, "minimum_to_bank": 300},
    {"penalty_every": 2, "penalty_points": 300, "lowest_score": -400},
]
TARGET = 700


def printed(faces: list[int]) -> str:
    return "".join(map(str, sorted(faces)))


class Dialogue(RuleBasedStateMachine):
    """A game as the assignment prints it.

    ``output`` is what the program prints, ``shown`` what a terminal shows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.output = self.shown = ""
        self.typed: list[str] = []
        self.rolls: list[str] = []
        self.asks = "nothing"
        self.record: FarkleRules = rules()

    @initialize(
        data=st.data(),
        number=st.integers(1, 3),
        variant=st.sampled_from(VARIANTS),
        wrong=st.sampled_from(["", "0", "5", "two"]),
    )
    def begin(
        self, data: st.DataObject, number: int, variant: dict[str, object], wrong: str
    ) -> None:
        self.record = rules(target=TARGET, **variant)
        self.say("Welcome to Farkle!\nHow many players? ")
        if wrong:
            self.type(wrong)
            self.say("This game only supports 1 to 4 players. How many? ")
        self.type(str(number))
        self.say("Enter a seed integer (decimal or hexadecimal): ")
        self.type("0xACE1")
        self.scores = [0] * number
        self.opened = [False] * number
        self.farkles = [0] * number
        self.seat = 0
        self.reached: int | None = None
        self.take_turn(data)

    def say(self, text: str) -> None:
        self.output += text
        self.shown += text

    def type(self, word: str) -> None:
        self.typed.append(word)
        self.shown += f"{word}\n"

    def say_scores(self) -> None:
        each = [f"{seat + 1}: {score}  " for seat, score in enumerate(self.scores)]
        self.say("\nSCORES -- " + "".join(each) + "\n")

    def take_turn(self, data: st.DataObject) -> None:
        self.say_scores()
        self.say(f"Player {self.seat + 1}'s turn\n")
        self.points = 0
        self.roll(6, data)

    def roll(self, dice: int, data: st.DataObject) -> None:
        faces = data.draw(st.lists(st.integers(1, 6), min_size=dice, max_size=dice))
        self.faces = faces
        self.rolls.append(printed(faces))
        self.say(f"Rolling {dice} dice...{printed(faces)}\n")
        self.legal = naive_options(tuple(sorted(faces)), self.record)
        if self.legal:
            self.say("Which to keep? ")
            self.asks = "keep"
        else:
            self.say("FARKLE -- your turn is over.\n")
            self.end_turn(0, data, farkle=True)

    @precondition(lambda self: self.asks == "keep")
    @rule(data=st.data())
    def keep_scoring_dice(self, data: st.DataObject) -> None:
        kept = data.draw(st.sampled_from(sorted(self.legal)))
        faces = [face for face, n in enumerate(kept, start=1) for _ in range(n)]
        self.answer_keep("".join(map(str, data.draw(st.permutations(faces)))), data)

    @precondition(lambda self: self.asks == "keep")
    @rule(data=st.data(), word=st.text("0123456789x", min_size=1, max_size=7))
    def keep_anything(self, data: st.DataObject, word: str) -> None:
        self.answer_keep(word, data)

    @precondition(lambda self: self.asks == "keep")
    @rule(data=st.data())
    def keep_some_dice(self, data: st.DataObject) -> None:
        shown = data.draw(st.permutations(self.faces))
        number = data.draw(st.integers(1, len(shown)))
        self.answer_keep("".join(map(str, shown[:number])), data)

    def answer_keep(self, word: str, data: st.DataObject) -> None:
        self.type(word)
        wanted = Counter(word)
        if set(word) - set("123456") or wanted - Counter(printed(self.faces)):
            self.say("No match, try again.\nWhich to keep? ")
            return
        kept = [int(face) for face in word]
        if counts_of(kept) not in self.legal:
            self.say("Must keep scoring dice. Try again.\nWhich to keep? ")
            return
        worth = self.legal[counts_of(kept)]
        self.points += worth
        self.say(f"Keeping {printed(kept)}, score = {worth}\n")
        self.say(f"Score so far = {self.points}\n")
        self.left = len(self.faces) - len(kept)
        if self.left or self.record.hot_dice:
            self.ask_again()
        else:
            self.end_turn(self.points, data)

    def ask_again(self) -> None:
        self.asks = "again"
        if self.left:
            self.say(f"{self.left} dice left -- roll again (y/n)? ")
        else:
            self.say("HOT DICE!  Roll 6 dice (y/n)? ")

    @precondition(lambda self: self.asks == "again")
    @rule(data=st.data(), word=st.sampled_from(["y", "n", "Y", "no", "yes", "maybe"]))
    def answer_again(self, data: st.DataObject, word: str) -> None:
        self.type(word)
        if word == "maybe":
            self.ask_again()
        elif word.lower() in ("y", "yes"):
            self.roll(self.left or 6, data)
        else:
            self.end_turn(self.points, data)

    def end_turn(
        self, points: int, data: st.DataObject, *, farkle: bool = False
    ) -> None:
        seat, record = self.seat, self.record
        least = max(
            record.minimum_to_bank, 0 if self.opened[seat] else record.minimum_to_open
        )
        if farkle:
            self.farkles[seat] += 1
            every = record.penalty_every
            if every and self.farkles[seat] % every == 0:
                after = self.scores[seat] - record.penalty_points
                floor = min(record.lowest_score, self.scores[seat])
                self.scores[seat] = max(after, floor)
        else:
            self.farkles[seat] = 0
        banked = points if points >= least else 0
        self.opened[seat] |= banked > 0
        self.scores[seat] += banked
        self.say(f"Turn score = {banked}\n")
        self.asks = "nothing"
        if len(self.scores) == 1:
            return
        if self.reached is None and self.scores[seat] >= TARGET:
            self.reached = seat
            if not record.final_round:
                self.end_game()
                return
        self.seat = (seat + 1) % len(self.scores)
        if self.seat == self.reached:
            self.end_game()
        else:
            self.take_turn(data)

    def end_game(self) -> None:
        self.say_scores()
        best = max(self.scores)
        winners = [seat for seat, score in enumerate(self.scores) if score == best]
        if self.record.final_round_tie == "leader" and self.reached in winners:
            winners = [self.reached]
        names = " and ".join(str(seat + 1) for seat in winners)
        self.say(
            f"Players {names} tie!" if len(winners) > 1 else f"Player {names} wins!"
        )

    @precondition(lambda self: self.asks == "nothing")
    @rule()
    def leave(self) -> None:
        """Tell if the game is over."""

    @invariant()
    def the_reference_says_the_same(self) -> None:
        if not self.output:
            return
        printed: list[str] = []
        dice = rolls_from(TypedWords(StringIO(" ".join(self.rolls))))
        table = PublishedGame(
            self.record, TypedWords(StringIO(" ".join(self.typed))), printed.append
        )
        if self.asks == "nothing":
            table.play(None, None, dice)
        else:
            with pytest.raises(PositionError, match="the input ended"):
                table.play(None, None, dice)
        assert "".join(printed) == self.output

    def teardown(self) -> None:
        word = "agrees" if self.asks == "nothing" else "undecided"
        for text in (self.shown, self.output) if self.output else ():
            verdict = verify_transcript(FARKLE, self.record, text.split("\n"))
            assert verdict.word == word, verdict


TestDialogue = Dialogue.TestCase
# To shrink a game takes minutes and makes it little clearer.
TestDialogue.settings = settings(
    max_examples=20, stateful_step_count=20, deadline=None, phases=[Phase.generate]
)


ECE209 = FarkleRules.load("ece209")


def test_dice_group_of_the_assignment() -> None:
    assert str(DiceGroup.parse(451531)) == "113455"
    assert len(DiceGroup.parse("")) == 0
    assert str(DiceGroup.parse("5,1, 1")) == "115"
    assert DiceGroup.parse("266").is_farkle(ECE209)
    assert DiceGroup.parse(113456).score(ECE209) == 250


@pytest.mark.parametrize("digits", [405, 7, "18", 90, "12a", "-1"])
def test_dice_group_refuses_what_is_no_face(digits: int | str) -> None:
    with pytest.raises(DiceError, match="the faces are 1 to 6"):
        DiceGroup.parse(digits)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.data())
def test_selecting_splits_a_group(faces: list[int], data: st.DataObject) -> None:
    group = DiceGroup.parse("".join(map(str, faces)))
    chosen = data.draw(st.lists(st.sampled_from(faces), max_size=3))
    if all(chosen.count(face) <= faces.count(face) for face in chosen):
        kept, left = group.select("".join(map(str, chosen)))
        assert sorted(str(kept) + str(left)) == sorted(str(group))
    else:
        with pytest.raises(DiceError, match="too few dice"):
            group.select("".join(map(str, chosen)))


def test_selecting_in_any_order() -> None:
    kept, left = DiceGroup.parse(134445).select("44415")
    assert (str(kept), str(left)) == ("14445", "3")


def test_rolling_takes_faces_from_a_source() -> None:
    faces = iter([2, 3, 3, 3, 4, 6])
    assert str(DiceGroup.roll((6,), lambda kind: next(faces))) == "233346"
