"""The history of a project's gate runs as a page: ratios chained over commits."""

from __future__ import annotations

import json
from html import escape
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any

from trueodds.core.charts import line_chart
from trueodds.core.storage.files import read_file
from trueodds.proofs.verify.bench.gate.environments import GateError

STYLE = (
    "body{font:15px sans-serif;margin:2em}figure{display:inline-block;margin:1em}"
    "svg{border:1px solid #ccc}polyline{fill:none;stroke:#246}"
    "line{stroke:#bbb;stroke-dasharray:3}"
)


def load_history(file: Path) -> list[dict[str, Any]]:
    """Return the runs of a history file, oldest first.

    A run is the record that ``append_history`` wrote. Raises ``GateError`` for a file
    that is not a history.
    """
    content = read_file(file, GateError)
    try:
        lines = content.decode().splitlines()
        runs = [json.loads(line) for line in lines if line.strip()]
        ratios = chain.from_iterable(chained(runs).values())
        if runs and all(isfinite(ratio) for _, ratio in ratios):
            return runs
    except (AttributeError, ValueError, LookupError, TypeError, RecursionError):
        pass
    raise GateError(f"{file} is not a history of trueodds bench gate")


def chained(runs: list[dict[str, Any]]) -> dict[str, list[tuple[str, float]]]:
    """Return the time of each benchmark after each run, by the benchmark's name.

    ``runs`` are those of ``load_history``. Each time has a label: the name and the
    commit of the run's head. The unit is the benchmark's time in the base of its first
    run. Each run multiplies the time by its ratio.

    >>> runs = [{"head": h, "benchmarks": {"b": {"ratio": 2.0}}} for h in "xy"]
    >>> chained(runs)
    {'b': [('x', 2.0), ('y', 4.0)]}
    """
    series: dict[str, list[tuple[str, float]]] = {}
    for run in runs:
        commit = str(run.get("commit") or "")[:10]
        for name, row in run["benchmarks"].items():
            if row.get("word") not in ("wrong", "new"):
                points = series.setdefault(name, [])
                before = points[-1][1] if points else 1.0
                label = f"{run['head']} {commit}".strip()
                # Each ratio is to its own base, so the chain holds if each base is the
                # head before.
                points.append((label, before * float(row["ratio"])))
    return series


def page(runs: list[dict[str, Any]]) -> str:
    """Return an HTML page with a small plot of each benchmark's time after each run.

    ``runs`` are those of ``load_history``.
    """
    plots = [
        f"<figure><figcaption>{escape(name)}: {points[-1][1]:.3f}"
        f"</figcaption>{line_chart(name, points)}</figure>"
        for name, points in sorted(chained(runs).items())
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>Benchmarks over commits</title><style>{STYLE}</style>"
        "<h1>Benchmarks over commits</h1><p>The time of each benchmark in units of its "
        "time in the first base, chained from the ratios of all runs. Times of "
        f"different machines are not compared.</p>{''.join(plots)}</html>\n"
    )
