"""The page that advises on a turn of Farkle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from trueodds.analysis.farkle.roll_classes import roll_classes
from trueodds.analysis.farkle.turn.optimal import Turn, best_turn
from trueodds.core import games, rulebook
from trueodds.core.dice import counted_dice
from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.loaded import known_dice
from trueodds.reports.html.book import Accepted, BookPage
from trueodds.reports.html.page import Grid
from trueodds.reports.text import numbers

NAME = "farkle-turn"
ENGINE = "engines/farkle.js"
WIDGETS = ("widgets/farkle-dice.js",)
EXAMPLE_DICE = "weighted, fair*5"
EXAMPLE_ROLL = "weighted=1 fair=15346"


@dataclass(frozen=True, slots=True)
class Row:
    """A rule set as a row of the table: its name, and the best turn under it."""

    name: str
    rules: FarkleRules
    opening: bool
    mean: Quantity
    farkle: Quantity
    bank_at: dict[int, int]

    def texts(self) -> tuple[str, ...]:
        """Return the cells of the table."""
        stakes = (self.bank_at.get(dice) for dice in range(1, DICE + 1))
        return (
            f"{self.name}, before opening" if self.opening else self.name,
            numbers.value_text(self.mean).removesuffix(" points"),
            numbers.value_text(self.farkle),
            *("never" if stake is None else f"{stake:,}" for stake in stakes),
        )


def build(odds: Odds) -> BookPage:
    """Return the page, with the best turn under every rule set as a table."""
    rows = [*_rows()]
    header = ("rules", "average turn", "farkle", *map(counted_dice, range(1, DICE + 1)))
    caption = "The best turn for points: bank from this stake on, by dice left"
    return BookPage(
        name=NAME,
        title="Farkle: bank or roll?",
        answers="Which dice should you keep, and should you bank the points or roll "
        "again?",
        values={
            "presets": presets(),
            "thresholds": Grid(caption, header, tuple(row.texts() for row in rows)),
            "example_dice": EXAMPLE_DICE,
            "example_roll": EXAMPLE_ROLL,
            "dice": {name: die.weights for name, die in known_dice().items()},
            "labels": rulebook.field_descriptions(FarkleRules),
        },
        menu="Bank or roll?",
        odds=odds,
        scripts=(
            ENGINE,
            "engines/farkle_any_dice.js",
            *WIDGETS,
            "widgets/farkle-loaded.js",
            f"widgets/{NAME}.js",
        ),
        accepts=(Accepted("[1-6]{1,6}", f"{_default()}/0//{{}}", "113456"),),
    )


def presets() -> dict[str, dict[str, Any]]:
    """Return the rules of every preset, by name, as plain tables."""
    return {name: rulebook.to_table(rules) for name, rules in every_preset()}


def every_preset() -> Iterator[tuple[str, FarkleRules]]:
    """Yield the name and the rules of every preset with fair dice."""
    for name in rulebook.preset_names(games.find(FarkleRules.game)):
        rules = FarkleRules.load(name)
        if not rules.dice:
            yield name, rules


def _default() -> str:
    return rulebook.preset_names(games.find(FarkleRules.game))[0]


def _rows() -> Iterator[Row]:
    for name, rules in every_preset():
        rolls = roll_classes(rules)
        minimum = rules.minimum_to_bank
        yield _row(name, rules, best_turn(rolls, rules, minimum=minimum))
        if rules.minimum_to_open > minimum:
            turn = best_turn(rolls, rules, minimum=rules.minimum_to_open)
            yield _row(name, rules, turn, opening=True)


def _row(name: str, rules: FarkleRules, turn: Turn, *, opening: bool = False) -> Row:
    method = "backward induction"
    label = f"Average points of the best turn, {name} rules"
    mean = Quantity(f"{name}.turn.mean", label, turn.mean, "points", method)
    label = f"The best turn ends in a farkle, {name} rules"
    farkle = Quantity(f"{name}.turn.farkle", label, turn.farkle, "probability", method)
    return Row(name, rules, opening, mean, farkle, turn.bank_at)
