"""Answers in a match: bank or roll, what to keep, and how often that wins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, cast

from trueodds.analysis.farkle.dice_set import kinds_of
from trueodds.analysis.farkle.match import (
    Keep,
    Match,
    Position,
    Situation,
    advise,
    advise_dice,
    advise_keep,
)
from trueodds.core.dice import Roll, counted_dice, digits_of, faces_of
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.sentences import (
    action_text,
    keep_text,
    percent,
    points,
    to_win,
)
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

SCHEMA = "trueodds.match-advice/1"


def position_output(match: Match, scores: Situation, stake: int, dice: int) -> Output:
    """Return the better choice of banking and rolling, and its gain, as an answer."""
    position = advise(match, **scores._asdict(), stake=stake, dice=dice)
    gain = _gain(position)
    return Output(
        SCHEMA,
        record=lambda: (
            _about(match, scores, stake, dice, None) | _choice(position, gain)
        ),
        table=lambda: _position_parts(match, position),
    )


def _position_parts(match: Match, position: Position) -> list[Part]:
    action = _action(position)
    advice = "Bank or roll" if action == "either" else action.capitalize()
    choices = {
        f"bank {points(position.stake)}": position.bank,
        f"roll {_left(match, position.dice)}": position.roll,
    }
    rows = [[text, percent(wins)] for text, wins in choices.items() if wins is not None]
    others = [
        wins
        for wins in (position.bank, position.roll)
        if wins is not None and wins != position.chance
    ]
    other = f"; the other choice wins {percent(others[0])}" if others else ""
    return [
        f"{advice}. You win {percent(position.chance)} of games from here{other}. "
        f"{to_win(match.space.rules, match.against)}",
        Table(["choice", "you win"], rows),
    ]


def keeps_output(
    match: Match, scores: Situation, stake: int, roll: Roll | DiceRoll
) -> Output:
    """Return the best keep of a roll, and its gain, as an answer."""
    dice = match.space.dice
    if dice is None:
        faces = faces_of(cast("Roll", roll))
        keeps = advise_keep(match, faces, **scores._asdict(), stake=stake)
        rolled = len(faces)
    else:
        shown = cast("DiceRoll", roll)
        keeps = advise_dice(match, shown, **scores._asdict(), stake=stake)
        rolled = dice.number_of(kinds_of(shown))
    gain = (
        _less(keeps[0].after.chance, keeps[1].after.chance) if len(keeps) > 1 else None
    )
    return Output(
        SCHEMA,
        record=lambda: (
            _about(match, scores, stake, rolled, roll)
            | {
                "action": _action(keeps[0].after) if keeps else "farkle",
                "keep": _faces(match, keeps[0].kept) if keeps else None,
                "chance": keeps[0].after.chance.record() if keeps else None,
                "gain": gain and gain.record(),
                "options": [_keep(match, keep) for keep in keeps],
            }
        ),
        table=lambda: _keep_parts(match, roll, keeps),
    )


def _keep_parts(
    match: Match, roll: Roll | DiceRoll, keeps: Sequence[Keep]
) -> list[Part]:
    rules = to_win(match.space.rules, match.against)
    if not keeps:
        return [f"Farkle: nothing in {_faces(match, roll)} scores. {rules}"]
    best = keeps[0]
    after = best.after
    then = action_text(_action(after), after.stake, _left(match, after.dice))
    rest = (
        f"the next best wins {percent(keeps[1].after.chance)}"
        if len(keeps) > 1
        else "no other keep is legal"
    )
    rows = [
        [
            _faces(match, keep.kept),
            points(keep.points),
            _left(match, keep.left, noun=False) if keep.left else "hot dice",
            _action(keep.after),
            percent(keep.after.chance),
        ]
        for keep in keeps
    ]
    return [
        f"{keep_text(_faces(match, best.kept), best.points, then)} You win "
        f"{percent(after.chance)} of games from here; {rest}. {rules}",
        Table(["keep", "points", "dice left", "then", "you win"], rows),
    ]


def _about(
    match: Match,
    scores: Situation,
    stake: int,
    dice: int,
    roll: Roll | DiceRoll | None,
) -> dict[str, Any]:
    return {
        **rules_record(match.space.rules),
        **scores._asdict(),
        "stake": stake,
        **_dice(match, "dice", dice),
        **({"against": match.against} if match.against else {}),
        "roll": None if roll is None else _faces(match, roll),
    }


def _faces(match: Match, roll: Roll | DiceRoll) -> str:
    """Return dice as text: their faces, or with the die of each face."""
    dice = match.space.dice
    if dice is None:
        return digits_of(cast("Roll", roll))
    return dice.roll_text(cast("DiceRoll", roll))


def _left(match: Match, left: int, *, noun: bool = True) -> str:
    """Return the dice left as text: their number, or which they are."""
    if match.space.dice is not None:
        return match.space.dice.left_text(left, noun=noun)
    return counted_dice(left) if noun else str(left)


def _dice(match: Match, key: str, left: int) -> dict[str, Any]:
    """Return the number of dice left, and which they are if they are not all fair."""
    dice = match.space.dice
    if dice is None:
        return {key: left}
    names = dice.names(dice.multisets[left])
    return {key: len(names), f"{key}_names": list(names)}


def _choice(position: Position, gain: Enclosure | None) -> dict[str, Any]:
    return {
        "action": _action(position),
        "chance": position.chance.record(),
        "gain": gain and gain.record(),
        "bank": position.bank and position.bank.record(),
        "roll_on": position.roll and position.roll.record(),
    }


def _keep(match: Match, keep: Keep) -> dict[str, Any]:
    return {
        "kept": _faces(match, keep.kept),
        "points": keep.points,
        **_dice(match, "left", keep.after.dice),
        **_choice(keep.after, _gain(keep.after)),
    }


def _action(position: Position) -> str:
    """Return the better action; "either" if the bounds are too close to decide."""
    if position.dice == 0:
        return "over"
    return position.best or "either"


def _gain(position: Position) -> Enclosure | None:
    """Return the gain of the better choice; None if there is no choice."""
    if position.bank is None or position.roll is None:
        return None
    better, other = position.roll, position.bank
    if other.lower >= better.lower:
        better, other = other, better
    return _less(better, other)


def _less(better: Enclosure, other: Enclosure) -> Enclosure:
    """Return the difference, not below 0; the better probability comes first."""
    lower, upper = better.lower - other.upper, better.upper - other.lower
    return Enclosure(max(lower, Fraction(0)), max(upper, Fraction(0)))
