"""Phrases that the answers on Farkle share. Every first sentence names the rules."""

from __future__ import annotations

from trueodds.core.preset_words import rules_in_words
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.kinds import points


def action_text(action: str, stake: int, dice: str) -> str:
    """Return an action as words, such as "roll the last die"."""
    rolling = "roll the last die" if dice == "1 die" else f"roll {dice}"
    return {
        "bank": f"bank {points(stake)}",
        "roll": rolling,
        "either": f"bank {points(stake)} or {rolling}, which are too close to decide",
        "over": "end the turn with nothing",
    }[action]


def keep_text(kept: str, scored: int, then: str) -> str:
    """Return a sentence that names the keep and the action after it."""
    return f"Keep {kept} ({points(scored)} points) and {then}."


def for_points(rules: FarkleRules, *, opening: bool = False) -> str:
    """Return a note in brackets: the rules, and that the turn is played for points."""
    before = "before opening, " if opening else ""
    return f"({rules_in_words('farkle', rules, f'{before}playing for points')})"


def to_win(rules: FarkleRules, against: str | None = None) -> str:
    """Return a note in brackets: a match's rules, and the opponent's dice if other."""
    other = f" against {against}" if against else ""
    about = f"playing to win at {points(rules.target)}{other}"
    return f"({rules_in_words('farkle', rules, about)})"
