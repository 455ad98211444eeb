"""The answer on the best six dice of an inventory, which is all dice of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

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
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.inventory import Owned
from trueodds.core.rules.farkle.loaded_dice import SIDES, counts_text, published_dice
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers import words_of
from trueodds.reports.answers.farkle.advice import FarkleAnswer, without
from trueodds.reports.answers.farkle.sentences import by_rules
from trueodds.reports.kinds import (
    CHANCE,
    POINTS,
    Column,
    Grid,
    decimals,
    percent,
    points,
)
from trueodds.reports.output import Part
from trueodds.reports.records import AsText, Hidden, OrAbsent, record_of
from trueodds.reports.text.records import rules_fields

MOST_ROWS = 10
"""The most rows of bounds in the table for people; JSON has all."""

WORDS = "farkle/best_dice.toml"
"""The sentences and headers by purpose, and the headers of the columns."""

Names = Mapping[tuple[int, ...], str]


def _at_least(bound: float | Fraction, digits: int) -> str:
    """Return a lower bound as text with some decimals, rounded down."""
    # A float is a fraction too, so no rounding precedes the floor.
    unit = Fraction(1, 10**digits)
    down = Fraction(bound) // unit
    return decimals(digits)(down * unit)


def _at_most(bound: float | Fraction, digits: int) -> str:
    """Return an upper bound of 0 or more as text with some decimals, rounded up."""
    # Rounding up is rounding the opposite down.
    return _at_least(-bound, digits).removeprefix("-")


def _set_text(dice: Iterable[str]) -> str:
    """Return the names of dice, with the number of dice of each name."""
    return counts_text(Counter(dice))


AtMost: TypeAlias = Annotated[
    OrAbsent[float | Fraction], lambda bound: _at_most(bound, 6).replace(",", "")
]
AtLeast: TypeAlias = Annotated[
    OrAbsent[Fraction], lambda bound: _at_least(bound, 6).replace(",", "")
]
DICE = Column("dice", "dice", derived=lambda row: _set_text(row.dice))


@dataclass(frozen=True, slots=True)
class OwnedDie:
    """A die of the inventory, and how many of it there are.

    ``weights`` are those of the faces from 1 on, and ``joker`` that of a joker: a face
    has a probability proportional to its weight.
    """

    name: str
    weights: tuple[int, ...]
    number: int
    joker: OrAbsent[int] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SixDice:
    """A set of six dice by their names, with proved bounds on how good it is.

    A search compares sets by one of three things, and the fields of the other two are
    None. ``mean`` is the average turn in points. ``turns`` are the expected turns to
    the target. ``wins`` is the share of matches won: ``wins_first`` when moving first,
    and ``wins_second`` when moving second. ``place`` is the rank from 1 for the best,
    and 0 if the set is not ranked.
    """

    place: Hidden[int]
    dice: tuple[str, ...]
    # A set has the numbers of its purpose only: the average turn, the turns to the
    # target, or the shares of matches that it wins.
    mean: OrAbsent[Enclosure] = None
    turns: OrAbsent[Enclosure] = None
    wins: OrAbsent[Enclosure] = None
    wins_first: OrAbsent[Enclosure] = None
    wins_second: OrAbsent[Enclosure] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedSets:
    """A group of sets that cannot be the best, by a bound.

    Each set has the dice ``dice``, and the rest of it comes from ``others``. ``sets``
    is the number of these sets. The last three fields bound what they reach: the share
    of matches won, the average turn in points, and the expected turns to the target.
    Only a bound for the purpose of the search is set.
    """

    dice: tuple[str, ...]
    others: tuple[str, ...]
    sets: AsText[int]
    wins_at_most: AtMost = None
    mean_at_most: AtMost = None
    turns_at_least: AtLeast = None


GROUP = (
    Column(
        "dice",
        "sets with",
        derived=lambda row: _set_text(row.dice),
        shown=lambda row: _set_text(row.dice) or "(any)",
    ),
    Column(
        "others",
        "and other dice from",
        derived=lambda row: ", ".join(row.others),
        shown=lambda row: _others(row.others),
    ),
    Column("sets", "sets", POINTS),
)
BOUNDS = {
    "mean": ("mean_at_most", lambda bound: _at_most(bound, 2)),
    "turns": ("turns_at_least", lambda bound: _at_least(bound, 2)),
    "match": ("wins_at_most", lambda bound: f"{_at_most(100 * bound, 2)} %"),
}
"""The bound that excludes sets, and how people read it, by purpose."""


@dataclass(frozen=True, kw_only=True, repr=False)
class BestSets(FarkleAnswer):
    """The best sets of six dice of an inventory, and why no others are better.

    ``purpose`` is "mean", "turns" or "match": the best sets have the highest average
    turn, the fewest expected turns to the target, or the most wins. ``sets`` is the
    number of all sets, ``computed`` that of the solved sets, and ``bounds`` that of the
    computed upper bounds. ``tied`` is the number of sets that may be the best.
    ``unranked`` are the solved sets that are not among the best.
    ``against`` is the opponent's dice in a match. ``mean_if_rounded`` bounds the
    average of the best set over all weights that fit the published percentages.
    """

    schema = "trueodds.best-dice/1"

    inventory: tuple[OwnedDie, ...]
    sets: AsText[int]
    purpose: str
    against: OrAbsent[str]
    best: tuple[SixDice, ...]
    tied: int
    computed: AsText[int]
    # Solved too, but not among the best.
    unranked: tuple[SixDice, ...]
    bounds: int
    excluded: tuple[ExcludedSets, ...]
    mean_if_rounded: Enclosure | None

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        ``mean_if_rounded`` is among them only if the user asked for it.
        """
        keys = record_of(self)
        return keys if self.note else without(keys, "mean_if_rounded")

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "best", "unranked" and "excluded", by name.

        "excluded" has the bounds by which all other sets are excluded.
        """
        in_match = self.purpose == "match"
        name, kind = BOUNDS[self.purpose]
        bound = Column(name, words_of(WORDS, self.purpose)["bound"], kind)
        # In a match each group is a single set.
        columns = (DICE, bound) if in_match else (*GROUP, bound)
        others = "Also solved, but not ranked"
        return {
            "best": Grid((Column("place", "place"), *_numbers(self.best)), self.best),
            "unranked": Grid(_numbers(self.unranked), self.unranked, others),
            "excluded": Grid(columns, self.excluded, "Why no other set is better"),
        }

    def table(self) -> Iterator[Part]:
        """Yield the best set, the ranking, and why no other set is better.

        The reasons are a table of groups of other sets. Each group has a bound, by
        which none of its sets can be better. If there are many groups, the table has
        the first ones only.
        """
        yield self.summary
        if self.tied > 1:
            numbers = words_of(WORDS, self.purpose)["numbers"]
            yield (
                f"{self.tied} sets are tied: their {numbers} are too close to say "
                "which is best."
            )
        if self.note:
            yield self.note
        grids = self.tables()
        in_match = self.purpose == "match"
        if len(self.best) > 1 or in_match:
            yield grids["best"].table()
        if self.unranked and in_match:
            yield grids["unranked"].table()
        if self.excluded:
            yield replace(grids["excluded"], rows=self.excluded[:MOST_ROWS]).table()
        # Each group may stand for millions of sets.
        if more := sum(group.sets for group in self.excluded[MOST_ROWS:]):
            # Groups are listed from the hardest to exclude: for turns, fewer are
            # better.
            side = "higher" if self.purpose == "turns" else "lower"
            have = (
                f"set has a {side} bound" if more == 1 else f"sets have {side} bounds"
            )
            yield (
                f"{more:,} more {have} than these; --format json lists the bounds of "
                "all."
            )


def _numbers(sets: Sequence[SixDice]) -> list[Column]:
    """Return the columns with the dice and the numbers that some sets have."""
    numbers = [
        Column(name, heading, CHANCE if name.startswith("wins") else POINTS)
        for name, heading in words_of(WORDS, "columns").items()
        if any(getattr(each, name) for each in sets)
    ]
    return [DICE, *numbers]


def best_sets_of(
    rules: FarkleRules,
    owned: Sequence[Owned],
    top: int,
    progress: Progress,
    *,
    purpose: str,
    against: str,
    rounding: bool,
) -> BestSets:
    """Return the best sets of six dice of an inventory as an answer.

    ``owned`` has each die of the inventory with its number, and ``top`` is the number
    of best sets to rank. ``purpose`` is "mean" (the highest average points of a turn),
    "turns" (the fewest expected turns to the target) or "match" (the most matches won).
    ``against`` has the opponent's dice in a match. With ``rounding``, bound the average
    of the best set over all weights that agree with the rounded percentages of its
    dice.

    Raises ``DiceError`` if the inventory has no six dice, if a die cannot be in a set,
    or if there are too many sets for a match. Raises ``RulesError`` if the search does
    not cover the rules, or if a set of dice can never farkle.
    """
    # The search knows kinds by their weights; dice of different names with equal
    # weights are one kind.
    counts, names = _kinds_of(rules, owned)
    if purpose == "match":
        result = best_in_match(rules, counts, against, top, progress, resume=True)
    else:
        fewest = purpose == "turns"
        result = best_sets(
            rules, counts, top, progress, fewest_turns=fewest, resume=True
        )
    mean, note = _rounded(rules, names, result.best[0]) if rounding else (None, "")
    dice = tuple(
        OwnedDie(die.name, die.weights, number, die.joker or None)
        for die, number in owned
    )
    answer = answer_of(rules, names, result, purpose, against)
    return replace(answer, inventory=dice, mean_if_rounded=mean, note=note)


def answer_of(
    rules: FarkleRules, names: Names, result: BestDice, purpose: str, against: str
) -> BestSets:
    """Return the best sets of a search as an answer, without the inventory.

    Args:
        rules: The rules of the search.
        names: The name of each kind of die, by its weights: of the faces 1 to 6 and, if
            any die has a joker, of the joker.
        result: The result of the search.
        purpose: What the search made best: "mean" (the average points of a turn),
            "turns" (the expected turns to the target) or "match" (the matches won).
        against: The opponent's dice in a match, as text.
    """
    best = result.best[0]
    words = words_of(WORDS, purpose)
    take = words["take"].format(
        number=points(best.bounds.get("turns", best.value)),
        wins=percent(best.value),
        sets=counted(result.sets, "sets"),
        target=points(rules.target),
        against=against,
    )
    ranked = [_six_dice(each, names, n) for n, each in enumerate(result.best, 1)]
    return BestSets(
        **rules_fields(rules),
        inventory=(),
        sets=result.sets,
        purpose=purpose,
        against=against if purpose == "match" else None,
        best=tuple(ranked),
        tied=len(result.tied),
        computed=result.computed,
        unranked=tuple(_six_dice(each, names) for each in result.unranked),
        bounds=result.bounds,
        excluded=tuple(
            _excluded(rules, group, names, purpose) for group in result.excluded
        ),
        mean_if_rounded=None,
        summary=f"Take {_set_text(ranked[0].dice)}: {take} {by_rules(rules)}",
    )


def _kinds_of(
    rules: FarkleRules, owned: Sequence[Owned]
) -> tuple[Counter[tuple[int, ...]], Names]:
    """Return how many dice of each kind an inventory has, and the names of the kinds.

    Raises ``DiceError`` for dice that cannot be in a set of six.
    """
    counts: Counter[tuple[int, ...]] = Counter()
    names: dict[tuple[int, ...], str] = {}
    # The search takes vectors of one length: six faces, and the joker if any die has
    # one.
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
        # The first name of a kind is the one that answers show.
        counts[lowest] += number
        names.setdefault(lowest, die.name)
    return counts, names


def _six_dice(each: RankedSet, names: Names, place: int = 0) -> SixDice:
    dice = tuple(names[die] for die in each.dice)
    return SixDice(place=place, dice=dice, **each.bounds)


def _excluded(
    rules: FarkleRules, group: Excluded, names: Names, purpose: str
) -> ExcludedSets:
    turns = least_turns(rules.target, group.bound) if purpose == "turns" else None
    bound = "wins_at_most" if purpose == "match" else "mean_at_most"
    return ExcludedSets(
        dice=tuple(names[die] for die in group.known),
        others=tuple(names[die] for die in group.pool),
        sets=group.sets,
        turns_at_least=turns,
        **{bound: group.bound},
    )


def _rounded(
    rules: FarkleRules, names: Names, best: RankedSet
) -> tuple[Enclosure | None, str]:
    """Return bounds of the average over all weights that fit rounded percentages.

    The bounds come with a sentence. They are None if they are too hard to compute.
    """
    dice = [(die, _intervals(names[die], die)) for die in best.dice]
    try:
        mean = rounded_mean(RollGroups.of_dice(rules, best.dice), dice)
    except RulesError:
        return None, (
            "The bounds for rounded percentages are missing: these six dice farkle too "
            "rarely to compute them."
        )
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
    return mean, sentence


def _intervals(name: str, weights: tuple[int, ...]) -> Intervals:
    """Return an interval for the probability of each face of a die.

    A known die has the intervals that round to its published percentages. Weights that
    the user gave are exact.
    """
    if published := published_dice().get(name):
        # A published die has six faces. If others have jokers, it has one with
        # probability 0.
        exact = Fraction(0), Fraction(0)
        intervals = (*published.intervals, exact)
        return intervals[: len(weights)]
    total = sum(weights)
    shares = [Fraction(weight, total) for weight in weights]
    return tuple((share, share) for share in shares)


def _others(names: Sequence[str]) -> str:
    if len(names) <= 3:
        return ", ".join(names)
    return f"{len(names)} kinds"
