"""Declare a game: the names that a package with a game of its own needs.

>>> from trueodds.game import Game
>>> Game("pig", rules="trueodds_pig:Rules").title
'Pig'
"""

from typing import TYPE_CHECKING

from trueodds.core.exact.distribution import Distribution as Distribution
from trueodds.core.exact.enclosure import Enclosure as Enclosure
from trueodds.core.exact.quantity import Quantity as Quantity
from trueodds.core.games import Game as Game
from trueodds.core.games import Proofs as Proofs
from trueodds.core.games import imported
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
    from trueodds.proofs.certificates.format import Certificate as Certificate
    from trueodds.proofs.certificates.format import Maker as Maker
    from trueodds.proofs.checkers import proving
    from trueodds.proofs.checkers.reading import UnprovedError as UnprovedError
    from trueodds.proofs.derivations import Method as Method
    from trueodds.reports.html.page import Page as Page
    from trueodds.reports.html.page import Section as Section

    Checker = proving.Kind
else:
    # A module of rules needs none of these, which are slow to import.
    PLACES = {
        "Certificate": "proofs.certificates.format:Certificate",
        "Checker": "proofs.checkers.proving:Kind",
        "Maker": "proofs.certificates.format:Maker",
        "Method": "proofs.derivations:Method",
        "Page": "reports.html.page:Page",
        "Section": "reports.html.page:Section",
        "UnprovedError": "proofs.checkers.reading:UnprovedError",
        "bounds": "core.models.bounds",
        "cached": "core.shipped_odds:cached",
    }
    __all__ = sorted({*filter(str.istitle, globals()), *PLACES})

    def __dir__():
        return __all__

    def __getattr__(name):
        if name in PLACES:
            return imported(f"trueodds.{PLACES[name]}")
        raise AttributeError(f"trueodds.game has no name {name!r}")
