"""The three runs that the Farkle assignment shows (S4), with the typed answers.

The blanks and the empty lines are those of the assignment's handed-out ``main``.
"""

START = """\
Welcome to Farkle!
How many players? 1
Enter a seed integer (decimal or hexadecimal): 0xACE1

SCORES -- 1: 0 {blank}
Player 1's turn
""".format(blank=" ")
BANKED = """\
Rolling 6 dice...113456
Which to keep? 115
Keeping 115, score = 250
Score so far = 250
3 dice left -- roll again (y/n)? y
Rolling 3 dice...566
Which to keep? 5
Keeping 5, score = 50
Score so far = 300
2 dice left -- roll again (y/n)? n
"""
FARKLED = """\
Rolling 6 dice...233346
Which to keep? 333
Keeping 333, score = 300
Score so far = 300
3 dice left -- roll again (y/n)? y
Rolling 3 dice...266
FARKLE -- your turn is over.
"""
HOT = """\
Rolling 6 dice...134445
Which to keep? 44415
Keeping 14445, score = 550
Score so far = 550
1 dice left -- roll again (y/n)? y
Rolling 1 dice...1
Which to keep? 1
Keeping 1, score = 100
Score so far = 650
HOT DICE!  Roll 6 dice (y/n)? y
Rolling 6 dice...123445
Which to keep? 15
Keeping 15, score = 150
Score so far = 800
4 dice left -- roll again (y/n)? n
"""
TURNS = {
    "113456 566": (BANKED, 300),
    "233346 266": (FARKLED, 0),
    "134445 1 123445": (HOT, 800),
}
"""The turn and its score, by the rolls."""


def whole(rolls: str) -> str:
    """Return a run from beginning to end."""
    turn, score = TURNS[rolls]
    return f"{START}{turn}Turn score = {score}\n"
