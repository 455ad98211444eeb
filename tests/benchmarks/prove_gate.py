"""Prove the gate: no false alarm on identical code, and a slowed kernel is caught.

Both sides run the same Python. For the second part, the new side is slowed by 15 %: its
batches hold 15 % more inputs (115 where the old side has 100, drawn by the same random
generator, the first 100 being the same), and what a batch costs is the sum over its
inputs. Exit code 0 when there was no alarm (slower or faster) in any comparison of
identical code and 19 of 20 slowed ones were called slower; else 1.
"""

import argparse
import sys
import time
from fractions import Fraction
from pathlib import Path

from gate.measure import MeasureError, Side, Task, compare
from gate.verdict import DELTA, Verdict
from gate.workloads import WORKLOADS

SLOWED_BY = Fraction(15, 100)
CAUGHT = Fraction(19, 20)


def main() -> None:
    """Run both parts and say how often what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument(
        "--workload",
        default="cribbage.reference",
        choices=[name for name, workload in WORKLOADS.items() if workload.size >= 20],
    )
    parser.add_argument("--identical", type=int, default=50, metavar="N")
    parser.add_argument("--slowed", type=int, default=20, metavar="N")
    asked = parser.parse_args()
    size = WORKLOADS[asked.workload].size
    same, more = Side(asked.python, size), Side(asked.python, slowed(size))
    task = Task(asked.workload)
    try:
        identical = [
            show("identical", same, same, task) for _ in range(asked.identical)
        ]
        caught = [show("slowed", same, more, task) for _ in range(asked.slowed)]
    except MeasureError as error:
        parser.error(str(error))
    alarms = sum(verdict.word in ("slower", "faster") for verdict in identical)
    found = sum(verdict.word == "slower" for verdict in caught)
    print(f"identical code: {alarms} alarms in {len(identical)} at {DELTA:.0%}")
    print(f"slowed by {float(SLOWED_BY):.0%}: {found} of {len(caught)} caught")
    sys.exit(alarms > 0 or found < CAUGHT * len(caught))


def slowed(size: int) -> int:
    """A size that is larger by exactly ``SLOWED_BY``."""
    more = size * (1 + SLOWED_BY)
    assert more.denominator == 1, f"15 % of {size} inputs is no whole number"
    return int(more)


def show(what: str, base: Side, head: Side, task: Task) -> Verdict:
    """Compare, and print the verdict with the seconds it took."""
    started = time.monotonic()
    verdict = compare(base, head, task)
    print(f"{what}  {verdict}, {time.monotonic() - started:.0f} s", flush=True)
    return verdict


if __name__ == "__main__":
    main()
