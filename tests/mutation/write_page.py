"""Write ``docs/maintainers/mutation.md`` anew, in many minutes.

``table()`` is what it says of one game, which takes every quantity of every mutant.
"""

import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from mutation.mutate import REFUSED, Fate, fates

from trueodds.core import games
from trueodds.reports.progress import shown

DOCS = Path(__file__).parent.parent.parent / "docs" / "maintainers" / "mutation.md"
START = "<!-- what follows is written by tests/mutation/write_page.py -->\n"


def table(game: str, fates_of_game: Iterable[Fate]) -> str:
    """How many cells of each preset move something, and what survives, and why."""
    lines = ["| preset | cells changed | move a number | refused | survive |"]
    lines += ["|---|---|---|---|---|"]
    by_reason: dict[str, dict[str, list[str]]] = {}
    for preset, alike in groupby(fates_of_game, key=lambda fate: fate.preset):
        of_preset = list(alike)
        refused = sum(fate.moved == REFUSED for fate in of_preset)
        left = sum(fate.moved is None for fate in of_preset)
        moved = len(of_preset) - refused - left
        lines.append(f"| {preset} | {len(of_preset)} | {moved} | {refused} | {left} |")
        for fate in of_preset:
            if fate.moved is None or (fate.why and fate.moved != REFUSED):
                cells = by_reason.setdefault(_reason(game, fate), {})
                cells.setdefault(fate.cell, []).append(preset)
    text = f"\n## {game}\n\n" + "\n".join(lines) + "\n"
    for reason, cells in by_reason.items():
        by_presets: dict[str, list[str]] = {}
        for cell, presets in cells.items():
            by_presets.setdefault(", ".join(presets), []).append(f"`{cell}`")
        for presets, names in by_presets.items():
            text += f"\n- In {presets}: {', '.join(names)}. {reason}.\n"
    return text


BESIDE = {
    "baccarat": "only the quantities by rank change",
    "cribbage": "only the quantities of the shipped strategies are missing, as these "
    "strategies hold for the preset's rules alone",
}
"""Quantities that change with cells that cannot matter to any play."""


def _reason(game: str, fate: Fate) -> str:
    why = fate.why or "NOT EXPLAINED"
    why = why[0].upper() + why[1:]
    return f"{why}; {BESIDE[game]}" if fate.moved else why


def main() -> None:
    """Change every cell of every preset of every game of ours."""
    page = DOCS.read_text(encoding="utf-8").partition(START)[0] + START
    for name in games.ours():
        with shown() as progress:
            page += table(name, fates(games.find(name), progress=progress))
    DOCS.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
