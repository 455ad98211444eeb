"""The odds of a roll of any dice."""
