"""Whole deals of cribbage: their means, their distribution, and games to 121."""
