"""Positions and rules of Farkle: any roll, and any points for what can score."""

from hypothesis import strategies as st

from trueodds.core.rules.farkle import DICE, FarkleRules

POINTS = st.integers(0, 6).map(lambda number: 50 * number)

rolls = st.lists(st.integers(1, 6), min_size=1, max_size=DICE)
"""The faces of one to six dice."""


def positions(rules: FarkleRules) -> st.SearchStrategy[str]:
    """One to six dice in any order, such as ``1``."""
    return rolls.map(lambda faces: "".join(map(str, faces)))


def changes(
    points: st.SearchStrategy[int] = POINTS,
) -> st.SearchStrategy[dict[str, object]]:
    """What scores, and whether dice that do not may be kept."""
    by_face = st.dictionaries(st.integers(1, 6), points, max_size=6)
    return st.fixed_dictionaries(
        {
            "singles": by_face,
            "of_a_kind": st.dictionaries(st.integers(2, 6), by_face, max_size=3),
            "straight": points,
            "three_pairs": points,
            "four_and_two": points,
            "two_triplets": points,
            "nothing": points,
            "junk": st.booleans(),
        }
    )
