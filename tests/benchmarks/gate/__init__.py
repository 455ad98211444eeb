"""The regression gate: whether a revision runs slower than another, or it is noise."""
