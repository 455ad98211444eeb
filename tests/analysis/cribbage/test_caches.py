"""The caches of cribbage have what would be computed without them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Run

from trueodds.analysis.cribbage.crib.opponent_hands import scoring_of
from trueodds.analysis.cribbage.game import opponent_shows, players
from trueodds.analysis.cribbage.game.opponent_shows import crib_points, throws_of
from trueodds.analysis.cribbage.play.tree.compiled_game import deck_of
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, RanksOfPlay
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store

RULES = CribbageRules.load()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder, which the test uses."""
    monkeypatch.setenv("TRUEODDS_CACHE", str(tmp_path))
    forget()
    return tmp_path


def forget() -> None:
    """Forget what this process has read, so that files are read again."""
    for function in (throws_of, crib_points, deck_of, players._shipped):
        function.cache_clear()


def cached(folder: Path) -> list[str]:
    return [file.name for file in folder.glob("cribbage-*")]


def test_the_cache_has_the_throws_of_a_strategy(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pone = strategy("equilibrium", "pone", RULES)
    made = throws_of(pone)
    # Each of 962,988 classes has at least one throw, and a few are mixed.
    assert 962_988 < len(made.weight) < 970_000
    assert len(cached(cache)) == 1
    throws_of.cache_clear()
    monkeypatch.delattr(opponent_shows, "_throws")
    for new, array in zip(throws_of(pone), made, strict=True):
        assert new.dtype == array.dtype
        assert (new == array).all()


def test_throws_of_each_strategy_are_its_own(cache: Path) -> None:
    weights = [
        throws_of(strategy("equilibrium", role, RULES)).weight
        for role in ("pone", "dealer")
    ]
    assert len(cached(cache)) == 2
    assert not np.array_equal(*weights)


def test_strategies_with_too_many_throws_are_not_cached(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pone = strategy("equilibrium", "pone", RULES)
    throws = np.count_nonzero(pone.weights)
    monkeypatch.setattr(opponent_shows, "MOST_CACHED", throws - 1)
    throws_of(pone)
    assert not cached(cache)
    throws_of.cache_clear()
    monkeypatch.setattr(opponent_shows, "MOST_CACHED", throws)
    throws_of(pone)
    assert len(cached(cache)) == 1


def test_points_of_cribs_are_cached_by_the_rules_of_the_show(cache: Path) -> None:
    for rules in (RULES, CribbageRules.load(pair_points=3), RULES):
        crib_points.cache_clear()
        assert (crib_points(rules) == scoring_of(rules).points).all()


def test_the_cached_deck_has_the_tree_without_the_numbers_of_leaves(
    cache: Path,
) -> None:
    game = RanksOfPlay()
    tree = game.tree
    for _ in range(2):  # made, then read
        deck = deck_of(game)
        deck_of.cache_clear()
        assert (deck.child == np.maximum(tree.child, LEAVES)).all()
        assert (deck.slot == tree.slot).all()
        assert deck.child.dtype == np.int32


@pytest.mark.parametrize("option", ["--score=110-112", "--with-play"])
def test_discard_without_the_cache_neither_reads_nor_writes_it(
    option: str, cache: Path, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it read what ships, except where a result takes minutes to compute."""
    read = []
    find = store.find

    def seen(path: Path, *arguments: Any) -> Any:
        read.append(path.name)
        return find(path, *arguments)

    monkeypatch.setenv("TRUEODDS_SHIPPED", "on")
    monkeypatch.setattr(store, "find", seen)
    asked = "discard", "5H 5D 6S JC 2C 9D", "--role", "pone", option
    printed = trueodds_command(*asked, "--no-cache").out
    assert not cached(cache)
    # Compiled code is read all the same.
    assert {name.partition("-49")[0] for name in read if name.endswith(".npz")} <= {
        "cribbage-deals",
        "cribbage-play.npz",
    }
    forget()
    assert trueodds_command(*asked).out == printed
    assert "cribbage-play-parts.npz" in cached(cache)
