"""Strategies of Farkle: rolls, and points for the combinations that can score."""

from hypothesis import strategies as st

from trueodds.core.rules.farkle import DICE, FarkleRules

POINTS = st.integers(0, 6).map(lambda number: 50 * number)

rolls = st.lists(st.integers(1, 6), min_size=1, max_size=DICE)
"""The faces of one to six dice."""


face = st.integers(1, 6)
groups = st.one_of(
    st.lists(st.tuples(face, st.integers(2, 6)), min_size=1, max_size=3).map(
        lambda parts: [face for face, number in parts for _ in range(number)][:DICE]
    ),
    st.lists(face, min_size=1, max_size=3, unique=True).map(
        lambda faces: faces * (DICE // len(faces))
    ),
)
"""Several dice of a few faces, as in six of a kind, two triplets or three pairs."""

straight = st.permutations(range(1, DICE + 1))
runs = st.sets(face, min_size=2, max_size=5).map(
    lambda faces: "".join(map(str, sorted(faces)))
)
"""Faces of a partial straight, such as 12345."""


def positions(rules: FarkleRules) -> st.SearchStrategy[str]:
    """Return one to six dice in any order, such as ``1``."""
    rules.require_six_dice()
    several = groups.flatmap(st.permutations)
    return st.one_of(rolls, several, straight).map(lambda dice: "".join(map(str, dice)))


def changes(
    points: st.SearchStrategy[int] = POINTS,
) -> st.SearchStrategy[dict[str, object]]:
    """Return changes of the points, and of the rule on junk."""
    by_face = st.dictionaries(st.integers(1, 6), points, max_size=6)
    return st.fixed_dictionaries(
        {
            "singles": by_face,
            "of_a_kind": st.dictionaries(st.integers(2, 6), by_face, max_size=3),
            "straight": points,
            "straights": st.dictionaries(runs, points, max_size=2),
            "three_pairs": points,
            "four_and_two": points,
            "two_triplets": points,
            "nothing": points,
            "junk": st.booleans(),
        }
    )
