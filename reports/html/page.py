"""The content of a game's page, without its look."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a plot: its label, its height, and the height as text."""

    label: str
    value: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A bar chart."""

    caption: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A square of values, the darker the larger; each label has a row and a column.

    ``values`` has a row for each label, from the top; a missing value is None.
    """

    caption: str
    labels: tuple[str, ...]
    values: tuple[tuple[Fraction | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts: the first column names the row.

    The other columns are numbers, or words if ``of_numbers`` is false.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    of_numbers: bool = True


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
    """A game's page: its headline numbers, then its sections."""

    title: str
    lead: str
    headlines: tuple[Quantity, ...]
    sections: tuple[Section, ...]


def law_section(
    title: str, text: str, masses: Iterable[Quantity], *, outcome: str
) -> Section:
    """Return the section of a distribution: its outcomes, a plot, and their sum.

    Outcomes of probability zero are left out, and the text says so.
    """
    listed = tuple(masses)
    possible = tuple(quantity for quantity in listed if quantity.exact)
    if len(possible) < len(listed):
        text = f"{text} Outcomes that are not listed cannot happen."
    return Section(
        title, text, possible, complete=True, plot=masses_plot(outcome, listed)
    )


def masses_plot(outcome: str, masses: Iterable[Quantity]) -> Plot:
    """Return a plot with a bar for each N of the quantities ``….N``."""
    bars = (
        Bar(
            quantity.id.rpartition(".")[2],
            quantity.bounds.midpoint,
            f"{100 * quantity.decimal:.4f} %",
        )
        for quantity in masses
    )
    return Plot(f"Probability by {outcome}", tuple(bars))
