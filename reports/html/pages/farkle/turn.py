"""The page that advises on a turn of Farkle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.turn.solution import Solution, solve_turn
from trueodds.core import rulebook
from trueodds.core.dice import counted_dice
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.coverage import fault
from trueodds.core.rules.farkle.loaded_dice import known_dice
from trueodds.reports.answers.farkle.sentences import bank_text
from trueodds.reports.html.book import Accepted, BookPage, menu_of, page_of
from trueodds.reports.kinds import percent, points
from trueodds.reports.output import Table

PLAYED = ("box", "facebook", "kingdom-come")
"""The presets that people play with: first in menus, and their matches are solved."""

EXAMPLE_DICE = "weighted, fair*5"
EXAMPLE_ROLL = "weighted=1 fair=15346"


def build(odds: Odds) -> BookPage:
    """Return the page on a turn of Farkle, with the best turn of every preset."""
    header = ("rules", "average turn", "farkle", *map(counted_dice, range(1, DICE + 1)))
    menu = menu_of(odds, dict(every_preset()))
    turns = menu_of(odds, FarkleRules.presets())
    caption = "The best turn for points: bank from this stake on, by dice left"
    return replace(
        page_of("farkle-turn"),
        values={
            "presets": {name: rulebook.to_table(rules) for name, rules in menu.items()},
            "thresholds": Table(header, [*best_turns(turns)], caption),
            "example_dice": EXAMPLE_DICE,
            "example_roll": EXAMPLE_ROLL,
            "dice": {
                name: die.weights for name, die in known_dice().items() if not die.joker
            },
            "labels": rulebook.field_descriptions(FarkleRules),
        },
        odds=odds,
        accepts=(Accepted("[1-6]{1,6}", f"{next(iter(menu))}/0//{{}}", "113456"),),
    )


def every_preset() -> Iterator[tuple[str, FarkleRules]]:
    """Yield the name and the rules of every preset with six fair dice, as in menus."""
    presets = FarkleRules.presets()
    # The names are unique, and those that people play with stay in front.
    for name in dict.fromkeys((*PLAYED, *presets)):
        rules = presets[name]
        if not rules.dice and not fault("the page of a turn", rules):
            yield name, rules


def best_turns(presets: Mapping[str, FarkleRules]) -> Iterator[tuple[str, ...]]:
    """Yield a row of texts on the best turn of each preset.

    A row has the preset, the average points, the probability of a farkle, and the
    points from which to bank with 1 to 6 dice left. A preset has a second row, for a
    turn before opening, if opening takes more points than banking later.
    """
    for name, rules in presets.items():
        for minimum in sorted({rules.minimum_to_bank, rules.minimum_to_open}):
            # Rules without a minimum to open have 0 there, which is no other turn.
            if minimum >= rules.minimum_to_bank:
                opening = ", before opening" * (minimum > rules.minimum_to_bank)
                turn = solve_turn(dice_set(rules), minimum)
                yield (f"{name}{opening}", *_texts(turn, rules))


def _texts(turn: Solution, rules: FarkleRules) -> Iterator[str]:
    """Yield the mean, the probability of a farkle, and the stakes to bank at."""
    yield points(turn.mean)
    yield percent(turn.farkle)
    for dice in range(1, DICE + 1):
        stake = turn.bank_at.get(dice)
        # All presets share the columns of six dice.
        known = dice <= rules.number_of_dice
        yield bank_text(stake, dice, rules) if known else "-"
