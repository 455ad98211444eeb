"""A match of Farkle in any format; for people, when to bank is a table by score."""

from __future__ import annotations

from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.reports import formats

POLICY = "match.bank_at."


def render(odds: Odds, format_: str) -> str:
    """The odds of a match in one of ``formats.FORMATS``."""
    if format_ not in ("table", "markdown"):
        return formats.render(odds, format_)
    text = formats.table_text if format_ == "table" else formats.markdown_text
    policy = [quantity for id, quantity in odds.items() if id.startswith(POLICY)]
    rest = [quantity for id, quantity in odds.items() if not id.startswith(POLICY)]
    others = Odds(odds.game, odds.rules, odds.command, rest)
    return (
        f"{formats.render(others, format_)}\n"
        "Best play: bank from this stake, by scores and dice left to roll.\n\n"
        f"{text(*policy_table(policy))}"
    )


def policy_table(policy: list[Quantity]) -> tuple[list[str], list[list[str]]]:
    """A row for each pair of scores, a column for each number of dice."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for quantity in policy:
        mine, theirs, dice = quantity.id.removeprefix(POLICY).split(".")
        stake = f"{int(quantity.bounds.lower):,}"
        rows.setdefault((mine, theirs), {})[dice] = stake
    columns = sorted({dice for row in rows.values() for dice in row})
    return (
        ["you have", "they have", *(_dice(dice) for dice in columns)],
        [
            [*(f"{int(score):,}" for score in scores), *(row[n] for n in columns)]
            for scores, row in rows.items()
        ],
    )


def _dice(number: str) -> str:
    return "1 die" if number == "1" else f"{number} dice"
