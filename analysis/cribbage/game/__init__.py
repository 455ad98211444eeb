"""Whole deals of cribbage, and the game to 121: sampled, with standard errors."""
