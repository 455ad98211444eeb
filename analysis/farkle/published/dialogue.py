"""Dice and dialogue of the Farkle programming assignment (ECE 209, program 2).

The words are those that the assignment's handed-out ``main`` and its specification
print, byte for byte, for one to four players; one player plays one turn. The assignment
has six fair dice. With other dice only the numbers and texts of dice differ. The
assignment does not say what a program answers to a word that is no answer, so the
question is asked again. A tie, which its rules do not know, ends with "Players 1 and 2
tie!". Points that the rules do not let a player bank make a turn score of 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from trueodds.core.dice import Roll, plain_dice
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.dice_kinds import (
    FAIR_DICE,
    DiceKinds,
    DiceRoll,
    Multiset,
    dice_kinds,
)
from trueodds.core.rules.farkle.loaded_dice import JOKER

MOST_PLAYERS = 4
PLAYERS = "How many players? "
PLAYERS_AGAIN = "This game only supports 1 to 4 players. How many? "
SEED = "Enter a seed integer (decimal or hexadecimal): "


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """A group of dice, sorted, and the set of dice that they are from.

    ``shown`` has a pair for each die: the index of its kind in ``dice``, and the face
    that it shows. The functions of the assignment are, in order: ``setDice`` →
    ``parse``, ``rollDice`` → ``roll``, ``testFarkle`` → ``is_farkle``, ``scoreDice`` →
    ``score``, ``selectDice`` → ``select``, ``printDice`` → ``str``. The assignment's
    functions change their arguments; the methods here return new groups instead. Where
    the assignment reports failure and changes nothing, the methods raise an exception.

    >>> dice = DiceGroup.parse(451531)
    >>> kept, left = dice.select("15")
    >>> str(dice), str(kept), str(left)
    ('113455', '15', '1345')
    """

    shown: DiceRoll = ()
    dice: DiceKinds = FAIR_DICE

    @classmethod
    def parse(cls, text: int | str, dice: DiceKinds = FAIR_DICE) -> DiceGroup:
        """Return the dice whose faces are these digits, or that a text names.

        Commas or blanks may separate the dice, such as ``1,joker``. Dice must be
        separated if their faces are not digits. ``dice`` is the set of dice that the
        group is from.

        Raises:
            DiceError: If a digit is not a face, such as 0, or a die is not in the set.

        >>> DiceGroup.parse(405)
        Traceback (most recent call last):
            ...
        trueodds.core.errors.DiceError: '405' has a 0; the faces are 1 to 6
        """
        text = str(text)
        faces_only = "".join(plain_dice(text).split())
        if not faces_only:
            return cls((), dice)
        if dice.spaced or "=" in text:
            try:
                return cls(tuple(sorted(dice.read(text))), dice)
            except PositionError as error:
                raise DiceError(str(error)) from None
        # All dice are of one kind here, because a set of several kinds is spaced.
        faces = dice.shown(0)
        for digit in faces_only:
            if not (digit.isascii() and digit.isdigit() and int(digit) in faces):
                known = f"1 to {dice.sides}"
                if len(faces) < dice.sides:
                    known = ", ".join(map(str, faces))
                if JOKER in text:
                    known += dice.other_dice
                raise DiceError(f"{text!r} has a {digit}; the faces are {known}")
        return cls(tuple(sorted((0, int(digit)) for digit in faces_only)), dice)

    @classmethod
    def roll(
        cls,
        numbers: Multiset,
        next_face: Callable[[int], int],
        dice: DiceKinds = FAIR_DICE,
    ) -> DiceGroup:
        """Return a group of dice with faces from a function.

        ``numbers`` has the number of dice of each kind to roll. ``next_face(kind)``
        returns the next face of a die of the kind with this index. ``dice`` is the set
        of dice that the group is from.
        """
        rolled = ((k, next_face(k)) for k, n in enumerate(numbers) for _ in range(n))
        return cls(tuple(sorted(rolled)), dice)

    def __len__(self) -> int:
        return len(self.shown)

    def __str__(self) -> str:
        return self.dice.roll_text(self.shown)

    @property
    def word(self) -> str:
        """The text of the dice as a single word, which ``parse`` reads."""
        return str(self).replace(" ", ",")

    @property
    def numbers(self) -> Multiset:
        """The number of dice of each kind."""
        counts = Counter(kind for kind, _ in self.shown)
        return tuple(counts[kind] for kind in range(len(self.dice.kinds)))

    @property
    def counts(self) -> Roll:
        """The number of dice that show each face."""
        return self.dice.by_face(self.shown)

    def options(self, rules: FarkleRules) -> Mapping[Roll, int]:
        """Return the points of every legal keep of the group.

        A keep is the number of dice kept of each face. ``rules`` score the dice.
        """
        scorer = Scorer(rules, self.dice.sides, jokers=self.dice.jokers)
        return dict(scorer.options(self.counts))

    def is_farkle(self, rules: FarkleRules) -> bool:
        """Return True if no die of the group scores."""
        return not self.options(rules)

    def score(self, rules: FarkleRules) -> int:
        """Return the highest score of the group."""
        return max(self.options(rules).values(), default=0)

    def select(self, choice: int | str) -> tuple[DiceGroup, DiceGroup]:
        """Take dice out of the group; return the dice taken and the dice left.

        ``choice`` has the faces of the dice to take, as digits, such as 15 for a one
        and a five.

        Raises:
            DiceError: If a digit is not a face, or a die is not in the group.
        """
        taken = DiceGroup.parse(choice, self.dice)
        left = Counter(self.shown)
        left.subtract(taken.shown)
        for (kind, face), number in sorted(left.items()):
            if number < 0:
                die = self.dice.die_text(kind, face)
                raise DiceError(f"{self} has too few dice that show {die} for {taken}")
        return taken, DiceGroup(tuple(sorted(left.elements())), self.dice)


Rolled = Callable[[Multiset], DiceGroup]
"""A function that rolls a number of dice of each kind."""


class WordSource(Protocol):
    """A source of the words that the players type."""

    def next(self, wanted: str) -> str:
        """Return the next word that a player types.

        ``wanted`` names the answer that the program waits for, for error messages.
        """
        ...


def read_seed(text: str) -> int:
    """Return the integer that a seed's text writes: decimal, or hexadecimal after 0x.

    Raises ``PositionError`` for anything else.

    >>> read_seed("0xACE1")
    44257
    """
    try:
        if text.lower().startswith("0x"):
            return int(text, 16)
        return int(text)
    except ValueError:
        raise PositionError(
            f"{text[:40]!r} is no seed; type an integer such as 44257 or 0xACE1"
        ) from None


def seeded(seed: int, dice: DiceKinds = FAIR_DICE) -> Rolled:
    """Return a function that rolls dice with Python's generator, from a seed.

    The function takes the number of dice of each kind, and returns a ``DiceGroup`` that
    shows their faces. The generator is the Mersenne Twister. A face is drawn by a
    uniform integer below the total of the die's weights. ``dice`` is the set of dice.
    """
    generator = Random(seed)
    faces = [
        [face for face, weight in dice.shown(kind).items() for _ in range(weight)]
        for kind in range(len(dice.kinds))
    ]

    def next_face(kind: int) -> int:
        return generator.choice(faces[kind])

    return lambda numbers: DiceGroup.roll(numbers, next_face, dice)


@dataclass
class Player:
    """A player's score, and the further state that the rules need.

    ``opened`` is true if the player has banked points. ``farkles`` is the number of
    farkles just before, in a row.
    """

    score: int = 0
    opened: bool = False
    farkles: int = 0


@dataclass
class PublishedGame:
    """A game of the assignment: its rules, the source of the answers, and its output.

    ``say`` is called with each text that the game prints.

    Raises:
        RulesError: If the game does not cover a rule, such as hot dice that must be
            rolled.
    """

    rules: FarkleRules
    answers: WordSource
    say: Callable[[str], None]

    def __post_init__(self) -> None:
        require_covered("a dialogue", self.rules)
        self.dice = dice_kinds(self.rules)

    def play(
        self, players: int | None, seed: int | None, rolled: Rolled | None
    ) -> None:
        """Play a game, and ask for the number of players and the seed if None.

        ``rolled`` rolls the dice: it takes the number of dice of each kind, and returns
        a ``DiceGroup`` that shows their faces. If it is None, the dice come from the
        seed. A game with ``rolled`` needs no seed. It still asks for a seed if it asks
        for the players, because recorded input answers both questions.
        """
        self.say("Welcome to Farkle!\n")
        asked = players is None
        number = self._ask_players() if players is None else players
        if rolled is None:
            rolled = seeded(self._ask_seed() if seed is None else seed, self.dice)
        elif asked:
            self._ask_seed()
        seats = [Player() for _ in range(number)]
        leader = None
        turn = 0
        # In the final round each opponent has one more turn,
        # until it is the leader's again.
        while leader is None or turn % number != leader:
            seat = turn % number
            self._say_scores(seats)
            self.say(f"Player {seat + 1}'s turn\n")
            self._bank(seats[seat], self.turn(rolled))
            if number == 1:
                return
            if leader is None and seats[seat].score >= self.rules.target:
                leader = seat
                if not self.rules.final_round:
                    break
            turn += 1
        assert leader is not None
        self._say_scores(seats)
        self._say_winners(seats, leader)

    def turn(self, rolled: Rolled) -> int | None:
        """Play a turn and return its points, None for a farkle.

        ``rolled`` rolls the dice: it takes the number of dice of each kind, and returns
        a ``DiceGroup`` that shows their faces.
        """
        stake = 0
        numbers = self.dice.numbers
        while True:
            self.say(f"Rolling {sum(numbers)} dice...")
            group = rolled(numbers)
            self.say(f"{group}\n")
            if group.is_farkle(self.rules):
                self.say("FARKLE -- your turn is over.\n")
                return None
            kept, points, left = self._ask_keep(group)
            stake += points
            self.say(f"Keeping {kept}, score = {points}\nScore so far = {stake}\n")
            numbers = left.numbers if len(left) else self.dice.numbers
            if not len(left) and not self.rules.hot_dice:
                return stake
            again = (
                f"{len(left)} dice left -- roll again (y/n)? "
                if len(left)
                else f"HOT DICE!  Roll {self.dice.size} dice (y/n)? "
            )
            if not self._ask_yes(again):
                return stake

    def _bank(self, player: Player, points: int | None) -> None:
        rules = self.rules
        least = rules.minimum_to_bank
        if not player.opened:
            least = max(least, rules.minimum_to_open)
        if points is None:
            player.farkles += 1
            if rules.penalty_every and player.farkles % rules.penalty_every == 0:
                # A penalty never takes a score below the lowest,
                # nor raises one that is below.
                lowest = min(player.score, rules.lowest_score)
                player.score = max(player.score - rules.penalty, lowest)
        else:
            player.farkles = 0
        scored = points if points is not None and points >= least else 0
        player.opened = player.opened or scored > 0
        player.score += scored
        self.say(f"Turn score = {scored}\n")

    def _ask_keep(self, group: DiceGroup) -> tuple[DiceGroup, int, DiceGroup]:
        """Return the dice kept, their points, and the dice left."""
        legal = group.options(self.rules)
        while True:
            try:
                kept, left = group.select(self._ask("Which to keep? ", "dice to keep"))
            except DiceError:
                self.say("No match, try again.\n")
                continue
            if kept.counts in legal:
                return kept, legal[kept.counts], left
            self.say("Must keep scoring dice. Try again.\n")

    def _ask_yes(self, question: str) -> bool:
        while True:
            answer = self._ask(question, "y or n").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def _ask_players(self) -> int:
        question = PLAYERS
        while True:
            answer = self._ask(question, "the number of players")
            if answer in map(str, range(1, MOST_PLAYERS + 1)):
                return int(answer)
            question = PLAYERS_AGAIN

    def _ask_seed(self) -> int:
        while True:
            word = self._ask(SEED, "a seed")
            try:
                return read_seed(word)
            except PositionError:
                continue

    def _ask(self, question: str, wanted: str) -> str:
        self.say(question)
        return self.answers.next(wanted)

    def _say_scores(self, seats: list[Player]) -> None:
        scores = [f"{seat}: {player.score}  " for seat, player in enumerate(seats, 1)]
        self.say(f"\nSCORES -- {''.join(scores)}\n")

    def _say_winners(self, seats: list[Player], leader: int) -> None:
        best = max(player.score for player in seats)
        winners = [seat for seat, player in enumerate(seats) if player.score == best]
        if leader in winners and self.rules.final_round_tie == "leader":
            winners = [leader]
        names = " and ".join(str(seat + 1) for seat in winners)
        self.say(
            f"Player {names} wins!" if len(winners) == 1 else f"Players {names} tie!"
        )
