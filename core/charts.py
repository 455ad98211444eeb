"""Charts as SVG, without a plotting library: bars and small lines.

These functions draw the same chart in every run, in notebooks and in reports. Colours
are SVG attributes, so the style sheet of a report can override them. The charts are in
this layer because ``Distribution.plot`` needs bars and may not import a report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path

import numpy as np

from trueodds.core.visible import visible

WIDTH = 640
HEIGHT = 250
BASE = 200
TOP = 22
LEFT = 76
"""The y coordinates of the axis and of the highest grid line; the x of the axis."""

TITLE_HEIGHT = 24
MARK_HEIGHT = 24
LABEL_WIDTH = 40
DIGIT_WIDTH = 14
"""The least width of a label under a bar, and the width of a digit."""

VALUE_HEIGHT = 26
MOST_VALUES = 6
"""The most bars whose values are written above them."""

LINE_WIDTH = 320
LINE_HEIGHT = 90
LINE_MARGIN = 8
"""The size of a small line chart, and the space around its points."""


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar chart: a title, the labels of the bars, and their probabilities.

    A notebook shows the chart; ``svg`` is its text, and ``save`` writes it to a file.

    Attributes:
        title: The title.
        labels: The labels of the bars.
        probabilities: The heights of the bars.
        texts: The heights as texts; percentages by default.
        horizontal: The title of the horizontal axis.
        percent: True if the vertical axis shows the heights as percentages.
        mean: The mean to mark on the horizontal axis. Every label is then a number.
        median: The median to mark, in the same way.
    """

    title: str
    labels: Sequence[str]
    probabilities: Sequence[Fraction]
    texts: Sequence[str] = ()
    horizontal: str = ""
    percent: bool = True
    mean: Fraction | None = None
    median: Fraction | None = None

    @property
    def svg(self) -> str:
        """The chart as an SVG document; every bar has its value as a tooltip."""
        return self.drawing(titled=True)

    def save(self, path: str | Path) -> None:
        """Write the chart to an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"BarChart({self.title!r}, {len(self.labels)} bars)"

    def drawing(self, *, titled: bool = False) -> str:
        """Return the chart as an SVG element, without its title unless ``titled``."""
        marks = self._marks()
        name = "; ".join([self.title, *(text for _, text in marks)])
        highest = max(self.probabilities, default=Fraction(0)) or Fraction(1)
        ticks = tick_values(highest)
        last_tick = ticks[-1]
        middle = (LEFT + WIDTH) / 2
        top = -MARK_HEIGHT * len(marks)
        title = f'<text x="{WIDTH / 2:g}" y="{top - 8}">{escape(self.title)}</text>'
        above = top - titled * TITLE_HEIGHT
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {above} {WIDTH} '
            f'{HEIGHT - above}" role="img" aria-label="{escape(name)}" '
            'font-family="sans-serif" font-size="13" fill="currentColor" '
            'text-anchor="middle">',
            title * titled,
            *self._grid(ticks),
            *self._bars(last_tick),
            *(
                self._mark(top + place * MARK_HEIGHT, x, text, last_tick)
                for place, (x, text) in enumerate(marks)
            ),
            *self._values(last_tick),
            f'<text class="axis" x="{middle:g}" y="{BASE + 40}">'
            f"{escape(self.horizontal)}</text>",
            "</svg>\n",
        ]
        return visible("\n".join(filter(None, lines)))

    @property
    def _step(self) -> float:
        """The width of a bar with the gap after it."""
        return (WIDTH - LEFT) / max(len(self.labels), 1)

    def _grid(self, ticks: Sequence[Fraction]) -> Iterator[str]:
        for tick in ticks:
            y = f"{BASE - float(tick / ticks[-1]) * (BASE - TOP):.2f}"
            text = f"{float(100 * tick):.10g} %"
            if not self.percent:
                text = f"{float(tick):,.10g}"
            yield (
                f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#bbb"/>'
                f'<text class="end" x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">'
                f"{text}</text>"
            )

    def _bars(self, top: Fraction) -> Iterator[str]:
        """Yield all bars, and all labels or, if they do not fit, every n-th label."""
        step = self._step
        longest = max(map(len, self.labels), default=1)
        needed = max(LABEL_WIDTH, DIGIT_WIDTH * longest)
        every = max(1, -(-needed // max(1, int(step))))
        bars = zip(self.labels, self.probabilities, self._texts, strict=True)
        for place, (label, value, text) in enumerate(bars):
            x = LEFT + place * step
            height = _height(value, top)
            if value:
                yield (
                    f'<rect x="{x + step * 0.1:.2f}" y="{BASE - height:.2f}" '
                    f'width="{step * 0.8:.2f}" height="{height:.2f}" fill="#4472a8">'
                    f"<title>{escape(label)}: {escape(text)}</title></rect>"
                )
            if place % every == 0:
                yield (
                    f'<text x="{x + step / 2:.2f}" y="{BASE + 18}">'
                    f"{escape(label)}</text>"
                )

    def _values(self, top: Fraction) -> Iterator[str]:
        """Yield the heights as texts above the bars, if there are few."""
        if len(self.labels) > MOST_VALUES:
            return
        bars = zip(self.probabilities, self._texts, strict=True)
        for place, (value, text) in enumerate(bars):
            x = LEFT + (place + 0.5) * self._step
            y = BASE - _height(value, top)
            yield (
                f'<text class="value" x="{x:.2f}" y="{y:.2f}" dy="-5">'
                f"{escape(text)}</text>"
            )

    @property
    def _texts(self) -> Sequence[str]:
        return self.texts or [f"{float(100 * p):.4f} %" for p in self.probabilities]

    def _marks(self) -> list[tuple[float, str]]:
        """Return the places and the texts of the median and the mean, if marked.

        They are ordered so that no line crosses the text below it.
        """
        marks = []
        if self.median is not None:
            text = f"median {int(self.median):,}"
            marks.append((self._place(self.median), text))
        if self.mean is not None:
            text = f"mean {float(self.mean):,.2f}"
            marks.append((self._place(self.mean), text))
        return sorted(marks, reverse=_at_right(marks))

    def _mark(self, y: int, x: float, text: str, top: Fraction) -> str:
        """Return a line down from ``y``, to the values above bars, with its text."""
        anchor = "start"
        shift = 5
        if _at_right(self._marks()):
            anchor = "end"
            shift = -5
        name = text.split()[0]
        base = float(BASE)
        # Few bars have their values above them, at which the line stops.
        if len(self.labels) <= MOST_VALUES:
            bar = int((x - LEFT) / self._step)
            near = min(bar, len(self.labels) - 1)
            base -= _height(self.probabilities[near], top) + VALUE_HEIGHT
        return (
            f'<line class="mark {name}" x1="{x:.2f}" x2="{x:.2f}" y1="{y + 4}" '
            f'y2="{base:.2f}" stroke="#8a4a00"/><text class="mark {anchor}" '
            f'x="{x:.2f}" y="{y + 4}" dx="{shift}" dy="12" '
            f'text-anchor="{anchor}">{escape(text)}</text>'
        )

    def _place(self, value: Fraction) -> float:
        """Return the x coordinate of a number, interpolated between numeric labels."""
        labels = [int(label) for label in self.labels]
        places = range(len(labels))
        position = np.interp(float(value), labels, places)
        return float(LEFT + (position + 0.5) * self._step)


def _at_right(marks: Sequence[tuple[float, str]]) -> bool:
    return any(x >= WIDTH / 2 for x, _ in marks)


def _height(value: Fraction, top: Fraction) -> float:
    return float(value / top) * (BASE - TOP)


def tick_values(highest: Fraction) -> list[Fraction]:
    """Return 0 and three to five round numbers, the last not below ``highest``.

    They are the numbers on the axis of a chart. ``highest`` is the highest value in it.

    >>> [str(tick) for tick in tick_values(Fraction(5, 9))]
    ['0', '1/5', '2/5', '3/5']
    """
    power = Fraction(1)
    while power > highest:
        power /= 10
    while power * 10 <= highest:
        power *= 10
    # The highest value is 1 to 10 times the power: take the finest step
    # that needs at most five ticks above 0.
    for factor in (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2)):
        step = factor * power
        count = -(-highest // step)
        if count <= 5:
            break
    return [step * number for number in range(int(count) + 1)]


def shades(
    values: Sequence[Sequence[Fraction | None]],
) -> list[list[Fraction | None]]:
    """Scale the values linearly to shades: 0 for the least value, 1 for the largest.

    >>> shades([[Fraction(1), None], [Fraction(3), Fraction(2)]])
    [[Fraction(0, 1), None], [Fraction(1, 1), Fraction(1, 2)]]
    """
    known = [value for row in values for value in row if value is not None]
    least = min(known)
    span = max(known) - min(known) or 1
    return [
        [None if value is None else (value - least) / span for value in row]
        for row in values
    ]


def line_chart(name: str, points: Sequence[tuple[str, float]]) -> str:
    """Return a small line chart as an SVG element.

    The line starts at the value 1, where a horizontal line is drawn. Each point is a
    label and a value, and is drawn as a dot that has both as its tooltip. Screen
    readers read ``name``.
    """
    values = [1.0, *(value for _, value in points)]
    low = min(values)
    high = max(values)
    step = (LINE_WIDTH - 2 * LINE_MARGIN) / max(len(points), 1)

    def x(place: int) -> str:
        return f"{LINE_MARGIN + place * step:.1f}"

    def y(value: float) -> str:
        share = 0.5
        if high > low:
            share = (value - low) / (high - low)
        height = share * (LINE_HEIGHT - 2 * LINE_MARGIN)
        return f"{LINE_HEIGHT - LINE_MARGIN - height:.1f}"

    corners = []
    for place, value in enumerate(values):
        corners.append(f"{x(place)},{y(value)}")
    dots = ""
    for place, (label, value) in enumerate(points, start=1):
        dots += (
            f'<circle cx="{x(place)}" cy="{y(value)}" r="2.5">'
            f"<title>{escape(label)}: {value:.3f}</title></circle>"
        )
    base = y(1)
    return (
        f'<svg width="{LINE_WIDTH}" height="{LINE_HEIGHT}" role="img" '
        f'aria-label="{escape(name)}">'
        f'<line x1="0" x2="{LINE_WIDTH}" y1="{base}" y2="{base}"/>'
        f'<polyline points="{" ".join(corners)}"/>{dots}</svg>'
    )
