"""Positions and rules of Bunco: few dice of few sides, so that all can be listed."""

from hypothesis import strategies as st

from trueodds.core.rules.bunco import BuncoRules

POINTS = st.integers(0, 30)


def positions(rules: BuncoRules) -> st.SearchStrategy[str]:
    """``round | dice``, such as ``1 | 1 1 1``."""
    face = st.integers(1, rules.sides)
    dice = st.lists(face, min_size=rules.dice, max_size=rules.dice)
    rounds = st.integers(1, rules.rounds)
    return st.builds(
        lambda number, faces: f"{number} | {' '.join(map(str, faces))}", rounds, dice
    )


@st.composite
def changes(draw: st.DrawFn) -> dict[str, object]:
    """Dice, sides and their weights, rounds, points, and dice rolled again."""
    dice, sides = draw(st.integers(1, 4)), draw(st.integers(2, 8))
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
