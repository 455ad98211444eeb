"""Shared vocabulary: exact numbers, dice, cards, distributions, chains, decisions."""

import time

LOADED = time.time_ns()
"""When this process began to load the program, in nanoseconds."""
