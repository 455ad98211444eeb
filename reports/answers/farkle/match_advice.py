"""Answers in a match: bank or roll, what to keep, and how often that wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueodds.analysis.farkle.match import (
    Keep,
    Match,
    Position,
    Situation,
    advise,
    advise_keep,
)
from trueodds.analysis.farkle.turn.solution import gain
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll
from trueodds.reports.answers.farkle.advice import dice_record
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
    """Return an answer to the question whether to bank or to roll, with the gain."""
    position = advise(match, **scores._asdict(), stake=stake, dice=dice)
    return Output(
        SCHEMA,
        record=lambda: (
            _about(match, scores, stake, dice) | {"roll": None} | _choice(position)
        ),
        table=lambda: _position_parts(match, position),
    )


def _position_parts(match: Match, position: Position) -> list[Part]:
    action = _action(position)
    advice = "Bank or roll" if action == "either" else action.capitalize()
    choices = [
        (f"bank {points(position.stake)}", position.bank),
        (f"roll {match.space.dice.left_text(position.dice)}", position.roll),
    ]
    allowed = [(text, wins) for text, wins in choices if wins is not None]
    others = [wins for _, wins in allowed if wins != position.chance]
    other = f"; the other choice wins {percent(others[0])}" if others else ""
    return [
        f"{advice}. You win {percent(position.chance)} of games from here{other}. "
        f"{to_win(match.space.rules, match.against)}",
        Table(["choice", "you win"], [[text, percent(wins)] for text, wins in allowed]),
    ]


def keeps_output(match: Match, scores: Situation, stake: int, roll: DiceRoll) -> Output:
    """Return the best keep of a roll, and what it gains, as an answer."""
    dice = match.space.dice
    keeps = advise_keep(match, roll, **scores._asdict(), stake=stake)
    rolled = dice.number_rolled(roll)
    chances = [keep.after.chance for keep in keeps]
    over_next = gain(chances[0], chances[1]) if len(keeps) > 1 else None
    return Output(
        SCHEMA,
        record=lambda: {
            **_about(match, scores, stake, rolled),
            "roll": dice.roll_text(roll),
            "action": _action(keeps[0].after) if keeps else "farkle",
            "keep": dice.roll_text(keeps[0].kept) if keeps else None,
            "chance": chances[0].record() if keeps else None,
            "gain": over_next and over_next.record(),
            "options": [
                {
                    "kept": dice.roll_text(keep.kept),
                    "points": keep.points,
                    **dice_record(dice, "left", keep.after.dice),
                    **_choice(keep.after),
                }
                for keep in keeps
            ],
        },
        table=lambda: _keep_parts(match, roll, keeps),
    )


def _keep_parts(match: Match, roll: DiceRoll, keeps: Sequence[Keep]) -> list[Part]:
    dice = match.space.dice
    rules = to_win(match.space.rules, match.against)
    if not keeps:
        return [f"Farkle: nothing in {dice.roll_text(roll)} scores. {rules}"]
    best = keeps[0]
    after = best.after
    then = action_text(_action(after), after.stake, dice.left_text(after.dice))
    rest = "no other keep is legal"
    if len(keeps) > 1:
        rest = f"the next best wins {percent(keeps[1].after.chance)}"
    rows = [
        [
            dice.roll_text(keep.kept),
            points(keep.points),
            dice.left_text(keep.left, noun=False) if keep.left else "hot dice",
            _action(keep.after),
            percent(keep.after.chance),
        ]
        for keep in keeps
    ]
    return [
        f"{keep_text(dice.roll_text(best.kept), best.points, then)} You win "
        f"{percent(after.chance)} of games from here; {rest}. {rules}",
        Table(["keep", "points", "dice left", "then", "you win"], rows),
    ]


def _about(match: Match, scores: Situation, stake: int, dice: int) -> dict[str, Any]:
    return {
        **rules_record(match.space.rules),
        **scores._asdict(),
        "stake": stake,
        **dice_record(match.space.dice, "dice", dice),
        **({"against": match.against} if match.against else {}),
    }


def _choice(position: Position) -> dict[str, Any]:
    gain = _gain(position)
    return {
        "action": _action(position),
        "chance": position.chance.record(),
        "gain": gain and gain.record(),
        "bank": position.bank and position.bank.record(),
        "roll_on": position.roll and position.roll.record(),
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
    return gain(position.roll, position.bank)
