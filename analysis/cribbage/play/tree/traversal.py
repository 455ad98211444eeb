"""Depth-first traversal of the public tree, driven by the caller's loop.

Every algorithm on the tree is the same pair of loops. ``frames`` keeps the path from
the root to the current node, and the current child of each node on it:

    depth = begin(frames, root)
    while depth >= 0:
        if frames[depth, ACTION] < 0:
            ...  # the traversal reaches a node: clear its values
        else:
            ...  # it comes back from the current child: take in the child's values
        while next_child(tree, frames, depth):
            ...  # send reaches down to this child
            if ...:  # the child is an inner node to follow
                depth = descend(tree, frames, depth)
                break
            ...  # a leaf, whose values are known at once: take them in
        else:
            ...  # all children are done: finish the node
            depth -= 1

The traversal is a cursor, because numba 0.68 cannot cache the alternatives. A recursive
function, or one that takes functions, crashes when it is loaded from the cache, or is
not cached at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import NONE, Tree
from trueodds.core.kernels.compiled import inlined, intrinsic
from trueodds.core.rules.cribbage_play import MOST_CARDS

DEPTH = 3 * MOST_CARDS
"""More than the nodes on any path from the root to a leaf."""
NODE, ACTION = range(2)
"""Places in a frame: a node, and the number of its current child, at first -1."""


def frames_of() -> Array:
    """Return the array of zeros in which a traversal keeps its path: int64 (DEPTH, 2).

    It has a row, or *frame*, for each depth on the path from the root to the current
    node. A frame has the number of the node there, and the number of its current child.
    """
    return np.zeros((DEPTH, 2), np.int64)


@inlined
def begin(frames: Array, root: int) -> int:
    """Begin a traversal at the node with the number ``root``; return its depth, 0.

    ``frames`` is the path of the traversal (``frames_of``). Its first row is set to the
    root, none of whose children has been visited.
    """
    frames[0, NODE], frames[0, ACTION] = root, -1
    return 0


@inlined
def next_child(tree: Tree, frames: Array, depth: int) -> bool:
    """Go to the next child of the node at ``depth``; return False if none is left.

    ``frames`` is the path from the root to the node (``frames_of``). The number of the
    node's current child in it is changed. ``tree`` is the public tree.
    """
    node = frames[depth, NODE]
    action = frames[depth, ACTION] + 1
    while action < tree.child.shape[1] and tree.child[node, action] == NONE:
        action += 1
    frames[depth, ACTION] = action
    return bool(action < tree.child.shape[1])


@inlined
def descend(tree: Tree, frames: Array, depth: int) -> int:
    """Go from the node at ``depth`` to its current child; return the child's depth.

    ``frames`` is the path from the root to the node (``frames_of``). The child is added
    to it. The child must be an inner node of the public tree ``tree``.
    """
    frames[depth + 1, NODE] = tree.child[frames[depth, NODE], frames[depth, ACTION]]
    frames[depth + 1, ACTION] = -1
    return depth + 1


@intrinsic
def _without_owners(context: Any, arrays: Any) -> Any:
    """Return a tuple of the same arrays without reference counts.

    Compiled code counts references to an array's owner atomically, also for each row
    that it reads. In the inner loops this counting took half of the time.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        views = arguments[0]
        for place, kind in enumerate(arrays.types):
            owned = builder.extract_value(views, place)
            view = context.make_array(kind)(context, builder, owned)
            view.meminfo = view.meminfo.type(None)
            view.parent = view.parent.type(None)
            views = builder.insert_value(views, view._getvalue(), place)
        return views

    return arrays(arrays), generate


bare: Any = _without_owners
