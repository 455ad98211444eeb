"""Answers on Farkle."""

HEADLINES = {
    "turn.mean": "Average points of a turn, playing for the highest average",
    "turn.farkle": "Such a turn ends in a farkle",
    "turn.rolls": "Average rolls of such a turn",
    "turn.bank_at.1": "With 1 die left, bank at this stake or more",
    "turn.bank_at.2": "With 2 dice left, bank at this stake or more",
    "turn.bank_at.3": "With 3 dice left, bank at this stake or more",
    "turn.bank_at.4": "With 4 dice left, bank at this stake or more",
    "roll.6.farkle": "Six dice score nothing",
    "roll.1.farkle": "One die scores nothing",
    "roll.6.best.mean": "Average best score of six dice",
    "opening.turn.mean": "Average points of a turn before opening",
    "longrun.mean": "Average points of a turn in the long run",
}
"""Words for the headline quantities, by id."""
