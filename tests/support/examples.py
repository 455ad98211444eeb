"""The number of Hypothesis examples of a test whose examples are dear."""

import os

from hypothesis import settings


def quickly(number: int) -> settings:
    """Return settings with so many examples, or all if a profile is chosen.

    ``tox -e slow`` chooses the profile with more examples.
    """
    chosen = "HYPOTHESIS_PROFILE" in os.environ
    return settings() if chosen else settings(max_examples=number)
