"""Changes that explain a wrong value: digits, a slip of one digit, other rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import process_time

import msgspec

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games, rulebook, shipped_odds
from trueodds.core.errors import TrueoddsError
from trueodds.core.exact.digits import counted
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.odds.judging import judge
from trueodds.proofs.verify.odds.layout import Stated
from trueodds.proofs.verify.odds.names import OF_BETS, quantity_of

SECONDS = 1.0
"""Processor time after which no further rules are tried."""

DECKS = (8, 6, 1, 2, 4, 7, 5, 3)
"""Numbers of decks, the usual ones first."""

LEAST_DIGITS = 3
"""From this many digits on, a number with one wrong digit is a slip."""


def of_digits(text: str, right: str) -> str:
    """Return a note on a value that differs from the right one in few digits.

    The note is empty if the value differs in more digits.

    ``text`` is the value as stated, and ``right`` the right one in the same form.

    >>> of_digits("45.96 %", "45.86 %"), of_digits("0.4600 %", "0.4630 %")
    ('one digit wrong', 'right as a round number, whose last ...')
    """
    digits = re.sub(r"\D", "", text)
    others = re.sub(r"\D", "", right)
    same_sign = ("-" in text) == ("-" in right)
    if len(digits) != len(others) or not same_sign:
        return ""
    zeros = len(digits) - len(digits.rstrip("0"))
    # Half a unit of the last digit that is no zero.
    if zeros and 2 * abs(int(digits) - int(others)) <= 10**zeros:
        return "right as a round number, whose last zeros are no digits"
    wrong = sum(map(str.__ne__, digits, others))
    if wrong == 1 and len(digits) >= LEAST_DIGITS:
        return "one digit wrong"
    return ""


def by_rules(
    odds: Odds, wrong: Mapping[int, tuple[str, Stated]], notes: dict[int, str]
) -> None:
    """Add notes on values that are right by other rules.

    Args:
        odds: The odds by which the values are wrong.
        wrong: The id of the quantity and the value, by the number of the table's row.
        notes: A note for each value of ``wrong``, by the same number. An empty note is
            replaced if other rules explain the value.
    """
    # A hint may not cost more time than the verdict.
    end = process_time() + SECONDS
    for words, rules in _others(odds):
        if all(notes.values()) or process_time() > end:
            return
        others = exact_odds(odds.game, rules)
        for number, (id, value) in wrong.items():
            if fits(others, id, value):
                notes[number] = notes[number] or words


def fits(odds: Odds, id: str, value: Stated) -> bool:
    """Return True if a value of a table is right for the quantity of an id.

    The value's column may say in which form a bet is stated, such as "the return".

    ``odds`` are the game's odds, and ``value`` is the value of the table.
    """
    if id.endswith(".edge"):
        id = OF_BETS.get(value.meaning, "") + id
    with suppress(TrueoddsError, ValueError):
        judged = judge(value.text, value.unit, quantity_of(odds, id))
        return judged.verdict == "true"
    return False


def _others(odds: Odds) -> Iterator[tuple[str, Rules]]:
    """Yield presets that ship, and other numbers of decks, with a note on each."""
    game = games.find(odds.game)
    for name in rulebook.preset_names(game):
        preset = rulebook.load(game, name)
        if preset == odds.rules:
            continue
        # Other presets would have to be computed first.
        if shipped_odds.read("odds", game.name, preset):
            yield f"right by {name} rules", preset
    if not hasattr(odds.rules, "decks"):
        return
    for decks in DECKS:
        rules = msgspec.structs.replace(odds.rules, decks=decks)
        if rules != odds.rules:
            yield f"right for {counted(decks, 'decks')}", rules
