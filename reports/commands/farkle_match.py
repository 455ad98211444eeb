"""Farkle to a target: thresholds, playing alone, and a match of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from trueodds.reports.chosen import chosen, require_text
from trueodds.reports.commands.farkle import Dice, farkle_rules
from trueodds.reports.progress import shown
from trueodds.reports.signatures import checked, text_of

if TYPE_CHECKING:
    from trueodds.reports.answers.odds import OddsAnswer
    from trueodds.reports.chosen import Changes, RulesSource


@checked
def thresholds(
    *,
    keep: Literal["most", "best", "fewest"] = "most",
    hot_dice: Literal["bank", "roll"] = "bank",
    at: Annotated[int | None, "T"] = None,
    dice: Dice = None,
    rules: RulesSource = None,
    set: Changes = None,
) -> OddsAnswer:
    """Print the average turn that banks at T points or more, for T to 10,000.

    Args:
        keep: Keep the most points, the best keep for this T, or the fewest dice.
        hot_dice: Bank hot dice once T is reached, or roll them.
        at: Only this T, with the distribution of its points.
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The average turn of each threshold, and how often it farkles, by id.

    Raises:
        TrueoddsError: An argument is wrong, or there are too many thresholds.

    Example:
        >>> print(f"{thresholds(at=300).quantities['threshold.300.mean']:.2f}")
        449.27
    """
    from trueodds.analysis.farkle.threshold.table import (
        Thresholds,
        quantities,
        quantities_at,
    )
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import thresholds_of

    changed = chosen(rules, set).with_fields({"dice": dice})
    record = farkle_rules(changed)
    words = ["--keep", keep, "--hot-dice", hot_dice]
    turns = Thresholds(record, keep, hot_dice)
    if at is None:
        with shown() as progress:
            averages = list(quantities(turns.table(progress), turns))
    else:
        words += ["--at", str(at)]
        averages = list(quantities_at(turns, at))
    command = changed.command("farkle", "thresholds", *words)
    return thresholds_of(Odds("farkle", record, command, averages), at)


@checked
def solitaire(
    *,
    dice: Dice = None,
    rules: RulesSource = None,
    set: Changes = None,
) -> OddsAnswer:
    """Print the fewest expected turns to the target (--set target=...).

    The answer also has the turns of a player who always plays for points, and banks
    whatever reaches the target.

    Args:
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The expected turns with perfect play and with play for points, by id.

    Raises:
        TrueoddsError: An argument is wrong, or the target is too high.

    Example:
        >>> alone = solitaire(set={"target": 500})
        >>> print(f"{alone.quantities['solitaire.mean']:.2f}")
        1.90
    """
    from trueodds.analysis.farkle.solitaire import quantities
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import solitaire_of

    changed = chosen(rules, set).with_fields({"dice": dice})
    record = farkle_rules(changed)
    command = changed.command("farkle", "solitaire")
    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return solitaire_of(odds)


@checked
def match(
    *,
    target: Annotated[int | None, "POINTS"] = None,
    dice: Dice = None,
    against: Dice = None,
    rules: RulesSource = None,
    set: Changes = None,
) -> OddsAnswer:
    """Who wins a match of two, and when to bank at any score.

    Both players play perfectly, and the result is proved. The answer also has what
    simpler strategies lose to perfect play, and who wins if two to four players always
    play for points. A match is solved once and cached; an interrupted solve is resumed.

    With ``dice`` and ``against`` the players may have different dice. The answer then
    has who wins, for either player moving first, and when to bank.

    Args:
        target: Banked points that end the game [default: the target of the rules].
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        against: Your opponent's dice, as ``dice`` [default: the same dice as yours].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        How often each player wins, and the stakes from which to bank, by id.

    Raises:
        TrueoddsError: An argument is wrong, or the match cannot be solved.

    Example:
        >>> wins = match(target=300, rules="box").quantities["match.first_player"]
        >>> print(f"{wins:.2%}")
        56.43%
    """
    from trueodds.core import shipped_odds
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.match import dice_match_of, match_of

    require_text("against", against)
    own = {"target": text_of(target), "dice": dice}
    changed = chosen(rules, set).with_fields(own)
    record = farkle_rules(changed)
    words = [] if against is None else ["--against", against]
    command = changed.command("farkle", "match", *words)
    if record.dice or against is not None:
        with shown() as progress:
            # The answer names the dice itself, so the rules are named without them.
            others = {
                name: to for name, to in changed.changes.items() if name != "dice"
            }
            named = farkle_rules(changed._replace(changes=others))
            return dice_match_of(record, named, against, command, progress)
    # Before the slow import of what would compute them.
    if families := shipped_odds.read("match", "farkle", record):
        return match_of(Odds("farkle", record, command, families=families))
    from trueodds.analysis.farkle.match.quantities import quantities

    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return match_of(odds)
