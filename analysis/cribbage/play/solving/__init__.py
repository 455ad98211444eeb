"""Solver of the play, and proved bounds for its solutions."""
