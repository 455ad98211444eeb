"""The quantities of a roll of Farkle, of an optimal turn, and of the long run."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import msgspec
import numpy as np

from trueodds.analysis.farkle import combinations
from trueodds.analysis.farkle.chain_of_turns import best_average
from trueodds.analysis.farkle.dice.dice_set import DiceSet, dice_set
from trueodds.analysis.farkle.published import blog
from trueodds.analysis.farkle.turn.distribution import (
    mean_and_farkle,
    outcomes,
    point_quantities,
)
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.analysis.farkle.turn.solution import Solution, bank_from, solve_turn
from trueodds.core.dice import counted_dice
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.odds import Family
from trueodds.core.packages import require
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.coverage import fault
from trueodds.core.storage.progress import Progress, silent

MOST_SCORES = 25_000
"""The most scores of a roll of all dice that can be listed."""

MOST_STAKES = 2_000
"""The most stakes below the ceiling of a turn whose points are listed."""


def families(rules: FarkleRules, progress: Progress = silent) -> tuple[Family, ...]:
    """Return the families of quantities of rolls, turns, opening turns, the long run.

    The quantities of a family are computed together. An opening turn is a turn of a
    player who has not opened. If dice differ, rolls of fewer than all dice are left
    out, and so are the stakes at which to bank. The points of a turn, the long run and
    the claims of a blog post on Farkle are listed only for six fair dice.
    """
    require("Farkle by these rules")
    played = _Played(rules)
    name = "turn before opening"
    opening = (
        Family(_opening(_TURN), lambda: _turn("opening.turn", name, played.opening)),
        Family(
            _opening(_OUTCOMES),
            lambda: _outcomes("opening.turn", name, played.opening),
        ),
        Family("claim.blog.*", played.blog),
    )
    # A best score is negative only where six dice without a score cost points.
    minus = "-" * (rules.nothing < 0)
    listed = f".best.[{minus}0-9]*"
    scores = f"roll.{rules.number_of_dice}{listed}"
    if rules.first_throw:
        scores += f" roll.first{listed}"
    fair = rules.number_of_dice == DICE and not rules.dice
    return (
        Family("roll.*.farkle roll.*.best.mean", lambda: _rolls(played.dice)),
        Family(scores, lambda: _scores(played.dice)),
        Family("roll.*.hot", lambda: _hot(played.dice)),
        *((Family(combinations.IDS, combinations.shown),) if fair else ()),
        Family(_TURN, lambda: _turn("turn", "turn", played.turn)),
        Family(_OUTCOMES, lambda: _outcomes("turn", "turn", played.turn)),
        Family("turn.junk.gain", played.junk),
        *(opening if rules.minimum_to_open else ()),
        Family("longrun.mean", played.long_run),
    )


_TURN = "turn.mean turn.farkle turn.bank_at.*"
_OUTCOMES = "turn.rolls turn.points.* turn.at_least.*"


def _opening(globs: str) -> str:
    """Return the id patterns of an opening turn, given those of a turn."""
    return " ".join(f"opening.{glob}" for glob in globs.split())


class _Played:
    """The dice and turns under some rules, each computed when it is first needed."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules

    @cached_property
    def dice(self) -> DiceSet:
        """The dice of the rules."""
        return dice_set(self.rules)

    @cached_property
    def turn(self) -> Solution:
        """The turn after opening, played for the most points."""
        return solve_turn(self.dice, self.rules.minimum_to_bank)

    @cached_property
    def opening(self) -> Solution:
        """The turn before opening, played for the most points."""
        minimum = max(self.rules.minimum_to_open, self.rules.minimum_to_bank)
        return solve_turn(self.dice, minimum)

    def junk(self) -> Iterator[Quantity]:
        """Yield the gain from keeping junk, where it may be kept."""
        if not self.rules.junk or not (turn := _fair(self.turn)):
            return
        strict = dice_set(msgspec.structs.replace(self.rules, junk=False))
        yield Quantity(
            "turn.junk.gain",
            "Average points per turn that keeping junk adds",
            turn.mean - Turn(strict, self.rules.minimum_to_bank).mean,
            "points",
            "backward induction",
        )

    def blog(self) -> Iterator[Quantity]:
        """Yield the claims of the blog, where its advice can be followed."""
        if blog.applies(self.rules):
            turn = _fair(self.turn)
            opening = _fair(self.opening)
            if turn and opening:
                yield from blog.claims(self.dice, turn, opening)

    def long_run(self) -> Iterator[Quantity]:
        """Yield the long-run average turn, where farkles in a row cost points."""
        covered = not fault("the long run", self.rules)
        if self.rules.penalty_every and not self.rules.dice and covered:
            average = best_average(self.dice)
            # Other scores fall to the lowest score, where penalties cost nothing.
            if average > 0:
                yield Quantity(
                    "longrun.mean",
                    "Average points per turn in the long run, after penalties",
                    average,
                    "points",
                    "policy iteration",
                )


def _fair(turn: Solution) -> Turn | None:
    """Return the turn if it is an exact turn of six fair dice, else None."""
    if isinstance(turn, Turn) and not turn.dice.rules.dice:
        return turn
    return None


def best_scores(dice: DiceSet, rolled: int) -> Distribution[int]:
    """Return the distribution of the most points of a roll of some of the dice.

    ``rolled`` is how many dice are rolled, if all dice are equal, or else the index of
    their multiset in ``DiceSet.multisets``. A farkle counts as 0, or as negative points
    if it costs points.

    >>> dice = dice_set(FarkleRules.load("ece209"))
    >>> best_scores(dice, dice.whole)[0]
    Fraction(5, 162)
    """
    tables = dice.tables
    classes = np.arange(*tables.first_class[rolled : rolled + 2])
    points = (tables.points[tables.first_keep[classes]] * dice.unit).tolist()
    weights = tables.weight[classes].tolist()
    farkle = min(dice.rules.nothing * (rolled >= dice.whole), 0)
    return Distribution.tally(
        [(farkle, int(tables.farkle[rolled])), *zip(points, weights, strict=True)]
    )


def _rolls(dice: DiceSet) -> Iterator[Quantity]:
    """Yield the probability of a farkle and the average best score of rolls.

    Rolls of fewer than all dice are included only if all dice are equal.
    """
    for id, text, rolled in _rolled(dice):
        yield from _roll(id, text, best_scores(dice, rolled))


def _rolled(dice: DiceSet) -> Iterator[tuple[str, str, int]]:
    """Yield the name in ids, the dice as text, and the number of what is rolled."""
    if not dice.mixed:
        for number in range(1, dice.size):
            yield str(number), counted_dice(number), number
    yield from _all_rolled(dice)


def _all_rolled(dice: DiceSet) -> Iterator[tuple[str, str, int]]:
    """Yield what ``_rolled`` does for all dice, and the first throw if it differs."""
    every = counted_dice(dice.size)
    later = " in a later throw" * (dice.start > dice.whole)
    yield str(dice.size), every + later, dice.whole
    if later:
        yield "first", f"{every} in the first throw", dice.start


def _hot(dice: DiceSet) -> Iterator[Quantity]:
    """Yield the probability of hot dice in one roll; none under rules with junk."""
    tables = dice.tables
    if not dice.rules.hot_dice or dice.rules.junk:
        return
    # The classes with a keep after which all dice are rolled again.
    hot = np.logical_or.reduceat(tables.left == dice.whole, tables.first_keep[:-1])
    for id, text, rolled in _rolled(dice):
        classes = slice(*tables.first_class[rolled : rolled + 2])
        yield Quantity.probability(
            f"roll.{id}.hot",
            f"Hot dice in one roll of {text}",
            int(tables.weight[classes][hot[classes]].sum()),
            int(tables.total[rolled]),
        )


def _scores(dice: DiceSet) -> Iterator[Quantity]:
    """Yield the probability of each best score of a roll of all dice."""
    for id, text, rolled in _all_rolled(dice):
        best = best_scores(dice, rolled)
        listed = range(min(0, *best), max(best) + 1, dice.unit)
        if len(listed) > MOST_SCORES:
            raise RulesError(
                f"scores up to {max(best)} in steps of {listed.step} are too many to "
                f"list; at most {MOST_SCORES} are possible"
            )
        label = f"Best score of {text}: {{}}"
        yield from point_masses(f"roll.{id}.best", label, best, listed)


def _roll(id: str, dice: str, best: Distribution[int]) -> Iterator[Quantity]:
    """Yield the farkle probability and the average best score of a roll."""
    yield Quantity.probability(
        f"roll.{id}.farkle",
        f"Farkle with {dice}",
        best.weight(min(0, *best)),
        best.total,
    )
    label = f"Average best score of {dice}"
    mean = best.expected(Fraction)
    yield Quantity(f"roll.{id}.best.mean", label, mean, "points", "enumeration")


def _turn(prefix: str, name: str, turn: Solution) -> Iterator[Quantity]:
    """Yield a turn's mean, its farkle probability, and the stakes at which to bank."""
    labels = (
        f"Average points per {name}, playing for the highest average",
        f"Farkle in a {name}, playing for the highest average",
    )
    method = "backward induction"
    yield from mean_and_farkle(prefix, labels, turn.mean, turn.farkle, method)
    for left in turn.bank_at if not turn.dice.mixed else ():
        yield Quantity(
            f"{prefix}.bank_at.{left}",
            f"{name.capitalize()}, with {counted_dice(left)} left: bank at",
            bank_from(turn, left),
            "points",
            method,
        )


def _outcomes(prefix: str, name: str, turn: Solution) -> Iterator[Quantity]:
    """Yield the mean number of rolls of a turn, and the distribution of its points."""
    exact = _fair(turn)
    if exact is None or fault("the list of a turn's points", exact.dice.rules):
        return
    if exact.ceiling // exact.grid > MOST_STAKES:
        return
    ends, rolls = outcomes(exact)
    yield Quantity(
        f"{prefix}.rolls",
        f"Average rolls per {name}",
        rolls,
        "rolls",
        "Markov chain",
    )
    yield from point_quantities(prefix, f"a {name}", ends, exact.grid)
