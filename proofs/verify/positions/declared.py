"""The positions of a game that declares its scoring, such as ``3 | 2 3 3``.

All ordered rolls of dice are positions. Cards whose order has no meaning are listed in
one order, and sent in a pseudo-random one.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import chain
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import PositionError, listed
from trueodds.core.games import Game
from trueodds.core.rules import Breakdown
from trueodds.core.scoring import Layout, Part, Scoring
from trueodds.proofs.verify.positions.space import (
    MOST,
    Numbers,
    Positions,
    Rows,
    Space,
    mixed_radix,
)
from trueodds.proofs.verify.scorer.failure_classes import names_of_lines, up_to

MOST_LISTED = 5_000_000
"""Upper limit on positions of which impossible ones are left out, and on classes."""

TRIES = 10_000
"""Number of random positions from which one is taken that can come."""


def positions(game: Game, scoring: Mapping[str, Scoring]) -> Positions:
    """Return the positions of a game, as its declared scoring rules describe them.

    ``scoring`` has the game's scoring rules by name.
    """

    def layout(rules: Any, rule: str | None) -> Layout:
        return scoring[rule or next(iter(scoring))].under(rules)

    def words(rules: Any) -> list[Any]:
        return [each.under(rules).columns for each in scoring.values()]

    fields = [each.fields for each in scoring.values()]
    return Positions(
        lambda rules, rule: space(layout(rules, rule)),
        lambda rules, random, rule: random_position(layout(rules, rule), random),
        lambda rules, rule: partial(features_of, layout(rules, rule)),
        lambda rules, other: words(rules) == words(other),
        fields=tuple(dict.fromkeys(chain(*fields))) if all(fields) else (),
    )


def space(layout: Layout) -> Space | None:
    """Return the space of all positions, with a column for each word of a position.

    ``layout`` has all positions of a scoring rule. The result is None where there are
    too many positions to enumerate.
    """
    scoring = layout.scoring
    sizes = [*map(len, layout.columns)]
    loose = _loose(layout)
    nouns = [part.things for part, _ in loose]
    things = listed(dict.fromkeys(nouns), " and ") or "words"
    size = prod(sizes)
    rows = mixed_radix(sizes)
    # Impossible positions, and decks that run out, have no numbering by columns: all
    # rows are listed.
    if scoring.possible or any(part.things == "cards" for part in layout.parts):
        if layout.most_draws(listed=True) > MOST_LISTED:
            return None
        table = _table(layout, listed=True)
        size = len(table)
        rows = table.__getitem__
    elif size > MOST:
        return None

    def values(rows: Rows) -> Numbers:
        return np.asarray(layout.values(layout.numbers(rows))).astype(np.int64)

    def possible(rows: Rows) -> NDArray[np.bool_]:
        fine = (
            layout.possible(layout.split(row)) for row in layout.numbers(rows).tolist()
        )
        return np.fromiter(fine, np.bool_)

    def classes() -> Rows:
        if (most := layout.most_draws()) > MOST_LISTED:
            raise PositionError(
                f"there are {most:,} classes of positions, more than {MOST_LISTED:,}; "
                "take random positions with --sample N"
            )
        return _table(layout)

    return Space(
        [[*column.values()] for column in layout.columns],
        size,
        rows,
        values,
        possible,
        classes,
        f"the order of the {things}" if loose else "nothing",
        [columns for _, columns in loose],
        things=things,
        equal=[columns for part, columns in loose if part.things == "dice"],
        one_order="cards" in nouns,
        slow=not scoring.values,
    )


def _loose(layout: Layout) -> list[tuple[Part, range]]:
    """Return the parts whose order has no meaning, with their columns."""
    return [
        (part, range(span.start, span.stop))
        for part, span in zip(layout.parts, layout.spans, strict=True)
        if not part.ordered
    ]


def _table(layout: Layout, *, listed: bool = False) -> Rows:
    """Return a row for each draw: the places of its words in their columns."""
    blocks = layout.blocks(listed=listed)
    return np.concatenate([places.astype(np.uint16) for places, *_ in blocks])


def random_position(layout: Layout, random: Random) -> str:
    """Return a random position; every face of a die is equally likely.

    ``layout`` has all positions of a scoring rule.
    """
    for _ in range(TRIES):
        shown = layout.drawn(
            lambda numbers, count: random.choices(numbers, k=count),
            lambda cards: random.sample(cards, len(cards)),
        )
        # Positions that cannot come are drawn again, so all others stay equally likely.
        if layout.possible(shown):
            return layout.write(shown)
    raise PositionError(f"none of {TRIES:,} random positions can come")


def features_of(layout: Layout, right: Breakdown) -> tuple[str, ...]:
    """Return the features of a position: what scores, its words, and equal dice.

    A feature is a property that may explain wrong answers.

    ``layout`` has all positions of a scoring rule.
    ``right`` is the reference scorer's breakdown of the position.
    """
    shown = layout.read(right.position)
    features = layout.scoring.features
    names = [*names_of_lines(right)]
    names += features(shown, layout.rules) if features else ()
    further = []
    for part, numbers in zip(layout.parts, shown, strict=True):
        texts = [part.texts[number] for number in numbers]
        things = part.things
        if not part.is_choice:
            names += [f"a {text} among the {things}" for text in dict.fromkeys(texts)]
            further += up_to(f"{{}} equal {things}", max(Counter(texts).values()))
        elif texts[0] == str(numbers[0]):
            further += up_to(f"{things} {{}}", numbers[0])
        else:
            further.append(f"{things} {texts[0]}")
    return (*names, *further)
