"""The pages of a report, as HTML."""
