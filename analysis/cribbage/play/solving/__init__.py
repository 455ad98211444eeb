"""Solving the play, and proving what a solution is worth."""
