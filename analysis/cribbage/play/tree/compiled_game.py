"""A game of the play as arrays for compiled code, with the public tree to look up.

To follow a strategy through the play, a program needs only two arrays of the public
tree: the children of its nodes and their slots. For the whole deck and the usual rules
they ship, since it takes seconds to compile and build the tree.
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
from trueodds.core.cards import RANKS
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.core.storage import store

MADE_BY = "play-deck/3"
"""Changes whenever the arrays of a deck would be stored differently."""


class CompiledGame(NamedTuple):
    """The rules, hands and public tree of a ``RanksOfPlay``, for compiled code.

    ``ranks`` are the ranks of the deck, 0 (ace) to 12 (king). ``rules`` is the result
    of ``compiled_rules``, and ``sets`` numbers the multisets of ranks that a player can
    hold. The public tree has a node for each moment at which both players hold cards,
    and one player holds more than one. A slot is the number of a choice: a node, the
    rank played there, and the player's other cards.
    """

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
    """Return the rules, hands and public tree of a game as arrays for compiled code.

    If the game has all 13 ranks and hands of four cards, the arrays ship with the
    program or are cached. In the example, the tree has four nodes, and ``slot`` has the
    number of the first choice at each node.

    >>> three_ranks = RanksOfPlay((0, 1, 2), 2, PlayRules())
    >>> deck_of(three_ranks).slot.tolist()  # of four nodes; there are 36 slots
    [0, 9, 18, 27]
    """
    whole = game == RanksOfPlay(rules=game.rules)
    packed = store.fetch(*cache_key(game.rules), lambda: _packed(game), use=whole)
    slots = packed["slots"]
    slot = np.cumsum(slots, dtype=np.uint32) - slots
    shape = len(slot), len(game.ranks) + 1
    has_child, is_inner = (
        np.unpackbits(packed[name], count=prod(shape)).view(np.bool_).reshape(shape)
        for name in ("has_child", "is_inner")
    )
    child = np.where(has_child, np.int32(LEAVES), np.int32(NONE))
    child[is_inner] = np.cumsum(packed["steps"])
    return CompiledGame(
        np.array(game.ranks),
        compiled_rules(game.rules),
        _exact(game.multisets),
        rank_counts(len(game.ranks), game.hand),
        slot,
        child,
    )


def cache_key(rules: PlayRules) -> tuple[str, dict[str, object]]:
    """Return the name and the key of the cached file with the tree of all 13 ranks.

    It is the public tree of the play under ``rules``. ``store`` finds the file by both.
    """
    key = {"made by": MADE_BY, "rules": msgspec.to_builtins(rules)}
    return "cribbage-play-deck", key


def _packed(game: RanksOfPlay) -> store.Arrays:
    """Return the children and slots of the tree, in 8 MB that compress to 0.1 MB.

    The nodes are numbered depth first, so the steps from one inner child to the next
    repeat themselves.
    """
    tree = game.tree
    is_inner = tree.child >= 0
    return {
        "slots": np.diff(tree.slot, append=game.slots).astype(np.uint16),
        "steps": np.diff(tree.child[is_inner], prepend=np.int32(0)),
        "has_child": np.packbits(tree.child != NONE),
        "is_inner": np.packbits(is_inner),
    }


def without_tree(rules: PlayRules) -> CompiledGame:
    """Return only the ranks and rules of the whole deck, as ``CompiledGame``.

    This is for code that uses nothing else. The other arrays are too small to be used:
    ``sets`` and ``counts`` are for a deck of a single rank, and ``slot`` and ``child``,
    the public tree, are empty.

    >>> deck = without_tree(PlayRules())
    >>> len(deck.ranks), len(deck.child)
    (13, 0)
    """
    return CompiledGame(
        np.arange(len(RANKS)),
        compiled_rules(rules),
        _exact(multisets(1, 1)),
        rank_counts(1, 1),
        np.zeros(0, np.uint32),
        np.zeros((0, 2), np.int32),
    )


def _exact(sets: Multisets) -> Multisets:
    """Return multisets with exact shares, where an information set has no weights."""
    return sets._replace(evenly=1 / np.maximum(sets.choices, 1))
