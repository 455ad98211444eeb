"""Decide whether HEAD runs slower than BASE: exit code 1 if it does.

BASE and HEAD are revisions, each of which gets an environment of its own, or paths to a
python or an environment that has trueodds installed. Workloads that only one of them
has are left out, and said so.
"""

import argparse
import sys
from pathlib import Path

from gate import environments, instructions, measure
from gate.measure import MeasureError, Side, Task
from gate.verdict import DELTA, error_rate
from gate.workloads import WORKLOADS


def main() -> None:
    """Compare every workload asked for, one line each."""
    asked = _parse()
    if asked.list:
        for name, workload in WORKLOADS.items():
            print(f"{name:20} {workload.what}")
        return
    try:
        base, head = map(environments.python_of, (asked.base, asked.head))
    except environments.BuildError as error:
        _refuse(error)
    print(
        f"time of {asked.head} over {asked.base}, {asked.clock} clock; slower and "
        f"faster mean by more than {asked.delta:.0%}: wrong in at most "
        f"{error_rate():.2%} of comparisons each"
    )
    words = []
    for name in asked.workload or WORKLOADS:
        try:
            _same_versions(base, head, name)
            size = WORKLOADS[name].size
            sides = Side(base, size), Side(head, size)
            verdict = measure.compare(*sides, Task(name, asked.clock), asked.delta)
        except MeasureError as error:
            print(f"{name:20} left out: {error}", flush=True)
            continue
        print(f"{name:20} {verdict}", flush=True)
        words.append(verdict.word)
        if asked.instructions:
            print(f"{'':20} {_instructions(*sides, name)}", flush=True)
    if not words:
        _refuse("there is no workload that both have")
    sys.exit("slower" in words)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", metavar="BASE", nargs="?")
    parser.add_argument("head", metavar="HEAD", nargs="?")
    parser.add_argument(
        "--workload",
        action="append",
        choices=WORKLOADS,
        metavar="NAME",
        help="only this one; repeatable",
    )
    parser.add_argument("--list", action="store_true", help="print the workloads")
    parser.add_argument(
        "--delta",
        type=float,
        default=DELTA,
        help="the difference that matters (default %(default)s)",
    )
    parser.add_argument(
        "--clock",
        choices=("cpu", "wall"),
        default="cpu",
        help="processor time, or time on the wall (default %(default)s)",
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions under callgrind too (slow: a minute or more each)",
    )
    asked = parser.parse_args()
    if not asked.list and asked.head is None:
        parser.error("name two revisions, such as: compare.py main HEAD")
    if not 0 < asked.delta < 1:
        parser.error(f"--delta {asked.delta}: a share between 0 and 1, such as 0.1")
    return asked


def _same_versions(base: Path, head: Path, workload: str) -> None:
    """Say so when the two sides differ in more than trueodds."""
    old, new = (measure.versions(python, workload) for python in (base, head))
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            print(f"note: {name} is {old.get(name)} and {new.get(name)}", flush=True)


def _instructions(base: Side, head: Side, workload: str) -> str:
    try:
        return f"instructions: ratio {instructions.ratio(base, head, workload):.3f}"
    except MeasureError as error:
        return f"instructions: not counted, {error}"


def _refuse(why: object) -> None:
    print(f"compare.py: {why}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
