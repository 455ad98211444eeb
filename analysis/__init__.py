"""Analysis of each game: enumeration, chains, decision processes."""
