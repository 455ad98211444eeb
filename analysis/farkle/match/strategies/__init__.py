"""Strategies other than optimal play of a match, and their exact results."""
