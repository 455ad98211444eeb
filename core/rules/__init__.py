"""The rules of each game as data, and its reference scorer: slow, obvious, right."""
