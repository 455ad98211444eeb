"""Bank or roll, and what to keep, in a match: chances to win as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.match import (
    Keep,
    Match,
    Position,
    Situation,
    advise,
    advise_keep,
)
from trueodds.core import rulebook
from trueodds.core.dice import Roll, digits_of, faces_of
from trueodds.core.enclosure import Enclosure
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import version

SCHEMA = "trueodds.match-advice/1"


def position_output(match: Match, scores: Situation, stake: int, dice: int) -> Output:
    """Return whether to bank or to roll, and by how much, as an answer."""
    position = advise(match, **scores._asdict(), stake=stake, dice=dice)
    gain = _gain(position)
    return Output(
        SCHEMA,
        record=lambda: (
            _about(match, scores, stake, dice, None) | _choice(position, gain)
        ),
        table=lambda: _position_parts(position, gain),
    )


def _position_parts(position: Position, gain: Enclosure | None) -> list[Part]:
    if gain is None:
        return [f"{_then(position)}: wins {_decimal(position.chance)}"]
    rows = [
        [name, _decimal(chance)]
        for name, chance in (("bank", position.bank), ("roll", position.roll))
        if chance is not None
    ]
    advice = f"{_then(position)}: {_decimal(gain)} better"
    return [advice, Table(["", "chance to win"], rows)]


def keeps_output(match: Match, scores: Situation, stake: int, roll: Roll) -> Output:
    """Return what to keep of a roll, and by how much, as an answer."""
    keeps = advise_keep(match, faces_of(roll), **scores._asdict(), stake=stake)
    gain = (
        _less(keeps[0].after.chance, keeps[1].after.chance) if len(keeps) > 1 else None
    )
    return Output(
        SCHEMA,
        record=lambda: (
            _about(match, scores, stake, sum(roll), roll)
            | {
                "action": _action(keeps[0].after) if keeps else "farkle",
                "keep": digits_of(keeps[0].kept) if keeps else None,
                "chance": _bounds(keeps[0].after.chance if keeps else None),
                "gain": _bounds(gain),
                "options": [_keep(keep) for keep in keeps],
            }
        ),
        table=lambda: _keep_parts(roll, keeps, gain),
    )


def _keep_parts(
    roll: Roll, keeps: Sequence[Keep], gain: Enclosure | None
) -> list[Part]:
    if not keeps:
        return [f"{digits_of(roll)}: farkle, the turn is over"]
    best = keeps[0]
    by = "the only legal keep" if gain is None else f"{_decimal(gain)} above the next"
    rows = [
        [
            digits_of(keep.kept),
            str(keep.points),
            str(keep.after.dice) if sum(keep.kept) < sum(roll) else "hot dice",
            _action(keep.after),
            _decimal(keep.after.chance),
        ]
        for keep in keeps
    ]
    header = ["keep", "points", "dice left", "then", "chance to win"]
    advice = (
        f"keep {digits_of(best.kept)} for {best.points} points, then "
        f"{_then(best.after)}: wins {_decimal(best.after.chance)}, {by}"
    )
    return [advice, Table(header, rows)]


def _about(
    match: Match, scores: Situation, stake: int, dice: int, roll: Roll | None
) -> dict[str, Any]:
    rules = match.space.rules
    return {
        "game": "farkle",
        "rules": rulebook.to_table(rules),
        "rules_digest": rulebook.digest("farkle", rules),
        "version": version(),
        **scores._asdict(),
        "stake": stake,
        "dice": dice,
        "roll": None if roll is None else digits_of(roll),
    }


def _choice(position: Position, gain: Enclosure | None) -> dict[str, Any]:
    return {
        "action": _action(position),
        "chance": _bounds(position.chance),
        "gain": _bounds(gain),
        "bank": _bounds(position.bank),
        "roll_on": _bounds(position.roll),
    }


def _keep(keep: Keep) -> dict[str, Any]:
    return {
        "kept": digits_of(keep.kept),
        "points": keep.points,
        "left": keep.after.dice,
        **_choice(keep.after, _gain(keep.after)),
    }


def _action(position: Position) -> str:
    """What to do; "either" where the bounds cannot tell."""
    if position.dice == 0:
        return "over"
    return position.best or "either"


def _then(position: Position) -> str:
    dice = "1 die" if position.dice == 1 else f"{position.dice} dice"
    return {
        "bank": f"bank {position.stake}",
        "roll": f"roll {dice}",
        "either": f"bank {position.stake} or roll {dice}, too close to tell",
        "over": "the turn is over",
    }[_action(position)]


def _gain(position: Position) -> Enclosure | None:
    """By how much the better choice is better; None where there is none."""
    if position.bank is None or position.roll is None:
        return None
    better, other = position.roll, position.bank
    if other.lower >= better.lower:
        better, other = other, better
    return _less(better, other)


def _less(better: Enclosure, other: Enclosure) -> Enclosure:
    """The difference, not below 0: the better one is named first."""
    lower, upper = better.lower - other.upper, better.upper - other.lower
    return Enclosure(max(lower, Fraction(0)), max(upper, Fraction(0)))


def _bounds(chance: Enclosure | None) -> dict[str, str] | None:
    if chance is None:
        return None
    lower, upper = chance.texts()
    return {"lower": lower, "upper": upper}


def _decimal(chance: Enclosure) -> str:
    return f"{float(chance.midpoint):.6f}"
