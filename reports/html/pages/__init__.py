"""The pages of a report, each built by one module."""
