"""An independent derivation of the odds of declared scores: the census of positions.

The analysis counts draws without order, with weights. The census counts all positions,
rolls in every order, and has them scored by the fast scorer if there is one. Every
draw is first scored by the reference scorer too, and the two must agree.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from trueodds.core.errors import NotDescribedError
from trueodds.core.games import Game
from trueodds.core.scoring import Scoring, family_of
from trueodds.proofs.derivations import Method, Values
from trueodds.proofs.verify.positions.order import census


def methods(game: Game, scoring: Mapping[str, Scoring]) -> tuple[Method, ...]:
    """Return the derivation of the scores by each scoring rule."""
    derive_ = partial(derive, game, scoring)
    return (Method("census of all positions", ("score.*",), derive_),)


def derive(game: Game, scoring: Mapping[str, Scoring], rules: Any) -> Values:
    """Return the probability of each score, and the mean score.

    Raises:
        NotDescribedError: If dice are loaded or decks have equal cards, so that
            positions are not equally likely.
        PositionError: If a fast score is not that of the reference scorer.
    """
    values: dict[str, Fraction] = {}
    for rule, each in scoring.items():
        if not (prefix := family_of(scoring, rules, rule)):
            continue
        layout = each.under(rules)
        for _, numbers, _ in layout.blocks() if each.values else ():
            layout.values(numbers, len(numbers))
        if any({*part.weights.values()} != {1} for part in layout.parts):
            raise NotDescribedError("dice are loaded, or decks have equal cards")
        counts = census(game, rules, rule)
        total = sum(counts.values())
        for score, number in counts.items():
            values[f"{prefix}.{score}"] = Fraction(number, total)
        points = sum(score * number for score, number in counts.items())
        values[f"{prefix}.mean"] = Fraction(points, total)
    return values
