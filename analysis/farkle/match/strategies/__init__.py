"""Strategies that are simpler than optimal play of a match, and their exact results."""
