"""Optimal play of a match for two, solved and bounded."""
