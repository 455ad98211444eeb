"""Independent derivation of re-rolls: every ordered roll with every choice of dice."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.bunco import BuncoRules


def rerolls(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact mean points of a roll and a game, and the gain from re-rolls.

    The player chooses the dice to roll again for the most points. The keys are quantity
    ids. The gain is the mean points with re-rolls minus those without.

    Raises:
        NotDescribedError: If the dice are not fair, since then the target matters.

    Example:
        >>> rerolls(BuncoRules.load())["roll.mean"]
        Fraction(151, 216)
    """
    if not rules.fair:
        raise NotDescribedError("this derivation needs fair dice")
    # All targets are alike with fair dice, so any face may be the target.
    faces = range(rules.sides)  # 0 is the target

    @cache
    def points(roll: Sequence[int]) -> int:
        if len(set(roll)) == 1:
            return rules.mini_bunco_points if roll[0] else rules.bunco_points
        return roll.count(0) * rules.match_points

    @cache
    def kept(dice: Sequence[int]) -> Fraction:
        """Return the mean points of keeping these dice and rolling all other dice."""
        others = rules.dice - len(dice)
        rolls = product(faces, repeat=others)
        return Fraction(
            sum(points((*dice, *roll)) for roll in rolls), rules.sides**others
        )

    total = Fraction(0)
    before = 0
    for roll in product(faces, repeat=rules.dice):
        # At most ``rerolls`` dice are rolled again, once, so the others are kept.
        least = rules.dice - rules.rerolls
        choices = (
            # Sorted, because ``kept`` caches by the dice and not by their order.
            tuple(sorted(dice))
            for number in range(least, rules.dice + 1)
            for dice in combinations(roll, number)
        )
        total += max(map(kept, choices))
        before += points(roll)
    rolls = rules.sides**rules.dice
    mean = total / rolls
    gain = (total - before) / rolls
    return {
        "roll.mean": mean,
        "game.mean": rules.rounds * mean,
        "reroll.roll.gain": gain,
        "reroll.game.gain": rules.rounds * gain,
    }
