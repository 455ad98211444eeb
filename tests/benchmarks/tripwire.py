"""Hold a run of pytest-benchmark against a baseline: ``tripwire.py RUN BASELINE``.

It compares the fastest round of each benchmark, which moved 7 % between runs of the
same code where the mean moved 60 %. The wire is high, because this decides nothing: it
says where to look, and ``trueodds bench gate`` decides. Benchmarks that the baseline
does not hold yet are stored in it. Exit code 1 when the wire is tripped, 2 when nothing
can be compared.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FACTOR = 2.0


class Fastest(NamedTuple):
    """On which processor, and the seconds of the fastest round by benchmark."""

    cpu: str
    seconds: dict[str, float]


def main() -> None:
    """Compare, store what is new, and say both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="the JSON of pytest-benchmark")
    parser.add_argument("baseline", type=Path, help="written when it is not there")
    parser.add_argument("--factor", type=float, default=FACTOR, help="trips the wire")
    parser.add_argument("--update", action="store_true", help="store this run instead")
    asked = parser.parse_args()
    try:
        run = read_run(asked.run)
        known = Fastest(run.cpu, {})
        if asked.baseline.exists() and not asked.update:
            known = Fastest(**json.loads(asked.baseline.read_text()))
    except (OSError, ValueError, TypeError, KeyError) as error:
        parser.error(f"that is no run with its baseline: {error!r}")
    if run.cpu != known.cpu:
        parser.error(
            f"{asked.baseline} is from {known.cpu}, this is {run.cpu}: --update it"
        )
    new = run.seconds.keys() - known.seconds.keys()
    if new:
        stored = Fastest(run.cpu, run.seconds | known.seconds)
        asked.baseline.write_text(json.dumps(stored._asdict(), indent=1) + "\n")
        print(f"tripwire: no baseline yet of {len(new)}; stored in {asked.baseline}")
    lines = tripped(run.seconds, known.seconds, asked.factor)
    held = len(run.seconds) - len(new)
    print(*lines, f"tripwire: {held} held against it, {len(lines)} tripped", sep="\n")
    if lines:
        print("decide with: trueodds bench gate BASE HEAD")
    sys.exit(bool(lines))


def read_run(file: Path) -> Fastest:
    """Read the results that pytest-benchmark saved."""
    saved = json.loads(file.read_text())
    return Fastest(
        str(saved["machine_info"]["cpu"].get("brand_raw")),
        {b["fullname"]: b["stats"]["min"] for b in saved["benchmarks"]},
    )


def tripped(
    run: Mapping[str, float], known: Mapping[str, float], factor: float
) -> list[str]:
    """Return a line for each benchmark that took more than ``factor`` times as long.

    >>> tripped({"a": 2.5, "b": 1.9, "new": 9.0}, {"a": 1.0, "b": 1.0}, 2)
    ['tripped: a took 2.5 s, 2.5 times the 1 s of the baseline']
    """
    return [
        f"tripped: {name} took {seconds:.3g} s, {seconds / known[name]:.1f} times "
        f"the {known[name]:.3g} s of the baseline"
        for name, seconds in run.items()
        if name in known and seconds > factor * known[name]
    ]


if __name__ == "__main__":
    main()
