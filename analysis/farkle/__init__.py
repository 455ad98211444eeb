"""Farkle: one roll, one turn, thresholds, solitaire, and the match of two."""
