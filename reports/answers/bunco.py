"""Answers on Bunco: what one player, and the room of all players, expect of a night."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import quantile
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers import headlines
from trueodds.reports.answers.odds import OddsAnswer
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Part
from trueodds.reports.records import AsText, Hidden
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import labelled, selected
from trueodds.reports.text.records import odds_fields

HEADLINES = headlines("bunco")

PRIZES = {"points": "points", "buncos": "Buncos"}
TOPS = {"points": "The top score is", "Buncos": "The most Buncos of a player are"}
INDEPENDENT = (
    "The most points and Buncos of a player: the players' results are taken as "
    "independent of each other."
)
VOID = "A Bunco that scores nothing, as by these rules, is not counted."
WIDEST = Fraction(1, 10**4)
"""The widest bounds of a probability from which a night is told in whole numbers."""
LIKELY = {
    Fraction(1, 2): "in half of all nights",
    Fraction(9, 10): "in nine of ten nights",
}


YOURS = (
    Column("label", ""),
    Column("value", "", shown=numbers.value_text),
    Column("one_in", "", shown=numbers.one_in_text),
)


@dataclass(frozen=True, slots=True)
class Prize:
    """A bound on the points, or the Buncos, of the best player of a night.

    ``prize`` is "points" or "Buncos". In at least the share ``nights`` of all nights,
    no player has more than ``most`` of them.
    """

    prize: str
    most: int
    nights: AsText[Fraction]


ROOM = (
    Column("prize", "", TOPS.__getitem__),
    Column("most", "", lambda most: f"{most} or less"),
    Column("nights", "", LIKELY.__getitem__),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Night(OddsAnswer):
    """The averages of a player in a night, and what it takes to win the prizes.

    ``yours`` are the quantities of a single player, and ``room`` the bounds for the
    best player of all. ``points`` are a player's points in 8 of 10 nights: the least,
    then the most.
    """

    yours: Hidden[tuple[Quantity, ...]]
    # The 10 % and the 90 % quantile.
    points: tuple[int, int]
    room: tuple[Prize, ...]

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "quantities", "yours" and "room", by name.

        "quantities" has all numbers on a night by their ids. "yours" has those of a
        single player, and "room" has the bounds for the best player of all.
        """
        return {
            **super().tables(),
            "yours": Grid(YOURS, self.yours, "For you", repeats=True),
            "room": Grid(ROOM, self.room, "For the room", repeats=True),
        }

    @property
    def span(self) -> str:
        """A sentence on a player's points in 8 of 10 nights."""
        return "You score {} to {} points in 8 of 10 nights.".format(*self.points)

    def table(self) -> Iterable[Part]:
        """Return what a night is, the tables for you and the room, and notes.

        A note says how a round ends.
        """
        tables = [self._grid(name).table() for name in ("yours", "room")]
        return [*self.before, *tables, self.span, *self.after]


def night_of(odds: Odds, command: str) -> Night:
    """Return what to expect of a night of Bunco, as the answer of a command.

    ``odds`` are those of Bunco. ``command`` is the command line that gives the answer.
    Raises ``RulesError`` if ``bounds_are_wide``: if the probabilities of a night are
    not known closely enough.
    """
    rules = odds.rules_as(BuncoRules)
    if bounds_are_wide(odds):
        raise RulesError(
            "by these rules a night is too long for close bounds; trueodds odds bunco "
            "night prints its exact averages, and the bounds that there are"
        )
    lead = "A night"
    stated = tuple(filter(odds.__contains__, ["night.buncos.at_least.1"]))
    for bunco in stated:  # a Bunco that scores nothing is not counted
        lead = f"You roll a Bunco in {numbers.value_text(odds[bunco])} of nights"
    words = headlines("bunco.night")
    # The id has the number of rounds, which is a rule, so no file of words can hold it.
    words[f"night.wins.{rules.rounds}"] = "You win every round"
    return Night(
        **odds_fields(selected(odds, ["night"])) | {"command": command},
        yours=labelled(odds, words),
        points=(_points(odds, Fraction(1, 10)), _points(odds, Fraction(9, 10))),
        room=tuple(
            Prize(name, least, likely)
            for prize, name in PRIZES.items()
            for likely in LIKELY
            for least in _least(odds.family(f"night.{prize}"), rules.players, likely)
        ),
        stated=stated,
        before=[
            f"{lead} of {rules.rounds} rounds for {rules.players} players "
            f"({rules_name(odds.game, rules)})."
        ],
        after=[ended_text(rules), INDEPENDENT, *([] if rules.bunco_points else [VOID])],
    )


def bounds_are_wide(odds: Odds) -> bool:
    """Return True if the probabilities of a night are not known closely enough.

    ``odds`` are those of Bunco. The points and the Buncos of a night have probabilities
    between proved bounds. The bounds are too wide to name whole numbers of points or
    Buncos, such as "12 or less", if rounds are very long or bring very many Buncos.
    """
    first = [odds[f"night.{tally}.0"].bounds for tally in PRIZES]
    return max(bounds.width for bounds in first) > WIDEST


def ended_text(rules: BuncoRules) -> str:
    """Return a sentence that says how a round of a night ends."""
    return (
        "A night is played in turns, not with one roll a round: a round ends when a "
        f"side of the head table has {rules.round_points} points."
    )


def _points(odds: Odds, share: Fraction) -> int:
    """Return the least N for which P(N points or less) is at least this probability."""
    # Midpoints are good enough: the result is a whole number of points for people.
    masses = odds.family("night.points")
    return quantile(((_number(q), q.bounds.midpoint) for q in masses), share)


def _least(tally: Iterable[Quantity], players: int, share: Fraction) -> Iterator[int]:
    """Yield the least N that no player exceeds with at least this probability, if any.

    ``tally`` has a player's probability of each number of points, or of Buncos.
    """
    below = Fraction(0)
    for quantity in tally:
        below += quantity.bounds.lower
        # All players, each independent of the others, have at most this number.
        if below**players >= share:
            yield _number(quantity)
            return


def _number(quantity: Quantity) -> int:
    """Return the number N of a quantity whose id ends in ".N"."""
    return int(quantity.id.rpartition(".")[2])
