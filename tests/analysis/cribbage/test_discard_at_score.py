"""Throws ranked by the probability to win, with a made-up table of later deals."""

import json
import shlex
from fractions import Fraction

import numpy as np
import pytest
from commands import Run

import trueodds
from trueodds.analysis.cribbage.game import win_chain
from trueodds.analysis.cribbage.game.game_bounds import ArrayBounds
from trueodds.analysis.cribbage.game.win_chain import WinTable
from trueodds.core import packages
from trueodds.core.cards import format_cards

pytestmark = pytest.mark.usefixtures("wins_once")

HAND = "5H 5D JS QC 2D 9S"
BY = "a strategy proved to lose at most 0.013 points a deal"
NEEDS = np.arange(122)


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the dealer the share of all needed points that pone needs."""
    wins = (NEEDS[:, None] / (NEEDS[:, None] + NEEDS + (NEEDS == 0))).clip(0, 1)
    table = WinTable(121, ArrayBounds(wins, wins))
    monkeypatch.setattr(win_chain, "shipped_wins", lambda *_: table)


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_throws_are_ranked_by_wins(role: str, trueodds_command: Run) -> None:
    asked = "discard", HAND, "--score", "110-112", "--role", role
    record = json.loads(trueodds_command(*asked, "--format", "json").out)
    assert [record[key] for key in ("score", "opponent_score")] == [110, 112]
    assert record["play_by"] == BY
    ranked = trueodds.discard(HAND, role, score=(110, 112))
    assert len(ranked) == len(record["discards"]) == 15
    for entry, each in zip(record["discards"], ranked, strict=True):
        assert each.win is not None
        assert each.win.width < Fraction(1, 10**10)
        assert Fraction(entry["win"]["lower"]) <= each.win.lower
        assert Fraction(entry["win"]["upper"]) >= each.win.upper
        assert entry["win"]["exact"] is None
        assert entry["discard"] == [str(card) for card in each.discard]
    wins = [float(each.win.midpoint) for each in ranked if each.win]
    assert wins == pytest.approx(sorted(wins, reverse=True), abs=1e-9)
    points = {each.discard: each.total for each in trueodds.discard(HAND, role)}
    assert {each.discard: each.total for each in ranked} == points


def test_answer_says_what_is_thrown_by_points(trueodds_command: Run) -> None:
    # Pone needs two points and counts first: a hand that always has two wins.
    ran = trueodds_command("discard", HAND, "--score", "119-119")
    ranked = trueodds.discard(HAND, score="119 119")
    lines = ran.out.splitlines()
    mine, theirs = (ranked[role].best for role in ("dealer", "pone"))
    assert lines[0].startswith(
        f"Throw {format_cards(mine.discard)} into your crib and win "
    )
    assert f"; throw {format_cards(theirs.discard)} into the opponent's" in lines[0]
    assert lines[0].endswith(
        f" % of games from 119 to 119, if both play this deal by {BY} and later deals "
        "by the shipped strategies (six-card rules)."
    )
    for role, crib in (("dealer", "your"), ("pone", "the opponent's")):
        other, best = ranked[role].rankings[0].best_without_play, ranked[role].best
        differs = other.win and best.win and not other.win.meets(best.win)
        line = f"By points you would throw {format_cards(other.discard)} into {crib}"
        assert (line in ran.out) == bool(differs)
    assert "--play-from changes the play of this deal." in ran.out


def test_scores_are_read_in_every_way(trueodds_command: Run) -> None:
    asked = "discard", HAND, "--role", "mine", "--score"
    answers = {
        trueodds_command(*asked, score).out
        for score in ("110-112", "110 112", "110\u2013112", "110:112", "110 to 112")
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("--score 121-3", "score 121-3 is not a score in play; a game to 121"),
        ("--score -1-0", "score -1-0 is not a score in play; a game to 121 is"),
        ("--score 115", "a position is two scores; give yours, then"),
        ("--score 1-2-3", "a position is two scores; give yours, then"),
        ("--score ''", "score is not a score in play"),
        ("--score 3-4 --with-play", "not by points of the play; leave --with-play"),
        ("--score 3-4 --play-from nowhere", "there is no nowhere/play.strategy"),
    ],
)
def test_scores_that_cannot_be(typed: str, fault: str, trueodds_command: Run) -> None:
    ran = trueodds_command(*shlex.split(f"discard {HAND} {typed}"))
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err.replace("\nhint: ", "; ")


def test_light_install_says_what_it_needs(
    trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "installed", lambda package="numba": False)
    ran = trueodds_command("discard", HAND, "--score", "110-112")
    assert (ran.code, ran.out) == (2, "")
    assert "the probability to win with a throw is computed, which needs" in ran.err


@pytest.mark.parametrize("format_", ["table", "markdown", "latex", "tsv"])
def test_exact_prints_both_bounds(format_: str, trueodds_command: Run) -> None:
    asked = "--score", "110-112", "--role", "mine", "--exact", "--format", format_
    ran = trueodds_command("discard", HAND, *asked, "--cuts", "--distribution")
    assert (ran.code, ran.err) == (0, "")
    win = trueodds.discard(HAND, "mine", score="110-112").best.win
    assert win is not None
    shown = f"[{', '.join(win.texts())}]"
    if format_ == "tsv":
        shown = f"{float(win.lower)}\t{float(win.upper)}"
    assert shown in ran.out
