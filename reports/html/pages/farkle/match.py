"""The page that advises in a match of Farkle, from solved matches in the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from trueodds.analysis.farkle.match import Match, StateSpace, solved_on, state_space
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.quantities import first_player
from trueodds.analysis.farkle.match.state_space import PlayerState
from trueodds.analysis.farkle.turn.exact_backward import LOWER
from trueodds.core import rulebook
from trueodds.core.errors import RulesError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle.coverage import fault
from trueodds.reports.games.farkle import GAME
from trueodds.reports.html.book import BookOptions, BookPage, menu_of, page_of
from trueodds.reports.html.pages.farkle.turn import PLAYED, every_preset
from trueodds.reports.kinds import percent, points
from trueodds.reports.output import Table

NAME = "farkle-match"
MAP_DICE = 3
"""The number of dice left in the map that the page shows without scripts."""

MOST_COLUMNS = 20


@dataclass(frozen=True, slots=True)
class SolvedMatch:
    """A solved match: the name of its preset, and the match to its target."""

    preset: str
    match: Match

    @property
    def target(self) -> int:
        """The points that end the match."""
        return self.match.space.rules.target

    @property
    def name(self) -> str:
        """The preset and the target as text, such as box-10000, for links and files."""
        return f"{self.preset}-{self.target}"

    @property
    def facts(self) -> dict[str, Any]:
        """The rules of the match and numbers such as its unit of points, by name.

        The page's script reads them as JSON.
        """
        space = self.match.space
        return {
            "preset": self.preset,
            "rules": rulebook.to_table(space.rules),
            "unit": space.unit,
            "scores": space.scores,
            "start": space.start,
            "statuses": space.statuses,
            # At the highest score the whole penalty of the last farkle in a row is
            # lost: no lower limit of the scores cuts it off.
            "penalty": space.scores - 1 - int(space.farkle_score[-1, -1]),
            "minimums": list(map(int, space.minimums)),
            # The player of the lowest score has not opened yet, the one of the highest
            # has.
            "toOpen": int(space.minimum[0, 0]),
            "toBank": int(space.minimum[-1, 0]),
            "kinds": self.match.last_lower.shape[0],
            "step": map_step(self.match),
        }

    @property
    def arrays(self) -> bytes:
        """The probabilities that the page's script reads, as little-endian float64.

        First come the probabilities to win of the player to move, by his state and the
        opponent's. A state is a score and a status, such as the farkles in a row. Then
        come the probabilities that a player's last turn succeeds. It follows when the
        opponent has reached the target, and has to pass the opponent's score. Each
        probability is the middle of two proved bounds: ``lower`` and ``upper``, then
        ``last_lower`` and ``last_upper`` of the match, in the order of these arrays.
        """
        tables = (
            (self.match.lower, self.match.upper),
            (self.match.last_lower, self.match.last_upper),
        )
        # The page shows percents with two decimals; the bounds are much closer than
        # that.
        middles = [(low + high) / (2 * self.match.scale) for low, high in tables]
        return b"".join(middle.astype("<f8").tobytes() for middle in middles)


def build(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield the page with solved matches, if the report has any.

    ``PLAYED`` has the names of the presets that people play with. A report by the
    default rules has their matches or, if it is ``full``, those of all presets with six
    fair dice. A report by other rules has the match of these rules alone, if they are
    in ``PLAYED`` or the report is ``full``. A match is left out if it cannot be solved,
    or if its rules have something that the page's script does not follow.
    """
    if matches := [*_solved(odds, options)]:
        yield with_matches(odds, matches, full=options.full)


def with_matches(odds: Odds, matches: Sequence[SolvedMatch], *, full: bool) -> BookPage:
    """Return the page on a match of Farkle, with these solved matches.

    Unless ``full`` is true, the page says that a full report has more matches.
    """
    rows = [_result(solved) for solved in matches]
    header = ("rules", "to", "the player who moves first wins")
    return replace(
        page_of(NAME),
        values={
            "matches": {solved.name: solved.facts for solved in matches},
            "results": Table(header, rows, "Matches in this report"),
            "first": matches[0],
            "map": bank_map(matches[0].match, MAP_DICE),
            "map_dice": MAP_DICE,
            "full": full,
        },
        odds=odds,
        data={f"{NAME}-{solved.name}": solved.arrays for solved in matches},
    )


def map_step(match: Match) -> int:
    """Return the step from row to row of ``bank_map``, a table by both scores.

    Scores are multiples of a unit of points, and the step is a number of these units.
    """
    return -(-match.space.scores // MOST_COLUMNS)


def bank_map(match: Match, dice: int) -> Table:
    """Return a table of the stakes from which to bank with ``dice`` dice left.

    Rows are your points, and columns are the opponent's. Neither player has farkled in
    the turn before.
    """
    space = match.space
    step = map_step(match)
    # Scores are numbered from the lowest, which a penalty puts below 0. The map has the
    # start of the game among its rows.
    scores = range(space.start % step, space.scores, step)
    rows = []
    for mine in scores:
        stakes = []
        for theirs in scores:
            turn = turn_from(match, PlayerState(mine, 0), PlayerState(theirs, 0))
            # One bound decides: the map is a summary, and no proof.
            banks = turn.bank[LOWER] >= turn.roll[LOWER, :, dice]
            # Below the least stake banking is not allowed; from the top on it is best,
            # and there is no value of rolling.
            banks[: turn.least], banks[turn.top :] = False, True
            stakes.append(points(int(np.argmax(banks)) * space.unit))
        rows.append((points_text(space, mine), *stakes))
    header = ("you have", *(points_text(space, score) for score in scores))
    return Table(header, rows, "Bank at, by your points and theirs")


def points_text(space: StateSpace, score: int) -> str:
    """Return the points of a score as text.

    ``score`` is the number of the score in the state space, where 0 is the lowest.
    """
    return points((score - space.start) * space.unit).replace("-", "\N{MINUS SIGN}")


def _solved(odds: Odds, options: BookOptions) -> Iterator[SolvedMatch]:
    """Yield the solved matches of the report, to the target of their rules.

    Rules whose match cannot be solved are left out. So are rules by which players
    have to open and farkles in a row cost points, which no preset has.
    """
    presets = dict(every_preset())
    own = menu_of(odds, {})
    if GAME.default not in own:
        presets = own
    for name in presets if options.full else filter(presets.__contains__, PLAYED):
        try:
            space = state_space(presets[name])
        except RulesError:
            continue
        uncovered = fault("the page of a match", presets[name])
        if space.statuses == space.farkles and not uncovered:
            yield SolvedMatch(name, solved_on(space, options.progress))


def _result(solved: SolvedMatch) -> tuple[str, ...]:
    wins = percent(first_player(solved.match).bounds)
    return solved.preset, points(solved.target), wins
