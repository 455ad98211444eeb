"""Measure the speed of scorers, and gate changes that make programs slower."""
