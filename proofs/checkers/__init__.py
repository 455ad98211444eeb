"""Checkers of large certificates: each stands alone, and needs numpy."""
