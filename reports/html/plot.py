"""Bar charts and heat maps as inline SVG.

Our own drawing keeps pages identical from run to run, follows the page's colours in
dark mode, and needs no plotting library.
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trueodds.reports.html.page import Bar, HeatMap, Plot

WIDTH, HEIGHT, BASE, TOP, LEFT = 640, 250, 200, 22, 62
LABEL_WIDTH = 34
MOST_VALUES = 7
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


class Line(NamedTuple):
    """A grid line or a mark at a place, with its label."""

    place: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot laid out: its columns, grid lines and marks, and the size."""

    caption: str
    horizontal: str
    columns: tuple[Column, ...]
    grid: tuple[Line, ...]
    marks: tuple[Line, ...]
    values_shown: bool
    width: int = WIDTH
    height: int = HEIGHT
    base: int = BASE
    left: int = LEFT
    top: int = TOP


def lay_out(plot: Plot) -> Chart:
    """Place the bars side by side below a round number on the vertical axis.

    If the labels do not all fit, every second, third or later label is shown.
    """
    highest = max((bar.value for bar in plot.bars), default=Fraction(0)) or Fraction(1)
    ticks = tick_values(highest)
    top = ticks[-1]
    step = (WIDTH - LEFT) / max(len(plot.bars), 1)
    longest = max((len(bar.label) for bar in plot.bars), default=1)
    needed = max(LABEL_WIDTH, 11 * longest)
    every = max(1, -(-needed // max(1, int(step))))
    columns = []
    for place, bar in enumerate(plot.bars):
        height = float(bar.value / top) * (BASE - TOP)
        x = LEFT + place * step
        columns.append(
            Column(
                x=f"{x + step * 0.1:.2f}",
                y=f"{BASE - height:.2f}",
                width=f"{step * 0.8:.2f}",
                height=f"{height:.2f}",
                middle=f"{x + step / 2:.2f}",
                label=bar.label,
                labelled=place % every == 0,
                text=bar.text,
            )
        )
    grid = tuple(
        Line(f"{BASE - float(tick / top) * (BASE - TOP):.2f}", _tick(tick, plot))
        for tick in ticks
    )
    return Chart(
        plot.caption,
        plot.horizontal,
        tuple(columns),
        grid,
        tuple(_marks(plot, step)),
        values_shown=len(columns) <= MOST_VALUES,
    )


def tick_values(highest: Fraction) -> list[Fraction]:
    """Return 0 and three to five round numbers, the last not below the highest.

    >>> [str(tick) for tick in tick_values(Fraction(5, 9))]
    ['0', '1/5', '2/5', '3/5']
    """
    power = Fraction(1)
    while power > highest:
        power /= 10
    while power * 10 <= highest:
        power *= 10
    for factor in (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2)):
        step = factor * power
        count = -(-highest // step)
        if count <= 5:
            break
    return [step * number for number in range(int(count) + 1)]


def _tick(value: Fraction, plot: Plot) -> str:
    if plot.percent:
        return f"{float(100 * value):.10g} %"
    return f"{float(value):,.10g}"


def _marks(plot: Plot, step: float) -> list[Line]:
    """Return the mean and the median as marks, if the plot has them."""
    marks = []
    for name, value in (("median", plot.median), ("mean", plot.mean)):
        if value is None:
            continue
        x = LEFT + (_position(plot.bars, value) + 0.5) * step
        anchor = "start" if x < WIDTH / 2 else "end"
        digits = f"{float(value):,.2f}" if name == "mean" else f"{int(value):,}"
        marks.append(Line(f"{x:.2f}", f"{name} {digits}", anchor))
    return marks


def _position(bars: tuple[Bar, ...], value: Fraction) -> float:
    """Return the place of a number among the bars' labels, which are numbers."""
    labels = [int(bar.label) for bar in bars]
    after = bisect_right(labels, value)
    if after == 0 or after == len(labels):
        return float(min(after, len(labels) - 1))
    low, high = labels[after - 1], labels[after]
    return after - 1 + float((value - low) / (high - low))


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
