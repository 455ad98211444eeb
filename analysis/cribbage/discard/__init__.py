"""The fifteen discards of one deal, ranked and with their distributions."""
