"""Odds of a baccarat coup from the cards left in the shoe.

``distribution`` has the joint distribution of a coup, ``bets`` the edge of every bet,
``cells`` the effect of each cell of the tableau, ``count`` the optimal linear count of
each bet, and ``batch`` the edges of thousands of shoes.
"""
