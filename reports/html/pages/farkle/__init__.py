"""Farkle's pages of the book."""
