"""Answers on a whole match, with a table by score of when to bank."""

from __future__ import annotations

from collections.abc import Callable

from trueodds.analysis.farkle.match import state_space
from trueodds.analysis.farkle.match.different_dice import opponent_rules
from trueodds.analysis.farkle.match.quantities import dice_quantities
from trueodds.core.dice import counted_dice
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import FAIR_SET
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.farkle.sentences import by_rules
from trueodds.reports.answers.odds import OddsAnswer, odds_answer
from trueodds.reports.kinds import percent, points
from trueodds.reports.output import Part, Table

POLICY = "match.bank_at."
PLAYERS = ("match.first_player", "match.second_player")


def match_of(odds: Odds) -> OddsAnswer:
    """Return the odds of a match with equal fair dice as an answer.

    ``odds`` are odds of Farkle that have the quantities ``match``.
    """
    rules = odds.rules_as(FarkleRules)
    first = (
        f"The player who moves first wins {percent(odds[PLAYERS[0]].bounds)}"
        f" of games, if both play best. {by_rules(rules)}"
    )
    unit = state_space(rules).unit
    target = rules.target
    notes: list[Part] = []
    # Scores are multiples of the unit, so the first score that wins is the next
    # multiple.
    if target % unit:
        played = -(-target // unit) * unit
        notes = [f"{target} is not a multiple of {unit}, so it is played as {played}."]
    title = "Best play: bank at this stake, by scores and dice left to roll."
    return _with_stakes(odds, policy_table, title, first, *notes)


def dice_match_of(
    rules: FarkleRules,
    named: FarkleRules,
    against: str | None,
    command: str,
    progress: Progress,
) -> OddsAnswer:
    """Return the odds of a match with your dice against the opponent's, as an answer.

    Args:
        rules: The rules; their dice are yours.
        named: The same rules without the dice. The answer has the dice in a sentence of
            its own, so it describes the other rules by these.
        against: The opponent's dice, as text. If None, they are the same as yours.
        command: The command line that reproduces the odds.
        progress: A callback for the work, which may take long.

    Raises:
        DiceError: The opponent's dice are unknown or impossible.
        RulesError: The match never ends or has too many scores.
        ModelError: The bounds cannot be proved.
    """
    # Both have the same dice unless others are named.
    other = rules if against is None else opponent_rules(rules, against)
    odds = Odds(
        "farkle", rules, command, dice_quantities(rules, str(other.dice), progress)
    )
    first, second = (percent(odds[name].bounds) for name in PLAYERS)
    yours, theirs = (str(r.dice) or FAIR_SET for r in (rules, other))
    sentence = (
        f"You win {first} of games if you move first, and {second} if your opponent "
        f"does: {yours} against {theirs}, both playing best. {by_rules(named)}"
    )
    title = "Best play: bank at this stake, by scores (yours to theirs) and dice left."
    return _with_stakes(odds, _dice_table, title, sentence)


def _with_stakes(
    odds: Odds,
    table: Callable[[list[Quantity]], Table],
    title: str,
    *before: Part,
) -> OddsAnswer:
    """Return an answer: sentences, the odds, and a table of when to bank.

    People do not read thresholds of strategies that no turn reaches before it wins.
    """
    target = odds.rules_as(FarkleRules).target
    policy = [*odds.fitting(f"{POLICY}*")]
    rest = odds.only(
        each
        for each in odds.fitting("match.[!b]*")  # all others
        if ".bank_at." not in each.id or each.bounds.upper < target
    )
    stated = tuple(filter(odds.__contains__, PLAYERS))
    return odds_answer(
        odds, *before, listed=rest, stated=stated, after=(title, table(policy))
    )


def policy_table(policy: list[Quantity]) -> Table:
    """Return a table of the points at stake from which to bank.

    ``policy`` has the quantities ``match.bank_at`` of the odds of a match. A row has
    your score, the opponent's score, and one entry for each number of dice left, as
    text.
    """
    dice, stakes = _stakes(policy)
    return Table(
        ["you have", "they have", *map(_dice_left, dice)],
        [[*scores, *(row[left] for left in dice)] for scores, row in stakes.items()],
    )


def _dice_table(policy: list[Quantity]) -> Table:
    """Return a row for each set of dice left, and a column for each pair of scores."""
    dice, stakes = _stakes(policy)
    # Six equal loaded dice need no names, only their number.
    equal = len({die for left in dice for die in left.split("+")}) == 1
    return Table(
        ["dice left", *(f"{mine} to {theirs}" for mine, theirs in stakes)],
        [
            [
                str(left.count("+") + 1) if equal else left.replace("+", ", "),
                *(row[left] for row in stakes.values()),
            ]
            for left in dice
        ],
    )


def _stakes(
    policy: list[Quantity],
) -> tuple[list[str], dict[tuple[str, str], dict[str, str]]]:
    """Return the sets of dice left, small sets first, and the stakes to bank at.

    The stakes are by pair of scores, then by set.
    """
    stakes: dict[tuple[str, str], dict[str, str]] = {}
    for quantity in policy:
        # The id is ``match.bank_at.MINE.THEIRS.DICE``, with "+" between the names of
        # dice.
        mine, theirs, dice = quantity.id.removeprefix(POLICY).split(".")
        scores = points(int(mine)), points(int(theirs))
        row = stakes.setdefault(scores, {})
        row[dice] = points(int(quantity.bounds.lower))
    left = {dice for row in stakes.values() for dice in row}
    small_first = sorted(left, key=lambda dice: (dice.count("+"), dice))
    return small_first, stakes


def _dice_left(name: str) -> str:
    """Return as text the dice in an id: a number, or names that "+" joins."""
    return counted_dice(name) if name.isdigit() else name.replace("+", ", ")
