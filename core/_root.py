"""trueodds: the exact odds of table games.

>>> import trueodds
>>> trueodds.odds("bunco")["roll.bunco"]
1/216 ≈ 0.46 %, 1 in 216
>>> trueodds.score("cribbage", "5H 5C 5S JD | 5D")["positions"][0]["value"]
29
"""

# Everything is imported when it is first used, so that the command line starts fast.

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueodds import baccarat as baccarat
    from trueodds import bench as bench
    from trueodds import bunco as bunco
    from trueodds import cribbage as cribbage
    from trueodds import farkle as farkle
    from trueodds import verify as verify
    from trueodds.core.errors import TrueoddsError as TrueoddsError
    from trueodds.core.exact.enclosure import Enclosure as Enclosure
    from trueodds.core.exact.quantity import Quantity as Quantity
    from trueodds.core.odds import Odds as Odds
    from trueodds.reports.commands.advise import advise as advise
    from trueodds.reports.commands.cite import cite as cite
    from trueodds.reports.commands.compare import compare as compare
    from trueodds.reports.commands.discard import discard as discard
    from trueodds.reports.commands.export import export as export
    from trueodds.reports.commands.odds import odds as odds
    from trueodds.reports.commands.positions import census as census
    from trueodds.reports.commands.positions import positions as positions
    from trueodds.reports.commands.prove import check as check
    from trueodds.reports.commands.prove import claims as claims
    from trueodds.reports.commands.prove import prove as prove
    from trueodds.reports.commands.report import report as report
    from trueodds.reports.commands.reproduce import reproduce as reproduce
    from trueodds.reports.commands.rules import rules as rules
    from trueodds.reports.commands.score import score as score
    from trueodds.reports.commands.selfcheck import selfcheck as selfcheck
    from trueodds.reports.commands.set_up import cache as cache
    from trueodds.reports.commands.set_up import completion as completion

    __version__: str

_PLACES = {
    "Enclosure": "core.exact.enclosure",
    "Odds": "core.odds",
    "Quantity": "core.exact.quantity",
    "TrueoddsError": "core.errors",
    "advise": "reports.commands.advise",
    "cache": "reports.commands.set_up",
    "census": "reports.commands.positions",
    "check": "reports.commands.prove",
    "cite": "reports.commands.cite",
    "claims": "reports.commands.prove",
    "compare": "reports.commands.compare",
    "completion": "reports.commands.set_up",
    "discard": "reports.commands.discard",
    "export": "reports.commands.export",
    "odds": "reports.commands.odds",
    "positions": "reports.commands.positions",
    "prove": "reports.commands.prove",
    "report": "reports.commands.report",
    "reproduce": "reports.commands.reproduce",
    "rules": "reports.commands.rules",
    "score": "reports.commands.score",
    "selfcheck": "reports.commands.selfcheck",
}
_MODULES = ("baccarat", "bench", "bunco", "cribbage", "farkle", "verify")

__all__ = ["__version__", *_PLACES, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
