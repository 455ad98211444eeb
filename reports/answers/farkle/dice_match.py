"""Answers on a match with loaded dice, which may differ between the players."""

from __future__ import annotations

from dataclasses import replace

from trueodds.analysis.farkle.match.different_dice import opponent_rules
from trueodds.analysis.farkle.match.quantities import dice_quantities
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import FAIR_SET
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.farkle.match import POLICY
from trueodds.reports.answers.farkle.sentences import percent, to_win
from trueodds.reports.output import Output, Part, Table
from trueodds.reports.text.odds import output as odds_output


def dice_match_output(
    rules: FarkleRules,
    named: FarkleRules,
    against: str | None,
    command: str,
    progress: Progress,
) -> Output:
    """Return the odds of a match with the dice of the rules against other dice.

    The answer names the rules ``named``, which are without the dice that it names.

    Raises ``DiceError``, ``RulesError`` and ``ModelError`` as ``solved_against``.
    """
    other = rules if against is None else opponent_rules(rules, against)
    odds = Odds(
        "farkle", rules, command, dice_quantities(rules, str(other.dice), progress)
    )
    first, second = (
        percent(odds[f"match.{name}"].bounds)
        for name in ("first_player", "second_player")
    )
    yours, theirs = (str(r.dice) or FAIR_SET for r in (rules, other))
    banking = [quantity for id, quantity in odds.items() if id.startswith(POLICY)]
    rest = [quantity for id, quantity in odds.items() if not id.startswith(POLICY)]
    parts: list[Part] = [
        "Best play: bank at this stake, by scores (yours to theirs) and dice left.",
        _table(banking),
    ]
    sentence = (
        f"You win {first} of games if you move first, and {second} if your opponent "
        f"does: {yours} against {theirs}, both playing best. {to_win(named)}"
    )
    shown = odds_output(Odds("farkle", rules, command, rest))
    return replace(
        odds_output(odds),
        table=lambda: [sentence, *shown.table(), *parts],
        markdown=lambda: [*shown.parts("markdown"), *parts],
    )


def _table(banking: list[Quantity]) -> Table:
    """Return a row for each set of dice left, and a column for each pair of scores."""
    rows: dict[str, list[str]] = {}
    columns: list[str] = []
    for quantity in banking:
        mine, theirs, dice = quantity.id.removeprefix(POLICY).split(".")
        scores = f"{int(mine):,} to {int(theirs):,}"
        if scores not in columns:
            columns.append(scores)
        rows.setdefault(dice, []).append(f"{int(quantity.bounds.lower):,}")
    equal = len({die for dice in rows for die in dice.split("+")}) == 1
    return Table(
        ["dice left", *columns],
        [
            [
                str(dice.count("+") + 1) if equal else dice.replace("+", ", "),
                *stakes,
            ]
            for dice, stakes in sorted(
                rows.items(), key=lambda row: (row[0].count("+"), row[0])
            )
        ],
    )
