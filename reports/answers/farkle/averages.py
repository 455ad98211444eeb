"""Answers with averages of turns by threshold, and of a player alone (solitaire)."""

from __future__ import annotations

from collections.abc import Sequence

from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.farkle.sentences import KEEPS_POINTS, by_rules
from trueodds.reports.answers.odds import OddsAnswer, odds_answer
from trueodds.reports.kinds import percent, points


def thresholds_of(odds: Odds, at: int | None) -> OddsAnswer:
    """Return the averages of turns that bank from a threshold of points on.

    ``odds`` are odds of Farkle that have the quantities ``threshold``. The first
    sentence is about the threshold ``at``, in points, or about the best threshold if
    ``at`` is None.
    """
    # The best threshold is an exact integer, so both of its bounds are this number.
    best = int(odds["threshold.best"].bounds.lower) if at is None else at
    names = (f"threshold.{best}.mean", f"threshold.{best}.farkle")
    mean, farkle = (odds[name].bounds for name in names)
    numbers = f"{points(mean)} points; {percent(farkle)} of turns farkle."
    sentence = f"A turn that banks at {points(best)} points or more averages {numbers}"
    if at is None and odds.rules_as(FarkleRules).farkle_keeps_points:
        # Who rolls on risks nothing, so no T of the table is good advice.
        sentence = (
            f"Never bank: {KEEPS_POINTS}, so a higher threshold never averages less. "
            f"Banking at {points(best)} points or more averages {numbers}"
        )
    elif at is None:
        sentence = (
            f"Bank at {points(best)} points or more for the highest average turn of "
            f"all thresholds: {numbers}"
        )
    return _with_sentence(odds, sentence, names)


def solitaire_of(odds: Odds) -> OddsAnswer:
    """Return the fewest expected turns in which a player alone reaches the target.

    ``odds`` are odds of Farkle that have the quantities ``solitaire``.
    """
    rules = odds.rules_as(FarkleRules)
    names = ("solitaire.mean", "solitaire.most_points.mean")
    fewest, playing = (points(odds[name].bounds) for name in names)
    return _with_sentence(
        odds,
        f"Alone, {points(rules.target)} points take {fewest} turns on average with "
        f"perfect play, and {playing} if you always play for points.",
        names,
    )


def _with_sentence(odds: Odds, sentence: str, stated: Sequence[str]) -> OddsAnswer:
    return odds_answer(odds, f"{sentence} {by_rules(odds.rules)}", stated=stated)
