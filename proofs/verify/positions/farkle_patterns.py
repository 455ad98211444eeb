"""Patterns of dice that wrong answers of a scorer of Farkle suggest.

A scorer that pays for a pattern which the rules lack is wrong exactly where the dice of
the pattern were rolled. So each shape of dice with wrong answers, such as three equal
dice and two others, suggests changes of the rules: points for these dice alone, points
for all dice of the shape, or extra points beside what some of the dice score.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from trueodds.core.dice import Roll, faces_of
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.dice_kinds import dice_kinds
from trueodds.core.rules.farkle.patterns import rolls_of
from trueodds.proofs.verify.scorer.failure_classes import Wrong


def suggested(rules: FarkleRules, wrong: Sequence[Wrong]) -> Iterator[dict[str, int]]:
    """Yield changes of the rules, each with points for dice of a single shape.

    ``wrong`` are the wrong answers of the scorer. A shape is the numbers of equal dice,
    such as three and two. A change has points, by the name of a field such as
    ``patterns.3+2`` or ``of_a_kind.4.1``. Points for any dice of the shape are one
    field. Points for certain faces have a field for each choice of faces. A field that
    does not exist, such as one with a joker, is refused when the rules are loaded.
    """
    dice = dice_kinds(rules)
    best = cache(Scorer(rules, dice.sides, jokers=dice.jokers).best)
    shapes: dict[tuple[int, ...], dict[Roll, int]] = defaultdict(dict)
    for answer in wrong:
        roll = dice.by_face(dice.read(answer.position))
        groups = sorted(filter(None, roll), reverse=True)
        shapes[tuple(groups)][roll] = answer.got

    def field(roll: Roll) -> str:
        face, *more = faces_of(roll)
        # Dice of several faces are a pattern of their own; equal dice are of a kind.
        if {*more} - {face}:
            return f"patterns.{dice.faces_text(roll)}"
        return f"of_a_kind.{len(more) + 1}.{face}"

    def large(roll: Roll, least: int) -> int:
        """Return what groups of at least so many dice score; 0 for dice of one face.

        ``roll`` has the number of dice of each face.
        """
        if max(roll) == sum(roll):
            return 0
        return best(tuple(n if n >= least else 0 for n in roll))

    for sizes, answers in shapes.items():
        first, *_ = answers
        points = answers[first]
        # The smallest guess: these dice alone have points of their own.
        yield {field(first): points}
        if sizes[-1] == 1:
            continue
        shape = "+".join(map(str, sizes))
        yield {f"patterns.{shape}": points}
        for least in {*sizes}:
            more = {got - large(roll, least) for roll, got in answers.items()}
            # All answers to this shape are the same number of points above what the
            # groups score.
            if len(more) == 1:
                (above,) = more
                alike = rolls_of(sizes, (), len(first))
                yield {field(roll): large(roll, least) + above for roll in alike}
