"""Cribbage: the show, the expected crib, every discard, and the discard equilibrium."""
