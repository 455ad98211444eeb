"""A quantity as a plain record: the keys of the JSON, the columns of the CSV."""

from typing import Any

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.printing import fraction_text, integer_text
from trueodds.core.quantity import Quantity

SCHEMA = "trueodds.odds/1"


def version() -> str:
    """The version of trueodds that is running."""
    import trueodds

    return trueodds.__version__


def quantity_record(quantity: Quantity) -> dict[str, Any]:
    """One quantity; numbers that a reader could lose digits of are text.

    >>> record = quantity_record(Quantity.probability("roll.bunco", "Bunco", 1, 216))
    >>> record["exact"], record["count"], record["one_in"]
    ('1/216', '1', 216.0)
    """
    exact = quantity.exact
    lower, upper = quantity.bounds.texts() if exact is None else (None, None)
    return {
        "id": quantity.id,
        "label": quantity.label,
        "exact": None if exact is None else fraction_text(exact),
        "decimal": quantity.decimal,
        "lower": lower,
        "upper": upper,
        "count": None if quantity.count is None else integer_text(quantity.count),
        "total": None if quantity.total is None else integer_text(quantity.total),
        "one_in": quantity.one_in,
        "unit": quantity.unit,
        "method": quantity.method,
    }


def odds_record(odds: Odds) -> dict[str, Any]:
    """All the odds of a game, as described by the shipped JSON Schema."""
    return {
        "game": odds.game,
        "rules": rulebook.to_table(odds.rules),
        "rules_digest": rulebook.digest(odds.game, odds.rules),
        "version": version(),
        "command": odds.command,
        "quantities": [quantity_record(quantity) for quantity in odds.values()],
    }
