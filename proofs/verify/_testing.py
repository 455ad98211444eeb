"""For test suites: assert that a scorer is right, and a simulator not refuted.

>>> from trueodds.testing import assert_scorer
>>> assert_scorer(lambda roll: len(roll), "farkle")
Traceback (most recent call last):
    ...
AssertionError: ... positions are wrong, such as '2': 0, not 1
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
