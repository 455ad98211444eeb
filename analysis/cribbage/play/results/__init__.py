"""Results of the play that ship, and what follows from them for the discard."""
