"""Verify users' scorers, simulators and recorded games, and measure their speed."""
