"""Shared vocabulary: exact numbers, dice, cards, distributions, chains, decisions."""
