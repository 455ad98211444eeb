"""Content of a game's page, independent of its look."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a plot: what it is for, its height, and that height in words."""

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
    """A square of values, the darker the larger: one row and one column a label.

    ``values`` has a row for each label from the top; None where there is none.
    """

    caption: str
    labels: tuple[str, ...]
    values: tuple[tuple[Fraction | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts: the first column names the row, the others are numbers.

    Unless ``of_numbers`` is false, when they are words.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    of_numbers: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A table of quantities, with a sentence before it and perhaps a plot.

    ``maps`` and ``grids`` show what has no quantity of its own.

    ``complete``: the rows are all that can happen, so the table ends in a row that adds
    to one. Raises ``ValueError`` when they do not.
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
        """The rows added up."""
        exact = (quantity.exact for quantity in self.quantities)
        return sum((value for value in exact if value is not None), Fraction(0))


@dataclass(frozen=True, slots=True)
class Page:
    """A game's page: its headline numbers, then section by section everything else."""

    title: str
    lead: str
    headlines: tuple[Quantity, ...]
    sections: tuple[Section, ...]


def law_section(
    title: str, text: str, masses: Iterable[Quantity], *, outcome: str
) -> Section:
    """Return a distribution: its outcomes, a plot, and a row that adds up to one.

    Outcomes of probability zero are left out, and the text says so.
    """
    listed = tuple(masses)
    possible = tuple(quantity for quantity in listed if quantity.exact)
    if len(possible) < len(listed):
        text = f"{text} What is not listed cannot happen."
    return Section(
        title, text, possible, complete=True, plot=masses_plot(outcome, listed)
    )


def masses_plot(outcome: str, masses: Iterable[Quantity]) -> Plot:
    """Return a bar for each N of the quantities ``….N``."""
    bars = (
        Bar(
            quantity.id.rpartition(".")[2],
            quantity.bounds.midpoint,
            f"{100 * quantity.decimal:.4f} %",
        )
        for quantity in masses
    )
    return Plot(f"Probability by {outcome}", tuple(bars))
