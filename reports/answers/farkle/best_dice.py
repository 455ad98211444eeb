"""The answer on the best six dice of an inventory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from trueodds.analysis.farkle.best_dice.match import best_in_match
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
from trueodds.core.preset_words import rules_in_words
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.inventory import Owned
from trueodds.core.rules.farkle.loaded_dice import (
    SIDES,
    Die,
    counts_text,
    published_dice,
)
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers import words_of
from trueodds.reports.kinds import percent, points
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.records import rules_record

SCHEMA = "trueodds.best-dice/1"
MOST_ROWS = 10
"""The most rows of bounds in the table for people; JSON has all."""

WORDS = "farkle/best_dice.toml"
"""The sentences and headers by purpose, and the headers of the columns."""

Dice = Sequence[tuple[int, ...]]
Names = Mapping[tuple[int, ...], str]


def output(
    rules: FarkleRules,
    owned: Sequence[Owned],
    top: int,
    progress: Progress,
    *,
    purpose: str,
    against: str,
    rounding: bool,
) -> Output:
    """Return the best sets of an inventory as an answer.

    ``purpose`` is "mean", "turns" or "match", and ``against`` has the opponent's dice
    in a match. Raises ``DiceError`` and ``RulesError`` as ``best_sets`` and
    ``best_in_match``.
    """
    counts, names = _kinds_of(rules, owned)
    if purpose == "match":
        result = best_in_match(rules, counts, against, top, progress, resume=True)
    else:
        fewest = purpose == "turns"
        result = best_sets(
            rules, counts, top, progress, fewest_turns=fewest, resume=True
        )
    rounded, notes = _rounded(rules, names, result.best[0]) if rounding else ({}, [])
    other = {"against": against} if purpose == "match" else {}
    return Output(
        SCHEMA,
        record=lambda: {
            **rules_record(rules),
            "inventory": [_die_record(*each) for each in owned],
            "sets": str(result.sets),
            "purpose": purpose,
            **other,
            "best": [_set_record(each, names) for each in result.best],
            "tied": len(result.tied),
            "computed": str(result.computed),
            "unranked": [_set_record(each, names) for each in result.unranked],
            "bounds": result.bounds,
            "excluded": [
                _excluded_record(rules, group, names, purpose)
                for group in result.excluded
            ],
            **rounded,
        },
        table=lambda: _parts(rules, names, result, purpose, against, notes),
        rows=lambda: _rows(result.best, names),
    )


def _kinds_of(
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


def _die_record(die: Die, number: int) -> dict[str, Any]:
    joker = {"joker": die.joker} if die.joker else {}
    return {"name": die.name, "weights": list(die.weights), "number": number, **joker}


def _set_record(each: RankedSet, names: Names) -> dict[str, Any]:
    """Return the names of a set's dice, and the bounds of its numbers by name."""
    records = {name: bounds.record() for name, bounds in each.bounds.items()}
    return {"dice": [names[die] for die in each.dice], **records}


def _excluded_record(
    rules: FarkleRules, group: Excluded, names: Names, purpose: str
) -> dict[str, Any]:
    bound = "wins_at_most" if purpose == "match" else "mean_at_most"
    record = {
        "dice": [names[die] for die in group.known],
        "others": [names[die] for die in group.pool],
        "sets": str(group.sets),
        bound: _at_most(group.bound, 6).replace(",", ""),
    }
    if purpose == "turns":
        record["turns_at_least"] = _turns_at_least(rules, group, 6)
    return record


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
    bounds = f"{_at_least(mean.lower, 2)} to {_at_most(mean.upper, 2)}"
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
    rules: FarkleRules,
    names: Names,
    result: BestDice,
    purpose: str,
    against: str,
    notes: list[Part],
) -> Iterator[Part]:
    best = result.best[0]
    tied = len(result.tied)
    sets = f"{result.sets:,} {'set' if result.sets == 1 else 'sets'}"
    values = {
        "number": points(best.bounds.get("turns", best.value)),
        "wins": percent(best.value),
        "sets": sets,
        "target": points(rules.target),
        "against": against,
    }
    words = {
        key: text.format(**values) for key, text in words_of(WORDS, purpose).items()
    }
    playing = rules_in_words("farkle", rules, words["playing"])
    yield f"Take {_set_text(best.dice, names)}: {words['take']} ({playing})"
    if tied > 1:
        yield (
            f"{tied} sets are tied: their {words['numbers']} are too close to say "
            "which is best."
        )
    yield from notes
    headers = words_of(WORDS, "columns")
    columns = {name: text for name, text in headers.items() if name in best.bounds}
    header = ["dice", *columns.values()]
    if len(result.best) > 1 or purpose == "match":
        places = [
            [str(place), *_cells(each, columns, names)]
            for place, each in enumerate(result.best, 1)
        ]
        yield Table(["place", *header], places)
    if result.unranked and purpose == "match":
        others = [_cells(each, columns, names) for each in result.unranked]
        yield Table(header, others, title="Also solved, but not ranked")
    if result.excluded:
        rows = [
            _bound_cells(rules, group, names, purpose)
            for group in result.excluded[:MOST_ROWS]
        ]
        group_of = ["sets with", "and other dice from", "sets"]
        header = ["dice"] if purpose == "match" else group_of
        title = "Why no other set is better"
        yield Table([*header, words["bound"]], rows, title=title)
    if more := sum(group.sets for group in result.excluded[MOST_ROWS:]):
        side = "higher" if purpose == "turns" else "lower"
        have = f"set has a {side} bound" if more == 1 else f"sets have {side} bounds"
        yield (
            f"{more:,} more {have} than these; --format json lists the bounds of all."
        )


def _cells(each: RankedSet, columns: Iterable[str], names: Names) -> list[str]:
    """Return a set and its numbers for people."""
    texts = (
        percent(bounds) if name.startswith("wins") else points(bounds)
        for name in columns
        for bounds in [each.bounds[name]]
    )
    return [_set_text(each.dice, names), *texts]


def _bound_cells(
    rules: FarkleRules, group: Excluded, names: Names, purpose: str
) -> list[str]:
    """Return a group of excluded sets, and the bound that excludes them."""
    known = _set_text(group.known, names) or "(any)"
    if purpose == "match":
        return [known, f"{_at_most(100 * group.bound, 2)} %"]
    bound = _at_most(group.bound, 2)
    if purpose == "turns":
        bound = _turns_at_least(rules, group, 2)
    return [known, _others(group.pool, names), f"{group.sets:,}", bound]


def _rows(best: Sequence[RankedSet], names: Names) -> list[dict[str, Any]]:
    """Return a row for each set: its dice, and columns such as ``turns_lower``."""
    return [
        {"place": place, "dice": _set_text(each.dice, names)}
        | {
            f"{name}_{side}".removeprefix("mean_"): text
            for name, bounds in each.bounds.items()
            for side, text in bounds.record().items()
        }
        for place, each in enumerate(best, 1)
    ]


def _turns_at_least(rules: FarkleRules, group: Excluded, digits: int) -> str:
    """Return a lower bound of the expected turns with a group of sets, rounded down."""
    return _at_least(least_turns(rules.target, group.bound), digits)


def _others(pool: Dice, names: Names) -> str:
    if len(pool) <= 3:
        return ", ".join(names[die] for die in pool)
    return f"{len(pool)} kinds"


def _set_text(dice: Dice, names: Names) -> str:
    """Return the names of dice, with the number of dice of each name."""
    return counts_text(Counter(names[die] for die in dice))


def _at_least(bound: float | Fraction, digits: int) -> str:
    """Return a lower bound as text with some decimals, rounded down."""
    down = Fraction(int(Fraction(bound) * 10**digits // 1), 10**digits)
    return f"{float(down):,.{digits}f}"


def _at_most(bound: float | Fraction, digits: int) -> str:
    """Return an upper bound as text with some decimals, rounded up."""
    up = Fraction(-int(-Fraction(bound) * 10**digits // 1), 10**digits)
    return f"{float(up):,.{digits}f}"
