"""Tests whether a program's random outcomes follow the exact distribution."""
