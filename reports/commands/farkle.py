"""Farkle: what to keep, and when to bank."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar, overload

from trueodds.core.dice import counted_dice
from trueodds.core.errors import OptionError, PositionError
from trueodds.core.scores import scores
from trueodds.reports.chosen import chosen, require_text
from trueodds.reports.progress import shown
from trueodds.reports.signatures import Between, Numbers, Words, checked, text_of

if TYPE_CHECKING:
    from trueodds.analysis.farkle.dice.dice_set import DiceSet
    from trueodds.analysis.farkle.match import Situation
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.core.rules.farkle.dice_kinds import DiceRoll
    from trueodds.reports.answers.farkle.advice import Advice, Options
    from trueodds.reports.answers.farkle.best_dice import BestSets
    from trueodds.reports.answers.farkle.match_advice import MatchAdvice
    from trueodds.reports.answers.farkle.policy import Policy
    from trueodds.reports.chosen import Changes, ChosenRules, RulesSource

    Advised = TypeVar("Advised", Advice, MatchAdvice)

Dice: TypeAlias = Annotated[str | None, "DICE"]
"""Dice that may be loaded, as text."""


@overload
def advise(
    shown: Numbers | None = ...,
    /,
    *,
    stake: int = ...,
    dice: str | int | None = ...,
    roll: Numbers | None = ...,
    set_of_dice: str | None = ...,
    opening: bool = ...,
    rules: RulesSource = ...,
    set: Changes = ...,
) -> Advice: ...


# A score makes it a question about a match.
@overload
def advise(
    shown: Numbers | None = ...,
    /,
    *,
    stake: int = ...,
    dice: str | int | None = ...,
    roll: Numbers | None = ...,
    set_of_dice: str | None = ...,
    against: str | None = ...,
    score: Numbers | int,
    opponent: int | None = ...,
    farkles: int | None = ...,
    opponent_farkles: int | None = ...,
    rules: RulesSource = ...,
    set: Changes = ...,
) -> MatchAdvice: ...


@checked
def advise(
    shown: Annotated[Numbers | None, Words("[ROLL]...")] = None,
    /,
    *,
    stake: int = 0,
    dice: str | int | None = None,
    roll: Numbers | None = None,
    set_of_dice: Dice = None,
    against: Dice = None,
    score: Numbers | int | None = None,
    opponent: int | None = None,
    farkles: int | None = None,
    opponent_farkles: int | None = None,
    opening: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> Advice | MatchAdvice:
    """Bank or roll? With a ROLL: which dice to keep, and what to do then.

    A ROLL is the dice that you just rolled, such as 115236 or 1 1 5 2 3 6, or
    weighted=1 fair=5 if the dice are not all equal. A roll of fewer dice needs
    ``stake``, the points of the dice that were kept before.

    The answer plays for the highest average turn. With ``score`` and ``opponent`` it
    plays to win a match of two against perfect play; the match is solved once and
    cached.

    Args:
        shown: The dice you just rolled, as text or as a list of faces.
        stake: Points of the turn so far.
        dice: Number of dice left to roll, or which dice if they are not all equal
            [default: those of ROLL].
        roll: The dice you just rolled, as ROLL.
        set_of_dice: Your whole set of six dice that may be loaded, such as 'weighted,
            fair*5' [default: the dice of the rules].
        against: Your opponent's dice, as ``dice`` [default: the same dice as yours].
        score: Your banked points, or both players' as 2000-3000.
        opponent: Your opponent's banked points.
        farkles: Your farkles in a row, where these cost points.
        opponent_farkles: Your opponent's farkles in a row.
        opening: You have not opened yet, so the minimum to open must be met.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The best choice, with the values of all choices.

    Raises:
        TrueoddsError: The position cannot occur, or an argument is wrong.

    Example:
        >>> advise("1556", stake=650, rules="box").action
        'bank'
    """
    if shown and roll is not None:
        raise OptionError("there are two rolls; leave --roll out")
    typed = text_of(shown) or ""
    rolled = typed or text_of(roll)
    named = text_of(dice)
    if named is None and rolled is None:
        raise OptionError(
            "say how many dice are left, or what they show; such as --dice 3, or 1556"
        )
    # A score makes it a question about a match, where both scores are needed.
    points = scores(text_of(score), option="--score ")
    if opponent is not None:
        points.append(opponent)
    if len(points) not in (0, 2):
        raise OptionError(
            "a match needs the banked points of both; such as --score 2000-3000"
        )
    if not points and (farkles is not None or opponent_farkles is not None):
        raise OptionError(
            "farkles in a row need --score and --opponent; they count in a match only"
        )
    if opening and points:
        raise OptionError(
            "--opening is for a turn without --score; a player with --score 0 has not "
            "opened"
        )
    require_text("against", against)
    if against is not None and not points:
        raise OptionError("--against is for a match; give --score and --opponent")

    changed = chosen(rules, set).with_fields({"dice": set_of_dice}, "set-of-dice")
    if points:
        from trueodds.analysis.farkle.match import Situation

        at = Situation(points[0], points[1], farkles or 0, opponent_farkles or 0)
        record = farkle_rules(changed)
        won = _in_match(record, at, stake, (named, rolled), against)
        return _as_read(won, typed, named)
    from trueodds.reports.answers.farkle.advice import advice_of, choice_of

    adviser = _adviser(changed, opening)
    left, faces = _dice_of(adviser.dice, named, rolled)
    choice = adviser.choice(stake, left)
    if faces is None:
        return choice_of(adviser, stake, left, choice)
    return _as_read(advice_of(adviser, faces, stake), typed, named)


def _as_read(answer: Advised, shown: str, dice: str | None) -> Advised:
    """Add to an answer that a number alone was read as a roll of one die."""
    if dice is not None or not re.fullmatch("[1-6]", shown):
        return answer
    note = f"{shown} was read as a roll of one die"
    left = f"{note}; for {counted_dice(shown)} left to roll: --dice {shown}"
    return replace(answer, note=f"{answer.note} {left}".strip())


def farkle_rules(changed: ChosenRules) -> FarkleRules:
    """Return the rules that a user chose as a record of rules of Farkle."""
    from trueodds.core.rules.farkle import FarkleRules

    return changed.load(FarkleRules)


def _adviser(changed: ChosenRules, opening: bool) -> Adviser:
    # Slow to import, and a match that is solved does not need it.
    from trueodds.analysis.farkle.turn.advice import Adviser

    return Adviser(farkle_rules(changed), opening=opening)


def _in_match(
    rules: FarkleRules,
    scores: Situation,
    stake: int,
    typed: tuple[str | None, str | None],
    against: str | None,
) -> MatchAdvice:
    from trueodds.analysis.farkle.match import solved_on, state_space
    from trueodds.analysis.farkle.match.different_dice import (
        opponent_rules,
        solved_between,
    )
    from trueodds.reports.answers.farkle.match_advice import (
        keeps_advice,
        position_advice,
    )

    space = state_space(rules)
    left, roll = _dice_of(space.dice, *typed)
    scores.states(space, stake, left)
    theirs = rules if against is None else opponent_rules(rules, against)
    with shown() as progress:
        match = (
            solved_on(space, progress)
            if theirs == rules
            else solved_between((space, state_space(theirs)), progress).yours
        )
    if roll is None:
        return position_advice(match, scores, stake, left)
    return keeps_advice(match, scores, stake, roll)


def _dice_of(
    dice_set: DiceSet, dice: str | None, roll: str | None
) -> tuple[int, DiceRoll | None]:
    """Return the number of the multiset of dice left, and what the dice show."""
    # --dice has two meanings: here the dice left, elsewhere the whole set. A user who
    # names dice here means --set-of-dice.
    if dice is not None and not dice_set.rules.dice and not dice.strip().isdecimal():
        raise OptionError(
            f"Invalid value for --dice: {dice!r} is not a number of dice, such as 3; "
            "to name loaded dice, give the whole set with --set-of-dice"
        )
    left = None if dice is None else dice_set.read_left(dice)
    if roll is None:
        assert left is not None
        return left, None
    rolled = _read_roll(dice_set, roll)
    number = dice_set.number_rolled(rolled)
    # --dice and the roll may both say how many dice there are, if they agree.
    if left not in (None, number):
        raise PositionError(
            f"{roll!r} is not a roll of {dice_set.left_text(left)}; roll all the dice "
            "that are left"
        )
    return number, rolled


def _read_roll(dice: DiceSet, text: str) -> DiceRoll:
    """Return a roll of some of the dice, in order."""
    return tuple(sorted(dice.read(text)))


@checked
def options(
    roll: Annotated[Numbers, Words("ROLL...")],
    /,
    *,
    stake: int = 0,
    dice: Dice = None,
    opening: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> Options:
    """List every legal keep of ROLL (such as 113334 or 1 1 3), the best first.

    Each keep has the average points of the turn if the rest is played for points. With
    ``dice``, write the die of each face, such as weighted=1 fair=5; faces alone are
    enough if all dice are equal.

    Args:
        roll: The dice that you rolled, as text or as a list of faces.
        stake: Points of the turn so far.
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        opening: You have not opened yet, so the minimum to open must be met.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The keeps, with the average turn after each and what each costs.

    Raises:
        TrueoddsError: The roll cannot occur, or an argument is wrong.

    Example:
        >>> options([1, 1, 3]).options[0].kept
        '11'
    """
    from trueodds.reports.answers.farkle.advice import options_of

    adviser = _adviser(chosen(rules, set).with_fields({"dice": dice}), opening)
    return options_of(adviser, _read_roll(adviser.dice, text_of(roll) or ""), stake)


@checked
def policy(
    *,
    dice: Dice = None,
    opening: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> Policy:
    """Print when to bank, and the rolls where taking fewer points is better.

    With ``dice``, print the proved average turn with these dice, and when to bank with
    each set of dice left. A die is a name, or the weights of its faces 1 to 6; *3 means
    three such dice.

    Args:
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        opening: You have not opened yet, so the minimum to open must be met.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The stakes from which to bank, and the exceptions to "take the highest score".

    Raises:
        TrueoddsError: An argument is wrong, or the turn cannot be solved.

    Example:
        >>> policy(rules="box").bank_at["3"]
        400
    """
    from trueodds.reports.answers.farkle.policy import policy_of

    return policy_of(_adviser(chosen(rules, set).with_fields({"dice": dice}), opening))


@checked
def best_dice(
    *,
    inventory: Annotated[str | Path, "FILE.toml"],
    purpose: Literal["mean", "turns", "match"] = "mean",
    target: Annotated[int | None, Between(1, 1_000_000)] = None,
    against: Dice = None,
    top: Annotated[int, Between(1, 1000)] = 1,
    rounding: bool = False,
    rules: RulesSource = None,
    set: Changes = None,
) -> BestSets:
    """Print the best six of your dice, and why no others are better.

    The best have the highest average turn, need the fewest turns to a target, or win
    the most matches. Every set of six is considered: most are excluded, often together,
    by upper bounds, and the answer lists these bounds. An interrupted search is
    resumed. Dice are named as in `trueodds farkle policy --dice`, or have weights:
    "7:2:2:2:2:4" = 2.

    Args:
        inventory: The dice that you have: a table [dice] with lines such as
            weighted = 2.
        purpose: The highest average turn (mean), the fewest expected turns to the
            target, playing alone (turns), or the most wins to the target (match).
        target: The target of ``purpose`` turns and match [default: that of the rules].
        against: Your opponent's dice in ``purpose`` match [default: six fair dice].
        top: Rank this many sets.
        rounding: Bound the average of the best set over all weights that agree with the
            published percentages of its dice, which are rounded.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The best sets with their numbers, and the bounds that exclude all others.

    Raises:
        TrueoddsError: The inventory cannot be read or has no six dice, or an argument
            is wrong.

    Example:
        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile("w", suffix=".toml") as file:
        ...     _ = file.write('dice = ["fair*5", "odd*2"]')
        ...     file.flush()
        ...     sets = best_dice(inventory=file.name, rules="kingdom-come")
        >>> sets.best[0].dice.count("odd"), sets.sets
        (2, 2)
    """
    from trueodds.core.rules.farkle.inventory import read_inventory
    from trueodds.core.rules.farkle.loaded_dice import FAIR_SET
    from trueodds.reports.answers.farkle.best_dice import best_sets_of

    if target is not None and purpose == "mean":
        raise OptionError(
            f"--target {target} is only for the purposes turns and match; choose one, "
            "or leave --target out"
        )
    require_text("against", against)
    for option, is_given in (("against", against is not None), ("rounding", rounding)):
        # --against belongs to a match only, and --rounding to the other two purposes
        # only.
        if is_given and (purpose == "match") != (option == "against"):
            article = "only" if option == "against" else "not"
            raise OptionError(
                f"--{option} is {article} for the purpose match; leave one of them out"
            )
    record = farkle_rules(chosen(rules, set).with_fields({"target": text_of(target)}))
    owned = read_inventory(Path(inventory))
    with shown() as progress:
        return best_sets_of(
            record,
            owned,
            top,
            progress,
            purpose=purpose,
            against=against or FAIR_SET,
            rounding=rounding,
        )
