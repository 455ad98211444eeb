"""Heat maps, laid out for the template that draws them."""

from dataclasses import dataclass
from typing import NamedTuple

from trueodds.reports.html.page import HeatMap

WIDTH = 640
CELL_HEIGHT = 30
DARKEST = 0.5  # of the accent colour: text on it stays legible, light or dark


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
