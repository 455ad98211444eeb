"""Farkle's certificates: rolls, turns, thresholds, last turns, solitaire, a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Any

import msgspec
import numpy as np

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.dice.roll_classes import RollClass, Rolls, most_points
from trueodds.analysis.farkle.published import blog
from trueodds.analysis.farkle.published.last_turn import AnyBankTurns
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.core.dice import Dice, counts_of
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.certificates import farkle_dice
from trueodds.proofs.certificates.farkle_dice import scores
from trueodds.proofs.certificates.format import Certificate, Maker, claims, exact

SCALE = 10**10
HIGHEST_THRESHOLD = 1_000
MOST_BEHIND = 3_000
ALONE = 1_000
"""The target of the certificate of a game alone."""

WHOLE_MATCH = 10_000
"""The target of the certificate of a match."""

ROLL = ("roll.*.farkle", "roll.*.best.mean", "roll.6.best.*")


def rolls(odds: Odds) -> Certificate:
    """Return the certificate of rolls: each roll of one to six dice and its best score.

    ``odds`` has the rules, and the values that the certificate claims. Each row of the
    certificate has a roll, the number of its orders, and its best score.

    Raises:
        NotDescribedError: If the dice are not six fair dice, or the rules set the
            fields ``nothing`` or ``first_throw``.
    """
    rules = odds.rules_as(FarkleRules)
    require_six_fair(rules)
    scorer = Scorer(rules)
    classes: list[Any] = []
    for number in range(1, DICE + 1):
        weights = dict(Dice.fair(number, sides=6).rolls())
        for shown in combinations_with_replacement(range(1, 7), number):
            roll = counts_of(shown)
            text = "".join(map(str, shown))
            classes.append([text, weights[roll], scorer.best(roll)])
    return Certificate(
        "enumeration farkle roll",
        scores(rules),
        claims(odds, ROLL),
        {"classes": classes},
    )


def turn(odds: Odds) -> Certificate:
    """Return the certificate of the most expected points of a turn, by stake and dice.

    The certificate is for the rules of ``odds``. The bounds are integers over
    ``SCALE``, rounded down and up at every roll.

    Raises:
        NotDescribedError: If some number of dice always scores, or ``require_plain``
            refuses the rules, for example because they have junk or no hot dice.
    """
    rules = odds.rules_as(FarkleRules)
    require_plain(rules)
    whole = dice_set(rules)
    # Dice that always score would be rolled at any stake, so the states would not end.
    if not whole.tables.farkle.all():
        raise NotDescribedError(
            "the certificate of a turn needs rules under which any number of dice can "
            "farkle"
        )
    rolled = most_points(whole.rolls)
    least = rules.minimum_to_bank
    # From here on banking is proved to be best, so the states above need no rows.
    top = max(ceiling(whole).stake * whole.unit, least)

    @cache
    def bounds(stake: int, dice: int) -> tuple[int, int, bool]:
        """Return the bounds, and True if banking gives the lower bound.

        The bounds are of the most expected points with ``stake`` points at stake and
        ``dice`` dice to roll, in units of 1 / ``SCALE``.
        """
        if stake >= top:
            return stake * SCALE, stake * SCALE, True
        sums = [0, 0]
        for keeps, weight in rolled[dice].items():
            after = [bounds(stake + keep.points, keep.left or DICE) for keep in keeps]
            for side in (0, 1):
                # A farkle is worth 0. All values are of the whole stake, not beyond it.
                sums[side] += weight * max((b[side] for b in after), default=0)
        low = sums[0] // rolled[dice].total
        # The upper bound is rounded up, and the lower bound down.
        high = -(-sums[1] // rolled[dice].total)
        # A stake of 0, or below the minimum, cannot be banked.
        banked = stake * SCALE if stake >= max(least, 1) else 0
        return max(low, banked), max(high, banked), 0 < banked >= low

    below = _reached([(top - 1, DICE)], rolled)
    reached = sorted((top - 1 - room, dice) for room, dice in below)
    # From the highest stake down, so that no call recurses deeper than one roll.
    for state in reversed(reached):
        bounds(*state)
    lower, upper, _ = bounds(0, DICE)
    proved = Enclosure(Fraction(lower, SCALE), Fraction(upper, SCALE))
    return Certificate(
        "decision farkle turn",
        scores(rules, "minimum_to_bank"),
        {"turn.mean": exact(proved)},
        {"scale": SCALE, "states": [[*state, *bounds(*state)] for state in reached]},
    )


def _reached(
    starts: list[tuple[int, int]], rolls: Mapping[int, Iterable[RollClass]]
) -> set[tuple[int, int]]:
    """Return the states that follow: the points of room left, and the dice to roll.

    Every keep takes its points off the room.
    """
    reached = set()
    waiting = [*starts]
    while waiting:
        room, dice = waiting.pop()
        # Less than no room: the stake is at the top, where the turn ends.
        if room >= 0 and (room, dice) not in reached:
            reached.add((room, dice))
            keeps = chain.from_iterable(rolls[dice])
            waiting += [(room - keep.points, keep.left or DICE) for keep in keeps]
    return reached


def thresholds(odds: Odds, highest: int = HIGHEST_THRESHOLD) -> Certificate:
    """Return the certificate of turns that bank at T points or more.

    There is a Markov chain for each T up to ``highest`` points. The certificate is for
    the rules of ``odds``.

    Raises:
        NotDescribedError: If ``require_plain`` refuses the rules, for example because
            they have junk or no hot dice.
    """
    rules = odds.rules_as(FarkleRules)
    require_plain(rules)
    turns = Thresholds(rules)
    states: list[Any] = []
    proved: dict[str, Any] = {}
    for threshold in range(turns.grid, highest + 1, turns.grid):
        states += _threshold_states(turns.rolls, threshold, rules.minimum_to_bank)
        mean, farkle = turns.at(threshold)
        proved[f"threshold.{threshold}.mean"] = exact(mean)
        proved[f"threshold.{threshold}.farkle"] = exact(farkle)
    return Certificate(
        "chain farkle thresholds",
        scores(rules, "minimum_to_bank"),
        proved,
        {"states": states},
    )


def _threshold_states(rolls: Rolls, threshold: int, minimum: int) -> list[Any]:
    """Return the rows of one threshold: a state, its unknowns, and its rank.

    The unknowns are the mean points and the probability of a farkle. The rank is the
    least number of rolls to the end of the turn.
    """
    solved: dict[tuple[int, int], tuple[Any, int]] = {}

    def solve(stake: int, dice: int) -> tuple[Any, int]:
        if stake >= max(threshold, minimum):
            return np.array([stake, 0]), 0
        if (stake, dice) not in solved:
            total = np.array([Fraction(0), Fraction(0)])
            ranks = []
            for keeps, weight in rolls[dice].items():
                # No points, and a farkle.
                after = np.array([0, 1])
                rank = 0
                if keeps:
                    # Keeps begin with the one of the most points, which this player
                    # takes.
                    after, rank = solve(stake + keeps[0].points, keeps[0].left or DICE)
                total = total + weight * after
                ranks.append(rank)
            # The rank shows the checker that the end can be reached, so the equations
            # have one solution.
            solved[stake, dice] = total / rolls[dice].total, min(ranks) + 1
        return solved[stake, dice]

    solve(0, DICE)
    return [
        [[threshold, *state], [*map(str, unknowns)], rank]
        for state, (unknowns, rank) in sorted(solved.items())
    ]


def blog_last_turn(odds: Odds) -> Certificate:
    """Return the certificate of the last turn of a game, to judge the advice of a blog.

    It is the certificate of ``last_turn`` under the rules of ``odds``: the best
    probabilities to win, by the points behind the leader and the dice to roll. Its
    claims have the ids ``claim.blog.last_turn.*``.

    Raises:
        NotDescribedError: If the blog's advice cannot be followed under the rules, if
            dice that score nothing may be kept, or if the dice are not six fair dice.
    """
    if not blog.applies(odds.rules_as(FarkleRules)):
        raise NotDescribedError(
            "this certificate is of a last turn in which any points may be banked, "
            "after a minimum to open, with hot dice; write --rules blog"
        )
    return last_turn(odds)


def last_turn(odds: Odds, most_behind: int = MOST_BEHIND) -> Certificate:
    """Return the certificate of the last turn of a game: best probabilities to win.

    A state is the number of points behind the leader, and the number of dice about to
    be rolled. The certificate has every state that can arise in a last turn that begins
    ``most_behind`` points behind, and the states in which the player is level with the
    leader. The certificate is for the rules of ``odds``.

    Raises:
        NotDescribedError: If ``require_plain`` refuses the rules, for example because
            they have junk or no hot dice.
    """
    rules = odds.rules_as(FarkleRules)
    require_plain(rules)
    whole = dice_set(rules)
    rolls = whole.rolls
    last = AnyBankTurns(whole)
    starts = [(most_behind, DICE), *((0, dice) for dice in rolls)]
    states = sorted(_reached(starts, rolls))
    # The largest lag comes first, so that its last turn is solved for all.
    solved = {state: last.rolling(*state) for state in reversed(states)}
    claimed = {f"level.{dice}": solved[0, dice] for dice in rolls}
    for behind in range(500, most_behind + 1, 500):
        if (behind, DICE) in solved:
            claimed[f"behind.{behind}"] = solved[behind, DICE]
    return Certificate(
        "decision farkle last-turn",
        scores(rules, "final_round_tie"),
        {f"claim.blog.last_turn.{name}": str(p) for name, p in claimed.items()},
        {"states": [[*state, str(solved[state])] for state in states]},
    )


def solitaire(odds: Odds, target: int = ALONE) -> Certificate:
    """Return the certificate of the fewest expected turns of a player alone, by score.

    The certificate is for the rules of ``odds``, with the target ``target`` in points.
    The bounds are those that the analysis proves.

    Raises:
        NotDescribedError: If the rules have penalties, or ``require_plain`` refuses
            them, for example because they have junk or no hot dice.
    """
    from trueodds.analysis.farkle.match.state_space import state_space
    from trueodds.analysis.farkle.solitaire import proved_bounds

    rules = msgspec.structs.replace(odds.rules_as(FarkleRules), target=target)
    require_plain(rules)
    space = state_space(rules)
    # A state of the certificate is a score from 0 on. Penalties need lower scores, and
    # the farkles in a row.
    if space.statuses > 1 or space.start:
        raise NotDescribedError(
            "the certificate of a game alone needs rules without penalties"
        )
    lower, upper, scale = proved_bounds(space)
    bounds = {"lower": lower[:, 0].tolist(), "upper": upper[:, 0].tolist()}
    start = (Fraction(side[0], scale) for side in bounds.values())
    return Certificate(
        "decision farkle solitaire",
        scores(rules, "minimum_to_bank", "minimum_to_open", "target"),
        {"solitaire.mean": exact(Enclosure(*start))},
        {"scale": scale, **bounds},
    )


def match(
    odds: Odds, progress: Progress = silent, target: int = WHOLE_MATCH
) -> Certificate:
    """Return the certificate of the mover's probability to win a match, by both scores.

    The certificate is for the rules of ``odds``, with the target ``target`` in points.
    The first player to reach the target wins. The bounds are those that the game's own
    solver proves. ``progress`` is called as the work goes on.

    Raises:
        NotDescribedError: If the rules have a final round or penalties, or
            ``require_plain`` refuses them, for example because they have junk or no hot
            dice.
    """
    from trueodds.analysis.farkle.match.optimal.cache import solved

    rules = msgspec.structs.replace(odds.rules_as(FarkleRules), target=target)
    require_plain(rules)
    if rules.final_round or (rules.penalty_every and rules.penalty_points):
        raise NotDescribedError(
            "the certificate of a match needs rules without final round and penalties; "
            "write --rules ece209"
        )
    # Only the whole match is worth caching; a small one takes a second.
    bounds = solved(rules, progress, use=target == WHOLE_MATCH)
    return Certificate(
        "match farkle match",
        scores(rules, "minimum_to_bank", "minimum_to_open", "target"),
        {"match.first_player": exact(bounds.first_player)},
        {
            "scale": bounds.scale,
            "lower": bounds.lower.tolist(),
            "upper": bounds.upper.tolist(),
        },
    )


def require_six_fair(rules: FarkleRules) -> None:
    """Raise ``NotDescribedError`` unless the rules have six fair dice.

    It is also raised for rules that set the fields ``nothing`` or ``first_throw``.
    """
    require_covered("a certificate of rolls", rules, NotDescribedError)
    if rules.dice:
        raise NotDescribedError(
            f"this certificate is of six fair dice, not of {rules.dice_setting}; "
            "farkle-dice-turn is of any dice"
        )


def require_plain(rules: FarkleRules) -> None:
    """Require rules with six fair dice, with hot dice and without junk.

    Junk is dice that score nothing and may be kept together with scoring dice. Rules
    such as ``must_roll_hot_dice`` and ``exact_target`` are refused, too. Raises
    ``NotDescribedError`` for other rules.
    """
    require_six_fair(rules)
    require_covered("this certificate", rules, NotDescribedError)
    if rules.junk or not rules.hot_dice:
        raise NotDescribedError(
            "the certificates of turns need rules with hot dice and without junk"
        )


MAKERS = (
    Maker("farkle-roll", "farkle", rolls, ROLL),
    Maker("farkle-turn", "farkle", turn, ("turn.mean",)),
    Maker("farkle-thresholds", "farkle", thresholds, ("threshold.*.*",)),
    Maker(
        "farkle-last-turn",
        "farkle",
        blog_last_turn,
        ("claim.blog.last_turn.level.*", "claim.blog.last_turn.behind.*"),
    ),
    Maker("farkle-solitaire", "farkle", solitaire, ("solitaire.mean",)),
    Maker("farkle-match", "farkle", match, ("match.first_player",), slow=True),
    Maker("farkle-dice-turn", "farkle", farkle_dice.turn, ("turn.mean",), slow=True),
)
