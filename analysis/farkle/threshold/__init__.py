"""Threshold turns: roll until the stake reaches a number of points."""
