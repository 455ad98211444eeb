"""Optimal play of a match between two players, solved and bounded."""
