"""Cribbage: who wins, tables of every deal, and the proofs.

>>> from trueodds.cribbage import perft, play
>>> perft("AH 2H 3H 4H", "5H 6D 7S 8C").by_lead["AH"]
144
>>> float(play.table(role="dealer").hands[0].net)
3.322536167
"""

from trueodds.reports.answers.cribbage.pair_tables import PairMeans, PairTables
from trueodds.reports.answers.cribbage.perft import LinesOfPlay
from trueodds.reports.answers.cribbage.play import PlayTable
from trueodds.reports.answers.cribbage.play_advice import PlayAdvice
from trueodds.reports.answers.cribbage.review import Review
from trueodds.reports.answers.cribbage.win import Wins
from trueodds.reports.answers.written import Written
from trueodds.reports.commands import cribbage_play as play
from trueodds.reports.commands.cribbage import (
    certify,
    perft,
    review,
    solve,
    table,
    win,
)
from trueodds.reports.commands.cribbage_play import lead

__all__ = [
    "LinesOfPlay",
    "PairMeans",
    "PairTables",
    "PlayAdvice",
    "PlayTable",
    "Review",
    "Wins",
    "Written",
    "certify",
    "lead",
    "perft",
    "play",
    "review",
    "solve",
    "table",
    "win",
]
