"""Odds of Bunco: a roll, a game of one roll a round, a turn, a race, a night."""
