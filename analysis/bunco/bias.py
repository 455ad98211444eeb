"""The effect of unfair dice on the odds, and the dice needed to detect it.

Shifts are differences of exact odds. A test of the faces has 1 % false alarms and 90 %
power. For n dice of s faces with probabilities p, the chi-square test of fit has the
noncentrality n sum (p - 1/s)^2 s in its limiting distribution. No test beats the
likelihood ratio (Neyman & Pearson 1933). Its logarithm is a sum over the dice. Let a
die's term have the standard deviation sigma and the third absolute central moment rho.
Then the sum is normal up to an error of 0.4748 rho / (sigma^3 sqrt n) (Shevtsova 2011,
arXiv 1111.6554), so its n lies between two proved bounds, by ball arithmetic.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from flint import arb, ctx
from msgspec.structs import replace

from trueodds.core.exact.chi_square import BITS, FALSE_ALARMS, POWER, noncentrality
from trueodds.core.exact.enclosure import Enclosure, ball
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rules.bunco import BuncoRules, Generator

MOST_DICE = 10**50
LOOSE = Fraction(11, 10)
"""Bounds on the number of dice further apart than this are left out."""


def as_fair(rules: BuncoRules) -> BuncoRules:
    """Return the same rules with fair dice.

    The rules may have weights of the faces, or dice that a random generator makes
    unfair.
    """
    return replace(rules, weights=(), generator=Generator())


def quantities(rules: BuncoRules) -> Iterator[Quantity]:
    """Yield the number of dice that a test must roll to detect the bias of the dice.

    The dice are those of the rules. Then yield, for each face, its probability minus
    that of a face of a fair die.
    """
    yield from _tests(rules)
    total = sum(rules.face_weights)
    for face, weight in enumerate(rules.face_weights, start=1):
        shift = Fraction(weight, total) - Fraction(1, rules.sides)
        label = f"Shift of the probability of face {face}"
        yield Quantity(f"bias.face.{face}", label, shift, "difference", "definition")


def shift_family(family: Family, fair: Family) -> Family:
    """Return the differences between a family of quantities and that for fair dice.

    ``family`` is for the dice of the rules, and ``fair`` is the same family for fair
    dice. Only exact quantities are compared. The ids of the differences are
    ``bias.ID``, where ID is the id in both families.
    """
    globs = " ".join(f"bias.{glob}" for glob in family.globs.split())
    return Family(globs, lambda: _shifts(family, fair))


def _shifts(family: Family, fair: Family) -> Iterator[Quantity]:
    for quantity in family.by_id.values():
        other = fair.by_id.get(quantity.id)
        if other and quantity.exact is not None and other.exact is not None:
            unit = quantity.unit
            yield Quantity(
                f"bias.{quantity.id}",
                f"Shift: {quantity.label}",
                quantity.exact - other.exact,
                "difference" if unit == "probability" else unit,
                "difference of exact odds",
            )


def _tests(rules: BuncoRules) -> Iterator[Quantity]:
    """Yield the numbers of dice, and of rolls of all dice, that fairness tests need."""
    total = sum(rules.face_weights)
    faces = [Fraction(weight, total) for weight in rules.face_weights]
    for id, name, dice, method in (
        (
            "chi_square",
            "the chi-square test",
            chi_square_dice(faces),
            "noncentral chi-square",
        ),
        (
            "likelihood_ratio",
            "the best test",
            best_test_dice(faces),
            "normal with error bound",
        ),
    ):
        if dice is None:
            continue
        for unit, each in (("dice", 1), ("rolls", rules.dice)):
            low, high = (Fraction(-(-bound // each)) for bound in dice)
            yield Quantity(
                f"bias.{id}.{unit}",
                f"{unit.capitalize()} that {name} needs to detect the bias",
                low if low == high else Enclosure(low, high),
                unit,
                method,
            )


def chi_square_dice(faces: list[Fraction]) -> tuple[int, int] | None:
    """Return bounds on the number of dice that the chi-square test of fit needs.

    The test has 1 % false alarms and 90 % power, in its limiting distribution.
    ``faces`` are the probabilities of the faces. The result is the lower and the upper
    bound. It is None for fair dice, where there is no bias to detect. In the example
    each die adds a noncentrality of 1/4, and a test with one degree of freedom needs
    14.879 in all:

    >>> chi_square_dice([Fraction(3, 4), Fraction(1, 4)])
    (60, 60)
    """
    sides = len(faces)
    each = sum(((p - Fraction(1, sides)) ** 2 * sides for p in faces), Fraction(0))
    if not each:
        return None
    low, high = noncentrality(sides - 1)
    return ceil(low / each), ceil(high / each)


def best_test_dice(faces: list[Fraction]) -> tuple[int, int] | None:
    """Return proved bounds on the number of dice that detect the bias by the best test.

    The best test is that of the likelihood ratio, with 1 % false alarms and 90 % power.
    ``faces`` are the probabilities of the faces. The result is the lower and the upper
    bound. It is None for fair dice, and for a face that never comes up. It is also None
    if so few dice are enough that the logarithm of the likelihood ratio is too far from
    normal.

    >>> best_test_dice([Fraction(501, 1000), Fraction(499, 1000)])
    (3233883, 3274928)
    """
    fair = Fraction(1, len(faces))
    if not all(faces) or all(face == fair for face in faces):
        return None
    with ctx.workprec(BITS):
        ratios = [ball(face / fair).log() for face in faces]
        innocent = _Sum.of(ratios, [fair] * len(faces))
        guilty = _Sum.of(ratios, faces)

        def margin(dice: int, side: int) -> arb:
            """Return the distance of the sums minus the distance that the test needs.

            ``dice`` is the number of dice that are thrown. The errors hinder the test
            if ``side`` is -1, and help it if 1.
            """
            alarms = ball(FALSE_ALARMS) + side * innocent.error(dice)
            missed = ball(1 - POWER) + side * guilty.error(dice)
            apart = arb(dice).sqrt() * (guilty.mean - innocent.mean)
            return apart - innocent.sd * _upper(alarms) - guilty.sd * _upper(missed)

        # Double until the test is good enough for certain, with all errors against it.
        enough = 1
        while not margin(enough, -1) > 0:
            enough *= 2
            if enough > MOST_DICE:
                return None
        # More dice never make the best test worse, so bisection is valid.
        enough = _first(enough // 2, enough, lambda dice: margin(dice, -1) > 0)
        # If fewer dice might be enough with all errors in
        # favour, the bounds are too loose.
        few = int(enough / LOOSE)
        if not margin(few, 1) < 0:
            return None
        return _first(few, enough, lambda dice: not margin(dice, 1) < 0), enough


@dataclass(frozen=True)
class _Sum:
    """The log likelihood ratio of one die: its mean, deviation and skew, as balls."""

    mean: arb
    sd: arb
    skew: arb

    @classmethod
    def of(cls, ratios: list[arb], faces: list[Fraction]) -> "_Sum":
        weighted = list(zip(ratios, map(ball, faces), strict=True))
        mean = sum((p * r for r, p in weighted), arb(0))
        sd = sum((p * (r - mean) ** 2 for r, p in weighted), arb(0)).sqrt()
        third = sum((p * abs(r - mean) ** 3 for r, p in weighted), arb(0))
        return cls(mean, sd, third / sd**3)

    def error(self, dice: int) -> arb:
        """Bound the distance of the distribution of a sum from normal.

        The sum is that of the log likelihood ratios of ``dice`` dice.
        """
        return ball(Fraction(4748, 10000)) * self.skew / arb(dice).sqrt()


def _upper(probability: arb) -> arb:
    """Return the upper quantile of the standard normal; not finite for 0."""
    return arb(2).sqrt() * (1 - 2 * probability).erfinv()


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return by bisection a number for which ``holds`` is true.

    The number is above ``low`` and at most ``high``. For the number before it,
    ``holds`` is false. ``holds`` is assumed false for ``low`` and true for ``high``.
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
