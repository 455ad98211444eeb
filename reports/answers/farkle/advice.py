"""Answers on one turn: the expected points of every keep, and of banking or rolling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.turn.advice import Action, Adviser, BankOrRoll, KeepOption
from trueodds.analysis.farkle.turn.solution import less
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.sentences import (
    action_text,
    by_rules,
    keep_text,
)
from trueodds.reports.kinds import POINTS, Column, Grid, points
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden, OrAbsent, record_of
from trueodds.reports.text.records import rules_fields

KEEP = (
    Column("kept", "keep"),
    Column("points", "points", POINTS),
    Column("left", "dice left", shown=lambda keep: keep.left_text),
    Column("action", "then"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """A keep of a roll: its points, the dice left over, and what to do then.

    ``left`` is how many dice are left, and ``left_names`` names them if they are
    loaded. ``bank`` and ``roll_on`` are the expected points of the turn by banking and
    by rolling after the keep, or None if not allowed. ``worth`` is that of the better
    choice, and ``action`` names it. ``left_text`` is the dice left as a text.
    """

    kept: str
    points: int
    left: int
    # Only loaded dice have names, and which of them are left decides what to do.
    left_names: OrAbsent[tuple[str, ...]] = None
    action: Action
    worth: Fraction | Enclosure
    # None if the rules do not allow it: the stake is too low, or the dice must be
    # rolled.
    bank: Fraction | Enclosure | None
    roll_on: Fraction | Enclosure | None
    left_text: Hidden[str]


@dataclass(frozen=True, slots=True)
class WorthWay:
    """A choice in words, such as "roll 3 dice", and the expected points by it."""

    choice: str
    worth: Fraction | Enclosure


@dataclass(frozen=True, kw_only=True, repr=False)
class FarkleAnswer(Answer):
    """An answer on Farkle: a sentence, its tables, and perhaps a note."""

    game: str
    rules: FarkleRules
    rules_digest: str
    version: str
    summary: Hidden[str]
    note: Hidden[str] = ""

    def table(self) -> Iterator[Part]:
        """Yield the answer as a sentence, the tables that have rows, and the note."""
        yield self.summary
        yield from self.printed_tables()
        if self.note:
            yield self.note


@dataclass(frozen=True, kw_only=True, repr=False)
class Options(FarkleAnswer):
    """Every legal keep of a roll, the best first.

    ``stake`` has the points of the turn before the roll. ``minimum`` is the least
    number of points that may be banked.
    """

    schema = "trueodds.options/1"
    marked = True

    minimum: int
    roll: str
    stake: int
    options: tuple[Keep, ...]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the legal keeps, with what each costs against the best."""
        return {"options": _keep_grid(self.options)}


@dataclass(frozen=True, kw_only=True, repr=False)
class Advice(FarkleAnswer):
    """Advice for a turn that is played for the most points.

    A value is the expected points of the turn. Without a roll, ``bank`` and ``roll_on``
    are the values of the two choices. With a roll, ``options`` has every keep, and
    ``keep`` is the best one. ``worth`` is the value of the best choice, or of a farkle.
    ``gain`` is by how much the best choice is better than the next. ``stake`` has the
    points of the turn so far. ``dice`` is how many dice are about to be rolled, or were
    rolled. ``minimum`` is the least number of points that may be banked.
    """

    schema = "trueodds.advice/1"
    marked = True
    stated = ("worth",)

    minimum: int
    stake: int
    dice: int
    dice_names: OrAbsent[tuple[str, ...]] = None
    roll: str | None = None
    # By how much the best choice is better than the next; None if there is none.
    gain: Fraction | Enclosure | None
    action: str
    keep: str | None = None
    worth: Fraction | Enclosure
    bank: Fraction | Enclosure | None = None
    roll_on: Fraction | Enclosure | None = None
    options: tuple[Keep, ...] = ()
    dice_text: Hidden[str] = ""

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        With a roll they have its keeps, and otherwise the values of the two choices.
        """
        keys = record_of(self)
        if self.roll is None:
            return without(keys, "keep", "options")
        # The keys of a roll end with the long list of its keeps.
        last = {key: keys.pop(key) for key in ("gain", "options")}
        return without(keys, "bank", "roll_on") | last

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the keeps of the roll, or of the two choices.

        The costs in it are by how much the best value is higher.
        """
        if self.roll is not None:
            return {"options": _keep_grid(self.options)}
        ways = choices(self.stake, self.dice_text, self.bank, self.roll_on)
        columns = (Column("choice", "choice"), *_values(self.worth))
        return {"choices": Grid(columns, [WorthWay(*way) for way in ways])}


def without(record: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return a record without some of its keys."""
    return {key: value for key, value in record.items() if key not in keys}


def choices(stake: int, dice: str, bank: Any, roll: Any) -> list[tuple[str, Any]]:
    """Return the allowed choices of a turn in words, with their values.

    ``stake`` has the points of the turn so far, and ``dice`` the dice left as text,
    such as "3 dice". ``bank`` and ``roll`` are the values of the two choices, or None
    if not allowed.
    """
    ways = []
    if bank is not None:
        ways.append((f"bank {points(stake)}", bank))
    if roll is not None:
        ways.append((f"roll {dice}", roll))
    return ways


def options_of(adviser: Adviser, roll: DiceRoll, stake: int) -> Options:
    """Return every legal keep of a roll, the best first, as an answer.

    ``stake`` has the points of the turn before the roll. ``adviser`` has the rules and
    the solved turn.
    """
    keeps, summary = _keeps(adviser, roll, stake)
    return Options(
        **_about(adviser, stake),
        roll=adviser.dice.roll_text(roll),
        options=keeps,
        summary=summary,
    )


def advice_of(adviser: Adviser, roll: DiceRoll, stake: int) -> Advice:
    """Return the best keep of a roll, and what it gains, as an answer.

    ``stake`` has the points of the turn before the roll. ``adviser`` has the rules and
    the solved turn.
    """
    dice = adviser.dice
    keeps, summary = _keeps(adviser, roll, stake)
    return Advice(
        **_about(adviser, stake),
        **dice_fields(dice, "dice", dice.number_rolled(roll)),
        roll=dice.roll_text(roll),
        action=keeps[0].action if keeps else "farkle",
        keep=keeps[0].kept if keeps else None,
        worth=keeps[0].worth if keeps else _farkle_value(adviser, roll, stake),
        gain=less(keeps[0].worth, keeps[1].worth) if len(keeps) > 1 else None,
        options=keeps,
        summary=summary,
    )


def choice_of(adviser: Adviser, stake: int, number: int, choice: BankOrRoll) -> Advice:
    """Return an answer to the question whether to bank or to roll, with the gain.

    Args:
        adviser: The rules and the solved turn.
        stake: The points of the turn so far.
        number: How many dice are left. If the player's dice are not all equal, it is an
            index of the list ``adviser.dice.multisets`` instead, which says how many
            dice of each kind are left.
        choice: The values of both choices, and the better choice, as
            ``adviser.choice(stake, number)`` returns them.
    """
    advice = "Bank or roll" if choice.action == "either" else choice.action.capitalize()
    dice = adviser.dice.left_text(number)
    # Both values are only worth a sentence if there is a choice.
    means = ""
    if choice.bank is not None and choice.roll is not None:
        rolling = f"{points(choice.roll)} points if you roll {dice}"
        means = f"On average the turn has {rolling}, {stake:,} if you bank. "
    rules = by_rules(adviser.rules, "before opening" * adviser.opening)
    return Advice(
        **_about(adviser, stake),
        **dice_fields(adviser.dice, "dice", number),
        gain=choice.gain,
        **_choice_fields(choice),
        summary=f"{advice}. {means}{rules}",
        dice_text=dice,
    )


def _about(adviser: Adviser, stake: int) -> dict[str, Any]:
    return about(adviser) | {"stake": stake}


def about(adviser: Adviser) -> dict[str, Any]:
    """Return the fields that answers on a turn begin with, by name.

    They are "game", "rules", "rules_digest", "version", and "minimum", the least number
    of points that may be banked. ``adviser`` has the rules and the solved turn.
    """
    return rules_fields(adviser.rules) | {"minimum": adviser.minimum}


def _keeps(
    adviser: Adviser, roll: DiceRoll, stake: int
) -> tuple[tuple[Keep, ...], str]:
    """Return every keep of a roll, the best first, and the best one as a sentence."""
    dice = adviser.dice
    options = adviser.options(roll, stake)
    rules = by_rules(adviser.rules, "before opening" * adviser.opening)
    if not options:
        sentence = f"Farkle: nothing in {dice.roll_text(roll)} scores."
        if brings := _farkle_value(adviser, roll, stake):
            sentence += f" The turn has {points(brings)} points."
        return (), f"{sentence} {rules}"
    best = options[0]
    # No dice left are hot dice: all of them are rolled again.
    rolling = dice.left_text(best.left or dice.whole)
    then = action_text(best.choice.action, stake + best.points, rolling)
    sentence = keep_text(dice.roll_text(best.kept), best.points, then)
    if best.choice.action == "roll":
        sentence += f" On average the turn has {points(best.choice.value)} points."
    return tuple(_keep(dice, option) for option in options), f"{sentence} {rules}"


def _farkle_value(adviser: Adviser, roll: DiceRoll, stake: int) -> Fraction:
    return adviser.farkle_value(stake, adviser.dice.number_rolled(roll))


def _keep(dice: DiceSet, option: KeepOption) -> Keep:
    return Keep(
        kept=dice.roll_text(option.kept),
        points=option.points,
        **dice_fields(dice, "left", option.left),
        left_text=left_text(dice, option.left),
        **_choice_fields(option.choice),
    )


def _choice_fields(choice: BankOrRoll) -> dict[str, Any]:
    return {
        "action": choice.action,
        "worth": choice.value,
        "bank": choice.bank,
        "roll_on": choice.roll,
    }


def left_text(dice: DiceSet, number: int) -> str:
    """Return dice left as text, or "hot dice" if all dice have scored.

    ``number`` is how many dice are left, and 0 if all have scored. If the dice of the
    set ``dice`` are not all equal, it is an index of the list ``dice.multisets``
    instead, which says how many dice of each kind are left.
    """
    return dice.left_text(number, noun=False) if number else "hot dice"


def dice_fields(dice: DiceSet, key: str, number: int) -> dict[str, Any]:
    """Return fields of an answer on dice: how many there are, and perhaps their names.

    The first field is named ``key``, and the second ``key`` with ``_names`` added. The
    names are left out if the rules do not name the dice. ``number`` is how many dice
    there are. If the dice of the set ``dice`` are not all equal, it is an index of the
    list ``dice.multisets`` instead, which says how many there are of each kind.
    """
    # ``number`` is the number of a multiset of dice. With equal dice it is how many
    # there are.
    names = dice.names(dice.multisets[number])
    which = {f"{key}_names": names} if dice.rules.dice else {}
    return {key: len(names), **which}


def _keep_grid(keeps: Sequence[Keep]) -> Grid:
    best = keeps[0].worth if keeps else Fraction(0)
    return Grid((*KEEP, *_values(best)), keeps)


def _values(best: Fraction | Enclosure) -> tuple[Column, Column]:
    """Return the columns with the value of a choice, and its cost below the best."""
    return (
        Column("worth", "average turn", POINTS),
        Column("costs", "costs", POINTS, lambda row: less(best, row.worth)),
    )
