"""The content of a game's page, without its look."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from trueodds.core.charts import BarChart, HeatMap
from trueodds.core.exact.distribution import quantile
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.reports.output import Table

MOST_SHOWN = 6
"""The most sections with plots on the first page of a game, unless it names them."""

LEAST_SHOWN = Fraction(1, 10000)
"""The least probability at the ends of a plot."""

HALF = Fraction(1, 2)

ALMOST_ALL = 1 - Fraction(1, 10**5)
"""The least sum of bars that are drawn as a distribution."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a plot: its label, its height, and the height as text."""

    label: str
    value: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A bar chart: ``horizontal`` names the labels of the bars.

    The heights are shares of 1 if ``percent`` is true. The ``mean`` and the ``median``
    are marked where the labels are numbers; None is not marked. ``at_least`` is the
    chart of "N or more", if the bars are a distribution of N.
    """

    caption: str
    bars: tuple[Bar, ...]
    horizontal: str = ""
    percent: bool = False
    mean: Fraction | None = None
    median: Fraction | None = None
    at_least: "Plot | None" = None

    @property
    def svg(self) -> str:
        """Return the plot as an SVG element."""
        return BarChart(
            self.caption,
            [bar.label for bar in self.bars],
            [bar.value for bar in self.bars],
            [bar.text for bar in self.bars],
            self.horizontal,
            self.percent,
            self.mean,
            self.median,
        ).drawing()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts: the first column names the row.

    The other columns are numbers, or words if ``of_numbers`` is false.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    of_numbers: bool = True

    @classmethod
    def of(cls, table: Table, *, of_numbers: bool = True) -> "Grid":
        """Return a table of an answer, its title as the caption."""
        rows = tuple(map(tuple, table.rows))
        return cls(table.title, tuple(table.header), rows, of_numbers)


@dataclass(frozen=True, slots=True)
class Section:
    """A table of quantities, with a text before it and perhaps a plot.

    ``maps`` and ``grids`` show values that are no quantities. If the section is
    ``complete``, its rows are all that can happen, and the table ends in their sum.
    Raises ``ValueError`` if a complete section does not add up to 1.
    """

    title: str
    text: str
    quantities: tuple[Quantity, ...]
    complete: bool = False
    plot: Plot | None = None
    maps: tuple[HeatMap, ...] = ()
    grids: tuple[Grid, ...] = ()

    def __post_init__(self) -> None:
        if self.complete and self.sum != 1:
            raise ValueError(f"{self.title!r} adds up to {self.sum}, not 1")

    @property
    def sum(self) -> Fraction:
        """Return the sum of the exact rows."""
        exact = (quantity.exact for quantity in self.quantities)
        return sum((value for value in exact if value is not None), Fraction(0))


@dataclass(frozen=True, slots=True)
class Page:
    """A game's pages: the headline numbers, then the sections.

    ``overview`` has the titles of the sections whose plots the first page of the game
    shows; the default is the first sections with a plot or a map. ``words`` say what
    the headlines are, by id; the default is the label of the quantity.
    """

    title: str
    lead: str
    headlines: tuple[Quantity, ...]
    sections: tuple[Section, ...]
    overview: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    def shown(self) -> tuple[Section, ...]:
        """Return the sections of the first page, which have plots or maps."""
        drawn = [each for each in self.sections if each.plot or each.maps]
        if not self.overview:
            return tuple(drawn[:MOST_SHOWN])
        return tuple(each for each in drawn if each.title in self.overview)


def under(odds: Odds, first: str, last: str = "") -> tuple[Quantity, ...]:
    """Return the quantities ``first.….last``; the default is any last part."""
    ending = f".{last}" if last else ""
    return tuple(
        quantity
        for id, quantity in odds.items()
        if id.startswith(f"{first}.") and id.endswith(ending)
    )


def law_section(
    title: str,
    text: str,
    masses: Iterable[Quantity],
    *,
    outcome: str,
    mean: Quantity | None = None,
) -> Section:
    """Return the section of a distribution: its outcomes, a plot, and their sum.

    Outcomes of probability zero are left out, and the text says so.
    """
    listed = tuple(masses)
    possible = tuple(quantity for quantity in listed if quantity.exact)
    if len(possible) < len(listed):
        text = f"{text} Outcomes that are not listed cannot happen."
    plot = masses_plot(outcome, listed, mean=mean)
    return Section(title, text, possible, complete=True, plot=plot)


def masses_plot(
    outcome: str, masses: Iterable[Quantity], *, mean: Quantity | None = None
) -> Plot:
    """Return a plot with a bar for each N of the quantities ``….N``.

    The mean is that of the bars if they add up to 1, else the one that is passed.
    Leading outcomes and trailing outcomes below a ten-thousandth are not drawn.
    """
    bars = [
        Bar(
            quantity.id.rpartition(".")[2],
            quantity.bounds.midpoint,
            f"{100 * quantity.decimal:.4f} %",
        )
        for quantity in masses
    ]
    total = sum((bar.value for bar in bars), Fraction(0))
    middle = None if mean is None else mean.bounds.midpoint
    if total == 1:
        middle = sum((int(bar.label) * bar.value for bar in bars), Fraction(0))
    shown = tuple(_likely(bars))
    note = " (ends below 0.01 % are not drawn)" if len(shown) < len(bars) else ""
    return Plot(
        f"Probability by {outcome}{note}",
        shown,
        horizontal=outcome,
        percent=True,
        mean=middle,
        median=_median(bars) if total >= HALF else None,
        at_least=_at_least(outcome, bars) if total > ALMOST_ALL else None,
    )


def _likely(bars: list[Bar]) -> list[Bar]:
    """Return the bars between the first and the last that can be seen."""
    seen = [place for place, bar in enumerate(bars) if bar.value >= LEAST_SHOWN]
    return bars[seen[0] : seen[-1] + 1] if seen else bars


def _median(bars: list[Bar]) -> Fraction:
    """Return the least N such that N or less has at least probability 1/2."""
    return Fraction(quantile(((int(bar.label), bar.value) for bar in bars), HALF))


def _at_least(outcome: str, bars: list[Bar]) -> Plot:
    rest = sum((bar.value for bar in bars), Fraction(0))
    whole, left = rest, []
    for bar in bars:
        left.append(Bar(bar.label, rest, f"{float(100 * rest / whole):.4f} %"))
        rest -= bar.value
    shown = tuple(_likely(left))
    return Plot(
        f"At least N {outcome}", shown, horizontal=f"at least N {outcome}", percent=True
    )
