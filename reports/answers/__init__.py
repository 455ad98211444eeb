"""The page of each game: the numbers that lead, and the sections."""
