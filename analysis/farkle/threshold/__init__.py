"""Threshold strategies: roll until the stake reaches a number of points."""
