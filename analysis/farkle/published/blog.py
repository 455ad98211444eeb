"""Exact numbers for a blog post's claims on Farkle: quantities ``claim.blog.*``.

They are computed for the given rules, which have a minimum to open and a last turn, as
the blog's own rules do. A roll is the number of dice that show each face. A keep is the
dice that a player sets aside from a roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    ClassKeep,
    RollClass,
    Rolls,
    roll_class,
)
from trueodds.analysis.farkle.published.last_turn import AnyBankTurns
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice, Roll, counts_of, digits_of
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.core.rules.farkle.coverage import fault

ONE_ACE = (1, 0, 0, 0, 0, 0)
_points = partial(Quantity, unit="points", method="backward induction")
_probability = partial(Quantity, unit="probability", method="backward induction")
BEHIND = 500
MOST_BEHIND = 3_000
"""The deficits for which the probability to win in the last turn is listed."""


def applies(rules: FarkleRules) -> bool:
    """Return True if the advice of the blog post can be followed under these rules.

    The advice is for rules that have a minimum to open, but no minimum to bank later.
    They also have a final round, hot dice that may be rolled, and points for a single
    1. Some further rules are not covered.
    """
    return bool(
        rules.minimum_to_open
        and rules.final_round
        and not rules.minimum_to_bank
        and rules.hot_dice
        and rules.singles.get(1)
        and not fault("the advice of the blog", rules)
    )


def claims(dice: DiceSet, turn: Turn, opening: Turn) -> Iterator[Quantity]:
    """Yield every claim of the blog as a quantity.

    ``dice`` is the set of dice, with rules under which the advice of the blog can be
    followed. ``turn`` and ``opening`` are turns of these dice played for the most
    points: of a player who has opened, and of a player who has not.
    """
    rules = dice.rules
    scorer = Scorer(dice.rules)
    yield from _enumerator(rules, scorer)
    yield from _one_ace(scorer, turn)
    yield from _opening(rules, opening)
    yield from _last_turn(AnyBankTurns(dice))
    yield from _three_sixes(scorer, turn)


def _enumerator(rules: FarkleRules, scorer: Scorer) -> Iterator[Quantity]:
    """Yield the faults of the blog's lists of all rolls, by keeps and by rolls."""
    lists = StringEnumerator(rules)
    keeps = dict.fromkeys(("missed", "repeated", "misscored"), 0)
    rolls = dict.fromkeys((*keeps, "wrong"), 0)
    legal = ordered = 0
    for dice in range(1, DICE + 1):
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            ordered += weight
            legal += len(scorer.options(roll))
            faults = lists.faults(roll)
            for name, faulty in faults._asdict().items():
                keeps[name] += len(faulty)
                rolls[name] += weight * bool(faulty)
            rolls["wrong"] += weight * any(faults)
    words = {
        "missed": "missed",
        "repeated": "listed more than once",
        "misscored": "listed with another score than the best",
        "wrong": "missed, repeated or misscored",
    }
    for name, count in keeps.items():
        yield Quantity.probability(
            f"claim.blog.enumerator.keeps.{name}",
            f"Legal keeps of 923 rolls that the enumerator has {words[name]}",
            count,
            legal,
        )
    for name, count in rolls.items():
        yield Quantity.probability(
            f"claim.blog.enumerator.rolls.{name}",
            f"Rolls of 1 to 6 dice with a keep {words[name]}",
            count,
            ordered,
        )


class _Ace(NamedTuple):
    """The choice to keep a single 1: the stakes where it is right, and its gain."""

    right: int
    stakes: int
    until: int | None
    gain: Fraction


def _one_ace(scorer: Scorer, turn: Turn) -> Iterator[Quantity]:
    """Judge the advice to keep a single 1 of several 1s and 5s, and to roll on."""
    for dice in range(2, DICE + 1):
        right = cases = 0
        judged: dict[RollClass, _Ace] = {}
        named: dict[str, _Ace] = {}
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            # The advice is for a 1 beside at least one more 1 or 5.
            if not roll[0] or roll[0] + roll[4] < 2:
                continue
            keeps = roll_class(scorer, roll)
            if len(keeps) < 2:  # 5s may score nothing
                continue
            if keeps not in judged:
                judged[keeps] = _ace(scorer, turn, dice, keeps)
            ace = judged[keeps]
            right += weight * ace.right
            cases += weight * ace.stakes
            alone = (roll[0], 0, 0, 0, roll[4], 0)
            # The other dice add no keep, so the 1s and 5s alone name the roll.
            if len(scorer.options(roll)) == len(scorer.options(alone)):
                named[digits_of(alone)] = ace
        if cases:
            yield Quantity.probability(
                f"claim.blog.one_ace.{dice}.right",
                f"Of rolls of {dice} dice with a 1 and more 1s or 5s, at each stake: "
                "to keep only one 1 is best",
                right,
                cases,
            )
        for digits, ace in named.items():
            if ace.until is not None:
                yield _points(
                    f"claim.blog.one_ace.{dice}.{digits}.until",
                    f"Of {digits} among {dice} dice, only one 1 is best up to",
                    Fraction(ace.until),
                )
            yield _points(
                f"claim.blog.one_ace.{dice}.{digits}.gain",
                f"Of {digits} among {dice} dice, the gain of keeping only one 1 "
                "over the best other keep, at the least stake",
                ace.gain,
            )


def _ace(scorer: Scorer, turn: Turn, dice: int, keeps: RollClass) -> _Ace:
    ace = ClassKeep(scorer.best(ONE_ACE), dice - 1)
    others = tuple(keep for keep in keeps if keep != ace)
    first = 0 if dice == DICE else turn.grid
    # At higher stakes these dice are not rolled, because banking is best.
    stakes = range(first, turn.bank_at.get(dice, turn.ceiling), turn.grid)
    right = [
        stake
        for stake in stakes
        for other in [turn.best_keep(stake, others)]
        # A tie counts in favour of the advice.
        if other and not turn.better(turn.after(stake, other), turn.after(stake, ace))
    ]
    best = max(turn.value(*turn.after(first, other)) for other in others)
    return _Ace(
        right=len(right),
        stakes=len(stakes),
        until=max(right, default=None),
        gain=turn.value(*turn.after(first, ace)) - best,
    )


def _opening(rules: FarkleRules, opening: Turn) -> Iterator[Quantity]:
    """Judge the advice to roll up to the minimum to open, and to bank then."""
    banked = Thresholds(rules, "best").at(rules.minimum_to_open)
    label = f"Before opening, banking at {rules.minimum_to_open} or more"
    points = partial(_points, method="decision process")
    opens = "claim.blog.opening.opens", f"{label}: the turn opens", 1 - banked.farkle
    yield _probability(*opens, method="decision process")
    yield points("claim.blog.opening.mean", f"{label}: mean points", banked.mean)
    yield points(
        "claim.blog.opening.cost",
        f"{label}: points lost to optimal play, on average",
        opening.mean - banked.mean,
    )


def _last_turn(last: AnyBankTurns) -> Iterator[Quantity]:
    """Judge the advice to roll until the player leads, and to bank then."""
    for dice in last.rolls:
        yield _probability(
            f"claim.blog.last_turn.level.{dice}",
            f"The last of all, level, with {dice} dice to roll: rolling wins",
            last.rolling(0, dice),
        )
    for behind in range(BEHIND, MOST_BEHIND + 1, BEHIND):
        yield _probability(
            f"claim.blog.last_turn.behind.{behind}",
            f"The last of all, {behind} behind: the best chance to win",
            last.rolling(behind),
        )
    if not all(distribution.weight(()) for distribution in last.rolls.values()):
        return
    for dice, lead in last.bank_at().items():
        yield _points(
            f"claim.blog.last_turn.bank_at.{dice}",
            f"One more to come, with {dice} dice to roll: least lead to bank",
            Fraction(lead),
        )


def _three_sixes(scorer: Scorer, turn: Turn) -> Iterator[Quantity]:
    """Judge the advice to keep three 6s and a 1 of four dice, and to roll all six."""
    roll = (1, 0, 0, 0, 0, 3)
    keeps = roll_class(scorer, roll)
    both = next((keep for keep in keeps if keep.left == HOT), None)
    if both is None:
        return
    first = _least_stake_with_four(turn.rolls)
    right = [
        stake
        for stake in range(first, turn.ceiling, turn.grid)
        if turn.best_keep(stake, keeps) == both
        and not turn.banks(turn.after(stake, both))
    ]
    kept = turn.after(first, both)
    others = [turn.value(*turn.after(first, keep)) for keep in keeps if keep != both]
    yield _points(
        "claim.blog.three_sixes.gain",
        f"1666 with {first} at stake: the gain of keeping all and rolling six",
        turn.roll_value(*kept) - max(Fraction(kept.stake), *others),
    )
    if right:
        yield _points(
            "claim.blog.three_sixes.until",
            "1666: keeping all and rolling six is best up to a stake of",
            Fraction(max(right)),
        )


def _least_stake_with_four(rolls: Rolls) -> int:
    """Return the least points with which four dice can be left."""

    def least(dice: int, left: int) -> int:
        return min(
            keep.points for keeps in rolls[dice] for keep in keeps if keep.left == left
        )

    return min(least(6, 4), least(6, 5) + least(5, 4))


Listed = dict[tuple[str, ...], int]
"""The points of each option, by its sets in order."""


class Faults(NamedTuple):
    """The keeps of a roll that the blog's list misses, repeats or scores wrongly.

    A keep is the number of dice kept of each face.
    """

    missed: frozenset[Roll]
    repeated: frozenset[Roll]
    misscored: frozenset[Roll]


class StringEnumerator:
    """The blog's way to list the scoring options of a roll, as the blog describes it.

    The sorted roll is a string, and every entry of the table of scores that is a
    substring of it is an option. The entry is removed, and the options of the rest are
    listed in the same way. Each option of the rest is combined with the entry, unless
    it scores less than the entry; that was meant to list each option once. Options
    differ by the sets they are made of, in order.

    >>> lists = StringEnumerator(FarkleRules.load("blog"))
    >>> lists.options((1, 0, 0, 0, 1, 0))
    {('1',): 100, ('5',): 50, ('5', '1'): 150}
    """

    def __init__(self, rules: FarkleRules) -> None:
        self._scorer = Scorer(rules)
        self._table: dict[str, int] = {}
        # The same dice may be a combination in several ways, of which the best counts.
        for combination in self._scorer.combinations:
            text = digits_of(combination.dice)
            self._table[text] = max(combination.points, self._table.get(text, 0))
        self._lists: dict[str, Listed] = {}

    def options(self, roll: Roll) -> Listed:
        """Return the options of a roll as the blog lists them, with their points.

        ``roll`` counts the dice of each face. An option is the tuple of its sets, and a
        set is a string of faces.
        """
        return self._options(digits_of(roll))

    def faults(self, roll: Roll) -> Faults:
        """Return the keeps of a roll that the blog misses, repeats or scores wrongly.

        The blog's list of scoring options is compared with the legal keeps. ``roll``
        counts the dice of each face. A keep is scored wrongly if the list has it at
        least once with other points than its best score.
        """
        legal = dict(self._scorer.options(roll))
        listed = [
            (counts_of([int(face) for face in "".join(sets)]), points)
            for sets, points in self.options(roll).items()
        ]
        times = Counter(kept for kept, _ in listed)
        return Faults(
            missed=frozenset(legal.keys() - times.keys()),
            repeated=frozenset(kept for kept, number in times.items() if number > 1),
            misscored=frozenset(
                kept for kept, points in listed if points != legal.get(kept)
            ),
        )

    def _options(self, roll: str) -> Listed:
        if roll not in self._lists:
            options: Listed = {}
            for entry, points in self._table.items():
                if entry in roll:
                    options[(entry,)] = points
                    rest = roll.replace(entry, "", 1)
                    for sets, more in self._options(rest).items():
                        if more >= points:
                            options[(entry, *sets)] = points + more
            self._lists[roll] = options
        return self._lists[roll]
