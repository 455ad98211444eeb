"""Exact numbers that judge claims, and formulas over them.

A number is computed when it is first needed. A formula has the four operations, powers
and binomials.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games, rulebook
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.core.rules import total_points
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.claims.register import Reference

Number = Fraction | Enclosure


class KnownNumbers:
    """Exact numbers for claims: quantities of games, and scores of positions.

    A ``Reference`` says which number is meant. ``known`` are odds that are at hand, so
    that they are not computed again. Of other odds, only the families of the quantities
    that are needed are computed.
    """

    def __init__(self, known: Iterable[Odds] = (), progress: Progress = silent) -> None:
        self.progress = progress
        self._odds = {rulebook.digest(odds.game, odds.rules): odds for odds in known}

    def number(self, reference: Reference) -> Number:
        """Return the exact number that a reference names: a quantity or a score."""
        rules = self.rules(reference)
        if reference.score is not None:
            return _score(reference, rules)
        assert reference.id is not None
        key = rulebook.digest(reference.game, rules)
        # The key is of the game and all rules: the same id under other rules is another
        # number.
        if key not in self._odds:
            self._odds[key] = exact_odds(reference.game, rules, progress=self.progress)
        return self._odds[key][reference.id].value

    def rules(self, reference: Reference) -> Rules:
        """Return the rules that a reference names, with its changes."""
        return rulebook.load(
            games.find(reference.game), reference.rules, reference.changes
        )


def _score(reference: Reference, rules: Rules) -> Fraction:
    column = games.find(reference.game)
    rule = column.scoring_rule(reference.rule)
    assert reference.score is not None
    breakdown = column.score(reference.score, rules, rule)
    if reference.line is None:
        return Fraction(breakdown.value)
    lines = [line for line in breakdown.lines if line.name == reference.line]
    return Fraction(total_points(lines))


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    # Integers would divide to a float.
    ast.Div: lambda a, b: Fraction(a) / b,
    ast.Pow: operator.pow,
}


def evaluate(formula: str, values: Mapping[str, Fraction]) -> Fraction:
    """Return the exact value of a formula over named values.

    ``values`` has a number for each name. A formula consists of names, integers,
    operators of arithmetic and ``comb(n, k)``, a binomial coefficient.

    Raises:
        ValueError: If the formula has any other part.
    """

    # The tree is walked and not run, so that a formula cannot call anything else.
    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() as number):
                return number
            case ast.Name(id=name) if name in values:
                return values[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -value(inner)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return _BINARY[type(op)](value(left), value(right))
            case ast.Call(func=ast.Name(id="comb"), args=[n, k], keywords=[]):
                return comb(value(n), value(k))
        raise ValueError(f"{ast.unparse(node)!r} cannot be part of a formula")

    return Fraction(value(ast.parse(formula, mode="eval").body))
