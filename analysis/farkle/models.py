"""Farkle as explicit models: a turn, a threshold turn, and solitaire."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trueodds.analysis.farkle.roll_classes import (
    HOT,
    Keep,
    RollClass,
    Rolls,
    best_score,
    most_points,
    points_grid,
    roll_classes,
)
from trueodds.core.decision import Action
from trueodds.core.errors import RulesError
from trueodds.core.model import Labels, Model, Question, Recipe, State
from trueodds.core.rules.farkle import DICE, FarkleRules

PLAYING, BANKED, FARKLED = 0, 1, 2
MOST_STATES = 200_000
"""The most states of an exported model."""


def threshold(rules: FarkleRules, least: int) -> Model:
    """Return a turn that banks at ``least`` points or more, and else rolls.

    The most points of each roll are kept, with the fewest dice; hot dice are banked
    too. Nothing below the rules' minimum is banked.
    """
    rolls = roll_classes(rules)
    least = max(least, rules.minimum_to_bank)

    def step(state: State) -> Labels | Action:
        stake, dice, status = state
        if status != PLAYING:
            return ("banked" if status == BANKED else "farkle",)
        if stake >= least:
            return Action({(0, 0, BANKED): 1}, reward=stake)
        return Action(rolls[dice].map(lambda keeps: after(stake, keeps)))

    def after(stake: int, keeps: RollClass) -> State:
        if not keeps:
            return 0, 0, FARKLED
        points, left = stake + keeps[0].points, keeps[0].left
        if left == HOT and not rules.hot_dice:
            # The turn ends there, with nothing below the minimum.
            return (points, 0, PLAYING) if points >= least else (0, 0, BANKED)
        return points, left or DICE, PLAYING

    return Model.explore(
        f"A turn of Farkle that banks at {least} points or more",
        (0, DICE, PLAYING),
        step,
        variables=("stake", "dice", "over"),
        reward="points",
        questions=(Question(), Question("farkle")),
    )


def turn(rules: FarkleRules) -> Model:
    """Return a turn played for the most expected points.

    From the ceiling on, rolling loses more than it can win whatever is kept, so the
    turn is banked; ``turn.optimal`` shows that this is best. Among keeps that leave
    equally many dice the model has only the one with the most points.

    Raises:
        RulesError: If some dice cannot farkle.
    """
    rolls = most_points(roll_classes(rules))
    numbers, ceiling = _numbered(rolls), _ceiling(rolls, rules)
    keeps_of = {number: keeps for (_, keeps), number in numbers.items()}
    over = (0, 0, 0)

    def step(state: State) -> Labels | Mapping[str, Action]:
        stake, dice, roll = state
        if state == over:
            return ()
        if roll:
            return {
                _keep(keep, dice): Action({after(stake + keep.points, keep.left): 1})
                for keep in keeps_of[roll]
            }
        actions = {}
        if stake >= rules.minimum_to_bank and stake:
            actions["bank"] = Action({over: 1}, reward=stake)
        if dice and stake < ceiling:
            actions["roll"] = Action(
                rolls[dice].map(
                    lambda keeps: (stake, dice, numbers[dice, keeps]) if keeps else over
                )
            )
        return actions or {"end": Action({over: 1})}

    def after(stake: int, left: int) -> State:
        return stake, left or (DICE if rules.hot_dice else 0), 0

    return Model.explore(
        "A turn of Farkle, played for the most expected points",
        (0, DICE, 0),
        step,
        variables=("stake", "dice", "roll"),
        reward="points",
        questions=(Question(best="max"),),
    )


def solitaire(rules: FarkleRules, target: int) -> Model:
    """Return the game alone against a target, in the fewest expected turns.

    Raises:
        RulesError: If the rules have penalties, so that scores can fall, or if the
            target needs too many states.
    """
    if rules.penalty_every:
        raise RulesError("solitaire can be exported only for rules without penalties")
    rolls = roll_classes(rules)
    numbers = _numbered(rolls)
    steps = target // points_grid(rolls)
    if steps * steps // 2 * (DICE + len(numbers)) > MOST_STATES:
        raise RulesError(
            f"solitaire to {target} points has too many states to export; "
            "choose a smaller target"
        )
    keeps_of = {number: keeps for (_, keeps), number in numbers.items()}

    def step(state: State) -> Labels | Mapping[str, Action]:
        score, stake, dice, roll = state
        if score >= target:
            return ()
        if roll:
            return {
                _keep(keep, dice): Action(
                    {decide(score, stake + keep.points, keep.left): 1}
                )
                for keep in keeps_of[roll]
            }
        actions = {}
        if dice:
            # A turn counts when it begins, with its first roll.
            actions["roll"] = Action(
                rolls[dice].map(
                    lambda keeps: (
                        (score, stake, dice, numbers[dice, keeps])
                        if keeps
                        else (score, 0, DICE, 0)
                    )
                ),
                reward=0 if stake else 1,
            )
        if stake and stake >= least(score):
            actions["bank"] = Action({(score + stake, 0, DICE, 0): 1})
        return actions or {"end": Action({(score, 0, DICE, 0): 1})}

    def decide(score: int, stake: int, left: int) -> State:
        if score + stake >= target and stake >= least(score):
            return target, 0, DICE, 0
        return score, stake, left or (DICE if rules.hot_dice else 0), 0

    def least(score: int) -> int:
        return max(rules.minimum_to_bank, 0 if score else rules.minimum_to_open)

    return Model.explore(
        f"Farkle alone to {target} points",
        (0, 0, DICE, 0),
        step,
        variables=("score", "stake", "dice", "roll"),
        reward="turns",
        questions=(Question(best="min"),),
    )


MODELS: Mapping[str, Recipe] = {
    "turn": Recipe("a turn, played for the most expected points", turn),
    "threshold": Recipe(
        "a turn that banks at N points or more", threshold, 300, "the threshold"
    ),
    "solitaire": Recipe(
        "the fewest turns to N points, alone", solitaire, 500, "the target"
    ),
}


def _keep(keep: Keep, dice: int) -> str:
    return f"keep_{dice - keep.left}_for_{keep.points}"


def _ceiling(rolls: Rolls, rules: FarkleRules) -> Fraction:
    """Return the stake from which no roll is worth its risk."""
    if not all(rolled.weight(()) for rolled in rolls.values()):
        raise RulesError("a turn can be exported only if all dice can farkle")
    return max(
        Fraction(rules.minimum_to_bank),
        *(rolled.expected(best_score) / rolled[()] for rolled in rolls.values()),
    )


def _numbered(rolls: Rolls) -> dict[tuple[int, RollClass], int]:
    """Enumerate every roll that scores, by its dice and keeps, from 1."""
    classes = [(dice, keeps) for dice, r in rolls.items() for keeps in r if keeps]
    return {roll: number for number, roll in enumerate(classes, start=1)}
