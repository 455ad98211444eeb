"""The HTML pages of a report."""
