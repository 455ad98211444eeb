"""Each game's page: which numbers lead, and how the rest is told."""
