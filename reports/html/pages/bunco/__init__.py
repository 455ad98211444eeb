"""Bunco's pages of the book."""
