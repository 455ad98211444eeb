"""Exact linear systems x = b + A x, where A has transition probabilities.

A holds the probabilities of steps between the transient states of a chain. Unknowns are
eliminated one by one, and those with the fewest entries in their row and column come
first. This keeps nearly triangular systems (most games) sparse. Once the remaining
system is dense, flint's p-adic solver is faster and takes over. Every solution is
checked by substitution. Pivot rule: Markowitz, Management Science 3 (1957).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from flint import fmpq, fmpq_mat

from trueodds.core.errors import ModelError

ONE = fmpq(1)

DENSE_SHARE = 0.3
"""A system with this share of non-zero coefficients goes to the dense solver.

Measured on systems of 100 to 500 unknowns, where any share from 0.1 to 0.4 does
as well.
"""

DENSE_SIZE = 12


def rational(value: Fraction | int) -> fmpq:
    """Convert an int or a ``Fraction`` to a rational number of python-flint."""
    return fmpq(value.numerator, value.denominator)


def fraction(value: fmpq) -> Fraction:
    """Convert a rational number of python-flint to a ``Fraction``."""
    return Fraction(int(value.p), int(value.q))


def solve(rows: Sequence[Mapping[int, fmpq]], constants: Sequence[fmpq]) -> list[fmpq]:
    """Return the exact x with ``x[i] = constants[i] + sum(rows[i][j] * x[j])``.

    Let A be the matrix of ``rows``. No entry may be negative. All rows, or all
    columns, must add up to at most 1, as probabilities do. Then every pivot is
    non-zero exactly if the powers of A tend to zero.

    Raises ``ModelError`` if there is no unique solution.

    >>> half = fmpq(1, 2)
    >>> solve([{1: half}, {0: half, 1: half}], [fmpq(1), fmpq(1)])
    [4, 6]
    """
    system = _System(rows, constants)
    try:
        while system.is_sparse():
            system.eliminate()
        solution = system.solve_rest()
    except ZeroDivisionError:
        # A pivot of zero. For a singular rest, flint raises the same error.
        raise ModelError("a linear system has no unique solution") from None
    for i, row in enumerate(rows):
        if solution[i] != sum((c * solution[j] for j, c in row.items()), constants[i]):
            raise ArithmeticError("defect: a linear solution fails its substitution")
    return solution


class _System:
    """A linear system during its elimination.

    ``left`` has the unknowns that remain, and ``eliminated`` the others in the order of
    their elimination. ``users[j]`` has the equations in which unknown j occurs.
    """

    def __init__(
        self, rows: Sequence[Mapping[int, fmpq]], constants: Sequence[fmpq]
    ) -> None:
        self.rows = [dict(row) for row in rows]
        self.constants = list(constants)
        self.users: list[set[int]] = [set() for _ in rows]
        for i, row in enumerate(rows):
            for j in row:
                self.users[j].add(i)
        self.non_zero = sum(map(len, rows))
        self.left = set(range(len(rows)))
        self.eliminated: list[int] = []
        self.queue = [(self._cost(i), i) for i in self.left]
        heapify(self.queue)

    def _cost(self, i: int) -> int:
        return len(self.users[i]) * len(self.rows[i])

    def is_sparse(self) -> bool:
        size = len(self.left)
        return size > 0 and (
            size < DENSE_SIZE or self.non_zero < DENSE_SHARE * size * size
        )

    def _cheapest(self) -> int:
        """Take an unknown of about the least cost from the queue.

        Costs in the queue may be out of date. An unknown whose cost has grown goes back
        into the queue with its new cost.
        """
        while True:
            cost, i = heappop(self.queue)
            if cost >= self._cost(i):
                return i
            heappush(self.queue, (self._cost(i), i))

    def eliminate(self) -> None:
        """Solve the cheapest unknown's equation for it, and insert it in the others."""
        i = self._cheapest()
        row = self.rows[i]
        users = self.users[i]
        self.non_zero -= len(row)
        # The unknown occurs in its own equation: x = (b + rest) / (1 - coefficient).
        if i in row:
            users.remove(i)
            scale = ONE / (ONE - row.pop(i))
            self.constants[i] *= scale
            for k in row:
                row[k] *= scale
        # The equation of i leaves the system, and with it each of its entries.
        for k in row:
            self.users[k].discard(i)
        for j in users:
            target = self.rows[j]
            # An entry that was zero fills in; Markowitz's costs keep such entries few.
            before = len(target)
            factor = target.pop(i)
            self.constants[j] += factor * self.constants[i]
            for k, coefficient in row.items():
                if k in target:
                    target[k] += factor * coefficient
                else:
                    target[k] = factor * coefficient
                    self.users[k].add(j)
            self.non_zero += len(target) - before
        self.left.remove(i)
        self.eliminated.append(i)

    def solve_rest(self) -> list[fmpq]:
        """Solve the remaining dense system, then substitute backwards."""
        solution = [fmpq(0)] * len(self.rows)
        rest = sorted(self.left)
        if rest:
            size = len(rest)
            # In matrix form, x = b + A x is (1 - A) x = b.
            matrix = fmpq_mat(size, size)
            column = fmpq_mat(size, 1)
            place = {i: p for p, i in enumerate(rest)}
            for i, p in place.items():
                matrix[p, p] = ONE
                column[p, 0] = self.constants[i]
                for j, coefficient in self.rows[i].items():
                    matrix[p, place[j]] -= coefficient
            solved = matrix.solve(column)
            for i, p in place.items():
                solution[i] = solved[p, 0]
        # Its equation has only unknowns that were left when it was eliminated.
        for i in reversed(self.eliminated):
            solution[i] = sum(
                (c * solution[k] for k, c in self.rows[i].items()), self.constants[i]
            )
        return solution
