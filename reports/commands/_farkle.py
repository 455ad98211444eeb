"""Farkle: what to keep, when to bank, and who wins.

>>> from trueodds.farkle import advise, options
>>> advise("1556", stake=650, rules="box").action
'bank'
>>> options("113334").options[0].kept
'11333'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from trueodds.reports.commands.farkle import advise, best_dice, options, policy
from trueodds.reports.commands.farkle_match import match, solitaire, thresholds
from trueodds.reports.commands.farkle_play import play

if TYPE_CHECKING:
    from trueodds.reports.answers.farkle.advice import Advice, Keep, Options
    from trueodds.reports.answers.farkle.best_dice import BestSets, SixDice
    from trueodds.reports.answers.farkle.match_advice import MatchAdvice, MatchKeep
    from trueodds.reports.answers.farkle.play import Played
    from trueodds.reports.answers.farkle.policy import Policy
    from trueodds.reports.answers.odds import OddsAnswer
else:
    # All records together take half a second to import.
    PLACES = {
        "Advice": "farkle.advice",
        "BestSets": "farkle.best_dice",
        "Keep": "farkle.advice",
        "MatchAdvice": "farkle.match_advice",
        "MatchKeep": "farkle.match_advice",
        "OddsAnswer": "odds",
        "Options": "farkle.advice",
        "Played": "farkle.play",
        "Policy": "farkle.policy",
        "SixDice": "farkle.best_dice",
    }

    def __getattr__(name):
        if place := PLACES.get(name):
            return getattr(import_module(f"trueodds.reports.answers.{place}"), name)
        raise AttributeError(f"trueodds.farkle has no function {name!r}")


__all__ = [
    "Advice",
    "BestSets",
    "Keep",
    "MatchAdvice",
    "MatchKeep",
    "OddsAnswer",
    "Options",
    "Played",
    "Policy",
    "SixDice",
    "advise",
    "best_dice",
    "match",
    "options",
    "play",
    "policy",
    "solitaire",
    "thresholds",
]
