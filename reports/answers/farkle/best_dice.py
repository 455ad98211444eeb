"""The answer on the best six dice of an inventory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

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
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import SIDES, Owned, published_dice
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.farkle.sentences import for_points, points
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

SCHEMA = "trueodds.best-dice/1"
MOST_ROWS = 10
"""The most rows of bounds that people are shown."""

Names = Mapping[tuple[int, ...], str]


class Rounded(NamedTuple):
    """The mean over all weights that round to the percentages, if computed."""

    mean: Enclosure | None
    any_published: bool
    all_published: bool


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
    rounded = _rounded(rules, names, result.best[0]) if rounding else None
    return Output(
        SCHEMA,
        record=lambda: _record(rules, owned, names, result, rounded),
        table=lambda: _parts(rules, names, result, rounded),
        rows=lambda: [
            {
                "place": place,
                "dice": set_text(ranked.dice, names),
                **ranked.mean.record(),
                **bounds_columns(_turns(ranked)),
            }
            for place, ranked in enumerate(result.best, 1)
        ],
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


def set_record(
    dice: Sequence[tuple[int, ...]], bounds: Mapping[str, Enclosure], names: Names
) -> dict[str, Any]:
    """Return the names of a set's dice, and the bounds of its values by name."""
    records = {value: enclosure.record() for value, enclosure in bounds.items()}
    return {"dice": [names[die] for die in dice], **records}


def _record(
    rules: FarkleRules,
    owned: Sequence[Owned],
    names: Names,
    result: BestDice,
    rounded: Rounded | None,
) -> dict[str, Any]:
    purpose = "turns" if result.best[0].turns else "mean"
    excluded = [
        {
            "dice": [names[die] for die in group.known],
            "others": [names[die] for die in group.pool],
            "sets": str(group.sets),
            "mean_at_most": at_most(group.bound, 6).replace(",", ""),
        }
        for group in result.excluded
    ]
    if purpose == "turns":
        for record, group in zip(excluded, result.excluded, strict=True):
            record["turns_at_least"] = _turns_at_least(rules, group, 6)
    return {
        **inventory_record(rules, owned, result.sets),
        "purpose": purpose,
        "best": [
            set_record(
                ranked.dice,
                {"mean": ranked.mean, **_turns(ranked)},
                names,
            )
            for ranked in result.best
        ],
        "tied": len(result.tied),
        "computed": str(result.computed),
        "unranked": [
            set_record(
                dice,
                {"turns": Enclosure(-value.upper, -value.lower)}
                if purpose == "turns"
                else {"mean": value},
                names,
            )
            for dice, value in result.unranked
        ],
        "bounds": result.bounds,
        "excluded": excluded,
    } | ({"mean_if_rounded": rounded.mean and rounded.mean.record()} if rounded else {})


def _rounded(rules: FarkleRules, names: Names, best: RankedSet) -> Rounded:
    published = [names[die] in published_dice() for die in best.dice]
    dice = [(die, _intervals(names[die], die)) for die in best.dice]
    try:
        mean = rounded_mean(RollGroups.of_dice(rules, best.dice), dice)
    except RulesError:
        mean = None
    return Rounded(mean, any(published), all(published))


def _rounded_sentence(rounded: Rounded) -> str:
    if rounded.mean is None:
        return (
            "The bounds for rounded percentages are missing: these six dice farkle too "
            "rarely to compute them."
        )
    bounds = f"{points(rounded.mean.lower)} to {points(rounded.mean.upper)}"
    if not rounded.any_published:
        return (
            "No percentages are published for these six dice, and their weights count "
            f"as exact: they average {bounds} points a turn."
        )
    exact = "" if rounded.all_published else " The other dice count as exact."
    return (
        "With any dice whose percentages round to the published ones, these six "
        f"average {bounds} points a turn.{exact}"
    )


def _intervals(name: str, weights: tuple[int, ...]) -> Intervals:
    """Return the rounding intervals of a die; the user's own weights are exact."""
    if published := published_dice().get(name):
        exact = Fraction(0), Fraction(0)
        return (*published.intervals, exact)[: len(weights)]
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    return tuple((share, share) for share in shares)


def _parts(
    rules: FarkleRules, names: Names, result: BestDice, rounded: Rounded | None
) -> list[Part]:
    best, tied = result.best[0], len(result.tied)
    sets = "set" if result.sets == 1 else "sets"
    take = f"Take {set_text(best.dice, names)}"
    first = (
        f"{take}: {points(best.mean.midpoint)} points a turn on average, the best of "
        f"{result.sets:,} {sets}. {for_points(rules)}"
    )
    if best.turns:
        first = (
            f"{take}: {points(best.turns.midpoint)} turns to "
            f"{points(rules.target)} points on average, the fewest of "
            f"{result.sets:,} {sets}. ({rules_name('farkle', rules)}, playing alone)"
        )
    parts: list[Part] = [first]
    if tied > 1:
        numbers = "expected turns" if best.turns else "averages"
        parts.append(
            f"{tied} sets are tied: their {numbers} are too close to say which is best."
        )
    if rounded:
        parts.append(_rounded_sentence(rounded))
    if len(result.best) > 1:
        rows = [
            [
                str(place),
                set_text(ranked.dice, names),
                *([points(ranked.turns.midpoint)] if ranked.turns else []),
                points(ranked.mean.midpoint),
            ]
            for place, ranked in enumerate(result.best, 1)
        ]
        turns = ["turns"] if best.turns else []
        parts.append(Table(["place", "dice", *turns, "average turn"], rows))
    if result.excluded:
        shown = result.excluded[:MOST_ROWS]
        rows = [
            [
                set_text(group.known, names) or "(any)",
                _others(group.pool, names),
                f"{group.sets:,}",
                _turns_at_least(rules, group, 2)
                if best.turns
                else at_most(group.bound, 2),
            ]
            for group in shown
        ]
        bound = "turns at least" if best.turns else "average at most"
        header = ["sets with", "and other dice from", "sets", bound]
        parts.append(Table(header, rows, title="Why no other set is better"))
        if more := result.excluded[MOST_ROWS:]:
            sets_left = sum(group.sets for group in more)
            have = "set has a" if sets_left == 1 else "sets have"
            side = "higher" if best.turns else "lower"
            bound = "bound" if sets_left == 1 else "bounds"
            parts.append(
                f"{sets_left:,} more {have} {side} {bound} than these; --format json "
                "lists the bounds of all."
            )
    return parts


def _turns(ranked: RankedSet) -> dict[str, Enclosure]:
    return {"turns": ranked.turns} if ranked.turns else {}


def bounds_columns(bounds: Mapping[str, Enclosure]) -> dict[str, str]:
    """Return a column for each bound of each value, such as ``turns_lower``."""
    return {
        f"{name}_{side}": text
        for name, enclosure in bounds.items()
        for side, text in enclosure.record().items()
    }


def _turns_at_least(rules: FarkleRules, group: Excluded, digits: int) -> str:
    """Return a lower bound of the expected turns of a group, rounded down."""
    bound = least_turns(rules.target, group.bound)
    return f"{float(Fraction(int(bound * 10**digits), 10**digits)):.{digits}f}"


def _others(pool: Sequence[tuple[int, ...]], names: Names) -> str:
    if len(pool) <= 3:
        return ", ".join(names[die] for die in pool)
    return f"{len(pool)} kinds"


def set_text(dice: Sequence[tuple[int, ...]], names: Names) -> str:
    """Return the names of dice, with the number of dice of each name."""
    counts = Counter(names[die] for die in dice)
    return ", ".join(f"{name}*{n}" if n > 1 else name for name, n in counts.items())


def at_most(bound: float | Fraction, digits: int) -> str:
    """Return an upper bound as text with some decimals, rounded up."""
    up = Fraction(-int(-Fraction(bound) * 10**digits // 1), 10**digits)
    return f"{float(up):,.{digits}f}"
