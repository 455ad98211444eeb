"""Bar charts of exact distributions as SVG, without a plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path

WIDTH, HEIGHT = 640, 240
BASE, TOP = 204, 36
"""The y coordinates of the axis and of the top of the highest bar."""

MOST_LABELS = 16


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar chart: a title, the labels of the bars, and their probabilities.

    A notebook shows the chart; ``svg`` is its text, and ``save`` writes it to a file.
    """

    title: str
    labels: Sequence[str]
    probabilities: Sequence[Fraction]

    @property
    def svg(self) -> str:
        """The chart as an SVG document; every bar has its value as a tooltip."""
        highest = max(self.probabilities)
        step = WIDTH / len(self.labels)
        every = -(-len(self.labels) // MOST_LABELS)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" font-family="sans-serif" '
            'font-size="12" fill="currentColor" text-anchor="middle">',
            f"<title>{escape(self.title)}</title>",
            f'<text x="{WIDTH / 2:g}" y="16">{escape(self.title)}</text>',
        ]
        bars = zip(self.labels, self.probabilities, strict=True)
        for place, (label, probability) in enumerate(bars):
            if probability:
                height = float(probability / highest) * (BASE - TOP)
                lines.append(
                    f'<rect x="{(place + 0.1) * step:.2f}" y="{BASE - height:.2f}" '
                    f'width="{0.8 * step:.2f}" height="{height:.2f}" fill="#4472a8">'
                    f"<title>{escape(label)}: {float(probability):.4%}</title></rect>"
                )
            if place % every == 0:
                lines.append(
                    f'<text x="{(place + 0.5) * step:.2f}" y="{BASE + 18}">'
                    f"{escape(label)}</text>"
                )
        lines.append(
            f'<path d="M0 {BASE}.5H{WIDTH}" stroke="currentColor"/>\n'
            f'<text x="4" y="{TOP - 4}" text-anchor="start">highest bar: '
            f"{float(highest):.2%}</text>\n</svg>\n"
        )
        return "\n".join(lines)

    def save(self, path: str | Path) -> None:
        """Write the chart to an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"BarChart({self.title!r}, {len(self.labels)} bars)"
