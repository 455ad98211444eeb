"""Strategies of Bunco, with few dice of few sides."""

from hypothesis import strategies as st

from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.verify.hypothesis import Strategies

POINTS = st.integers(0, 30)


def positions(rules: BuncoRules, rule: str | None) -> st.SearchStrategy[str]:
    """Return a strategy for a round and its dice, such as ``1 | 1 1 1``.

    Equal dice are frequent.
    """
    face = st.integers(1, rules.sides)
    rounds = st.integers(1, rules.rounds)
    dice = st.lists(face, min_size=rules.dice, max_size=rules.dice)
    rolls = st.tuples(rounds, dice | face.map(lambda same: [same] * rules.dice))
    on_target = rounds.map(
        lambda number: (number, [(number - 1) % rules.sides + 1] * rules.dice)
    )
    return (rolls | on_target).map(
        lambda roll: f"{roll[0]} | {' '.join(map(str, roll[1]))}"
    )


@st.composite
def changes(draw: st.DrawFn) -> dict[str, object]:
    """Draw changes of dice, sides, weights, rounds, points, and dice rolled again."""
    dice = draw(st.integers(1, 4))
    sides = draw(st.integers(2, 8))
    weight = st.integers(0, 4)
    return {
        "dice": dice,
        "sides": sides,
        "weights": draw(
            st.just([]) | st.lists(weight, min_size=sides, max_size=sides).filter(any)
        ),
        "rounds": draw(st.integers(1, 8)),
        "bunco_points": draw(POINTS),
        "mini_bunco_points": draw(POINTS),
        "match_points": draw(POINTS),
        "rerolls": draw(st.integers(0, min(dice, 1))),
    }


STRATEGIES = Strategies(positions, changes)
