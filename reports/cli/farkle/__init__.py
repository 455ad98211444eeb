"""``trueodds farkle``: what to keep, when to bank, and who wins."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from trueodds.core.dice import counted_dice
from trueodds.core.errors import PositionError
from trueodds.core.scores import scores
from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import (
    FORMATS,
    WITH_ROWS,
    ChosenRules,
    ScoresCommand,
    one_of,
    prints,
    require_text,
    rules_options,
    words_argument,
)
from trueodds.reports.cli.farkle.best_dice import best_dice
from trueodds.reports.cli.farkle.match import (
    against_option,
    dice_option,
    farkle_rules,
    match,
    play,
    solitaire,
)
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

if TYPE_CHECKING:
    from trueodds.analysis.farkle.dice.dice_set import DiceSet
    from trueodds.analysis.farkle.match import Situation
    from trueodds.analysis.farkle.threshold.table import HotRule, KeepRule
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.core.rules.farkle.dice_kinds import DiceRoll


@click.group(cls=Commands, of_dice="advise")
def farkle() -> None:
    """Farkle: what to keep, when to bank, and who wins."""


opening_option = click.option(
    "--opening",
    is_flag=True,
    help="You have not opened yet, so the minimum to open must be met.",
)


def _as_read(answer: Output, shown: str, dice: str | None) -> Output:
    """Add to an answer that a number alone was read as a roll of one die."""
    if dice is not None or not re.fullmatch("[1-6]", shown):
        return answer
    note = f"{shown} was read as a roll of one die"
    left = f"{note}; for {counted_dice(shown)} left to roll: --dice {shown}"
    return replace(answer, table=lambda: [*answer.table(), left])


def _adviser(rules: ChosenRules, opening: bool) -> Adviser:
    # Slow to import, and a match that is solved does not need it.
    from trueodds.analysis.farkle.turn.advice import Adviser

    return Adviser(farkle_rules(rules), opening=opening)


def read_roll(dice: DiceSet, text: str) -> DiceRoll:
    """Return a roll of some of the dice, in order."""
    return tuple(sorted(dice.read(text)))


@farkle.lists("Bank or roll? And what to keep of a roll?", cls=ScoresCommand)
@words_argument("shown", metavar="[ROLL]...")
@click.option(
    "--stake",
    type=int,
    default=0,
    help="Points of the turn so far.",
)
@click.option(
    "--dice",
    help="Number of dice left to roll, or which dice if they are not all equal "
    "[default: those of ROLL].",
)
@click.option(
    "--roll",
    help="The dice you just rolled, as ROLL.",
)
@click.option(
    "--set-of-dice",
    "set_of_dice",
    metavar="DICE",
    help="Your whole set of six dice that may be loaded, such as 'weighted, fair*5' "
    "[default: the dice of the rules].",
)
@against_option
@click.option("--score", help="Your banked points, or both players' as 2000-3000.")
@click.option("--opponent", type=int, help="Your opponent's banked points.")
@click.option(
    "--farkles", type=int, help="Your farkles in a row, where these cost points."
)
@click.option("--opponent-farkles", type=int, help="Your opponent's farkles in a row.")
@opening_option
@rules_options
@prints(*FORMATS)
def advise(
    shown: str,
    stake: int,
    dice: str | None,
    roll: str | None,
    set_of_dice: str | None,
    against: str | None,
    score: str | None,
    opponent: int | None,
    farkles: int | None,
    opponent_farkles: int | None,
    opening: bool,
    rules: ChosenRules,
) -> Output:
    """Bank or roll? With a ROLL: which dice to keep, and what to do then.

    A ROLL is the dice that you just rolled, such as 1556 or 1 5 5 6, or weighted=1
    fair=5 if the dice are not all equal.

    The answer plays for the highest average turn. With --score and --opponent it plays
    to win a match of two against perfect play; the match is solved once and cached.
    """
    if shown and roll is not None:
        raise click.UsageError("there are two rolls; leave --roll out")
    roll = shown or roll
    if dice is None and roll is None:
        raise click.UsageError(
            "say how many dice are left, or what they show; such as --dice 3, or 1556"
        )
    points = scores(score, option="--score ")
    if opponent is not None:
        points.append(opponent)
    if len(points) not in (0, 2):
        raise click.UsageError(
            "a match needs the banked points of both; such as --score 2000-3000"
        )
    if not points and (farkles is not None or opponent_farkles is not None):
        raise click.UsageError(
            "farkles in a row need --score and --opponent; they count in a match only"
        )
    if opening and points:
        raise click.UsageError(
            "--opening is for a turn without --score; a player with --score 0 has not "
            "opened"
        )
    require_text("against", against)
    if against is not None and not points:
        raise click.UsageError("--against is for a match; give --score and --opponent")

    rules = rules.with_fields({"dice": set_of_dice}, option="set-of-dice")
    if points:
        from trueodds.analysis.farkle.match import Situation

        at = Situation(points[0], points[1], farkles or 0, opponent_farkles or 0)
        answer = _in_match(farkle_rules(rules), at, stake, (dice, roll), against)
        return _as_read(answer, shown, dice)
    from trueodds.reports.answers.farkle.advice import advice_output, choice_output

    adviser = _adviser(rules, opening)
    left, rolled = _dice_of(adviser.dice, dice, roll)
    choice = adviser.choice(stake, left)
    if rolled is None:
        return choice_output(adviser, stake, left, choice)
    return _as_read(advice_output(adviser, rolled, stake), shown, dice)


def _in_match(
    rules: FarkleRules,
    scores: Situation,
    stake: int,
    typed: tuple[str | None, str | None],
    against: str | None,
) -> Output:
    from trueodds.analysis.farkle.match import solved_on, state_space
    from trueodds.analysis.farkle.match.different_dice import (
        opponent_rules,
        solved_between,
    )
    from trueodds.reports.answers.farkle.match_advice import (
        keeps_output,
        position_output,
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
        return position_output(match, scores, stake, left)
    return keeps_output(match, scores, stake, roll)


def _dice_of(
    dice_set: DiceSet, dice: str | None, roll: str | None
) -> tuple[int, DiceRoll | None]:
    """Return the number of the multiset of dice left, and what the dice show."""
    if dice is not None and not dice_set.rules.dice and not dice.strip().isdecimal():
        raise click.BadParameter(
            f"{dice!r} is not a number of dice, such as 3; to name loaded dice, give "
            "the whole set with --set-of-dice",
            param_hint="--dice",
        )
    left = None if dice is None else dice_set.read_left(dice)
    if roll is None:
        assert left is not None
        return left, None
    rolled = read_roll(dice_set, roll)
    shown = dice_set.number_rolled(rolled)
    if left not in (None, shown):
        raise PositionError(
            f"{roll!r} is not a roll of {dice_set.left_text(left)}; roll all the dice "
            "that are left"
        )
    return shown, rolled


farkle.adds(best_dice, "The best six of the dice that you have.")
farkle.adds(match, "Who wins a match, and when to bank at any score.")


@farkle.lists("List every legal keep of a roll, the best first.")
@words_argument("roll", required=True)
@click.option("--stake", default=0, help="Points of the turn so far.")
@dice_option
@opening_option
@rules_options
@prints(*FORMATS)
def options(
    roll: str,
    stake: int,
    dice: str | None,
    opening: bool,
    rules: ChosenRules,
) -> Output:
    """List every legal keep of ROLL (such as 113334 or 1 1 3), the best first.

    Each keep has the average points of the turn if the rest is played for points. With
    --dice, write the die of each face, such as weighted=1 fair=5; faces alone are
    enough if all dice are equal.
    """
    from trueodds.reports.answers.farkle.advice import options_output

    adviser = _adviser(rules.with_fields({"dice": dice}), opening)
    return options_output(adviser, read_roll(adviser.dice, roll), stake)


farkle.adds(play, "Play the assignment's game with exactly its prompts.")


@farkle.lists("When to bank, and the rolls that are exceptions.")
@dice_option
@opening_option
@rules_options
@prints(*FORMATS)
def policy(dice: str | None, opening: bool, rules: ChosenRules) -> Output:
    """Print when to bank, and the rolls where taking fewer points is better.

    With --dice, print the proved average turn with these dice, and when to bank with
    each set of dice left. A die is a name, or the weights of its faces 1 to 6; *3 means
    three such dice.
    """
    from trueodds.reports.answers.farkle.policy import output

    return output(_adviser(rules.with_fields({"dice": dice}), opening))


farkle.adds(solitaire, "The fewest turns to the target, playing alone.")


@farkle.lists('The average turn for each "bank at" rule.')
@click.option(
    "--keep",
    type=one_of(["most", "best", "fewest"]),
    default="most",
    help="Keep the most points, the best keep for this T, or the fewest dice.",
)
@click.option(
    "--hot-dice",
    "hot_dice",
    type=one_of(["bank", "roll"]),
    default="bank",
    help="Bank hot dice once T is reached, or roll them.",
)
@click.option(
    "--at",
    type=int,
    metavar="T",
    help="Only this T, with the distribution of its points.",
)
@dice_option
@rules_options
@prints(*WITH_ROWS)
def thresholds(
    keep: KeepRule,
    hot_dice: HotRule,
    at: int | None,
    dice: str | None,
    rules: ChosenRules,
) -> Output:
    """Print the average turn that banks at T points or more, for T to 10,000."""
    from trueodds.analysis.farkle.threshold.table import (
        Thresholds,
        quantities,
        quantities_at,
    )
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import thresholds_output

    rules = rules.with_fields({"dice": dice})
    record = farkle_rules(rules)
    words = ["--keep", keep, "--hot-dice", hot_dice]
    turns = Thresholds(record, keep, hot_dice)
    if at is None:
        with shown() as progress:
            averages = list(quantities(turns.table(progress), turns))
    else:
        words += ["--at", str(at)]
        averages = list(quantities_at(turns, at))
    command = rules.command("farkle", "thresholds", *words)
    return thresholds_output(Odds("farkle", record, command, averages), at)
