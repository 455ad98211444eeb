"""Answers to questions about each game, as parts to print, and the leading numbers."""
