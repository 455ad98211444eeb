"""Formulas over exact numbers: the four operations, powers and binomials."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: Fraction(a) / b,
    ast.Pow: operator.pow,
}


def evaluate(formula: str, values: Mapping[str, Fraction]) -> Fraction:
    """Return the exact value of a formula over named values.

    Numbers are integers; ``comb(n, k)`` is a binomial coefficient.

    Raises:
        ValueError: If the formula holds anything else.

    Example:
        >>> evaluate("a / (1 - b)", {"a": Fraction(1, 4), "b": Fraction(1, 2)})
        Fraction(1, 2)
        >>> evaluate("4 * comb(47, 2) / comb(52, 6) / 46", {})
        Fraction(1, 216580)
    """

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
