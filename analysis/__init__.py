"""What is true of each game: enumeration, chains, decision processes."""
