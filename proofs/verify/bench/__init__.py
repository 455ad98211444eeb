"""Measure the speed of a scorer, and compare it with a baseline."""
