"""Probes of matches of Farkle: proved bounds, duels, and the quantities made of them.

The bounds are put into the inequalities that prove them (``optimal.bounds``) at seeded
pairs of states, in integers rounded outwards. A second program for single turns does
the same at a few of them.
"""

from functools import cache

import numpy as np
import pytest
from probing import assert_close, assert_same, content, places

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match import quantities
from trueodds.analysis.farkle.match.optimal import cache as match_cache
from trueodds.analysis.farkle.match.optimal.cache import Match, cache_key, solved
from trueodds.analysis.farkle.match.optimal.solve import MatchTables
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.state_space import PlayerState
from trueodds.analysis.farkle.match.strategies import search
from trueodds.analysis.farkle.match.strategies.against_optimal import (
    HeadToHead,
    OptimalPlay,
)
from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
    ThresholdStrategy,
)
from trueodds.analysis.farkle.turn.exact_backward import LOWER, UPPER
from trueodds.core import shipped_odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.progress import silent
from trueodds.reports.shipping import MATCHES

PAIRS, TURNS = 120, 3
DUELS = ("kingdom-come", "ece209", "ten-thousand", "box")
"""The matches in which farkles cost no points, by the time that a duel takes."""

pytestmark = pytest.mark.usefixtures("shipped")


def solution(rules: FarkleRules) -> tuple[str, dict[str, str]]:
    """Return the name and the key of the bounds of a match."""
    return cache_key("match", rules, match_cache.MADE_BY)


def duels(rules: FarkleRules) -> tuple[str, dict[str, str]]:
    """Return the name and the key of the duels of a match."""
    return cache_key("duels", rules, f"{search.MADE_BY} {match_cache.MADE_BY}")


def quantity_file(rules: FarkleRules) -> tuple[str, dict[str, str]]:
    """Return the name and the key of the quantities of a match."""
    return shipped_odds.cache_key("match", "farkle", rules)


RULES = {preset: FarkleRules.load(preset) for preset in MATCHES}
FILES = [
    *(f"{solution(rules)[0]}.npz" for rules in RULES.values()),
    *(f"{duels(RULES[preset])[0]}.npz" for preset in DUELS),
    *(quantity_file(rules)[0] for rules in RULES.values()),
]


@cache
def match_of(preset: str) -> Match:
    """Return the match that ships; a missing one would take half an hour."""
    name, key = solution(RULES[preset])
    content(f"{name}.npz", key)
    return solved(RULES[preset])


def turns(
    game: MatchTables, match: Match, pair: tuple[Array, Array], *, up: bool
) -> Array:
    """Return the values of turns, rounded up or down, and how often they bank."""
    other = match.lower if up else match.upper
    last = [bounds.lower if up else bounds.upper for bounds in game.last_turns]
    none = np.zeros(len(pair[0]), np.int64)
    played = game.play(
        game.up if up else game.down,
        pair,
        [match.scale - values for values in game.without_points(other, pair)],
        game.after_banking(other),
        (game.blank(match.scale), none, none, none),
        last,
    )
    return np.array(played)


@pytest.mark.parametrize("preset", MATCHES)
def test_the_bounds_prove_themselves_at_seeded_states(preset: str) -> None:
    match = match_of(preset)
    states, game = match.space.states, MatchTables(match.space)
    assert match.scale == game.scale
    assert np.array_equal(match.last_lower, game.last_turns[0].lower)
    assert np.array_equal(match.last_upper, game.last_turns[0].upper)
    chosen = np.array([match.start * (states + 1), *places(states**2, PAIRS)])
    pair = mover, opponent = np.divmod(chosen, states)
    lower, upper = match.lower[pair], match.upper[pair]
    least, banks = turns(game, match, pair, up=False)
    most, _ = turns(game, match, pair, up=True)
    assert (lower <= least).all()
    assert (most <= upper).all()
    assert (banks > 0).all()
    # Wider bounds would prove less than what ships.
    assert (upper - lower <= match.scale // 10**9).all()
    for mine, theirs in zip(mover[:TURNS].tolist(), opponent.tolist(), strict=False):
        of_players = (
            PlayerState(*divmod(state, match.space.statuses))
            for state in (mine, theirs)
        )
        turn = turn_from(match, *of_players)
        value = turn.value(0, len(match.space.tables.total) - 1)
        assert match.lower[mine, theirs] <= value[LOWER]
        assert value[UPPER] <= match.upper[mine, theirs]


@pytest.mark.parametrize("preset", MATCHES)
def test_the_quantities_are_those_computed(preset: str) -> None:
    rules = RULES[preset]
    match_of(preset)
    content(*quantity_file(rules))
    families = shipped_odds.read("match", "farkle", rules)
    assert families is not None
    (family,) = families
    assert family.globs == "match.*"
    assert assert_same(family.compute(), quantities.quantities(rules)) > 100


def results(preset: str) -> dict[str, search.SearchResult]:
    """Return the strategies that ship, and how they fare against perfect play."""
    name, key = duels(RULES[preset])
    content(f"{name}.npz", key)
    return dict(search.threshold_strategies(match_of(preset), silent))


@pytest.mark.parametrize("preset", DUELS)
def test_no_strategy_beats_perfect_play(preset: str) -> None:
    match, strategies = match_of(preset), results(preset)
    assert [*strategies] == [*search.LABELS]
    assert strategies["most_points"].strategy == ThresholdStrategy.most_points(
        match.space.dice
    )
    best = match.first_player
    for label, strategy, result in strategies.values():
        assert label in search.LABELS.values()
        assert min(strategy.bank_at) > 0
        assert result.first.width < 1e-9
        assert result.second.width < 1e-9
        assert 0.2 < result.first.lower <= best.upper
        assert 0.2 < result.second.lower <= 1 - best.lower
    # A strategy with fewer numbers is no better, but for the ends of the search.
    means = [result.cost.lower for _, _, result in strategies.values()]
    assert means[1] < min(means[0], *means[2:])


@pytest.mark.parametrize(
    "preset",
    [DUELS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in DUELS[1:])],
)
def test_duels_are_those_played_again(preset: str) -> None:
    perfect = OptimalPlay(match_of(preset))
    for _, strategy, result in results(preset).values():
        again: HeadToHead = perfect.against(strategy)
        assert_close(result.first, again.first)
        assert_close(result.second, again.second)
