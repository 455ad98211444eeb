"""A game of the play as arrays for compiled code, with the public tree to look up.

To follow a strategy through the play, a program needs only two arrays of the public
tree: the children of its nodes and their slots. For the whole deck they come from the
cache, since the tree takes a second to build.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple

import msgspec
import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import (
    Array,
    Multisets,
    compiled_rules,
    multisets,
    rank_counts,
)
from trueodds.analysis.cribbage.play.tree.public_tree import LEAVES, NONE, RanksOfPlay
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.core.storage import store

MADE_BY = "play-deck/2"
"""Changes whenever the arrays of a deck would be stored differently."""


class CompiledGame(NamedTuple):
    """A game for compiled code."""

    ranks: Array
    rules: Array
    sets: Multisets
    counts: Array
    """The cards of each rank in each multiset (``rank_counts``)."""
    slot: Array
    """The first slot of each node of the public tree: uint32."""
    child: Array
    """The children of each node of the public tree: int32 (nodes, ranks + 1).

    All leaves are ``LEAVES``, without their numbers.
    """


@lru_cache(1)
def deck_of(game: RanksOfPlay) -> CompiledGame:
    """Return a game for compiled code; that of the whole deck is cached."""

    def make() -> store.Arrays:
        tree = game.tree
        # One child in fourteen is an inner node: the file has these and their places.
        has_child, is_inner = tree.child != NONE, tree.child >= 0
        return {
            **_exact(game.multisets)._asdict(),
            "counts": rank_counts(len(game.ranks), game.hand),
            "slot": tree.slot.astype(np.uint32),
            "inner": tree.child[is_inner],
            "has_child": np.packbits(has_child),
            "is_inner": np.packbits(is_inner),
        }

    key = {"made by": MADE_BY, "rules": msgspec.to_builtins(game.rules)}
    whole = game == RanksOfPlay(rules=game.rules)
    arrays = store.fetch("cribbage-play-deck", key, make, use=whole)
    sets = Multisets(*(arrays[name] for name in Multisets._fields))
    shape = len(arrays["slot"]), len(game.ranks) + 1
    has_child, is_inner = (
        np.unpackbits(arrays[name], count=prod(shape)).view(np.bool_).reshape(shape)
        for name in ("has_child", "is_inner")
    )
    child = np.where(has_child, np.int32(LEAVES), np.int32(NONE))
    child[is_inner] = arrays["inner"]
    return CompiledGame(
        np.array(game.ranks),
        compiled_rules(game.rules),
        sets,
        arrays["counts"],
        arrays["slot"],
        child,
    )


def without_tree(rules: PlayRules) -> CompiledGame:
    """Return the rules for compiled code that looks nothing else up in the game.

    The other arrays are those of a single rank, and its tree is empty.
    """
    sets = _exact(multisets(1, 1))
    slot = np.zeros(0, np.uint32)
    child = np.zeros((0, 2), np.int32)
    one_rank = np.zeros(1, np.int64)
    return CompiledGame(
        one_rank, compiled_rules(rules), sets, rank_counts(1, 1), slot, child
    )


def _exact(sets: Multisets) -> Multisets:
    """Return multisets with exact shares, where an information set has no weights."""
    return sets._replace(evenly=1 / np.maximum(sets.choices, 1))
