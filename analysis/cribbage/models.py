"""Models of cribbage for export: there are none."""
