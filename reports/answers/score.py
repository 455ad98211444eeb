"""Scored positions as an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from trueodds.core.games import find
from trueodds.core.rulebook import Rules, rules_name
from trueodds.core.rules import Breakdown
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden


class ScoreStep(NamedTuple):
    """A step in the reasoning behind a score, such as a pair of fives.

    ``position`` is the scored position, ``name`` the scoring item, and ``what`` the
    cards or dice.
    """

    position: str
    name: str
    what: str
    points: int | None


POSITIONS = tuple(Column(key, key) for key in ("position", "value", "verdict"))
STEPS = (
    Column("position"),
    *(Column(key, "") for key in ("name", "what", "points")),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Scores(Answer):
    """Scored positions, with the reasons, in the order of the input.

    ``rule`` is the scoring rule. Each of ``positions`` has a position, its score and
    the steps of its reasoning. ``index`` is the index of the pandas series that the
    positions came from, or None.
    """

    schema = "trueodds.score/1"

    game: str
    rule: str
    rules_digest: str
    version: str
    positions: tuple[Breakdown, ...]
    rules: Hidden[Rules]
    index: Hidden[Any] = None

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "positions", with the scores, and "lines", by name.

        A row of "lines" is a step of the reasoning behind a score.
        """
        steps = [step for each in self.positions for step in _steps(each)]
        return {
            "positions": Grid(POSITIONS, self.positions, index=self.index),
            "lines": Grid(STEPS, steps),
        }

    def table(self) -> Iterator[Part]:
        """Yield the score of each position, followed by the steps of its reasoning."""
        name = rules_name(self.game, self.rules)
        if self.rule != find(self.game).scoring_rule(None):
            name = f"{name}, scored as {self.rule}"
        # A rule of scoring that is not the usual one changes the value, so the title
        # names it.
        for each in self.positions:
            title = f"{each.position}: {each.verdict} ({name})"
            if each.lines:
                yield Grid(STEPS, _steps(each), title).table()
            else:
                yield title


def _steps(scored: Breakdown) -> list[ScoreStep]:
    lines = scored.lines
    return [
        ScoreStep(scored.position, line.name, line.what, line.points) for line in lines
    ]
