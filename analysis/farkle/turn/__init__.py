"""One turn of Farkle, played for the most expected points."""
