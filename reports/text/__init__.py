"""Answers as text: tables, numbers, and records for JSON and CSV."""
