"""Phrases that the answers on Farkle share. Every first sentence names the rules."""

from __future__ import annotations

from trueodds.core.rulebook import Rules, rules_name
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.kinds import points

KEEPS_POINTS = "a farkle keeps the points"
"""The reason for never banking by some house rules."""


def action_text(action: str, stake: int, dice: str) -> str:
    """Return an action in a turn as words, such as "roll the last die".

    ``action`` is "bank", "roll", "either" if both are too close to decide, or "over" if
    neither is allowed. ``stake`` has the points to bank, and ``dice`` the dice to roll
    as text, such as "3 dice".
    """
    rolling = "roll the last die" if dice == "1 die" else f"roll {dice}"
    return {
        "bank": f"bank {points(stake)}",
        "roll": rolling,
        "either": f"bank {points(stake)} or {rolling}, which are too close to decide",
        "over": "end the turn with nothing",
    }[action]


def keep_text(kept: str, scored: int, then: str) -> str:
    """Return a sentence that names the dice kept, their points, and what to do then.

    ``kept`` is the dice as text, such as "155", ``scored`` their points, and ``then``
    an action such as "roll the last die".
    """
    return f"Keep {kept} ({points(scored)} points) and {then}."


def bank_text(stake: int | None, left: int, rules: FarkleRules) -> str:
    """Return the stake from which to bank with ``left`` dice to roll, as text.

    ``stake`` is None if rolling is always better, and the text then says so. A stake
    that reaches the target of ``rules`` is banked only to win.

    >>> rules = FarkleRules.load("box")
    >>> bank_text(250, 2, rules), bank_text(16_800, 6, rules)
    ('250', '16,800 (only to win)')
    """
    if rules.must_roll_hot_dice and left == rules.number_of_dice:
        return "never: hot dice must be rolled"
    if stake is None:
        # Who rolls risks nothing by this rule, not even the points that win the game.
        never = f"never: {KEEPS_POINTS}"
        return never if rules.farkle_keeps_points else "only to win"
    return points(stake) + " (only to win)" * (stake >= rules.target)


def by_rules(rules: Rules, about: str = "") -> str:
    """Return the name of rules in brackets, and what else the answer is about.

    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> by_rules(FarkleRules.load("box"), "before opening")
    '(box rules, before opening)'
    """
    name = rules_name("farkle", rules)
    if about:
        return f"({name}, {about})"
    return f"({name})"
