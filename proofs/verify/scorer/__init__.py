"""Verify a scorer: send it every position and judge its answers."""
