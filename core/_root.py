"""trueodds: the exact odds of table games.

>>> import trueodds
>>> trueodds.odds("bunco")["roll.bunco"]
1/216 ≈ 0.46 %, 1 in 216
>>> trueodds.score("cribbage", "5H 5C 5S JD | 5D")["positions"][0]["value"]
29
"""

# Everything is imported when it is first used, so that the command line starts fast.

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.ranking import discard
    from trueodds.analysis.run import odds
    from trueodds.core.errors import TrueoddsError
    from trueodds.core.exact.enclosure import Enclosure
    from trueodds.core.exact.quantity import Quantity
    from trueodds.core.odds import Odds

    __version__: str

__all__ = [
    "Enclosure",
    "Odds",
    "Quantity",
    "TrueoddsError",
    "__version__",
    "discard",
    "odds",
]


def __getattr__(name: str) -> Any:
    match name:
        case "__version__":
            from importlib.metadata import version

            return version("trueodds")
        case "Enclosure":
            from trueodds.core.exact.enclosure import Enclosure

            return Enclosure
        case "Odds":
            from trueodds.core.odds import Odds

            return Odds
        case "Quantity":
            from trueodds.core.exact.quantity import Quantity

            return Quantity
        case "TrueoddsError":
            from trueodds.core.errors import TrueoddsError

            return TrueoddsError
        case "discard":
            from trueodds.analysis.cribbage.discard.ranking import discard

            return discard
        case "odds":
            from trueodds.analysis.run import odds

            return odds
        case _ if not name.startswith("_") and name in dir(_commands()):
            return getattr(_commands(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *dir(_commands())})


def _commands() -> Any:
    """Return the functions of the commands, which have the commands' options."""
    from trueodds.reports.functions import commands

    return commands()
