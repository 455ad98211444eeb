"""trueodds: the exact odds of table games.

>>> import trueodds
>>> trueodds.odds("bunco")["roll.bunco"].exact
Fraction(1, 216)
"""
