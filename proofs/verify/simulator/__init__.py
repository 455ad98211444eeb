"""Whether a program's random outcomes follow the exact law, with an error rate."""
