"""Quantities as plain records: the keys of the JSON, the columns of the CSV."""

from typing import Any

import trueodds
from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules


def version() -> str:
    """Return the version of trueodds that is running."""
    return trueodds.__version__


def rules_fields(rules: Rules) -> dict[str, Any]:
    """Return the fields that answers begin with, by name.

    They are "game", "rules", "rules_digest" and "version".
    """
    return {
        "game": rules.game,
        "rules": rules,
        "rules_digest": rulebook.digest(rules.game, rules),
        "version": version(),
    }


def odds_fields(odds: Odds) -> dict[str, Any]:
    """Return the fields that answers on odds begin with, by name.

    They are "game", "rules", "rules_digest", "version", "command" and "quantities".
    """
    return {
        **rules_fields(odds.rules),
        "command": odds.command,
        "quantities": odds,
    }
