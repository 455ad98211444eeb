"""Odds of the scores of a game that declares its scoring."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity, point_masses
from trueodds.core.odds import Family
from trueodds.core.scoring import Layout, Scoring, family_of


def families(scoring: Mapping[str, Scoring], rules: Any) -> Iterator[Family]:
    """Yield a family of the odds of scores, for each scoring rule that has odds.

    The quantities of a family are computed together. ``scoring`` has the game's scoring
    rules by name, and ``rules`` are the rules of the game. A scoring rule has no odds
    if its positions have a choice, or more than four million different draws.
    """
    for rule in scoring:
        if name := family_of(scoring, rules, rule):
            compute = partial(quantities, name, scoring[rule].under(rules))
            yield Family(f"{name}.*", compute)


def quantities(prefix: str, layout: Layout) -> Iterator[Quantity]:
    """Yield the distribution of the score of a random position, and its mean.

    ``layout`` has all positions of a scoring rule. ``prefix`` is the first part of the
    ids: ``score`` for the first scoring rule of the game, and ``score.RULE`` for any
    other. The labels name the scoring rule, unless it is the first.
    """
    _, _, rule = prefix.partition(".")
    by = rule and f" by {rule}"
    scores = distribution(layout)
    yield from point_masses(prefix, f"Score {{}}{by}", scores, sorted(scores))
    yield Quantity(
        f"{prefix}.mean", f"Mean score{by}", scores.mean(), "units", "enumeration"
    )


def distribution(layout: Layout) -> Distribution[int]:
    """Return the distribution of the score of a random position.

    ``layout`` has all positions of a scoring rule.

    >>> from trueodds.core.scoring import Dice
    >>> pips = Scoring(lambda rules: [Dice(2, 6)], lambda shown, _: sum(shown[0]))
    >>> distribution(pips.under(None))[7]
    Fraction(1, 6)
    """
    return Distribution.tally(_weighted(layout))


def _weighted(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the score and the weight of each draw."""
    for _, numbers, weights in layout.blocks():
        yield from zip(map(int, layout.values(numbers)), weights.tolist(), strict=True)
