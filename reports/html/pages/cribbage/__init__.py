"""Cribbage's pages of the book."""
