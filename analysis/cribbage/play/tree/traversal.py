"""Depth-first traversal of the public tree, driven by the caller's loop.

Every algorithm on the tree is the same loop around ``step``, which moves from event to
event and keeps the way back to the root. The caller says what to do at each event:

    depth, event = begin(frames, root), ENTER
    while event != DONE:
        descend = False
        if event == ENTER:   # a node is reached: clear its values
        elif event == EDGE:  # a child comes next: send reaches down, set ``descend``
        elif event == BACK:  # the values of that child are known: take them in
        else:                # LEAVE: all children are done: finish the node
        depth, event = step(tree, frames, depth, event, descend)

At the edge to a leaf, which has no node, the caller computes the values and takes them
in at once. The caller may do the same at any edge along which he does not descend. The
event ``BACK`` comes only after a descent.

The traversal is a cursor, because numba 0.68 cannot cache the alternatives. A recursive
function, or one that takes functions, crashes when it is loaded from the cache, or is
not cached at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.extending import intrinsic

from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import NONE, Tree
from trueodds.core.rules.cribbage_play import MOST_CARDS

DEPTH = 3 * MOST_CARDS
"""More than the nodes on any path from the root to a leaf."""
NODE, ACTION = range(2)
"""Places in a frame: a node, and the number of its current child."""
ENTER, EDGE, BACK, LEAVE, DONE = range(5)
"""The events of a traversal."""


def frames_of() -> Array:
    """Return room for the nodes on the way to the current one: int64 (DEPTH, 2)."""
    return np.zeros((DEPTH, 2), np.int64)


@njit(inline="always")
def begin(frames: Array, root: int) -> int:
    """Put the cursor on a root; return its depth, 0."""
    frames[0, NODE], frames[0, ACTION] = root, -1
    return 0


@njit(inline="always")
def step(
    tree: Tree, frames: Array, depth: int, event: int, descend: bool
) -> tuple[int, int]:
    """Return the depth and kind of the next event.

    ``descend`` is true at an edge to follow. At ``EDGE`` and ``BACK``, row ``depth`` of
    ``frames`` has the node and its current child; the child's own depth is one more.
    """
    node, action = frames[depth, NODE], frames[depth, ACTION]
    if descend:
        frames[depth + 1, NODE] = tree.child[node, action]
        frames[depth + 1, ACTION] = -1
        return depth + 1, ENTER
    if event == LEAVE:
        return depth - 1, BACK if depth else DONE
    # After ENTER, BACK and an edge that is not followed, the next child comes.
    action += 1
    while action < tree.child.shape[1] and tree.child[node, action] == NONE:
        action += 1
    frames[depth, ACTION] = action
    return depth, EDGE if action < tree.child.shape[1] else LEAVE


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
