"""The quantities that the names in a table of odds mean.

A name is an id, or a whole label with its words in any order. No other name is matched.
``1 - ID`` is the complement of a probability, or the return of a bet with the house
edge ``ID``. ``FAMILY.N or more`` is a sum over a family of probabilities, which may
leave out one in a million at most. ``bet.NAME pays`` is the probability that makes a
bet fair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.words import plain
from trueodds.proofs.verify.odds.judging import Far

NOT = "1 - "
MORE = " or more"
PAYS = " pays"
OF_BETS = {"the return": "1 - ", "the player's expected value": "0 - "}
"""Numbers of a bet by what goes before its house edge: the return is 1 - edge."""

AT_LEAST = ("at", "least", "1")

OPPOSITES = {"score": "farkle", "no": "", "not": "", "without": "", "never": ""}
"""Words that name a complement, and the words of a label in place of each."""

MOST_HINTS = 5
"""The most unknown names for which the nearest names are looked up."""


LEFT_OUT = Fraction(1, 10**6)
"""The most probability that a distribution leaves out, as ``trueodds odds`` prints."""


def quantity_of(odds: Odds, id: str) -> Quantity:
    """Return the quantity of an id, also of some forms that the odds do not list.

    ``1 - ID`` is the complement of a probability, or the return of a bet whose house
    edge is ``ID``. ``bet.NAME pays`` is the probability that makes a bet fair.
    ``FAMILY.N or more`` is the probability of N or more.

    >>> import trueodds
    >>> quantity_of(trueodds.odds("farkle"), "1 - roll.1.farkle").exact
    Fraction(1, 3)
    """
    whole, minus, name = id.partition(" - ")
    if minus:
        other = odds[name]
        count = other.total
        # The complement has the other cases of the same total.
        if other.count is not None and count is not None:
            count -= other.count
        return replace(other, id=id, value=int(whole) - other, count=count)
    if id.endswith(PAYS):
        name = id.removesuffix(PAYS)
        bet = _bets(odds)[name.removeprefix("bet.")]
        amounts = bet.pay_outs
        if len(amounts) > 1:
            raise UnknownNameError(
                f"{name} has {len(amounts)} pay-outs; write its edge"
            )
        # A bet that pays n to 1 is fair if it wins once in n + 1.
        fair = 1 / (1 + amounts[0])
        return Quantity(id, bet.label, fair, "probability", "rules")
    if id.endswith(MORE):
        family, _, number = id.removesuffix(MORE).rpartition(".")
        masses = odds.family(family)
        every = sum((mass.bounds.midpoint for mass in masses), Fraction(0))
        # The sum above is 1 minus the sum below, so no outcome may be missing.
        if abs(every - 1) > LEFT_OUT:
            raise UnknownNameError(f"{family} leaves out outcomes, so it has no {id!r}")
        below = Fraction(0)
        for mass in masses:
            _, _, outcome = mass.id.rpartition(".")
            if int(outcome) < int(number):
                below += mass.bounds.midpoint
        return replace(masses[0], id=id, value=1 - below, count=None, total=None)
    return odds[id]


class Names:
    """An index that finds a game's quantities and families of quantities by name.

    A name is an id, or the words of a label in any order. ``labels`` has further labels
    of quantities, by id.
    """

    def __init__(self, odds: Odds, labels: Mapping[str, str]) -> None:
        self.odds = odds
        self.families: dict[str, str] = {}
        self.far: Far = {}
        self._hints = 0
        self._ids: dict[str, set[str]] = {}
        for id, quantity in odds.items():
            family, _, number = id.rpartition(".")
            if number.isdigit():
                title = quantity.label.lower().removesuffix(f": {number}")
                self.families |= {family: family, title: family}
            # Each name as it is, and its words in the order of the alphabet.
            for text in (id, quantity.label, labels.get(id, id)):
                for name in (text.lower(), _words(text)):
                    self._ids.setdefault(name, set()).add(id)
        # An id is itself, even if a label of another quantity has the same words.
        self._ids |= {id: {id} for id in odds}
        self._without_ties = {}
        for id in odds:
            if ".resolved" in id:
                with_ties = id.replace(".resolved.", ".")
                with_ties = re.sub(r"\.resolved$", ".edge", with_ties)
                self._without_ties[with_ties] = id
        self._bets: dict[str, list[str]] = {}
        for key, bet in _bets(odds).items():
            without_number = key.rstrip("_0123456789")
            for text in {key, without_number, bet.label, f"bet {key}"}:
                for name in (text, f"{text} edge"):
                    bets = self._bets.setdefault(_words(name), [])
                    bets.append(f"bet.{key}{PAYS}")

    def bets(self, name: str) -> list[str]:
        """Return the ids ``bet.NAME pays`` of all bets that a name may mean.

        The quantity of such an id is the probability that makes the bet fair.
        """
        bets = self._bets.get(_words(name), ())
        return [*dict.fromkeys(bets)]

    def readings(self, id: str, meaning: str) -> dict[str, str]:
        """Return the ids of what a number in the row of ``id`` can mean, with notes.

        In the row of a house edge, the number may be the bet's return or the player's
        expected value. In any row it may be the quantity without ties, if there is one.
        The keys of the result are ids. A note says how the number is then read, such as
        "as the return", or is "".

        ``meaning`` says what the column's header calls the number of a bet, such as
        "the return". It is "" if the header does not say it.

        >>> import trueodds
        >>> [*Names(trueodds.odds("baccarat"), {}).readings("coup.tie", "")]
        ['coup.tie']
        """
        of_bet = id.endswith((".edge", ".resolved"))
        if of_bet and meaning in OF_BETS:
            # A return is also printed without the stake.
            words = [*OF_BETS] if meaning == "the return" else [meaning]
            return {f"{OF_BETS[each]}{id}": f"as {each}" for each in words}
        meanings = {id: ""}
        if of_bet and not meaning:
            for each, sign in OF_BETS.items():
                meanings[f"{sign}{id}"] = f"as {each}"
        if twin := self._without_ties.get(id):
            meanings[twin] = f"right without ties ({twin})"
        return meanings

    def find(self, name: str) -> str:
        """Return the id of the quantity that a name means, or an empty text.

        >>> import trueodds
        >>> names = Names(trueodds.odds("farkle"), {})
        >>> names.find("chance to score with four dice"), names.find("roll.4.score")
        ('1 - roll.4.farkle', '')
        """
        if id := self._only(name) or self._only(name.lower()):
            return id
        if id := self._only(name.removesuffix(MORE)):
            return id + MORE
        # A dotted name is meant as an id. It is not matched by words.
        if re.fullmatch(r"\S+\.\S+", name):
            return ""
        words = plain(name).split()
        id = self._only(_words(name))
        # "one" may be a number, or only an article.
        if not id and re.search(r"\bone\b", name.lower()):
            rest = [word for word in words if word != "1"]
            id = self._only(_bag(rest))
        if id:
            return id
        for negation in OPPOSITES.keys() & words:
            rest = [word for word in words if word != negation]
            rest.append(OPPOSITES[negation])
            # Without the word that negates, the name may be that of a probability.
            other = self._only(_bag(rest))
            if not other:
                other = self._only(_bag([*rest, *AT_LEAST]))
            if other and self.odds[other].unit == "probability":
                id = NOT + other
        return id

    def unknown(self, name: str) -> UnknownNameError:
        """Return the error for an unknown name, which may suggest the nearest names."""
        self._hints += 1
        fault = f"{self.odds.game} has no number {name!r:.60}"
        if self._hints <= MOST_HINTS:
            near = self.odds.near(name, words=True)
            fault += f"; {near}"
        return UnknownNameError(fault)

    def _only(self, name: str) -> str:
        """Return the id of a label or of sorted words, if there is a single one."""
        ids = self._ids.get(name, ())
        if len(ids) != 1:
            return ""
        (id,) = ids
        return id


def _bets(odds: Odds) -> dict[str, Any]:
    """Return the bets of a game's rules by their names."""
    return getattr(odds.rules, "bets", {})


@lru_cache(maxsize=4096)
def _words(text: str) -> str:
    """Return the words of a text in the order of the alphabet."""
    return _bag(plain(text).split())


def _bag(words: Iterable[str]) -> str:
    """Return words in the order of the alphabet."""
    return " ".join(sorted(filter(None, words)))
