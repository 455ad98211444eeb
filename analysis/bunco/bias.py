"""What unfair dice change, and how many dice it takes to notice.

Shifts are differences of exact odds. A test of the faces has 1 % false alarms and is to
notice with 90 %. For the chi-square test of fit, in its limiting law, the power is that
of a noncentral chi-square with noncentrality n sum (p - 1/s)^2 s, a Poisson mixture of
incomplete gamma functions. No test beats the likelihood ratio (Neyman & Pearson 1933):
its log is a sum over the dice, which is normal but for 0.4748 rho / (sigma^3 sqrt n)
(Shevtsova 2011, arXiv 1111.6554), so that its n lies between two proved bounds. Both
are evaluated in ball arithmetic, where a comparison holds only if it is certain.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from flint import arb, ctx, fmpq
from msgspec.structs import replace

from trueodds.core.enclosure import Enclosure
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules, Generator

FALSE_ALARMS = Fraction(1, 100)
POWER = Fraction(9, 10)
BITS = 256
STEPS = 80
NEGLIGIBLE = arb(2) ** -128
MOST_DICE = 10**50
LOOSE = Fraction(11, 10)
"""Bounds on the number of dice further apart than this are not worth giving."""


def as_fair(rules: BuncoRules) -> BuncoRules:
    """The same game with fair dice."""
    return replace(rules, weights=(), generator=Generator())


def quantities(
    odds: Iterable[Quantity], fair: Mapping[str, Quantity], rules: BuncoRules
) -> Iterator[Quantity]:
    """The shifts from the odds of fair dice, and what it takes to notice."""
    yield from _tests(rules)
    yield from _shifts(odds, fair, rules)


def _shifts(
    found: Iterable[Quantity], fair: Mapping[str, Quantity], rules: BuncoRules
) -> Iterator[Quantity]:
    """Of the chance of each face, and of each of the odds."""
    total = sum(rules.face_weights)
    for face, weight in enumerate(rules.face_weights, start=1):
        yield Quantity(
            id=f"bias.face.{face}",
            label=f"Shift of the chance of face {face}",
            value=Fraction(weight, total) - Fraction(1, rules.sides),
            unit="difference",
            method="definition",
        )
    for quantity in found:
        other = fair.get(quantity.id)
        if other and quantity.exact is not None and other.exact is not None:
            unit = quantity.unit
            yield Quantity(
                id=f"bias.{quantity.id}",
                label=f"Shift: {quantity.label}",
                value=quantity.exact - other.exact,
                unit="difference" if unit == "probability" else unit,
                method="difference of exact odds",
            )


def _tests(rules: BuncoRules) -> Iterator[Quantity]:
    """The dice, and the rolls of all dice, that tests of fairness need."""
    total = sum(rules.face_weights)
    chances = [Fraction(weight, total) for weight in rules.face_weights]
    for id, name, needed, method in (
        ("chi_square", "the chi-square test", chi_square_dice, "noncentral chi-square"),
        (
            "likelihood_ratio",
            "the best test",
            best_test_dice,
            "normal with error bound",
        ),
    ):
        found = needed(chances)
        if found is None:
            continue
        low, high = found
        for unit, each in (("dice", 1), ("rolls", rules.dice)):
            least, most = Fraction(-(-low // each)), Fraction(-(-high // each))
            yield Quantity(
                id=f"bias.{id}.{unit}",
                label=f"{unit.capitalize()} that {name} needs to notice",
                value=least if least == most else Enclosure(least, most),
                unit=unit,
                method=method,
            )


def chi_square_dice(chances: list[Fraction]) -> tuple[int, int] | None:
    """Bounds on the dice that the chi-square test of fit needs, by its limiting law.

    None for fair dice, with which there is nothing to notice. Three quarters of the
    noncentrality of 14.879 that one degree of freedom needs:

    >>> chi_square_dice([Fraction(3, 4), Fraction(1, 4)])
    (60, 60)
    """
    sides = len(chances)
    each = sum(((p - Fraction(1, sides)) ** 2 * sides for p in chances), Fraction(0))
    if not each:
        return None
    with ctx.workprec(BITS):
        half = arb(sides - 1) / 2
        alarms, missed = _ball(FALSE_ALARMS), _ball(1 - POWER)
        critical = _crossing(lambda x: (x / 2).gamma_upper(half, 1) - alarms)
        low, high = map(_ball, critical)
        fewest, _ = _crossing(lambda c: _chi_square_below(low, half, c) - missed)
        _, most = _crossing(lambda c: _chi_square_below(high, half, c) - missed)
    return ceil(fewest / each), ceil(most / each)


def _chi_square_below(x: arb, half: arb, noncentrality: arb) -> arb:
    """The chance of a noncentral chi-square below x; ``half`` the degrees of freedom.

    Terms of the Poisson mixture; those left out are at most a geometric series. The
    incomplete gamma functions fall from one to the next by x^a e^-x / gamma(a + 1).
    """
    mean, argument = noncentrality / 2, x / 2
    poisson, total, number = (-mean).exp(), arb(0), 0
    below = 1 - argument.gamma_upper(half, 1)
    fall = (half * argument.log() - argument - (half + 1).lgamma()).exp()
    while True:
        total += poisson * below
        below -= fall
        number += 1
        fall *= argument / (half + number)
        poisson *= mean / number
        ratio = mean / (number + 1)
        if ratio < 0.5 and poisson < NEGLIGIBLE:
            return total + (poisson / (1 - ratio)).union(arb(0))


def _crossing(difference: Callable[[arb], arb]) -> tuple[Fraction, Fraction]:
    """Bounds on where a falling function is zero: certainly above, certainly below."""
    low, high = Fraction(0), Fraction(1)
    while not difference(_ball(high)) < 0:
        low, high = high, 2 * high
    low = low if difference(_ball(low)) > 0 else Fraction(0)
    for _ in range(STEPS):
        middle = (low + high) / 2
        value = difference(_ball(middle))
        if value > 0:
            low = middle
        elif value < 0:
            high = middle
        else:
            break
    return low, high


def best_test_dice(chances: list[Fraction]) -> tuple[int, int] | None:
    """Bounds on the dice that the likelihood ratio test needs; proved for every n.

    None for fair dice, for a face that never comes up, and where so few dice are
    enough that the law of their sum is too far from normal.

    >>> best_test_dice([Fraction(501, 1000), Fraction(499, 1000)])
    (3233883, 3274928)
    """
    fair = Fraction(1, len(chances))
    if not all(chances) or all(chance == fair for chance in chances):
        return None
    with ctx.workprec(BITS):
        ratios = [_ball(chance / fair).log() for chance in chances]
        innocent = _Sum.of(ratios, [fair] * len(chances))
        guilty = _Sum.of(ratios, chances)

        def margin(dice: int, side: int) -> arb:
            """How far the sums are apart, less what the test needs if errors help."""
            alarms = _ball(FALSE_ALARMS) + side * innocent.error(dice)
            missed = _ball(1 - POWER) + side * guilty.error(dice)
            apart = arb(dice).sqrt() * (guilty.mean - innocent.mean)
            return apart - innocent.sd * _upper(alarms) - guilty.sd * _upper(missed)

        enough = 1
        while not margin(enough, -1) > 0:
            enough *= 2
            if enough > MOST_DICE:
                return None
        # More dice never make the best test worse, so that too few are too few.
        enough = _first(enough // 2, enough, lambda dice: margin(dice, -1) > 0)
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
    def of(cls, ratios: list[arb], chances: list[Fraction]) -> "_Sum":
        weighted = list(zip(ratios, map(_ball, chances), strict=True))
        mean = sum((p * r for r, p in weighted), arb(0))
        sd = sum((p * (r - mean) ** 2 for r, p in weighted), arb(0)).sqrt()
        third = sum((p * abs(r - mean) ** 3 for r, p in weighted), arb(0))
        return cls(mean, sd, third / sd**3)

    def error(self, dice: int) -> arb:
        """How far the law of a sum can be from normal."""
        return _ball(Fraction(4748, 10000)) * self.skew / arb(dice).sqrt()


def _upper(chance: arb) -> arb:
    """What a standard normal number is above with this chance; not finite for none."""
    return arb(2).sqrt() * (1 - 2 * chance).erfinv()


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Some number for which it holds, as for ``high``, and not for the one before."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))
