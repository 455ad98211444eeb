"""Answers on Bunco: what one player, and the room, can expect of a night."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from trueodds.core.exact.distribution import quantile
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers import headlines
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import output, selected

HEADLINES = headlines("bunco")

PRIZES = {"points": "points", "buncos": "Buncos"}
LIKELY = (Fraction(1, 2), Fraction(9, 10))


def night_output(odds: Odds) -> Output:
    """Return the odds of a night as an answer."""
    return replace(output(selected(odds, ["night"])), table=lambda: _night(odds))


def _night(odds: Odds) -> Iterator[Part]:
    rules = odds.rules_as(BuncoRules)
    players = rules.tables * rules.players_per_table
    lead = "A night"
    bunco = "night.buncos.at_least.1"
    if bunco in odds:  # a Bunco that scores nothing is not counted
        lead = f"You roll a Bunco in {numbers.value_text(odds[bunco])} of nights"
    yield (
        f"{lead} of {rules.rounds} rounds for {players} players "
        f"({rules_name(odds.game, rules)})."
    )
    yield Table([], your_rows(odds), "For you")
    yield Table([], room_rows(odds), "For the room")
    yield ended_text(rules)
    yield (
        "The most points and Buncos of a player: the other players' results are taken "
        "as independent of each other."
    )


def ended_text(rules: BuncoRules) -> str:
    """Return a sentence that says how a round of a night ends."""
    return (
        "A night is played in turns, not with one roll a round: a round ends when a "
        f"side of the head table has {rules.round_points} points."
    )


def your_rows(odds: Odds) -> list[list[str]]:
    """Return what a player can expect of a night, as rows of a table."""
    rows = [
        [words, numbers.value_text(odds[id]), numbers.one_in_text(odds[id])]
        for id, words in headlines("bunco.night").items()
        if id in odds
    ]
    points = _quantile(odds, "night.points", Fraction(1, 10))
    most = _quantile(odds, "night.points", Fraction(9, 10))
    rows.append(["Your points, in 8 of 10 nights", f"{points} to {most}", ""])
    rules = odds.rules_as(BuncoRules)
    every_round = odds[f"night.wins.{rules.rounds}"]
    one_in = numbers.one_in_text(every_round)
    return [*rows, ["You win every round", numbers.value_text(every_round), one_in]]


def room_rows(odds: Odds) -> list[list[str]]:
    """Return what the room can expect of a night, as rows of a table."""
    return [
        [
            f"The most {name} of a player",
            f"at most {least}",
            f"in at least {likely * 100} % of nights",
        ]
        for prize, name in PRIZES.items()
        for likely in LIKELY
        for least in _least(odds, f"night.most_{prize}", likely)
    ]


def _quantile(odds: Odds, family: str, share: Fraction) -> int:
    """Return the least N for which P(N or less) is at least this probability."""
    masses = odds.family(family)
    return quantile(((_number(q), q.bounds.midpoint) for q in masses), share)


def _least(odds: Odds, family: str, share: Fraction) -> list[int]:
    """Return the least N that wins a prize with at least this probability, if any.

    ``family`` is the prize for the most points or Buncos.
    """
    fitting = (
        quantity for quantity in odds.family(family) if quantity.bounds.lower >= share
    )
    return [_number(quantity) for quantity in islice(fitting, 1)]


def _number(quantity: Quantity) -> int:
    """Return the number N of a quantity whose id ends in ".N"."""
    return int(quantity.id.rpartition(".")[2])
