"""Words for the rules and the values in certificates of trueodds.

Rules are named by their differences from the usual rules of the game. Bounds are
rounded outwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from .reading import Values, one_line

MOST_LISTED = 12  # values, or differences of rules
MOST_LETTERS = 60  # of a value; longer fractions are rounded
DIGITS = 9

ROLLS = {
    "singles": {"1": 100, "5": 50},
    "of_a_kind": {
        "3": {"1": 300, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600},
        "4": dict.fromkeys("123456", 1000),
        "5": dict.fromkeys("123456", 2000),
        "6": dict.fromkeys("123456", 3000),
    },
    "straight": 1500,
    "three_pairs": 1500,
    "four_and_two": 1500,
    "two_triplets": 2500,
    "straights": {},
    "patterns": {},
    "nothing": 0,
    "minimum_to_bank": 0,
    "minimum_to_open": 500,
    "target": 10000,
    "final_round_tie": "split",
}
DRAWS = {
    "none": 6,
    "A": 4,
    "2": 5,
    "3": 5,
    "4": 6,
    "5": 6,
    "6": 7,
    "7": 7,
    "8": 3,
    "9": 4,
    "10": 4,
    "J": 4,
    "Q": 4,
    "K": 4,
}
"""The least total on which Banker stands, by Player's third card."""
RANKS = [rank for rank in DRAWS if rank != "none"]
USUAL = {
    "bunco": {
        "dice": 3,
        "sides": 6,
        "weights": [1] * 6,
        "rounds": 6,
        "bunco_points": 21,
        "mini_bunco_points": 5,
        "match_points": 1,
        "bunco_ends_turn": False,
        "mini_bunco_ends_turn": False,
        "round_points": 21,
    },
    "baccarat": {
        "shoe": dict.fromkeys(RANKS, 32),
        "natural": 8,
        "player_draws": [*range(6)],
        "banker_draws": {third: [*range(least)] for third, least in DRAWS.items()},
    },
    "cribbage": {
        "ranks": "A23456789TJQK",
        "hand": 4,
        "target": 121,
        "fifteen_points": 2,
        "pair_points": 2,
        "three_points": 6,
        "four_points": 12,
        "least_run": 3,
        "run_card_points": 1,
        "hand_flush": 4,
        "crib_flush": 5,
        "flush_card_points": 1,
        "nobs_points": 1,
        "count_limit": 31,
        "limit_points": 2,
        "go_points": 1,
        "last_card_points": 1,
    },
    "farkle": ROLLS,
    "farkle dice-turn": {
        **ROLLS,
        "dice": [{"count": 6, "weights": [1] * 6, "joker": 0}],
        "straights": {"1 2 3 4 5 6": 1500},
        "jokers": "with_faces",
        "hot_dice": True,
        "junk": False,
    },
}
NAMES = {"baccarat": "punto-banco", "farkle": "box"}
"""The usual rules that are not called like their game."""


def rules_in_words(game: str, model: str, rules: Values) -> str:
    """Return the name of the game's usual rules, and how ``rules`` differ from them.

    ``game`` and ``model`` are the names in the certificate's kind, such as "farkle" and
    "turn".
    """
    usual = USUAL.get(f"{game} {model}") or USUAL.get(game, {})
    # A certificate states some of the rules. The usual values of these:
    before = dict(fields({name: usual.get(name) for name in rules}))
    after = dict(fields(rules))
    changed = []
    for name, value in after.items():
        if before.get(name) != value:
            changed.append(f"{name} = {short(json.dumps(value))}")
    changed += [f"no {name}" for name in before if name not in after]
    name = f"{NAMES.get(game, game)} rules"
    if not changed:
        return name
    return one_line(f"{name} with {listed(changed)}", 2_000)


def short(text: str) -> str:
    """Return a text; if it has more than 60 letters, cut it off and end it with "…"."""
    if len(text) <= MOST_LETTERS:
        return text
    return f"{text[: MOST_LETTERS - 1]}…"


def fields(table: Values, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a table, with their values.

    Fields of a table within the table have names with dots, such as ``outer.inner``.
    ``path`` is put before each name.
    """
    for name, value in table.items():
        if isinstance(value, dict):
            yield from fields(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def values_in_words(claimed: Values) -> str:
    """Return the values that were proved as text, each with its quantity id.

    ``claimed`` has, by id, an exact value or a pair of bounds.
    """
    texts = []
    for id, value in claimed.items():
        if isinstance(value, tuple):
            lower, upper = value
        else:
            lower = upper = value
        if lower == upper and len(str(value)) <= MOST_LETTERS:
            texts.append(f"{id} = {lower}")
        else:
            texts.append(f"{id} is {between(lower, upper)}")
    return listed(texts)


def listed(texts: list[str]) -> str:
    """Return up to twelve texts on one line, with commas, and the number of others."""
    shown = texts[:MOST_LISTED]
    more = len(texts) - len(shown)
    if more:
        shown.append(f"{more} more")
    return ", ".join(shown)


def between(lower: Fraction, upper: Fraction, digits: int = DIGITS) -> str:
    """Return two bounds as "from A to B", rounded outwards to ``digits`` decimals."""
    unit = 10**digits
    low = decimal(floor(lower * unit), digits)
    high = decimal(ceil(upper * unit), digits)
    return f"from {low} to {high}"


def decimal(units: int, digits: int) -> str:
    """Return ``units`` times 10**-``digits`` as a decimal number."""
    whole, rest = divmod(abs(units), 10**digits)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}}"
