"""Rules that change a turn of Farkle, and the computations that do not cover them."""

from collections.abc import Mapping

from trueodds.core.errors import RulesError, TrueoddsError
from trueodds.core.exact import exact_toml
from trueodds.core.rules.farkle.rules import FarkleRules

ALL = "must_roll_hot_dice must_keep_scoring_dice"

NOT_COVERED: Mapping[str, str] = {
    "a match": "must_roll_hot_dice",
    "a turn with different dice or this many stakes": "must_roll_hot_dice",
    "a turn in which some dice always score": "must_roll_hot_dice",
    "an exported model": "must_roll_hot_dice",
    "the long run": "must_roll_hot_dice",
    "the list of a turn's points": "must_roll_hot_dice",
    "a recording of turns": "must_roll_hot_dice",
    "the choice of loaded dice": ALL,
    "the advice of the blog": ALL,
    "a dialogue": ALL,
    "this derivation": ALL,
    "this certificate": ALL,
    "the page of a turn": ALL,
}
"""The fields of rules that a computation does not cover, by its name in errors.

These fields count if they are true, negative or not empty.
"""


def covers(computation: str, rules: FarkleRules) -> bool:
    """Return True if a computation covers these rules."""
    return not _fault(computation, rules)


def require_covered(
    computation: str, rules: FarkleRules, error: type[TrueoddsError] = RulesError
) -> None:
    """Raise an error that names the first rule that a computation does not cover.

    >>> require_covered("a match", FarkleRules.load(must_roll_hot_dice=True))
    Traceback (most recent call last):
    ...
    trueodds.core.errors.RulesError: a match is not computed under must_roll_hot_dice = true; leave this rule out
    """  # noqa: E501 - an error is one line
    if fault := _fault(computation, rules):
        raise error(fault)


def _fault(computation: str, rules: FarkleRules) -> str:
    """Return the fault of the first rule that is not covered; empty if all are."""
    for field in NOT_COVERED[computation].split():
        value = getattr(rules, field)
        if value < 0 if type(value) is int else value:
            rule = f"{field} = {exact_toml.write(value)}"
            return f"{computation} is not computed under {rule}; leave this rule out"
    return ""
