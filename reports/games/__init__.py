"""The games of this package, each declared as other packages declare theirs."""
