"""Answers of commands: tables, numbers, and records for JSON and CSV."""
