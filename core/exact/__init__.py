"""Exact numbers: distributions, enclosures, quantities, and how they are printed."""
