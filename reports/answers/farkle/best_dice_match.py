"""The answer on the six dice of an inventory that win the most matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trueodds.analysis.farkle.best_dice.match import (
    BestInMatch,
    MatchSet,
    best_in_match,
)
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.inventory import Owned
from trueodds.core.storage.progress import Progress
from trueodds.reports.answers.farkle.best_dice import (
    MOST_ROWS,
    SCHEMA,
    Names,
    at_most,
    inventory_record,
    kinds_of,
    rows,
    set_record,
    set_text,
)
from trueodds.reports.answers.farkle.sentences import percent, to_win
from trueodds.reports.output import Output, Part, Table


def match_output(
    rules: FarkleRules,
    owned: Sequence[Owned],
    against: str,
    top: int,
    progress: Progress,
) -> Output:
    """Return the sets that win the most matches against other dice, as an answer.

    Raises ``DiceError`` and ``RulesError`` as ``best_in_match``.
    """
    counts, names = kinds_of(rules, owned)
    result = best_in_match(rules, counts, against, top, progress, resume=True)
    return Output(
        SCHEMA,
        record=lambda: {
            **inventory_record(rules, owned, result.sets),
            "purpose": "match",
            "against": against,
            "best": [set_record(each.dice, _wins(each), names) for each in result.best],
            "tied": len(result.tied),
            "computed": str(len(result.best) + len(result.unranked)),
            "unranked": [
                set_record(each.dice, _wins(each), names) for each in result.unranked
            ],
            "bounds": result.sets,
            "excluded": [
                {
                    "dice": [names[die] for die in each.dice],
                    "others": [],
                    "sets": "1",
                    "wins_at_most": at_most(each.bound, 6),
                }
                for each in result.excluded
            ],
        },
        table=lambda: _parts(rules, against, names, result),
        rows=lambda: rows(((each.dice, _wins(each)) for each in result.best), names),
    )


def _wins(each: MatchSet) -> dict[str, Enclosure]:
    return {"wins": each.wins, "wins_first": each.first, "wins_second": each.second}


def _parts(
    rules: FarkleRules, against: str, names: Names, result: BestInMatch
) -> Iterator[Part]:
    best, tied = result.best[0], len(result.tied)
    sets = "set" if result.sets == 1 else "sets"
    yield (
        f"Take {set_text(best.dice, names)}: against {against} you win "
        f"{percent(best.wins)} of matches, the most of {result.sets:,} {sets}. A coin "
        f"decides who moves first, and both play best. {to_win(rules)}"
    )
    if tied > 1:
        yield f"{tied} sets are tied: their wins are too close to say which is best."
    header = ["dice", "you win", "if you move first", "if second"]
    places = [
        [str(place), *_row(each, names)] for place, each in enumerate(result.best, 1)
    ]
    yield Table(["place", *header], places)
    if result.unranked:
        others = [_row(each, names) for each in result.unranked]
        yield Table(header, others, title="Also solved, but not ranked")
    if result.excluded:
        bounds = [
            [set_text(each.dice, names), f"{at_most(100 * each.bound, 2)} %"]
            for each in result.excluded[:MOST_ROWS]
        ]
        title = "Why no other set is better"
        yield Table(["dice", "you win at most"], bounds, title=title)
        if more := len(result.excluded[MOST_ROWS:]):
            yield f"The bounds of {more:,} more are lower; --format json lists them."


def _row(each: MatchSet, names: Names) -> list[str]:
    return [set_text(each.dice, names), *map(percent, _wins(each).values())]
