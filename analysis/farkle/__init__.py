"""Farkle: a roll, a turn, thresholds, alone against the target, and the match of two."""
