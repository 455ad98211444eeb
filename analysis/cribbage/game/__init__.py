"""Whole deals of cribbage: exact or enclosed means, and sampled games to 121."""
