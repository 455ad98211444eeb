"""Processes, chains, decision processes and games, and how they are solved."""
