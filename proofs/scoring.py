"""Independent derivation of the odds of declared scores, by counting all positions.

The analysis counts draws without order, with weights built up word by word in arrays.
This derivation takes the census of all positions, with rolls in every order. The fast
scorer scores them, if there is one. Every draw is first scored by the reference scorer
too, and the two must agree.

With loaded dice or equal cards, a position counts once for each way in which the dice
can fall and the cards can be dealt. This number is a product of the weights of its
faces, and of binomial coefficients for the copies of its cards. The sum over all
positions must be the number of all ways, which follows from the parts alone. This sum
is not checked if the rules make some positions impossible.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import comb, perm
from typing import Any

import numpy as np

from trueodds.core.games import Game
from trueodds.core.scoring import Layout, Scoring, family_of
from trueodds.proofs.derivations import Method, Values
from trueodds.proofs.verify.positions.order import census
from trueodds.proofs.verify.positions.space import Rows


def methods(game: Game, scoring: Mapping[str, Scoring]) -> tuple[Method, ...]:
    """Return the method that derives the odds of scores by all scoring rules of a game.

    ``scoring`` has the game's scoring rules by name. The tuple has a single method,
    which counts all positions.
    """
    derive_ = partial(derive, game, scoring)
    return (Method("census of all positions", ("score.*",), derive_),)


def derive(game: Game, scoring: Mapping[str, Scoring], rules: Any) -> Values:
    """Return the probability of each score, and the mean score, by quantity id.

    ``scoring`` has the game's scoring rules by name, and ``rules`` are the rules of the
    game.

    Raises:
        PositionError: If the functions ``values`` and ``score`` of a scoring rule give
            different scores, or there are too many positions to list.
        ArithmeticError: If the weights of the positions do not add up.
    """
    values: dict[str, Fraction] = {}
    for rule, each in scoring.items():
        if not (prefix := family_of(scoring, rules, rule)):
            continue
        layout = each.under(rules)
        if each.values:
            # Called for its check alone: it raises if a fast score is not that of the
            # reference scorer.
            for _, numbers, _ in layout.blocks():
                layout.values(numbers, len(numbers))
        # If all faces and cards have the weight 1, each position counts once.
        loaded = any({*part.weights.values()} != {1} for part in layout.parts)
        weigh = partial(ways, layout) if loaded else None
        counts = census(game, rules, rule, weigh=weigh)
        total = sum(counts.values())
        # Positions that were missed or counted twice would change the sum. The right
        # sum is unknown if the rules make some positions impossible.
        if not each.possible and total != ways(layout):
            raise ArithmeticError("defect: the weights of positions do not add up")
        points = Fraction(0)
        for score, number in counts.items():
            probability = Fraction(number, total)
            values[f"{prefix}.{score}"] = probability
            points += score * probability
        values[f"{prefix}.mean"] = points
    return values


def ways(layout: Layout, rows: Rows | None = None) -> Any:
    """Return the number of ways in which dice and cards can give each row.

    ``layout`` has all positions of a scoring rule. The text of a position has a word
    for each die or card. ``rows`` has a row for each position, with the place of each
    word among all words that can be there. Without ``rows``, return the number of all
    ways. Rolls in another order are rows of their own, and so are cards whose order has
    a meaning.

    >>> from trueodds.core.scoring import Cards
    >>> hands = Scoring(lambda rules: [Cards(3, {1: 4, 2: 2})], lambda shown, _: 0)
    >>> ways(hands.under(None), np.array([[0, 0, 0], [0, 0, 1], [0, 1, 1]]))
    array([4, 12, 4], dtype=object)
    >>> ways(hands.under(None))
    20
    """
    number: Any = 1
    dealt: dict[object, Any] = {}
    for part, span in zip(layout.parts, layout.spans, strict=True):
        weight = [sum(part.weights.values())]
        count = [part.count]
        if rows is not None:
            weight = [*part.weights.values()]
            shown = layout.numbers(rows)[:, span, None]
            # The copies of each face or card in a row: (rows, faces).
            count = (shown == [*part.weights]).sum(axis=1)
        # Dice are drawn with replacement, so no earlier part matters.
        if part.things == "dice":
            number *= _each(pow)(weight, count).prod(axis=-1)
            continue
        # Parts that share a deck draw from what earlier parts have left.
        before = dealt.get(part.deck, 0)
        draw = _each(perm if part.ordered else comb)
        number *= draw(np.subtract(weight, before), count).prod(axis=-1)
        dealt[part.deck] = np.add(before, count)
    return number


def _each(function: Callable[[int, int], int]) -> Any:
    """Return a function of exact integers as one of arrays."""
    return np.frompyfunc(function, 2, 1)
