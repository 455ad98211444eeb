"""Verification of a scorer: it gets every position, and its answers are judged."""
