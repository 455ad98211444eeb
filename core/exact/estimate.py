"""Estimates: numbers from a random sample, with their standard errors.

An exact number is a ``Fraction``, and a proved one has an ``Enclosure``. An estimate is
neither. It has no arithmetic and no conversion to a number, so it cannot become part of
an exact result unseen: ``estimate.value`` must be written out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

METHOD = "sampled"


@dataclass(frozen=True, slots=True, repr=False)
class Estimate:
    """A number that a random sample estimates.

    ``standard_error`` is the standard deviation of ``value`` over such samples.
    ``sample_size`` is the number of independent draws. The same ``seed`` repeats them.
    Raises ``ValueError`` for a value that is not finite, a negative standard error, and
    an empty sample.

    >>> share = Estimate(0.562134, 0.000412, 20_000_000, seed=1)
    >>> share
    0.5621 ± 0.0004 (sampled)
    >>> share + 1
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for +: 'Estimate' and 'int'
    """

    value: float
    standard_error: float
    sample_size: int
    seed: int

    def __post_init__(self) -> None:
        if not (isfinite(self.value) and isfinite(self.standard_error)):
            raise ValueError(f"{self.value} ± {self.standard_error} is not finite")
        if self.standard_error < 0 or self.sample_size < 1:
            raise ValueError(
                f"a standard error of {self.standard_error} from "
                f"{self.sample_size} draws is impossible"
            )

    def __repr__(self) -> str:
        return f"{self.text()} ({METHOD})"

    def text(self, scale: int = 1, unit: str = "") -> str:
        """Return the value and its error, to the digits that the error allows.

        The error has one significant digit, or two if the first is 1 or 2. ``scale``
        multiplies both, such as 100 for a percentage, and ``unit`` follows both.

        >>> Estimate(0.562134, 0.000412, 20_000_000, seed=1).text(100, " %")
        '56.21 % ± 0.04 %'
        """
        value, error = scale * self.value, scale * self.standard_error
        digits = 6
        if error:
            first, _, magnitude = f"{error:.0e}".partition("e")
            digits = max(0, (first in "12") - int(magnitude))
        return f"{value:,.{digits}f}{unit} ± {error:.{digits}f}{unit}"

    def complement(self) -> Estimate:
        """Return the estimate of one minus this number, such as a loss for a win.

        >>> Estimate(0.5621, 0.0004, 20_000_000, seed=1).complement()
        0.4379 ± 0.0004 (sampled)
        """
        return replace(self, value=1 - self.value)

    def record(self) -> dict[str, Any]:
        """Return the estimate as plain values: ``exact`` is always null.

        >>> record = Estimate(0.5, 0.25, 2, seed=1).record()
        >>> record["exact"], record["method"], record["standard_error"]
        (None, 'sampled', 0.25)
        """
        return {
            "exact": None,
            "method": METHOD,
            "estimate": self.value,
            "standard_error": self.standard_error,
            "sample_size": str(self.sample_size),
            "seed": self.seed,
        }
