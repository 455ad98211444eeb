"""Quantities as plain records: the keys of the JSON, the columns of the CSV."""

from typing import Any

from trueodds.core import rulebook
from trueodds.core.odds import Odds

SCHEMA = "trueodds.odds/1"


def version() -> str:
    """Return the running version of trueodds."""
    import trueodds

    return trueodds.__version__


def odds_record(odds: Odds) -> dict[str, Any]:
    """Return the odds of a game, as the shipped JSON Schema describes them."""
    return {
        "game": odds.game,
        "rules": rulebook.to_table(odds.rules),
        "rules_digest": rulebook.digest(odds.game, odds.rules),
        "version": version(),
        "command": odds.command,
        "quantities": [quantity.record() for quantity in odds.values()],
    }
