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
        "farkle.advice": ("Advice", "Keep", "Options"),
        "farkle.best_dice": ("BestSets", "SixDice"),
        "farkle.match_advice": ("MatchAdvice", "MatchKeep"),
        "farkle.play": ("Played",),
        "farkle.policy": ("Policy",),
        "odds": ("OddsAnswer",),
    }

    def __getattr__(name):
        for place, names in PLACES.items():
            if name in names:
                module = import_module(f"trueodds.reports.answers.{place}")
                return getattr(module, name)
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
