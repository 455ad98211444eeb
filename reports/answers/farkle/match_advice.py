"""Answers in a match: bank or roll, what to keep, and how often that wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trueodds.analysis.farkle.match import (
    KeepToWin,
    Match,
    Situation,
    TurnPosition,
    advise,
    advise_keep,
)
from trueodds.analysis.farkle.turn.solution import gain
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.advice import (
    KEEP,
    FarkleAnswer,
    choices,
    dice_fields,
    left_text,
    without,
)
from trueodds.reports.answers.farkle.sentences import action_text, by_rules, keep_text
from trueodds.reports.kinds import CHANCE, Column, Grid, percent
from trueodds.reports.records import Hidden, OrAbsent, record_of
from trueodds.reports.text.records import rules_fields

WINS = Column("chance", "you win", CHANCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchKeep:
    """A keep of a roll, what to do then, and how often that wins.

    ``left`` is how many dice can be rolled next, and ``left_names`` names them if they
    are loaded. ``bank`` and ``roll_on`` are the probabilities to win the match by
    banking and by rolling after the keep, or None if not allowed. ``chance`` is that of
    the better choice, and ``gain`` is by how much it is better, or None if there is no
    choice.
    """

    kept: str
    points: int
    left: int
    left_names: OrAbsent[tuple[str, ...]] = None
    action: str
    chance: Enclosure
    gain: Enclosure | None
    bank: Enclosure | None
    roll_on: Enclosure | None
    left_text: Hidden[str]


@dataclass(frozen=True, slots=True)
class WinningWay:
    """A choice in words, such as "roll 3 dice", and the probability to win by it."""

    choice: str
    chance: Enclosure


@dataclass(frozen=True, kw_only=True, repr=False)
class MatchAdvice(FarkleAnswer):
    """Advice for a match of two, to win against perfect play.

    Without a roll, ``bank`` and ``roll_on`` are the probabilities to win by the two
    choices. With a roll, ``options`` has every keep, and ``keep`` is the best one.
    ``chance`` is the probability by the best choice, and ``gain`` is by how much it is
    better than the next best. ``stake`` has the points of the turn so far. ``farkles``
    and ``opponent_farkles`` count the last farkles in a row. ``against`` is the
    opponent's dice. ``dice`` is how many dice are about to be rolled, or were rolled.
    """

    schema = "trueodds.match-advice/1"
    marked = True
    stated = ("chance",)

    score: int
    opponent: int
    farkles: int
    opponent_farkles: int
    stake: int
    dice: int
    dice_names: OrAbsent[tuple[str, ...]] = None
    against: OrAbsent[str] = None
    roll: str | None = None
    action: str
    keep: str | None = None
    # None after a farkle: the turn is over, and what follows is another position.
    chance: Enclosure | None
    gain: Enclosure | None
    bank: Enclosure | None = None
    roll_on: Enclosure | None = None
    options: tuple[MatchKeep, ...] = ()
    dice_text: Hidden[str]

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        With a roll they have its keeps, and otherwise the probabilities to win by the
        two choices.
        """
        of_rolls = ("keep", "options")
        unused = of_rolls if self.roll is None else ("bank", "roll_on")
        return without(record_of(self), *unused)

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the keeps of the roll, or of the two choices.

        It has the probability to win by each.
        """
        if self.roll is not None:
            return {"options": Grid((*KEEP, WINS), self.options)}
        ways = choices(self.stake, self.dice_text, self.bank, self.roll_on)
        columns = (Column("choice", "choice"), WINS)
        return {"choices": Grid(columns, [WinningWay(*way) for way in ways])}


def position_advice(
    match: Match, scores: Situation, stake: int, dice: int
) -> MatchAdvice:
    """Return an answer to the question whether to bank or to roll, with the gain.

    Args:
        match: The solved match.
        scores: The banked points of both players, and their farkles in a row.
        stake: The points of the turn so far.
        dice: How many dice are about to be rolled. If the player's dice are not all
            equal, it is an index of the list ``match.space.dice.multisets`` instead,
            which says how many dice of each kind are rolled.
    """
    position = advise(match, **scores._asdict(), stake=stake, dice=dice)
    action = _action(position)
    advice = "Bank or roll" if action == "either" else action.capitalize()
    allowed = [wins for wins in (position.bank, position.roll) if wins is not None]
    # If both choices have the same bounds, the sentence names no other.
    others = [wins for wins in allowed if wins != position.chance]
    other = f"; the other choice wins {percent(others[0])}" if others else ""
    return MatchAdvice(
        **_about(match, scores, stake, dice),
        **_choice(position),
        summary=f"{advice}. You win {percent(position.chance)} of games from here"
        f"{other}. {_by_rules(match)}",
    )


def keeps_advice(
    match: Match, scores: Situation, stake: int, roll: DiceRoll
) -> MatchAdvice:
    """Return the best keep of a roll in a match, and what it gains, as an answer.

    ``match`` is the solved match, and ``scores`` has the banked points of both players
    and their farkles in a row. ``stake`` has the points of the turn before the roll.
    """
    dice = match.space.dice
    keeps = advise_keep(match, roll, **scores._asdict(), stake=stake)
    options = tuple(
        MatchKeep(
            kept=dice.roll_text(keep.kept),
            points=keep.points,
            **dice_fields(dice, "left", keep.after.dice),
            left_text=left_text(dice, keep.left),
            **_choice(keep.after),
        )
        for keep in keeps
    )
    return MatchAdvice(
        **_about(match, scores, stake, dice.number_rolled(roll)),
        roll=dice.roll_text(roll),
        action=options[0].action if options else "farkle",
        keep=options[0].kept if options else None,
        chance=options[0].chance if options else None,
        gain=gain(options[0].chance, options[1].chance) if options[1:] else None,
        options=options,
        summary=_keep_sentence(match, roll, keeps),
    )


def _keep_sentence(match: Match, roll: DiceRoll, keeps: Sequence[KeepToWin]) -> str:
    dice = match.space.dice
    rules = _by_rules(match)
    if not keeps:
        return f"Farkle: nothing in {dice.roll_text(roll)} scores. {rules}"
    best = keeps[0]
    after = best.after
    then = action_text(_action(after), after.stake, dice.left_text(after.dice))
    rest = "no other keep is legal"
    if len(keeps) > 1:
        rest = f"the next best wins {percent(keeps[1].after.chance)}"
    return (
        f"{keep_text(dice.roll_text(best.kept), best.points, then)} You win "
        f"{percent(after.chance)} of games from here; {rest}. {rules}"
    )


def _by_rules(match: Match) -> str:
    return by_rules(match.space.rules, f"against {match.against}" * bool(match.against))


def _about(match: Match, scores: Situation, stake: int, dice: int) -> dict[str, Any]:
    return {
        **rules_fields(match.space.rules),
        **scores._asdict(),
        "stake": stake,
        **dice_fields(match.space.dice, "dice", dice),
        "dice_text": match.space.dice.left_text(dice),
        "against": match.against or None,
        "note": _opened(match, scores),
    }


def _opened(match: Match, scores: Situation) -> str:
    """Return a note on players whose scores do not show if they have opened."""
    space = match.space
    # Scores can fall below 0, or back to 0, if the statuses say who has opened.
    unclear = min(scores.score, scores.opponent) <= 0
    if space.statuses == space.farkles or not unclear:
        return ""
    return (
        "A player with 0 points is taken as one who has not opened, and a player below "
        "0 as one who has."
    )


def _choice(position: TurnPosition) -> dict[str, Any]:
    return {
        "action": _action(position),
        "chance": position.chance,
        "gain": _gain(position),
        "bank": position.bank,
        "roll_on": position.roll,
    }


def _action(position: TurnPosition) -> str:
    """Return the better action; "either" if the bounds are too close to decide."""
    # The turn is over without a choice.
    if position.dice == 0:
        return "over"
    return position.best or "either"


def _gain(position: TurnPosition) -> Enclosure | None:
    """Return the gain of the better choice; None if there is no choice."""
    if position.bank is None or position.roll is None:
        return None
    return gain(position.roll, position.bank)
