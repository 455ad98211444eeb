"""Do the probes see a fault? ``python tests/mutation/shipped.py [WORD...]``, by hand.

A fault is an edit of a maintainer that changes a shipped number: an operator, a
constant, or a step too many. The probes fail for it. A harmless edit changes none, and
no probe fails. Each run is in a copy of the rooms of its own, with caches of its own.

Harmless edits are made in one copy, all at once. If a probe fails for them, each is
tried alone.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "analysis", "proofs", "reports", "tests")
FILES = ("pyproject.toml", "hatch_build.py", "LICENSE")
PROBES = "tests/probes"
WANTED = 18
"""The faults of twenty that the probes see at least."""


class Edit(NamedTuple):
    """One edit: a text of a file that occurs once, and what stands there afterwards.

    ``first`` names the probes that are run before all others. ``compiled`` is true if a
    compiled function has the edited text, or calls or freezes what it changes: then no
    machine code is kept from other runs. ``every`` changes a whole word wherever it is.
    """

    path: str
    old: str
    new: str
    first: str = ""
    compiled: bool = False
    every: bool = False

    def made(self, text: str) -> str:
        """Return the text of the file with the edit; ``ValueError`` if it has moved."""
        if self.every:
            after, times = re.subn(rf"\b{re.escape(self.old)}\b", self.new, text)
        else:
            after, times = text.replace(self.old, self.new), text.count(self.old)
        if not (times > 1 if self.every else times == 1):
            raise ValueError(f"{self.path} has {times} times: {self.old}")
        return after


RACE = "analysis/bunco/race.py"
BETS = "analysis/baccarat/bets.py"
COUP = "core/rules/baccarat/coup.py"
CHAIN = "core/models/chain.py"
DISTRIBUTION = "core/exact/distribution.py"
OPTIMAL = "analysis/farkle/turn/optimal.py"
KERNEL = "analysis/farkle/match/optimal/turn_kernel.py"
CRIBS = "analysis/cribbage/crib/opponent_hands.py"
SHOWS = "analysis/cribbage/game/show_distribution.py"
GAMES = "analysis/cribbage/game/game_bounds.py"

FAULTS = (
    # A side that reaches the goal at turn k has to be alive after turn k - 1.
    Edit(RACE, "alive[k] * reaches[k]]", "alive[k - 1] * reaches[k]]", "odds"),
    # The last turn of a race does not pass the dice, and counts too.
    Edit(RACE, "1 + fraction(passes))", "fraction(passes))", "odds"),
    Edit(BETS, "result > 0)", "result >= 0)", "odds"),
    Edit(BETS, "results.denominator**2) - mean**2", "results.denominator**2)", "odds"),
    Edit(COUP, "max(totals) >= rules.natural", "max(totals) > rules.natural", "odds"),
    Edit(COUP, "natural=max(map(", "natural=min(map(", "odds"),
    Edit(CHAIN, "if i not in self._ends", "if i in self._ends", "odds"),
    Edit(CHAIN, "lambda state: 1)\n\n    def", "lambda state: 2)\n\n    def", "odds"),
    Edit(DISTRIBUTION, "o * o) - mean * mean", "o * o) - mean", "odds"),
    Edit(
        DISTRIBUTION,
        "max(distribution) + 1)\n    return fmpz_poly",
        "max(distribution))\n    return fmpz_poly",
        "odds",
    ),
    # The smallest stake is never played.
    Edit(OPTIMAL, "- self.grid, 0, -self", "- self.grid, self.grid, -self", "odds"),
    Edit(OPTIMAL, "stake + 1) <= state.stake", "stake + 1) < state.stake", "odds"),
    # The least that may be banked counts from the mover's score.
    Edit(
        KERNEL,
        "starts.score[s] + starts.minimum[s]\n",
        "starts.score[s] + 1\n",
        "matches",
        compiled=True,
    ),
    Edit(
        KERNEL,
        "- last[starts.last[s], behind]",
        "- last[starts.last[s], behind - 1]",
        "matches",
        compiled=True,
    ),
    # A starter of the suit of a jack in the hand is not left in the deck.
    Edit(
        CRIBS,
        "jacks * left[of_place]",
        "jacks * (left[of_place] + 1)",
        "discards",
        True,
    ),
    Edit(CRIBS, "every[column] -= score", "every[column] += score", "discards", True),
    # Both players throw cards that are no starters.
    Edit(
        SHOWS, "own_pair, r] + scores", "own_pair, r] - scores", "deals", compiled=True
    ),
    Edit(
        SHOWS,
        "_place(four, dealer[0], flush + dealer[1])",
        "_place(four, dealer[0], flush)",
        "deals",
        compiled=True,
    ),
    # Fewer points than a number, not up to it.
    Edit(GAMES, "np.cumsum(t, axis) - t for", "np.cumsum(t, axis) for", "wins"),
    Edit(GAMES, "b - j + 1 : b + 1]", "b - j : b]", "wins"),
)

CHARTS = "core/charts.py"
ERRORS = "core/errors.py"

HARMLESS = (
    Edit(CHARTS, 'font-size="13" fill', 'font-size="12" fill'),
    Edit(CHARTS, 'fill="#4472a8"', 'fill="#337ab7"'),
    Edit(CHARTS, "DIGIT_WIDTH = 14", "DIGIT_WIDTH = 15"),
    Edit(ERRORS, 'return f"did you mean', 'return f"do you mean'),
    Edit("core/rulebook.py", "; the tables are: ", "; there are these tables: "),
    Edit(
        "core/storage/store.py",
        "%s is %s; it is being rebuilt",
        "%s is %s; it is made again",
    ),
    Edit(
        "analysis/farkle/turn/ceiling.py",
        "under these rules a turn need never end",
        "a turn need never end under these rules",
    ),
    # Renamed locals.
    Edit(RACE, "passes", "passed_on", every=True),
    Edit(BETS, "won", "winning", every=True),
    Edit(OPTIMAL, "needed", "wanting", every=True),
    Edit(CHAIN, "solved", "solution", every=True),
    Edit(GAMES, "height", "tallest", every=True),
    Edit(CRIBS, "alike", "same_ranks", compiled=True, every=True),
    Edit(KERNEL, "then2", "following2", compiled=True, every=True),
    # Functions that nobody calls.
    Edit(
        COUP,
        "def _line(",
        'def _first(words: str) -> str:\n    """Return a letter."""\n'
        "    return words[0]\n\n\ndef _line(",
    ),
    Edit(
        DISTRIBUTION,
        "def _of_polynomial(",
        'def _degree(weights: fmpz_poly) -> int:\n    """Return the degree."""\n'
        "    return int(weights.degree())\n\n\ndef _of_polynomial(",
    ),
    # Comments, docstrings and layout.
    Edit(
        SHOWS,
        "    sums[:] = 0\n",
        "    # Start anew.\n    sums[:] = 0\n",
        compiled=True,
    ),
    Edit(
        "analysis/farkle/turn/distribution.py",
        "The distribution of a turn's points, and its number of rolls.",
        "The distribution of the points of a turn, and of its rolls.",
    ),
    Edit(
        "analysis/bunco/night.py",
        "        at = after\n",
        "        at = after  # the next round\n",
    ),
    Edit(
        "reports/progress.py",
        "Progress bars on stderr, if it is a terminal.",
        "Bars of progress on a terminal.",
    ),
)


class Rooms:
    """Copies of the rooms with edits, one at a time, and the code that they compile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder / "kept"

    def probe(self, edits: Iterable[Edit], first: str, *, anew: bool) -> str:
        """Return the first probe that fails for some edits; no text if none does."""
        # Machine code belongs to the place and the time of a file.
        copy = self.folder / "copy"
        copy_rooms(copy)
        for edit in edits:
            path = copy / edit.path
            path.write_text(edit.made(path.read_text("utf-8")), "utf-8")
        caches = self.folder / "anew" if anew else self.kept
        try:
            for probes in [f"{PROBES}/test_{first}.py"] * bool(first) + [PROBES]:
                if failed := _failed(copy, probes, caches):
                    return failed
            return ""
        finally:
            shutil.rmtree(copy)
            shutil.rmtree(caches / "results", ignore_errors=True)
            shutil.rmtree(self.folder / "anew", ignore_errors=True)


def copy_rooms(copy: Path) -> None:
    """Copy the rooms into a new folder, and link them there as the package."""
    for room in ROOMS:
        shutil.copytree(
            ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in FILES:
        shutil.copy2(ROOT / name, copy / name)
    hook = runpy.run_path(str(copy / "hatch_build.py"))
    settings = tomllib.loads((copy / "pyproject.toml").read_text("utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    hook["make_layout"](copy, {**wheel["sources"], **hook["ROOT_PACKAGE"]})


def _failed(copy: Path, probes: str, caches: Path) -> str:
    """Return the first of some probes that fails in a copy of the rooms."""
    environment = os.environ | {
        "PYTHONPATH": str(copy / ".layout"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TRUEODDS_TEST_FOLDER": str(caches),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "-rfE", probes],
        check=False,
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
    )
    if ran.returncode == 0:
        return ""
    failed = re.search(
        r"^(?:FAILED|ERROR) (?:\S+/)?(.+?)(?: - |$)", ran.stdout, re.MULTILINE
    )
    return failed[1] if failed else f"pytest ends with {ran.returncode}: {ran.stdout}"


def _row(*columns: object) -> None:
    texts = (" ".join(str(column).split()) for column in columns)
    print(" | ".join(texts), flush=True)


def _named(edits: Sequence[Edit], wanted: Sequence[str]) -> list[Edit]:
    return [
        edit
        for edit in edits
        if not wanted or any(word in edit.path for word in wanted)
    ]


def main(wanted: Sequence[str]) -> int:
    """Run the probes for each edit whose path has one of the words; print a table."""
    faults, harmless = _named(FAULTS, wanted), _named(HARMLESS, wanted)
    for edit in (*faults, *harmless):
        edit.made((ROOT / edit.path).read_text("utf-8"))
    seen, broken = 0, 0
    with tempfile.TemporaryDirectory(prefix="trueodds-") as folder:
        rooms = Rooms(Path(folder))
        _row("edit", "seconds", "what fails")
        begin = monotonic()
        if failed := rooms.probe([], "", anew=False):
            _row("no edit", round(monotonic() - begin), failed)
            return 1
        _row("no edit", round(monotonic() - begin), "nothing")
        for edit in faults:
            begin = monotonic()
            failed = rooms.probe([edit], edit.first, anew=edit.compiled)
            seen += bool(failed)
            text = f"{edit.path}: {edit.old.strip()} → {edit.new.strip()}"
            _row(text, round(monotonic() - begin), failed or "NOTHING")
        if harmless:
            begin = monotonic()
            failed = rooms.probe(harmless, "", anew=True)
            for edit in harmless if failed else ():
                alone = rooms.probe([edit], "", anew=True)
                broken += bool(alone)
                _row(f"{edit.path}: {edit.new}", "", alone or "nothing")
            seconds = round(monotonic() - begin)
            _row(f"{len(harmless)} harmless edits", seconds, failed or "nothing")
    print(f"seen: {seen} of {len(faults)} faults; harmless edits that fail: {broken}")
    return int(broken > 0 or (seen < WANTED and not wanted))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
