"""Assertions for test suites: a scorer is right, a simulator is not refuted.

>>> from trueodds.testing import assert_scorer
>>> assert_scorer(lambda roll: len(roll), "farkle")
Traceback (most recent call last):
    ...
AssertionError: ... positions are wrong (farkle, box rules, rule "roll"), such ...
"""

from trueodds.proofs.verify.testing import (
    Check,
    assert_scorer,
    assert_simulator,
    checks,
    parametrize_with_checks,
)

__all__ = [
    "Check",
    "assert_scorer",
    "assert_simulator",
    "checks",
    "parametrize_with_checks",
]
