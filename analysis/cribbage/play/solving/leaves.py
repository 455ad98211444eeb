"""Expected points of a player at the leaves of the public tree, by his cards left.

The joint distribution of the hands enters only here. At most leaves each player has one
card left: a block of the distribution, times the points of the ending, times the
opponent's reach. These sums take most of the time of a pass. The compiler does not use
vector instructions for them, because it cannot know that their arrays do not overlap.
So the code writes the vector instructions itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trueodds.analysis.cribbage.play.tree.endings import WIDTH
from trueodds.analysis.cribbage.play.tree.engine import Array, Multisets
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay, Tree
from trueodds.core.kernels.compiled import inlined, intrinsic
from trueodds.core.rules.cribbage_play import PONE


class ArrangedHands(NamedTuple):
    """The joint distribution of both players' hands, arranged for one player's pass.

    A pass computes the expected points of one player, called *the player*. A hand is
    identified by its number.
    """

    blocks: Array
    """Probabilities of pairs of hands that have one card left each, flat.

    The axes are the multiset that the opponent has played, the multiset that the player
    has played, the opponent's last card, and the player's last card. The last two have
    the length ``WIDTH``.
    """
    by_player: Array
    """Probability by the player's and the opponent's hand: (hands, hands)."""
    by_opponent: Array
    """Probability by the opponent's and the player's hand: (hands, hands)."""


class Payoffs(NamedTuple):
    """The points paid to a player where the play ends, as int16 arrays.

    A leaf of the public tree is a moment from which the rest of the play (its *ending*)
    has no decision against the opponent. The payoff at a leaf is that of the points
    scored before it plus that of its ending, which depends on the cards left.
    """

    pairs: Array
    """Payoff by the ending, the opponent's last card and the player's, flat."""
    alone: Array
    """Payoff by the ending and the cards of the player who alone holds cards, flat."""
    before: Array
    """The payoff of the points scored before each leaf."""


def distribution(
    game: RanksOfPlay, hands: Array, player: int, dtype: type
) -> ArrangedHands:
    """Arrange the joint distribution of both players' hands for a player's passes.

    ``hands`` has the probability of each pair of hands, by the dealer's and pone's
    hand. ``player`` is 0 for pone and 1 for the dealer. ``dtype`` is the type of floats
    in the result.
    """
    sets = game.multisets
    ranks = len(game.ranks)
    by_opponent: Array = np.ascontiguousarray(
        hands if player == PONE else hands.T, dtype
    )
    width = int(sets.sizes[-2])
    whole = sets.whole[1, :, :ranks]
    blocks: Array = np.zeros((width, width, WIDTH, WIDTH), dtype)
    # Columns from ``ranks`` to ``WIDTH`` stay 0, so that whole vectors can be added.
    for played in range(width):
        rows = by_opponent[whole[played]]
        blocks[played, :, :ranks, :ranks] = rows[:, whole[:width]].swapaxes(0, 1)
    by_player = np.ascontiguousarray(by_opponent.T)
    return ArrangedHands(blocks.ravel(), by_player, by_opponent)


def payoffs(game: RanksOfPlay, player: int, weights: tuple[int, int]) -> Payoffs:
    """Return what a player is paid at the leaves of the public tree and after them.

    ``player`` is 0 for pone and 1 for the dealer. It changes only the order of axes.
    The payoff is the weighted sum of pone's and of the dealer's points, with the two
    ``weights``. The weights (-1, 1) give the dealer's net points.
    """
    pairs, alone = (
        (weights[0] * points[0] + weights[1] * points[1]).astype(np.int16)
        for points in game.endings
    )
    if player != PONE:
        # The table has the dealer's card first, and a pass needs the opponent's first.
        pairs = pairs.swapaxes(1, 2)
    before = game.tree.leaf_points @ np.array(weights, np.int16)
    return Payoffs(np.ascontiguousarray(pairs).ravel(), alone, before)


def raised(paid: Payoffs) -> tuple[Payoffs, int]:
    """Return payoffs from which a lower bound is subtracted, and the lower bound.

    The bound is the least payoff of any ending, plus the least payoff before any leaf.
    After the subtraction, no leaf pays less than 0.
    """
    # From the least payoff on, no number is negative: rounding errors stay relative.
    alone = int(paid.alone.min()) if paid.alone.size else 0
    least = min(int(paid.pairs.min()), alone) + int(paid.before.min())
    return paid._replace(before=paid.before - np.int16(least)), least


@intrinsic
def _add_rows(  # noqa: PLR0913 - numba passes the context, then an argument for each operand
    context: Any,
    blocks: Any,
    block: Any,
    pairs: Any,
    ending: Any,
    before: Any,
    rows: Any,
    reach: Any,
    value: Any,
) -> Any:
    """Write Σ over o of ``reach[o] * block[o] * (ending[o] + before)`` to ``value``.

    ``block`` and ``ending`` are places in flat arrays. A row is one vector of ``WIDTH``
    numbers; rows whose reach is zero are left out.
    """
    from llvmlite import ir
    from numba.core import cgutils, types

    arrays = [blocks, block, pairs, ending, before, rows, reach, value]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def address(place: int, first: Any) -> Any:
            view = context.make_array(arrays[place])
            return builder.gep(view(context, builder, arguments[place]).data, [first])

        number = context.get_value_type(blocks.dtype)
        wide = ir.VectorType(number, WIDTH)
        narrow = ir.VectorType(context.get_value_type(pairs.dtype), WIDTH)
        size = blocks.dtype.bitwidth // 8
        zero = ir.Constant(arguments[5].type, 0)

        def spread(scalar: Any) -> Any:
            undefined = ir.Constant(wide, ir.Undefined)
            index = ir.IntType(32)
            first = builder.insert_element(undefined, scalar, ir.Constant(index, 0))
            places = ir.Constant(ir.VectorType(index, WIDTH), [0] * WIDTH)
            return builder.shuffle_vector(first, undefined, places)

        def load(place: int, first: Any, kind: Any, align: int) -> Any:
            pointer = builder.bitcast(address(place, first), kind.as_pointer())
            return builder.load(pointer, align=align)

        offset = spread(arguments[4])
        zeros = ir.Constant(wide, [0.0] * WIDTH)
        total: Any = cgutils.alloca_once_value(builder, zeros)
        with cgutils.for_range(builder, arguments[5]) as loop:
            part = builder.load(address(6, loop.index))
            positive = builder.fcmp_ordered(">", part, ir.Constant(number, 0.0))
            with builder.if_then(positive):
                row = builder.mul(loop.index, ir.Constant(loop.index.type, WIDTH))
                paid = load(2, builder.add(arguments[3], row), narrow, 2)
                paid = builder.fadd(builder.sitofp(paid, wide), offset)
                # The arrays are aligned to single numbers, not to vectors.
                here = load(0, builder.add(arguments[1], row), wide, size)
                here = builder.fmul(builder.fmul(here, spread(part)), paid)
                builder.store(builder.fadd(builder.load(total), here), total)
        pointer = builder.bitcast(address(7, zero), wide.as_pointer())
        builder.store(builder.load(total), pointer, align=size)
        return context.get_dummy_value()

    return types.void(*arrays), generate


_sum_of_rows: Any = _add_rows


@inlined
def leaf_values(
    leaf: int,
    player: int,
    tree: Tree,
    sets: Multisets,
    hands: ArrangedHands,
    paid: Payoffs,
    reach: Array,
    value: Array,
) -> None:
    """Write the player's values at a leaf of the public tree to ``value``.

    A value is a sum over the opponent's hands: the probability of both hands, times the
    opponent's reach, times the points paid to the player.

    Args:
        leaf: The number of the leaf in ``tree``.
        player: The player whose values are computed: 0 for pone, 1 for the dealer.
        tree: The public tree.
        sets: Tables that number the multisets of ranks (``RanksOfPlay.multisets``).
        hands: The probabilities of pairs of hands, arranged for the player.
        paid: The points paid to the player where the play ends.
        reach: The opponent's reach: the probability that he makes the plays that lead
            to the leaf, by the multiset of his cards left.
        value: The values are written here, by the multiset of the player's cards left.
    """
    cards = tree.leaf_cards[leaf]
    played = tree.leaf_played[leaf]
    own = played[player]
    others = played[1 - player]
    ending = np.int64(tree.leaf_ending[leaf])
    before = paid.before[leaf]
    number = hands.blocks.dtype.type
    # Each player has one card: a value for each card of the player.
    if cards[0] and cards[1]:
        width = sets.sizes[len(sets.sizes) - 2]
        block = np.int64(others * width + own) * WIDTH * WIDTH
        ranks = np.int64(sets.plus.shape[1])
        first = ending * WIDTH * WIDTH
        offset = number(before)
        _sum_of_rows(
            hands.blocks, block, paid.pairs, first, offset, ranks, reach, value
        )
    elif cards[player]:
        # The opponent has no card, so his reach has one entry.
        held = cards[player]
        whole = sets.whole[held, own]
        probability = hands.by_opponent[others]
        for m in range(sets.sizes[held]):
            points = number(paid.alone[ending + m] + before)
            value[m] = probability[whole[m]] * points * reach[0]
    else:
        # The player has no card: a single value, over all cards of the opponent.
        held = cards[1 - player]
        whole = sets.whole[held, others]
        probability = hands.by_player[own]
        total = number(0)
        for m in range(sets.sizes[held]):
            points = number(paid.alone[ending + m] + before)
            total += probability[whole[m]] * points * reach[m]
        value[0] = total
