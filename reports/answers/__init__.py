"""Answers to questions about each game, and the words for its headline quantities."""
