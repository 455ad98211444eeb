"""Every cell of every rule table is read: changed alone, it moves a number."""

from functools import cache
from importlib import import_module
from itertools import product

import pytest
from mutation.baccarat import idle
from mutation.cells import mutants
from mutation.farkle import MATCH_ALONE
from mutation.farkle import idle as idle_in_farkle
from mutation.mutate import REFUSED, fates
from mutation.shipped import FAULTS, HARMLESS, ROOT

import trueodds
from trueodds.analysis.farkle.match import solved
from trueodds.analysis.run import odds
from trueodds.core import games, rulebook
from trueodds.core.rules.baccarat import play
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules

SIXES = ("straight", "three_pairs", "four_and_two", "two_triplets", "nothing")
TABLES = {
    "bunco": ("bunco_points", "mini_bunco_points", "match_points", "weights"),
    "baccarat": ("natural", "player_draws", "banker_draws", "bets"),
    "farkle": ("singles", "of_a_kind", *SIXES),
}
"""The fields that score, draw or pay. Cribbage's fields have a test of their own."""


def _no_rules(fate):
    """Dice have six faces, and zilch pays for nothing, which six dice must show."""
    singles = {f"singles.{face}" for face in (2, 3, 4, 6)}
    beyond = fate.cell.split(".")[-1] in {"7", "8", "9", "10", "11", "12"}
    shows = fate.preset == "zilch" and fate.cell in singles
    return fate.moved == REFUSED and (beyond or shows)


@pytest.mark.parametrize(
    ("game", "presets", "cells"),
    [
        ("bunco", None, 27),
        ("farkle", None, 1313),
        ("baccarat", ["punto-banco"], 318),
    ],
)
def test_every_cell_that_scores_moves_a_number_or_cannot_matter(game, presets, cells):

    def chosen(preset, cell):
        # Where dice may be rolled again there is no quick way.
        tried = preset in presets if presets else preset != "d20"
        return tried and cell.split(".")[0] in TABLES[game]

    tried = [*fates(games.find(game), whole=False, chosen=chosen)]
    for fate in tried:
        moved = fate.moved not in (None, REFUSED)
        assert moved or fate.why or _no_rules(fate), fate
    assert len(tried) == cells


def test_every_value_of_six_card_cribbage_moves_a_mean_show():
    all_fates = fates(
        games.find("cribbage"),
        whole=False,
        chosen=lambda preset, cell: preset == "six-card",
    )
    quick = {fate.cell: fate.moved for fate in all_fates if fate.moved}
    assert quick == {
        "fifteen_points": "show.hand.mean",
        "pair_points": "show.hand.mean",
        "run_card_points": "show.hand.mean",
        "flush_card_points": "show.hand.mean",
        "hand_flush": "show.hand.mean",
        "crib_flush": "show.crib.mean",
        "nobs_points": "show.hand.mean",
    }


@pytest.mark.parametrize("game", games.ours())
def test_what_is_found_quickly_is_what_is_published(game):
    own = import_module(f"mutation.{game}")
    column = games.find(game)
    rules = rulebook.load(column)
    quick = dict(own.integers(rules))
    assert quick
    published = odds(game, rules)
    assert {id: published[id].exact for id in quick} == quick


@pytest.mark.parametrize("preset", rulebook.preset_names(games.find("baccarat")))
def test_no_coup_changes_with_the_decisions_that_are_never_taken(preset):
    """All thirty changed at once; a ten and a card make any total of two cards."""
    game = games.find("baccarat")
    rules = rulebook.load(game, preset)
    cells = [cell for cell in idle(rules) if "_draws." in cell]
    assert len(cells) == 15 * 2
    rows = {
        row: sorted(
            {*totals} ^ {t for t in range(10) if f"banker_draws.{row}.{t}" in cells}
        )
        for row, totals in rules.banker_draws.items()
    }
    player = {*rules.player_draws} ^ {
        t for t in range(10) if f"player_draws.{t}" in cells
    }
    other = rulebook.load(
        game, rules, {"banker_draws": rows, "player_draws": sorted(player)}
    )
    for first, second, third, fourth in product(
        range(10), range(10), range(13), range(13)
    ):
        ranks = [first, second, 9, 9, third, fourth]
        assert play(ranks, rules) == play(ranks, other)


def test_a_rank_set_apart_by_a_decision_never_taken_is_only_listed_apart():
    """Banker's eights are naturals, so the row of kings is dealt as the other tens'."""
    game = games.find("baccarat")
    rules = rulebook.load(game, "punto-banco-single-deck")
    (mutant,) = (m for m in mutants(rules) if m.cell == "banker_draws.K.8")
    other = trueodds.odds("baccarat", rules, set={mutant.field: mutant.value})
    odds = trueodds.odds("baccarat", rules)
    changed = {id for id in odds if other[id].value != odds[id].value}
    assert {id.rpartition(".")[0].rpartition(".")[0] for id in changed} == {"cell.10"}
    assert {id.split(".")[0] for id in set(other) - set(odds)} == {"count", "cell"}


@cache
def first_player(preset, *changes):
    """Solve a match once for all tests that compare it with another."""
    return solved(FarkleRules.load(preset, **dict(changes)), use=False).first_player


@pytest.mark.parametrize(
    ("preset", "changes", "moves"),
    [
        ("ece209", {"target": 301}, True),
        ("ece209", {"final_round": True}, True),
        ("ece209", {"final_round_tie": "leader"}, False),
        ("ece209", {"lowest_score": -100}, False),
        ("facebook", {"target": 301}, True),
        ("facebook", {"final_round": True}, True),
        ("facebook", {"lowest_score": -450}, True),
        ("zilch", {"lowest_score": -450}, True),
        ("five-thousand", {"final_round_tie": "split"}, True),
    ],
)
def test_what_only_a_match_tells_moves_its_first_player(preset, changes, moves):
    short = {"target": 300} | ({"lowest_score": -500} if preset != "ece209" else {})
    old, new = (
        first_player(preset, *changed.items()) for changed in (short, short | changes)
    )
    assert moves == (old.upper < new.lower or new.upper < old.lower)
    ((cell, value),) = changes.items()
    reasons = idle_in_farkle(FarkleRules.load(preset, **short))
    cell = f"{cell}={value}" if cell == "final_round_tie" else cell
    assert moves == (reasons[cell] == MATCH_ALONE)


def test_smaller_sets_beat_a_set_that_cannot_matter():
    """1,501 for six ones would be less than two triples, 2,000."""
    changes = {"target": 1500}
    rules = FarkleRules.load("ece209", **changes)
    assert idle_in_farkle(rules)["of_a_kind.6.1"]
    assert "of_a_kind.5.1" not in idle_in_farkle(rules)


def test_the_cells_follow_from_the_types_of_the_record():
    rules = CribbageRules.load()
    cells = [mutant.cell for mutant in mutants(rules)]
    assert cells[:4] == ["starter", "fifteen_points", "pair_points", "runs=threes"]


@pytest.mark.parametrize("edit", [*FAULTS, *HARMLESS], ids=lambda edit: edit.path)
def test_the_edits_for_the_probes_still_fit_their_files(edit):
    text = (ROOT / edit.path).read_text("utf-8")
    assert edit.made(text) != text
