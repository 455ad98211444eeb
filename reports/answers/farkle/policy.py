"""Answers on how a turn is played for points: when to bank, and what to keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from msgspec import structs

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import Restraint, restraints
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.analysis.farkle.turn.solution import bounds
from trueodds.core.dice import digits_of
from trueodds.core.exact.enclosure import Enclosure
from trueodds.reports.answers.farkle.advice import FarkleAnswer, about
from trueodds.reports.answers.farkle.sentences import KEEPS_POINTS, bank_text, by_rules
from trueodds.reports.kinds import Column, Grid, percent, points
from trueodds.reports.output import Part, Table
from trueodds.reports.records import Hidden, OrAbsent, record_of

KEEPS = (
    Column("dice", "dice"),
    Column("instead", "instead of", derived=lambda each: digits_of(each.instead)),
    Column("kept", "keep", derived=lambda each: digits_of(each.kept)),
    Column("least", "with at stake", shown=lambda each: _span(each.least, each.most)),
    Column("most"),
    Column(
        "rolls",
        "rolls",
        shown=lambda each: f"{points(each.rolls)} of {points(6**each.dice)}",
    ),
    Column("of", None, derived=lambda each: 6**each.dice),
)


@dataclass(frozen=True, slots=True)
class DieOf:
    """A die: its name, the weights of its faces from 1 on, and that of its joker.

    A face has a probability proportional to its weight.
    """

    name: str
    weights: tuple[int, ...]
    joker: OrAbsent[int] = None


@dataclass(frozen=True, slots=True)
class BankAt:
    """The points at stake in a turn from which to bank, by dice left.

    ``left`` is the number of dice left, and ``which`` has their names. ``stake`` is
    None if it is never better to bank.
    """

    left: int
    which: str
    stake: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Policy(FarkleAnswer):
    """The best play of a turn for points: when to bank, and what to keep.

    ``mean`` is the average points of the turn, and ``farkle`` the probability that it
    farkles. ``minimum`` is the least number of points that may be banked. ``dice`` are
    the player's dice. ``bank_at`` has the points at stake in the turn from which to
    bank. Its keys are texts with the number of dice left, or their names, such as
    "fair+weighted". ``stakes`` has the same points, and also the dice with which it is
    never better to bank. ``keeps`` has the rolls where keeping less is better. It is
    None if the dice are loaded, if some points count in the first throw only, if a
    farkle keeps the points, or if the turn is not solved exactly.
    """

    schema = "trueodds.policy/1"

    minimum: int
    dice: tuple[DieOf, ...]
    mean: Fraction | Enclosure
    farkle: Fraction | Enclosure
    bank_at: Mapping[str, int]
    keeps: tuple[Restraint, ...] | None
    stakes: Hidden[tuple[BankAt, ...]]

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        ``keeps`` has the rolls where keeping fewer points than possible is better. Each
        has the same keys as a row of the table "keeps", and ``most`` is None where that
        holds for any higher stake too.
        """
        keeps = self.keeps
        if keeps is None:
            return record_of(self)
        rows = Grid(KEEPS, keeps).records()
        return record_of(self) | {"keeps": rows}

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "bank_at" and "keeps", by name.

        "keeps" has the rolls where keeping fewer points than possible is better. Its
        column "most" has no entry where that holds for any higher stake too.
        """
        left = Column("left", "dice left")
        which = Column("which", "which")
        stake = Column(
            "stake",
            "bank at",
            shown=lambda row: bank_text(row.stake, row.left, self.rules),
        )
        named = (left, which, stake) if self.rules.dice else (left, stake)
        keeps = Grid(KEEPS, self.keeps or ())
        return {"bank_at": Grid(named, self.stakes), "keeps": keeps}

    def table(self) -> Iterator[Part]:
        """Yield when to bank, and the exceptions to taking the highest score."""
        yield self.summary
        yield self.tables()["bank_at"].table()
        if self.keeps:
            yield "Take the highest score, except for these rolls:"
            yield keep_table(self.keeps)
        elif self.keeps is not None:
            yield "Always take the highest score."


def policy_of(adviser: Adviser) -> Policy:
    """Return an answer: when to bank, and the rolls where keeping less is better.

    ``adviser`` has the rules and the solved turn.
    """
    dice = adviser.dice
    turn = adviser.turn
    keys = {
        # Equal dice are counted, and dice that differ are named: "fair+weighted".
        n: "+".join(dice.names(dice.multisets[n])) if dice.mixed else str(n)
        for n in turn.bank_at
    }
    kinds = [DieOf(kind.name, kind.weights, kind.joker or None) for kind in dice.kinds]
    exceptions = exceptions_of(adviser)
    stakes = [
        BankAt(sum(left), dice.dice_text(left), turn.bank_at.get(n))
        for n, left in enumerate(dice.multisets[1 : dice.whole + 1], 1)
    ]
    return Policy(
        **about(adviser),
        dice=tuple(
            kind
            for kind, count in zip(kinds, dice.numbers, strict=True)
            for _ in range(count)
        ),
        mean=turn.mean,
        farkle=turn.farkle,
        bank_at={keys[n]: stake for n, stake in turn.bank_at.items()},
        keeps=None if exceptions is None else tuple(exceptions),
        stakes=tuple(sorted(stakes, key=lambda row: row.left)),
        summary=_summary(adviser),
    )


def _summary(adviser: Adviser) -> str:
    rules = adviser.rules
    opening = "before opening" * adviser.opening
    if not rules.dice:
        when = "bank when this much is at stake"
        if rules.farkle_keeps_points and not adviser.turn.bank_at:
            when = f"never bank: {KEEPS_POINTS}"
        return f"For the highest average turn, {when}. {by_rules(rules, opening)}"
    # The sentence names the dice, so the rules need not.
    named = by_rules(structs.replace(rules, dice=""), opening)
    farkle = percent(Enclosure(*bounds(adviser.turn.farkle)))
    return (
        f"The average turn with {rules.dice} is {points(adviser.turn.mean)} points, "
        f"and {farkle} of turns farkle. {named}"
    )


def exceptions_of(adviser: Adviser) -> list[Restraint] | None:
    """Return the rolls where keeping fewer points than possible is optimal.

    ``adviser`` has the rules and the solved turn. Return None if the dice are loaded,
    if some points count in the first throw only, if a farkle keeps the points, or if
    the turn is not solved exactly.
    """
    rules = adviser.rules
    if (
        rules.dice
        or rules.first_throw
        or rules.farkle_keeps_points
        or not isinstance(adviser.turn, Turn)
    ):
        return None
    return restraints(adviser.turn, rules)


def keep_table(exceptions: Sequence[Restraint], title: str = "") -> Table:
    """Return a table of the rolls in which keeping less than possible is better.

    ``exceptions`` are these rolls, as ``exceptions_of`` returns them.
    """
    return Grid(KEEPS, exceptions, title).table()


def _span(least: int, most: int | None) -> str:
    if most is None:
        return f"{points(least)} or more"
    if least == most:
        return points(least)
    return f"{points(least)} to {points(most)}"
