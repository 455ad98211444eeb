"""Bar charts as inline SVG.

A few rectangles are all it takes, and drawing them here keeps pages identical from run
to run, lets them follow the page's colours in dark mode, and needs no plotting library.
"""

from dataclasses import dataclass
from typing import NamedTuple

from trueodds.reports.page import Plot

WIDTH, HEIGHT, BASE, TOP = 640, 220, 196, 18
MOST_LABELS = 16


class Column(NamedTuple):
    """One bar in the chart's own units, and the texts that go with it."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    label: str
    labelled: bool
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot laid out: its columns, and the size of the drawing."""

    caption: str
    columns: tuple[Column, ...]
    values_shown: bool
    width: int = WIDTH
    height: int = HEIGHT
    base: int = BASE


def lay_out(plot: Plot) -> Chart:
    """Place the bars side by side, the highest filling the chart.

    Every label is shown while they fit, else every so many.
    """
    highest = max((bar.value for bar in plot.bars), default=0) or 1
    step = WIDTH / max(len(plot.bars), 1)
    every = -(-len(plot.bars) // MOST_LABELS)
    columns = []
    for place, bar in enumerate(plot.bars):
        height = float(bar.value / highest) * (BASE - TOP)
        columns.append(
            Column(
                x=f"{place * step + step * 0.1:.2f}",
                y=f"{BASE - height:.2f}",
                width=f"{step * 0.8:.2f}",
                height=f"{height:.2f}",
                middle=f"{place * step + step / 2:.2f}",
                label=bar.label,
                labelled=place % every == 0,
                text=bar.text,
            )
        )
    return Chart(plot.caption, tuple(columns), values_shown=len(columns) <= 10)
