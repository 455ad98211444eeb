"""Fixtures of the tests of the cribbage analysis."""

import pytest

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.core.rules.cribbage import CribbageRules


@pytest.fixture(scope="session")
def evaluator() -> Evaluator:
    """Return an evaluator, which evaluates no strategy twice in a run."""
    return Evaluator(CribbageRules.load())
