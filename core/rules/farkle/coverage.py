"""Rules that change a turn of Farkle, and the computations that do not cover them."""

from collections.abc import Mapping

from trueodds.core.errors import RulesError, TrueoddsError
from trueodds.core.exact import exact_toml
from trueodds.core.rules.farkle.rules import FarkleRules

HOT = "must_roll_hot_dice nothing"
ROLLS = f"{HOT} farkle_keeps_points"
MATCHES = "exact_target penalty_points"
ALL = f"{ROLLS} must_keep_scoring_dice first_throw"

NOT_COVERED: Mapping[str, str] = {
    "the score of a roll": "first_throw",
    "a game alone": ROLLS,
    "a turn with different dice or this many stakes": ROLLS,
    "a turn in which some dice always score": HOT,
    "a turn in which a farkle keeps the points": "nothing",
    "an exported model": f"{ROLLS} first_throw",
    "the long run": f"{ROLLS} penalty_points",
    "the list of a turn's points": ROLLS,
    "a recording of turns": f"{ROLLS} first_throw",
    "the choice of loaded dice": f"{ALL} junk exact_target",
    "a match": "farkle_keeps_points",
    "a simple strategy in a match": f"{ROLLS} exact_target",
    "the page of a match": f"{ROLLS} exact_target first_throw",
    "a derivation from keeps": "junk dice nothing first_throw farkle_keeps_points",
    "the advice of the blog": ALL,
    "a dialogue": f"{ALL} exact_target",
    "this derivation": f"{ALL} exact_target",
    "a certificate of rolls": "nothing first_throw",
    "this certificate": f"{ALL} exact_target",
    "the page of a turn": ALL,
}
"""The fields of rules that a computation does not cover, by its name in errors.

These fields count if they are true, negative or not empty.
"""


def require_covered(
    computation: str, rules: FarkleRules, error: type[TrueoddsError] = RulesError
) -> None:
    """Raise an error that names the first rule that a computation does not cover.

    ``computation`` is the name of the computation in the message, a key of
    ``NOT_COVERED``. ``error`` is the class of the error.

    >>> require_covered("a game alone", FarkleRules.load(must_roll_hot_dice=True))
    Traceback (most recent call last):
    ...
    trueodds.core.errors.RulesError: a game alone is not computed under must_roll_hot_dice = true, which odds, advice and thresholds follow; leave this rule out
    """  # noqa: E501 - an error is one line
    if line := fault(computation, rules):
        raise error(line)


def fault(computation: str, rules: FarkleRules) -> str:
    """Return an error message that names the first rule that is not covered.

    The text is empty if the computation covers all rules. ``computation`` is the name
    of the computation in the message, a key of ``NOT_COVERED``.

    >>> fault("a game alone", FarkleRules.load())
    ''
    """
    for field in NOT_COVERED[computation].split():
        value = getattr(rules, field)
        if value < 0 if type(value) is int else value:
            follow = "odds, advice and thresholds"
            if field in MATCHES.split():
                follow = "matches"
            elif computation.startswith("a turn "):
                follow = "thresholds"
            return (
                f"{computation} is not computed under {field} = "
                f"{exact_toml.write(value)}, which {follow} follow; leave this rule out"
            )
    return ""
