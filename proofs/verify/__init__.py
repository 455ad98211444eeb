"""Verification of users' scorers, simulators and recorded games, and their speed."""
