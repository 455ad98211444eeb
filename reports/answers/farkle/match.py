"""Answers on a whole match, in which when to bank is a table by score."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from trueodds.analysis.farkle.match import solved_on, state_space
from trueodds.analysis.farkle.match.quantities import first_player, policy
from trueodds.core.dice import counted_dice
from trueodds.core.errors import RulesError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.farkle.sentences import percent, to_win
from trueodds.reports.html.page import Grid, Section
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.odds import output as odds_output

POLICY = "match.bank_at."

SHORT = 500
"""The target on the page: a match to it takes no time."""


def output(odds: Odds) -> Output:
    """Return the odds of a match as an answer."""
    policy = [quantity for id, quantity in odds.items() if id.startswith(POLICY)]
    rest = [quantity for id, quantity in odds.items() if not id.startswith(POLICY)]
    others = odds_output(Odds(odds.game, odds.rules, odds.command, rest))
    banking: list[Part] = [
        "Best play: bank at this stake, by scores and dice left to roll.",
        Table(*policy_table(policy)),
    ]
    rules = odds.rules_as(FarkleRules)
    first = (
        f"The player who moves first wins {percent(odds['match.first_player'].bounds)}"
        f" of games, if both play best. {to_win(rules)}"
    )
    unit, target = state_space(rules).unit, rules.target
    notes: list[Part] = []
    if target % unit:
        played = -(-target // unit) * unit
        notes = [f"{target} is not a multiple of {unit}, so it is played as {played}."]
    return replace(
        odds_output(odds),
        table=lambda: [first, *notes, *others.table(), *banking],
        markdown=lambda: [*others.parts("markdown"), *banking],
    )


def section(rules: FarkleRules) -> Section:
    """Return a short match for Farkle's page; without numbers if scores can fall.

    If a minimum is needed to open, the target is at least twice that.
    """
    title = "A match"
    text = (
        "“trueodds farkle match” has the match to any target, the results of simpler "
        "strategies, and more players. The first match to 10,000 takes half a minute; "
        "after that it is cached."
    )
    target = min(rules.target, max(SHORT, 2 * rules.minimum_to_open))
    try:
        space = state_space(structs.replace(rules, target=target))
        if space.falls:
            return Section(title, text, ())
        match = solved_on(space)
    except RulesError:
        return Section(title, text, ())
    header, rows = policy_table([*policy(match)])
    best = f"Best play to {target:,} points: bank at this stake, by scores and dice"
    return Section(
        title,
        f"Two players who both play best, to {target:,} points. {text}",
        (first_player(match),),
        grids=(Grid(best, tuple(header), tuple(map(tuple, rows))),),
    )


def policy_table(policy: list[Quantity]) -> tuple[list[str], list[list[str]]]:
    """Return a row for each pair of scores, a column for each number of dice."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for quantity in policy:
        mine, theirs, dice = quantity.id.removeprefix(POLICY).split(".")
        stake = f"{int(quantity.bounds.lower):,}"
        rows.setdefault((mine, theirs), {})[dice] = stake
    columns = sorted(
        {dice for row in rows.values() for dice in row},
        key=lambda dice: (dice.count("+"), dice),
    )
    return (
        ["you have", "they have", *map(_dice_left, columns)],
        [
            [*(f"{int(score):,}" for score in scores), *(row[n] for n in columns)]
            for scores, row in rows.items()
        ],
    )


def _dice_left(name: str) -> str:
    """Return the dice of an id as text: their number, or their names joined by +."""
    return counted_dice(name) if name.isdigit() else name.replace("+", ", ")
