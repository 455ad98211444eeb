"""Bar charts and heat maps as inline SVG.

Our own drawing keeps pages identical from run to run, follows the page's colours in
dark mode, and needs no plotting library.
"""

from dataclasses import dataclass
from typing import NamedTuple

from trueodds.reports.html.page import HeatMap, Plot

WIDTH, HEIGHT, BASE, TOP = 640, 220, 196, 18
MOST_LABELS = 16
CELL_HEIGHT = 30
DARKEST = 0.5  # of the accent colour: text on it stays legible, light or dark


class Column(NamedTuple):
    """One bar in the units of the drawing, with its texts."""

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

    If the labels do not all fit, every second, third or later label is shown.
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


class Cell(NamedTuple):
    """One square of a heat map."""

    x: str
    y: str
    middle: str
    baseline: str
    shade: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Squares:
    """A heat map laid out: its cells, and the labels of its rows and columns."""

    caption: str
    cells: tuple[Cell, ...]
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, str], ...]
    cell_width: str
    height: int
    width: int = WIDTH
    cell_height: int = CELL_HEIGHT


def lay_out_map(heat: HeatMap) -> Squares:
    """Place the cells, the largest value the darkest and the least the lightest."""
    values = [value for row in heat.values for value in row if value is not None]
    least, span = min(values), max(values) - min(values) or 1
    step = WIDTH / (len(heat.labels) + 1)
    middles = [f"{(place + 1.5) * step:.2f}" for place in range(len(heat.labels))]
    baselines = [
        f"{(place + 1) * CELL_HEIGHT + CELL_HEIGHT * 0.65:.2f}"
        for place in range(len(heat.labels))
    ]
    cells = [
        Cell(
            x=f"{(column + 1) * step:.2f}",
            y=str((row + 1) * CELL_HEIGHT),
            middle=middles[column],
            baseline=baselines[row],
            shade=f"{DARKEST * float((value - least) / span):.3f}",
            label=f"{heat.labels[row]} {heat.labels[column]}",
            text=f"{float(value):.2f}",
        )
        for row, values_of_row in enumerate(heat.values)
        for column, value in enumerate(values_of_row)
        if value is not None
    ]
    return Squares(
        caption=heat.caption,
        cells=tuple(cells),
        columns=tuple(zip(middles, heat.labels, strict=True)),
        rows=tuple(zip(baselines, heat.labels, strict=True)),
        cell_width=f"{step:.2f}",
        height=(len(heat.labels) + 1) * CELL_HEIGHT,
    )
