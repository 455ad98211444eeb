"""Rules of each game as data, and reference scorers: slow, obvious, right."""
