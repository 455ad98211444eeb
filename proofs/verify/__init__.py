"""Whether a program of somebody else is right, and how fast it is."""
