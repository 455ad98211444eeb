"""Declare a game: the names that a package with a game of its own needs.

>>> from trueodds.game import Game
>>> Game("pig", rules="trueodds_pig:Rules").title
'Pig'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from trueodds.core.exact.distribution import Distribution as Distribution
from trueodds.core.exact.enclosure import Enclosure as Enclosure
from trueodds.core.exact.quantity import Quantity as Quantity
from trueodds.core.games import Game as Game
from trueodds.core.games import Proofs as Proofs
from trueodds.core.models import Ask as Ask
from trueodds.core.models import Chance as Chance
from trueodds.core.models import End as End
from trueodds.core.models import Recipe as Recipe
from trueodds.core.odds import Family as Family
from trueodds.core.rulebook import Rules as Rules
from trueodds.core.rules import Breakdown as Breakdown
from trueodds.core.rules import Line as Line
from trueodds.core.scoring import Cards as Cards
from trueodds.core.scoring import Choice as Choice
from trueodds.core.scoring import Dice as Dice
from trueodds.core.scoring import Part as Part
from trueodds.core.scoring import Scoring as Scoring
from trueodds.core.scoring import Shown as Shown
from trueodds.core.storage.progress import Progress as Progress

if TYPE_CHECKING:
    from trueodds.core.models import bounds as bounds
    from trueodds.core.shipped_odds import cached as cached
    from trueodds.reports.html.page import Page as Page
    from trueodds.reports.html.page import Section as Section
else:

    def __getattr__(name):
        if name == "cached":
            return import_module("trueodds.core.shipped_odds").cached
        # A module of rules needs neither pages nor arrays, which are slow to import.
        if name == "bounds":
            return import_module("trueodds.core.models.bounds")
        if name in ("Page", "Section"):
            return getattr(import_module("trueodds.reports.html.page"), name)
        raise AttributeError(f"trueodds.game has no name {name!r}")
