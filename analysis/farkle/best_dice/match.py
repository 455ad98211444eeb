"""The six dice of an inventory that win the most matches against given dice.

Every set has an upper bound. Let the opponent play for the fewest expected turns and
ignore you. Then the number of turns that the opponent needs is independent of yours.
Suppose that you bank the target in your n-th turn. Then you win with the probability
that the opponent has not banked it in n - 1 turns, or in n turns if the opponent moves
first. Your best play against this is a decision process over your turns and score,
solved in integers rounded up. A perfect opponent leaves you at most as much.

The matches are solved with proof, in the order of these bounds, until no bound that is
left reaches the best sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

import msgspec
import numpy as np

from trueodds.analysis.farkle.best_dice.search import BestDice, Excluded, RankedSet
from trueodds.analysis.farkle.best_dice.set_turn import (
    Weights,
    die_of,
    number_of_sets,
    owned_counts,
)
from trueodds.analysis.farkle.match.different_dice import (
    opponent_rules,
    solved_between,
)
from trueodds.analysis.farkle.match.state_space import StateSpace, state_space
from trueodds.analysis.farkle.solitaire import still_playing
from trueodds.analysis.farkle.turn.induction import (
    Boundary,
    Numbers,
    StakePolicy,
    at_any_stake,
    backward,
)
from trueodds.core import rulebook
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.loaded_dice import dice_text
from trueodds.core.storage.checkpoint import Checkpoint
from trueodds.core.storage.progress import Progress, silent

MOST_SETS = 300
"""The most sets of an inventory, each of which takes up to some seconds."""

MADE_BY = "best-dice-match/1"

Dice = tuple[Weights, ...]


def best_in_match(
    rules: FarkleRules,
    inventory: Mapping[Weights, int],
    against: str,
    top: int = 1,
    progress: Progress = silent,
    *,
    resume: bool = False,
) -> BestDice:
    """Return the sets of six dice that win the most matches, with proof.

    A set is ranked by your probability to win if a coin decides who moves first.

    Args:
        rules: The rules, with the target.
        inventory: How many dice there are, by the weights of their faces.
        against: The opponent's dice, as text, such as ``fair*6``.
        top: The number of sets to rank; fewer if the inventory has fewer.
        progress: Is called with the name of the stage, the steps done, and their
            number.
        resume: Save an interrupted search in the cache, and resume it.

    Returns:
        The best sets, and what excludes all others.

    Raises:
        DiceError: If the inventory has no six dice, or too many sets.
        RulesError: If a set of dice can never farkle, or if the rules have a final
            round, penalties or junk.

    Example:
        >>> even, odd = (1, 4, 1, 4, 1, 4), (4, 1, 4, 1, 4, 1)
        >>> rules = FarkleRules.load("kingdom-come", target=300)
        >>> best = best_in_match(rules, {even: 1, odd: 6}, "fair*6")
        >>> best.best[0].dice.count(odd), best.best[0].value.texts(4)
        (6, ('0.5668', '0.5669'))
    """
    rules.require_six_dice()
    present = {
        "final_round": rules.final_round,
        "junk": rules.junk,
        "penalty_points": rules.penalty_points if rules.penalty_every else 0,
    }
    if fields := [field for field, value in present.items() if value]:
        now = [f"{field} = {present[field]}".lower() for field in fields]
        changes = [
            f"{field}={'false' if present[field] is True else 0}" for field in fields
        ]
        raise RulesError(
            "the best dice for a match are for rules without a final round, penalties "
            f"and junk, not for {' and '.join(now)}; set {' and '.join(changes)}, or "
            "choose the purpose turns"
        )
    require_covered("the choice of loaded dice", rules)
    counts = owned_counts(inventory)
    sets = number_of_sets(list(counts.values()))
    if sets > MOST_SETS:
        raise DiceError(
            f"the inventory has {sets:,} sets of six dice, and the purpose match "
            f"takes at most {MOST_SETS}; leave out dice that the purpose turns ranks "
            "last"
        )
    opponent = state_space(opponent_rules(rules, against))
    slow = still_playing(opponent)
    key = {
        "rules": rulebook.digest("farkle", rules),
        "dice": str(sorted(counts.items())),
        "against": rulebook.digest("farkle", opponent.rules),
        "made by": MADE_BY,
    }
    every = list(_sets(counts))
    solved: list[RankedSet] = []
    with Checkpoint.in_cache("farkle-best-dice", key, use=resume) as checkpoint:
        saved = checkpoint.read() or {"bounds": np.array([])}
        bounds = [Fraction(text) for text in saved["bounds"].tolist()]
        # Saved bounds belong to the first sets, because the order of the sets is fixed.
        for number, dice in enumerate(every[len(bounds) :], len(bounds) + 1):
            bounds.append(most_wins(_space(rules, dice), slow))
            checkpoint.offer(lambda: {"bounds": np.array(list(map(str, bounds)))})
            progress("bounding sets of dice", number, sets)
        order = sorted(zip(bounds, every, strict=True), reverse=True)
        while order and not _decided(solved, top, order[0][0]):
            _, dice = order.pop(0)
            # Each match is in the cache once it is solved.
            match = solved_between(
                (_space(rules, dice), opponent), progress, use=resume
            )
            first = match.first_player
            second = match.second_player
            wins = Enclosure(
                (first.lower + second.lower) / 2, (first.upper + second.upper) / 2
            )
            bounds_of_set = {"wins": wins, "wins_first": first, "wins_second": second}
            solved.append(RankedSet(dice, bounds_of_set, wins))
            solved.sort(key=lambda each: -each.value.midpoint)
            progress("solving matches", len(solved), sets)
    last = _last(solved, top)
    return BestDice(
        sets,
        tuple(each for each in solved if each.value.upper >= last),
        tuple(each for each in solved if each.value.upper < last),
        tuple(Excluded(dice, (), 1, bound) for bound, dice in order),
        bounds=sets,
    )


def most_wins(space: StateSpace, slow: Sequence[Fraction]) -> Fraction:
    """Return an upper bound of your probability to win, given the opponent's turns.

    A coin decides who moves first. ``space`` has your states, with your dice
    (``state_space``). ``slow[n]`` is an upper bound of the probability that the
    opponent needs more than n turns, when the opponent plays for the fewest expected
    turns.
    """
    # The largest scale with which weighted sums over all rolls stay below 2**63.
    scale = 2**62 // int(space.tables.total.max())
    parts = [-int(-bound * scale // 1) for bound in slow]
    # If the opponent moves first, the opponent has had one turn more each time.
    return Fraction(_response(space, parts) + _response(space, parts[1:]), 2 * scale)


def _response(space: StateSpace, wins: Sequence[int]) -> int:
    """Return the highest mean of ``wins[n]``, where turn n reaches the target.

    The last entry of ``wins`` holds for all later turns. Means are rounded up.
    """
    tables = space.tables
    scores = space.scores
    numbers = Numbers.integers(tables, up=True)
    policy = StakePolicy.blank(0, tables)
    dice = len(tables.total)
    longest = max(scores, int(space.minimum.max())) + int(tables.points.max())
    value = np.zeros((longest, dice), np.int64)
    _, never = at_any_stake(dice)
    # From the last entry on, every score can win at most this.
    after = np.full(scores, wins[-1])
    for turn in reversed(range(len(wins) - 1)):
        now = np.zeros_like(after)
        # The first turn begins at the start, so other scores are not needed.
        for score in range(scores) if turn else (space.start,):
            bank = np.full(longest, wins[turn])
            bank[: scores - score] = after[score:]
            minimum = int(space.minimum[score, 0])
            may = np.full(dice, minimum)
            none = after[score]
            boundary = Boundary(bank, may, never, none, none)
            top = max(scores - score, minimum)
            backward(
                tables, numbers, tables.total, boundary, 0, top, policy, True, 0, value
            )
            now[score] = value[0, -1]
        after = now
    return int(after[space.start])


def _sets(counts: Mapping[Weights, int]) -> Iterator[Dice]:
    for dice in combinations_with_replacement(sorted(counts), DICE):
        if all(n <= counts[die] for die, n in Counter(dice).items()):
            yield dice


def _space(rules: FarkleRules, dice: Dice) -> StateSpace:
    text = dice_text(map(die_of, dice))
    return state_space(msgspec.structs.replace(rules, dice=text))


def _decided(solved: Sequence[RankedSet], top: int, bound: Fraction) -> bool:
    return len(solved) >= top and bound < _last(solved, top)


def _last(solved: Sequence[RankedSet], top: int) -> Fraction:
    """Return a lower bound of the wins of each of the ``top`` best sets."""
    return min(each.value.lower for each in solved[:top])
