"""Shipped results of the play, and their consequences for the discard."""
