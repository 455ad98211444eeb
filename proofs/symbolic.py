"""Closed forms for n dice of s sides, proved for all n and s by induction.

The proof is induction on the number of dice. sympy reduces two differences to 0, with n
and s as symbols: the form for the fewest dice less its value, and the form for one more
die less the recurrence. No numbers are substituted.

Dice that score nothing at Farkle, where all but two faces need three of a kind, are
described by the number of faces that show once (i) and twice (j). A further die shows a
new face or doubles a single one, so the number of ordered rolls satisfies

    N(i, j) = (q - i - j + 1) N(i - 1, j) + (i + 1) N(i + 1, j - 1)

with q = s - 2 faces, N(0, 0) = 1, and N = 0 outside. The form for N is proved by this
recurrence, with i, j and q as symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy
from sympy import Expr, Integer, binomial, factorial, symbols

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.rules.farkle import DICE as FARKLE_DICE
from trueodds.core.rules.farkle import FarkleRules

DICE, SIDES = symbols("n s", integer=True, positive=True)
BUNCO, MINI, MATCH = symbols("B M m", integer=True, nonnegative=True)
"""Points of a Bunco, of a mini Bunco, and of each die on the target."""

ONCE, TWICE, QUIET = symbols("i j q", integer=True, positive=True)


@dataclass(frozen=True, slots=True)
class Identity:
    """A closed form with its proof: differences that must reduce to 0."""

    name: str
    form: Expr
    by: str
    differences: tuple[Expr, ...]

    @property
    def holds(self) -> bool:
        """Return True if sympy reduces every difference to 0."""
        return all(_is_zero(difference) for difference in self.differences)

    @property
    def text(self) -> str:
        """Return the form in plain text."""
        return str(self.form).replace("**", "^")


@cache
def identities() -> tuple[Identity, ...]:
    """Return every closed form with its proof.

    >>> [(identity.name, identity.holds) for identity in identities()[:2]]
    [('all dice on the target', True), ('all dice equal', True)]
    """
    n, s = DICE, SIDES
    bunco, triple, none = s**-n, s ** (1 - n), ((s - 1) / s) ** n
    matches = n / s
    mini, miss = triple - bunco, none - (triple - bunco)
    points = MATCH * matches - MATCH * n * bunco + BUNCO * bunco + MINI * mini
    rolls = farkle_rolls(ONCE, TWICE, QUIET)
    return (
        _induction("all dice on the target", bunco, 0, 1, lambda now: now / s),
        _induction("all dice equal", triple, 1, 1, lambda now: now / s),
        _induction("no die on the target", none, 0, 1, lambda now: now * (s - 1) / s),
        _induction("mean dice on the target", matches, 0, 0, lambda now: now + 1 / s),
        Identity(
            "mini Bunco",
            (s - 1) * s**-n,
            "all dice equal, less those on the target",
            ((s - 1) * s**-n - mini,),
        ),
        Identity(
            "no match: nothing scores",
            ((s - 1) ** n - s + 1) * s**-n,
            "no die on the target, less the mini Buncos among them",
            (((s - 1) ** n - s + 1) * s**-n - miss,),
        ),
        Identity(
            "mean points of a roll",
            MATCH * n / s + (BUNCO - MATCH * n + (s - 1) * MINI) * s**-n,
            "linearity, with the matches of a Bunco taken out",
            (MATCH * n / s + (BUNCO - MATCH * n + (s - 1) * MINI) * s**-n - points,),
        ),
        Identity(
            "ordered rolls with i quiet faces once, j twice",
            rolls,
            "induction on the dice",
            (
                farkle_rolls(Integer(0), Integer(0), QUIET) - 1,
                sympy.gammasimp(
                    (QUIET - ONCE - TWICE + 1)
                    * _ratio(farkle_rolls(ONCE - 1, TWICE, QUIET), rolls)
                    + (ONCE + 1)
                    * _ratio(farkle_rolls(ONCE + 1, TWICE - 1, QUIET), rolls)
                    - 1
                ),
            ),
        ),
    )


def require() -> None:
    """Raise ``ArithmeticError`` unless every identity is proved."""
    for identity in identities():
        if not identity.holds:
            raise ArithmeticError(f"not proved: {identity.name} = {identity.text}")


def bunco(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact odds of a roll and of a turn from the closed forms.

    Raises:
        NotDescribedError: If the dice are not fair, or are rolled again.

    Example:
        >>> bunco(BuncoRules.load())["roll.mean"]
        Fraction(151, 216)
    """
    if not rules.fair or rules.rerolls:
        raise NotDescribedError("the closed forms need fair dice without re-rolls")
    require()
    values = {
        DICE: rules.dice,
        SIDES: rules.sides,
        BUNCO: rules.bunco_points,
        MINI: rules.mini_bunco_points,
        MATCH: rules.match_points,
    }
    forms = {identity.name: identity.form for identity in identities()}
    derived = {
        "roll.bunco": forms["all dice on the target"],
        "roll.triple": forms["all dice equal"],
        "roll.mini_bunco": forms["mini Bunco"],
        "roll.mean": forms["mean points of a roll"],
    }
    ends = rules.bunco_ends_turn or rules.mini_bunco_ends_turn or rules.turn_capped
    if rules.bunco_points and rules.mini_bunco_points and rules.match_points:
        miss = forms["no match: nothing scores"]
        derived["roll.points.0"] = miss
        if not ends:
            # The rolls until a miss are geometric; Wald's identity gives the points.
            derived["turn.rolls.mean"] = 1 / miss
            derived["turn.mean"] = derived["roll.mean"] / miss
            derived["turn.any_bunco"] = derived["roll.bunco"] / (
                derived["roll.bunco"] + miss
            )
    return {id: _fraction(form.subs(values)) for id, form in derived.items()}


def farkle(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the exact probabilities of a farkle by the closed form.

    Raises:
        NotDescribedError: If the scores have another form: two faces score alone, every
            face as three of a kind or more, and pairs never.

    Example:
        >>> farkle(FarkleRules.load())["roll.6.farkle"]
        Fraction(5, 162)
    """
    quiet = [face for face in range(1, 7) if not rules.singles.get(face)]
    threes = rules.of_a_kind.get(3, {})
    pairs = any(rules.of_a_kind.get(2, {}).values())
    if len(quiet) != 4 or not all(map(threes.get, quiet)) or pairs:
        raise NotDescribedError(
            "the closed form needs four faces that score from three on"
        )
    if rules.three_pairs or rules.nothing or rules.dice:
        raise NotDescribedError(
            "the closed form is of six fair dice whose pairs score nothing"
        )
    require()
    return {
        f"roll.{dice}.farkle": _fraction(farkle_probability(dice, 6))
        for dice in range(1, FARKLE_DICE + 1)
    }


def farkle_probability(dice: int, sides: int) -> Expr:
    """Return the probability that n dice of s sides score nothing, if two faces score.

    >>> farkle_probability(4, 6)
    17/108
    """
    quiet = Integer(sides - 2)
    rolls = (
        farkle_rolls(Integer(dice - 2 * twice), Integer(twice), quiet)
        for twice in range(dice // 2 + 1)
        if dice - twice <= quiet
    )
    return sum(rolls, Integer(0)) / Integer(sides) ** dice


def farkle_rolls(once: Expr, twice: Expr, quiet: Expr) -> Expr:
    """Return the number of ordered rolls with these single and double faces."""
    faces = binomial(quiet, twice) * binomial(quiet - twice, once)
    return faces * factorial(once + 2 * twice) / Integer(2) ** twice


def _induction(
    name: str, form: Expr, first: int, value: int, step: Callable[[Expr], Expr]
) -> Identity:
    """Return a form proved by induction from its value for the first number of dice."""
    base = form.subs(DICE, first) - value
    further = form.subs(DICE, DICE + 1) - step(form)
    return Identity(name, form, "induction on the dice", (base, further))


def _ratio(numerator: Expr, denominator: Expr) -> Expr:
    return sympy.gammasimp((numerator / denominator).rewrite(sympy.gamma))


def _is_zero(difference: Expr) -> bool:
    return bool(sympy.simplify(sympy.powsimp(sympy.expand(difference))) == 0)


def _fraction(value: Expr) -> Fraction:
    exact = sympy.Rational(value)
    return Fraction(int(exact.p), int(exact.q))
