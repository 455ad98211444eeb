"""Strategies of Farkle: rolls, and points for the combinations that can score."""

from hypothesis import strategies as st

from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceKinds, dice_kinds
from trueodds.core.rules.farkle.loaded_dice import MOST_DICE
from trueodds.proofs.verify.hypothesis import Strategies

POINTS = st.integers(0, 6).map(lambda number: 50 * number)

KINDS = ("fair", "weighted", "0:1:1:1:1:1:j1", "1:1:1:1", "1:1:1:1:1:1:1:1:1:1")
"""Dice as rules write them: with six faces, a joker, four faces, and ten faces."""

face = st.integers(1, 6)
runs = st.sets(face, min_size=2, max_size=5).map(
    lambda faces: "".join(map(str, sorted(faces)))
)
"""The faces of a partial straight, which may have gaps, such as 12345 or 135."""
groups = st.lists(st.integers(2, 4), min_size=2, max_size=3).map(
    lambda sizes: "+".join(map(str, sizes))
)
further = groups | st.lists(face, min_size=2, max_size=5).map(
    lambda dice: "".join(map(str, [*dice, dice[0] % 6 + 1]))
)
"""Other patterns: groups of equal dice such as 3+2, and faces such as 11122."""


def positions(rules: FarkleRules, rule: str | None) -> st.SearchStrategy[str]:
    """Return a strategy for rolls of some of the dice in any order, such as ``1``.

    Several dice of a few faces, and straights, are frequent. ``rule`` makes no
    difference.
    """
    return _rolls(dice_kinds(rules))


@st.composite
def _rolls(draw: st.DrawFn, dice: DiceKinds) -> str:
    kinds = [kind for kind, count in enumerate(dice.numbers) for _ in range(count)]
    rolled = draw(st.permutations(kinds)) if dice.mixed else kinds
    every = sorted({face for kind in kinds for face in dice.shown(kind)})
    # Independent faces, or a pattern: combinations of many dice are rare by themselves.
    wanted = draw(st.just([]) | _patterns(every, dice.size))
    number = len(wanted) or draw(st.integers(1, dice.size))
    faces = []
    for place, kind in enumerate(rolled[:number]):
        able = sorted(dice.shown(kind))
        # A die takes the wanted face if it has this face, since dice may differ.
        likely = [face for face in wanted[place : place + 1] if face in able]
        faces.append((kind, draw(st.sampled_from(likely or able))))
    return dice.roll_text(draw(st.permutations(faces)))


def _patterns(faces: list[int], most: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy for faces that often score: equal faces, or all faces once."""
    face = st.sampled_from(faces)
    several = st.tuples(face, st.integers(2, max(2, most)))
    return st.one_of(
        st.lists(several, min_size=1, max_size=3).map(
            lambda parts: [face for face, number in parts for _ in range(number)]
        ),
        st.lists(face, min_size=1, max_size=3, unique=True).map(
            lambda few: few * (most // len(few))
        ),
        st.permutations(faces),
    ).map(lambda wanted: wanted[:most])


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed points of combinations, and sometimes other dice.

    It draws new values, by field of the rules. The field ``junk`` says if dice that do
    not score may be kept beside scoring dice.
    """
    dice = st.lists(st.sampled_from(KINDS), min_size=1, max_size=MOST_DICE)
    others = st.tuples(dice, st.sampled_from(["with_faces", "alone"])).map(
        lambda drawn: {
            "number_of_dice": len(drawn[0]),
            "dice": ", ".join(drawn[0]),
            "jokers": drawn[1],
        }
    )
    return st.builds(dict.__or__, point_changes(), st.just({}) | others)


def point_changes(
    points: st.SearchStrategy[int] = POINTS,
) -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed points of combinations, and for the field ``junk``.

    It draws new values, by field of the rules. ``points`` draws the points of a
    combination. ``junk`` says if dice that do not score may be kept beside scoring
    dice.
    """
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
            "patterns": st.dictionaries(further, points, max_size=3),
            "nothing": points,
            "junk": st.booleans(),
        }
    )


STRATEGIES = Strategies(positions, changes)
