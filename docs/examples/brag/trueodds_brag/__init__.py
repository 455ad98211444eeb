"""Three-card brag, as a game for trueodds."""
