"""Verification of a scorer: it is sent every position, and its answers are judged."""
