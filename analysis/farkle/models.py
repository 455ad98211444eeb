"""Farkle as explicit models: a turn, a threshold turn, and solitaire."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trueodds.analysis.farkle.dice.dice_set import ScaledRolls, dice_set, scaled_rolls
from trueodds.analysis.farkle.dice.roll_classes import (
    HOT,
    ClassKeep,
    RollClass,
    Rolls,
    most_points,
    points_grid,
)
from trueodds.analysis.farkle.threshold.table import fixed_keep
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.decision import Action
from trueodds.core.models.model import Labels, Model, Question, Recipe, State
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered

PLAYING = 0
BANKED = 1
FARKLED = 2
MOST_STATES = 200_000
"""The most states of an exported model."""

MOST_PLACES = 1_000_000
"""The most pairs of a stake and a roll class in a turn; few of them are states."""


def threshold(rules: FarkleRules, least: int) -> Model:
    """Return the model of a turn that banks at ``least`` points, and else rolls.

    The player keeps the most points of each roll and, on ties, the fewest dice. Hot
    dice are banked too. Nothing below the rules' minimum is banked. If hot dice end the
    turn, they are banked below the threshold too.

    Raises:
        RulesError: If the model does not cover a rule, such as hot dice that must be
            rolled.
    """
    require_covered("an exported model", rules)
    scaled = scaled_rolls(rules)
    rolls = scaled.rolls
    whole = max(scaled.rolls)
    most = fixed_keep("most", scaled.sizes)
    assert most
    least = max(least, rules.minimum_to_bank)

    def step(state: State) -> Labels | Action:
        stake, dice, status = state
        if status != PLAYING:
            return ("banked" if status == BANKED else "farkle",)
        if stake >= least or not dice:
            return Action({(0, 0, BANKED): 1}, reward=stake)
        return Action(rolls[dice].map(lambda keeps: after(stake, keeps)))

    def after(stake: int, keeps: RollClass) -> State:
        keep = most(keeps)
        if keep is None:
            return 0, 0, FARKLED
        points = stake + keep.points
        left = keep.left
        if left == HOT and not rules.hot_dice:
            # The turn ends there, also below the threshold; only points
            # below the rules' minimum are lost.
            enough = points >= rules.minimum_to_bank
            return (points, 0, PLAYING) if enough else (0, 0, BANKED)
        return points, left or whole, PLAYING

    return Model.explore(
        f"A turn of Farkle that banks at {least} points or more{_numbering(rules)}",
        (0, whole, PLAYING),
        step,
        variables=("stake", "dice", "over"),
        reward="points",
        questions=(Question(), Question("farkle")),
    )


def turn(rules: FarkleRules) -> Model:
    """Return the model of a turn played for the most expected points.

    From some stake on (the ceiling), rolling loses more than it can win whatever is
    kept, so the turn is banked; ``turn.ceiling`` shows that this is best. Among keeps
    that leave equally many dice the model has only the keep with the most points.

    Raises:
        RulesError: If some dice cannot farkle, or if there are too many states.
    """
    require_covered("an exported model", rules)
    scaled = scaled_rolls(rules)
    rolls = _Rolls(scaled, most_points(scaled.rolls))
    dice = dice_set(rules)
    whole = dice.whole
    if not dice.tables.farkle.all():
        raise RulesError(
            "a turn can be exported only if all dice can farkle; export a turn that "
            "banks at N points, such as threshold:300"
        )
    highest = max(ceiling(dice).stake * dice.unit, rules.minimum_to_bank)
    if highest / dice.unit * len(rolls.keeps) > MOST_PLACES:
        raise RulesError(
            "a turn with these dice has too many states to export; export a turn that "
            "banks at N points, such as threshold:300"
        )
    over = (0, 0, 0)

    def step(state: State) -> Labels | Mapping[str, Action]:
        stake, dice, roll = state
        if state == over:
            return ()
        if roll:
            return rolls.keep(roll, dice, lambda k: after(stake + k.points, k.left))
        actions = {}
        if stake >= rules.minimum_to_bank and stake:
            actions["bank"] = Action({over: 1}, reward=stake)
        if dice and stake < highest:
            actions["roll"] = Action(rolls.roll((stake,), dice, over))
        # Neither choice is allowed: too little to bank, and no dice left.
        return actions or {"end": Action({over: 1})}

    def after(stake: int, left: int) -> State:
        return stake, left or (whole if rules.hot_dice else 0), 0

    return Model.explore(
        f"A turn of Farkle, played for the most expected points{_numbering(rules)}",
        (0, whole, 0),
        step,
        variables=("stake", "dice", "roll"),
        reward="points",
        questions=(Question(best="max"),),
    )


def solitaire(rules: FarkleRules, target: int) -> Model:
    """Return the model of a game alone, to a target in the fewest expected turns.

    ``target`` is in points.

    Raises:
        RulesError: If the rules have penalties, so that scores can fall, or if the
            target needs too many states.
    """
    if rules.penalty_every:
        raise RulesError("solitaire can be exported only for rules without penalties")
    require_covered("an exported model", rules)
    scaled = scaled_rolls(rules)
    rolls = _Rolls(scaled, scaled.rolls)
    whole = max(scaled.rolls)
    steps = target // points_grid(scaled.rolls)
    # Score and stake together are below the target: half of all pairs.
    if steps * steps // 2 * (whole + len(rolls.keeps)) > MOST_STATES:
        raise RulesError(
            f"solitaire to {target} points has too many states to export; "
            "choose a smaller target"
        )

    def step(state: State) -> Labels | Mapping[str, Action]:
        score, stake, dice, roll = state
        if score >= target:
            return ()
        if roll:
            return rolls.keep(
                roll, dice, lambda k: decide(score, stake + k.points, k.left)
            )
        actions = {}
        if dice:
            # A turn counts when it begins, with its first roll.
            rolled = rolls.roll((score, stake), dice, (score, 0, whole, 0))
            actions["roll"] = Action(rolled, reward=0 if stake else 1)
        if stake and stake >= least(score):
            actions["bank"] = Action({(score + stake, 0, whole, 0): 1})
        return actions or {"end": Action({(score, 0, whole, 0): 1})}

    def decide(score: int, stake: int, left: int) -> State:
        if score + stake > target and rules.exact_target:
            return score, 0, whole, 0
        if score + stake >= target and stake >= least(score):
            return target, 0, whole, 0
        return score, stake, left or (whole if rules.hot_dice else 0), 0

    def least(score: int) -> int:
        return max(rules.minimum_to_bank, 0 if score else rules.minimum_to_open)

    return Model.explore(
        f"Farkle alone to {target} points{_numbering(rules)}",
        (0, 0, whole, 0),
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


class _Rolls:
    """Rolls that score, numbered from 1, and the keeps of each."""

    def __init__(self, scaled: ScaledRolls, rolls: Rolls) -> None:
        self._multisets = scaled.multisets
        self._rolls = rolls
        every = ((dice, keeps) for dice, r in rolls.items() for keeps in r if keeps)
        self._number = {roll: number for number, roll in enumerate(every, start=1)}
        self.keeps = {number: keeps for (_, keeps), number in self._number.items()}

    def roll(self, before: State, dice: int, farkle: State) -> Distribution[State]:
        """Return the distribution of the state after a roll of the dice.

        It is ``before``, extended by the dice and by the number of the roll. ``dice``
        is how many dice are rolled, if all dice are equal, or else the index of their
        multiset in ``DiceSet.multisets``. ``farkle`` is the state after a farkle.
        """

        def after(keeps: RollClass) -> State:
            return (*before, dice, self._number[dice, keeps]) if keeps else farkle

        return self._rolls[dice].map(after)

    def keep(
        self, roll: int, dice: int, after: Callable[[ClassKeep], State]
    ) -> dict[str, Action]:
        """Return an action for each keep, named by its dice of each kind and points.

        ``roll`` is the number of the roll, and ``dice`` that of the multiset of dice
        rolled. ``after`` returns the state after a keep.
        """
        actions = {}
        for keep in self.keeps[roll]:
            pairs = zip(self._multisets[dice], self._multisets[keep.left], strict=True)
            kept = "_".join(str(rolled - left) for rolled, left in pairs)
            actions[f"keep_{kept}_for_{keep.points}"] = Action({after(keep): 1})
        return actions


def _numbering(rules: FarkleRules) -> str:
    """Return how the variable ``dice`` numbers what is left, if dice differ.

    >>> _numbering(FarkleRules.load(dice="weighted*2, fair*4"))
    '; dice = 3 * number of fair + number of weighted'
    """
    if not rules.dice or len((dice := dice_set(rules)).kinds) == 1:
        return ""
    terms = []
    factor = 1
    for kind, number in zip(
        reversed(dice.kinds), reversed(dice.multisets[-1]), strict=True
    ):
        times = f"{factor} * " if factor > 1 else ""
        terms.append(f"{times}number of {kind.name}")
        factor *= number + 1
    return f"; dice = {' + '.join(reversed(terms))}"
