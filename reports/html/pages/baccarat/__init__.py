"""Baccarat's pages of the book."""
