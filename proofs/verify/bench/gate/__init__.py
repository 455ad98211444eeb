"""The regression gate: decide whether one version of a program is slower than another.

Both sides run in fresh processes, in pairs, and every pair yields the ratio of their
fastest batches. ``decision`` turns these ratios into a verdict with a bounded error
rate.
"""
