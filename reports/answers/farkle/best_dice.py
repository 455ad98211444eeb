"""The answer on the best six dice of an inventory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.best_dice.roll_groups import RollGroups
from trueodds.analysis.farkle.best_dice.rounded_turn import Intervals, rounded_mean
from trueodds.analysis.farkle.best_dice.search import (
    BestDice,
    Excluded,
    RankedSet,
    best_sets,
    least_turns,
)
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rulebook import rules_in_words
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.inventory import Owned
from trueodds.core.rules.farkle.loaded_dice import (
    SIDES,
    counts_text,
    published_dice,
)
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.farkle.sentences import for_points, points
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

SCHEMA = "trueodds.best-dice/1"
MOST_ROWS = 10
"""The most rows of bounds in the table for people; JSON has all."""

Dice = Sequence[tuple[int, ...]]
Names = Mapping[tuple[int, ...], str]
Bounds = Mapping[str, Enclosure]
"""Proved bounds of the values of a set, by name, such as ``mean``."""


def output(
    rules: FarkleRules,
    owned: Sequence[Owned],
    top: int,
    progress: Progress,
    *,
    fewest_turns: bool,
    rounding: bool,
) -> Output:
    """Return the best sets of an inventory as an answer.

    Raises ``DiceError`` and ``RulesError`` as ``best_sets``.
    """
    counts, names = kinds_of(rules, owned)
    result = best_sets(
        rules, counts, top, progress, fewest_turns=fewest_turns, resume=True
    )
    rounded, notes = _rounded(rules, names, result.best[0]) if rounding else ({}, [])
    return Output(
        SCHEMA,
        record=lambda: _record(rules, owned, names, result) | rounded,
        table=lambda: _parts(rules, names, result, notes),
        rows=lambda: rows(((each.dice, _bounds(each)) for each in result.best), names),
    )


def kinds_of(
    rules: FarkleRules, owned: Sequence[Owned]
) -> tuple[Counter[tuple[int, ...]], Names]:
    """Return how many dice of each kind an inventory has, and the names of the kinds.

    Raises ``DiceError`` for dice that cannot be in a set of six.
    """
    counts: Counter[tuple[int, ...]] = Counter()
    names: dict[tuple[int, ...], str] = {}
    jokers = any(die.joker for die, _ in owned)
    for die, number in owned:
        faces, joker = die.kind
        lowest = (*faces, joker) if jokers else faces
        if len(faces) > SIDES:
            raise DiceError(
                f"{die.name} cannot be in the inventory; best-dice takes dice with the "
                f"faces 1 to {SIDES} and jokers"
            )
        if joker and rules.jokers == "none":
            raise DiceError(
                f"{die.name} has a joker, and these rules have none (jokers = none); "
                "leave it out of the inventory, or set jokers to with_faces or alone"
            )
        counts[lowest] += number
        names.setdefault(lowest, die.name)
    return counts, names


def inventory_record(
    rules: FarkleRules, owned: Sequence[Owned], sets: int
) -> dict[str, Any]:
    """Return the part of the record that repeats the question."""
    return {
        **rules_record(rules),
        "inventory": [
            {"name": die.name, "weights": list(die.weights), "number": number}
            | ({"joker": die.joker} if die.joker else {})
            for die, number in owned
        ],
        "sets": str(sets),
    }


def set_record(dice: Dice, bounds: Bounds, names: Names) -> dict[str, Any]:
    """Return the names of a set's dice, and the bounds of its values by name."""
    records = {value: enclosure.record() for value, enclosure in bounds.items()}
    return {"dice": [names[die] for die in dice], **records}


def _record(
    rules: FarkleRules, owned: Sequence[Owned], names: Names, result: BestDice
) -> dict[str, Any]:
    turns = result.best[0].turns is not None
    excluded = [
        {
            "dice": [names[die] for die in group.known],
            "others": [names[die] for die in group.pool],
            "sets": str(group.sets),
            "mean_at_most": at_most(group.bound, 6).replace(",", ""),
            **({"turns_at_least": _turns_at_least(rules, group, 6)} if turns else {}),
        }
        for group in result.excluded
    ]
    return {
        **inventory_record(rules, owned, result.sets),
        "purpose": "turns" if turns else "mean",
        "best": [set_record(each.dice, _bounds(each), names) for each in result.best],
        "tied": len(result.tied),
        "computed": str(result.computed),
        "unranked": [
            set_record(
                dice,
                {"turns": Enclosure(-value.upper, -value.lower)}
                if turns
                else {"mean": value},
                names,
            )
            for dice, value in result.unranked
        ],
        "bounds": result.bounds,
        "excluded": excluded,
    }


def _rounded(
    rules: FarkleRules, names: Names, best: RankedSet
) -> tuple[dict[str, Any], list[Part]]:
    """Return bounds of the average over all weights that fit rounded percentages.

    The result is keys for the record, and sentences for the table.
    """
    dice = [(die, _intervals(names[die], die)) for die in best.dice]
    try:
        mean = rounded_mean(RollGroups.of_dice(rules, best.dice), dice)
    except RulesError:
        return {"mean_if_rounded": None}, [
            "The bounds for rounded percentages are missing: these six dice farkle too "
            "rarely to compute them."
        ]
    bounds = f"{points(mean.lower)} to {points(mean.upper)}"
    published = [names[die] in published_dice() for die in best.dice]
    if not any(published):
        sentence = (
            "No percentages are published for these six dice, and their weights count "
            f"as exact: they average {bounds} points a turn."
        )
    else:
        exact = "" if all(published) else " The other dice count as exact."
        sentence = (
            "With any dice whose percentages round to the published ones, these six "
            f"average {bounds} points a turn.{exact}"
        )
    return {"mean_if_rounded": mean.record()}, [sentence]


def _intervals(name: str, weights: tuple[int, ...]) -> Intervals:
    """Return an interval for the probability of each face of a die.

    A known die has the intervals that round to its published percentages. Weights that
    the user gave are exact.
    """
    if published := published_dice().get(name):
        exact = Fraction(0), Fraction(0)
        return (*published.intervals, exact)[: len(weights)]
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    return tuple((share, share) for share in shares)


def _parts(
    rules: FarkleRules, names: Names, result: BestDice, notes: list[Part]
) -> Iterator[Part]:
    best, tied = result.best[0], len(result.tied)
    sets = f"{result.sets:,} {'set' if result.sets == 1 else 'sets'}"
    take = f"Take {set_text(best.dice, names)}"
    if best.turns:
        yield (
            f"{take}: {points(best.turns.midpoint)} turns to {points(rules.target)} "
            f"points on average, the fewest of {sets}. "
            f"({rules_in_words('farkle', rules)}, playing alone)"
        )
        numbers, turns, bound = "expected turns", ["turns"], "turns at least"
    else:
        yield (
            f"{take}: {points(best.mean.midpoint)} points a turn on average, the best "
            f"of {sets}. {for_points(rules)}"
        )
        numbers, turns, bound = "averages", [], "average at most"
    if tied > 1:
        yield (
            f"{tied} sets are tied: their {numbers} are too close to say which is best."
        )
    yield from notes
    if len(result.best) > 1:
        places = [
            [
                str(place),
                set_text(ranked.dice, names),
                *([points(ranked.turns.midpoint)] if ranked.turns else []),
                points(ranked.mean.midpoint),
            ]
            for place, ranked in enumerate(result.best, 1)
        ]
        yield Table(["place", "dice", *turns, "average turn"], places)
    if result.excluded:
        groups = [
            [
                set_text(group.known, names) or "(any)",
                _others(group.pool, names),
                f"{group.sets:,}",
                _turns_at_least(rules, group, 2)
                if best.turns
                else at_most(group.bound, 2),
            ]
            for group in result.excluded[:MOST_ROWS]
        ]
        header = ["sets with", "and other dice from", "sets", bound]
        yield Table(header, groups, title="Why no other set is better")
    if more := sum(group.sets for group in result.excluded[MOST_ROWS:]):
        side = "higher" if best.turns else "lower"
        have = f"set has a {side} bound" if more == 1 else f"sets have {side} bounds"
        yield (
            f"{more:,} more {have} than these; --format json lists the bounds of all."
        )


def _bounds(ranked: RankedSet) -> Bounds:
    turns = {"turns": ranked.turns} if ranked.turns else {}
    return {"mean": ranked.mean, **turns}


def rows(best: Iterable[tuple[Dice, Bounds]], names: Names) -> list[dict[str, Any]]:
    """Return a row for each set: its dice, and columns such as ``turns_lower``."""
    return [
        {"place": place, "dice": set_text(dice, names)}
        | {
            f"{name}_{side}".removeprefix("mean_"): text
            for name, enclosure in bounds.items()
            for side, text in enclosure.record().items()
        }
        for place, (dice, bounds) in enumerate(best, 1)
    ]


def _turns_at_least(rules: FarkleRules, group: Excluded, digits: int) -> str:
    """Return a lower bound of the expected turns with a group of sets, rounded down."""
    bound = least_turns(rules.target, group.bound)
    return f"{float(Fraction(int(bound * 10**digits), 10**digits)):.{digits}f}"


def _others(pool: Dice, names: Names) -> str:
    if len(pool) <= 3:
        return ", ".join(names[die] for die in pool)
    return f"{len(pool)} kinds"


def set_text(dice: Dice, names: Names) -> str:
    """Return the names of dice, with the number of dice of each name."""
    return counts_text(Counter(names[die] for die in dice))


def at_most(bound: float | Fraction, digits: int) -> str:
    """Return an upper bound as text with some decimals, rounded up."""
    up = Fraction(-int(-Fraction(bound) * 10**digits // 1), 10**digits)
    return f"{float(up):,.{digits}f}"
