"""Compute the results that ship, or compare them with newly computed ones.

``tox -e ship`` computes what is missing or has another key, and ``tox -e ship -- NAME``
what is named. ``tox -e ship -- --check [NAME...]`` computes results anew, and compares
them with those that ship. It records what it compared in ``build/ship-check.json``,
without which nothing is released.

The folders of results and of compiled code, and a home, are below ``build/ship``. They
belong to a commit. Work that was interrupted at this commit is resumed. The solved play
is in ``cribbage-play``, or in the folder that the variable ``TRUEODDS_PLAY`` names.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from isolation import environment

if TYPE_CHECKING:
    from trueodds.reports.shipping import Result

# Nothing of trueodds is imported before its folders are chosen (``main``).

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "build/ship-check.json"
UNSHIPPED = "cribbage-kept-hands"
"""The name of a result that others are computed from, and that does not ship."""
WIDER = 4
"""The most by which bounds may be wider in one of two computations.

Floats depend on the machine, so bounds that are proved from floats do too.
"""


class DifferenceError(Exception):
    """A shipped result that is not what is computed now."""


class Numbers(NamedTuple):
    """The numbers of a file: exact values by name, and bounds as arrays by name.

    Bounds are in units of ``1 / scale``.
    """

    exact: dict[str, Any]
    bounds: dict[str, tuple[Any, Any]]
    scale: int = 1

    def width(self, name: str) -> float:
        """Return the width of bounds, or of the widest of an array of bounds."""
        lower, upper = self.bounds[name]
        return float((upper - lower).max()) / self.scale


def numbers(name: str, content: memoryview) -> Numbers:
    """Return the numbers of a shipped file of this name."""
    if name.endswith(".quantities"):
        return _of_quantities(json.loads(zlib.decompress(content)))
    if name.endswith(".npz"):
        import numpy as np

        with np.load(io.BytesIO(content)) as arrays:
            return _of_arrays(dict(arrays))
    whole = zlib.decompress(content) if name.endswith(".bin") else bytes(content)
    return Numbers({"content": whole}, {})


def _of_quantities(families: list[Any]) -> Numbers:
    import numpy as np

    exact: dict[str, Any] = {"families": [globs for globs, _ in families]}
    exact["order"] = [row[0] for _, rows in families for row in rows]
    bounds = {}
    for _, rows in families:
        for id, label, ends, *rest in rows:
            values = [Fraction(*(int(n, 16) for n in end)) for end in ends]
            exact[id] = label, rest, values if len(values) == 1 else "bounds"
            if len(values) > 1:
                lower, upper = (np.array([value], object) for value in values)
                bounds[id] = lower, upper
    return Numbers(exact, bounds)


def _of_arrays(arrays: dict[str, Any]) -> Numbers:
    """Return the bounds of deals, of a game, of a match, or of strategies."""
    import numpy as np

    from trueodds.analysis.farkle.match.strategies.against_optimal import HeadToHead

    bounds = {}
    scale = int(arrays.get("scale", 1))
    if "tables" in arrays:
        # The products below are rounded, too.
        error = float(Fraction(*arrays.pop("error").tolist())) + 2.0**-50
        tables = arrays.pop("tables")
        bounds["tables"] = tables * (1 - error), tables * (1 + error)
    if "width" in arrays:
        arrays["upper"] = arrays["lower"] + arrays.pop("width").astype(np.int64)
    for name in [name for name in arrays if "lower" in name]:
        upper = arrays.pop(name.replace("lower", "upper"))
        bounds[name] = arrays.pop(name), upper
    for name in [name for name in arrays if name.endswith(".floors")]:
        result = HeadToHead.from_lower_bounds(arrays.pop(name))
        seats = result.first, result.second
        lower = np.array([seat.lower for seat in seats], object)
        bounds[name] = lower, np.array([seat.upper for seat in seats], object)
    arrays.pop("parts", None)  # another strategy is as good, if its bounds are
    exact = {name: array.tolist() for name, array in arrays.items()}
    return Numbers(exact, bounds, scale)


def compared(shipped: Path, computed: Path) -> dict[str, Any]:
    """Compare a shipped file with the same file computed anew; return what was found.

    Exact values must be equal, and bounds must overlap and be as narrow. Raises
    ``DifferenceError`` where they are not.
    """
    from trueodds.core.storage import store

    (key, old), (other_key, new) = map(store.read_bytes, (shipped, computed))
    if key != other_key:
        raise DifferenceError(f"the key is {key}, not {other_key}")
    first, second = (numbers(shipped.name, content) for content in (old, new))
    for name in first.exact | second.exact:
        if first.exact.get(name) != second.exact.get(name):
            raise DifferenceError(f"{name} is not what is computed")
    if first.bounds.keys() != second.bounds.keys():
        raise DifferenceError("it has other bounds than those computed")
    for name, (lower, upper) in first.bounds.items():
        other_lower, other_upper = second.bounds[name]
        if lower.shape != other_lower.shape:
            raise DifferenceError(f"{name} has another shape")
        if not ((lower <= other_upper) & (other_lower <= upper)).all():
            raise DifferenceError(f"{name} is outside of the bounds that are computed")
        widths = first.width(name), second.width(name)
        if max(widths) > WIDER * min(widths):
            raise DifferenceError(
                f"{name} has bounds {widths[0]} wide, computed {widths[1]}"
            )
    if old == new:
        comparison = "equal"
    elif first.bounds:
        comparison = "equal exact numbers, overlapping bounds"
    else:
        comparison = "equal numbers"
    if not first.bounds:
        return {"comparison": comparison}
    widest = max(first.bounds, key=first.width)
    widths = first.width(widest), second.width(widest)
    return {"comparison": comparison, "widest bounds": widths}


def _computed(ask: Callable[[], object], folder: Path) -> list[Path]:
    """Compute a result in a folder, or resume it there; return its files.

    Their keys lose the code that made them: a shipped file has a number instead.
    """
    from trueodds.core.storage import store

    os.environ["TRUEODDS_CACHE"] = str(folder)
    ask()
    for path in store.cached():
        key, content = store.read_bytes(path)
        if key.pop(store.CODE, None) is not None:
            store.write_bytes(path, key, bytes(content))
    return [path for path in store.cached() if not path.name.startswith(UNSHIPPED)]


def _has(place: tuple[str, Mapping[str, object]]) -> bool:
    """Return True if a file with this name and key ships."""
    from trueodds.core.storage import store

    name, key = place
    try:
        return store.read_bytes(store.SHIPPED / name)[0] == key
    except (OSError, ValueError):
        return False


def ship(names: Sequence[str], known: Mapping[str, Result], own: Path) -> None:
    """Compute the named results, or all that are missing or have another key."""
    from trueodds.core.storage import manifest, store

    entries = manifest.read(ROOT)
    stale = [
        n for n, (_, place, _) in known.items() if n not in entries or not _has(place)
    ]
    for name in names or stale:
        start, folder = process_time(), own / _file_name(name)
        paths = _computed(known[name][2], folder)
        paths = [path.replace(store.SHIPPED / path.name) for path in paths]
        entries[name] = {path.name: manifest.of_file(path) for path in paths}
        shutil.rmtree(folder, ignore_errors=True)
        _write_manifest({n: entries[n] for n in known if n in entries})
        size = sum(path.stat().st_size for path in paths)
        seconds = process_time() - start
        print(f"{name}: {seconds:,.0f} s, {size / 1e6:,.2f} MB", flush=True)


def _write_manifest(entries: Mapping[str, Mapping[str, str]]) -> None:
    """Write the manifest, and delete the files of results that it no longer has."""
    from trueodds.core.storage import manifest, store

    place = ROOT / manifest.MANIFEST
    place.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")
    kept = {place.name}.union(*entries.values())
    for path in store.SHIPPED.iterdir():
        if path.name not in kept:
            path.unlink()


def check(
    names: Sequence[str], known: Mapping[str, Result], own: Path, commit: str
) -> list[str]:
    """Compare the named results, or all, with those computed anew; record each.

    What is recorded at this commit is not compared again. Returns the faults.
    """
    from trueodds.core.storage import manifest, store
    from trueodds.core.storage.files import written_whole

    entries, faults = manifest.read(ROOT), []
    record = json.loads(RECORD.read_bytes()) if RECORD.exists() else {}
    if record.get("commit") != commit:
        record = {"commit": commit, "version": version("trueodds"), "results": {}}
    for name in names or known:
        if name in record["results"]:
            continue
        start, folder = process_time(), own / _file_name(name)
        paths = _computed(known[name][2], folder)
        try:
            if {path.name for path in paths} != {*entries.get(name, ())}:
                raise DifferenceError(f"computed are {[path.name for path in paths]}")
            files = {}
            for path in paths:
                shipped = store.SHIPPED / path.name
                if manifest.of_file(shipped) != entries[name][path.name]:
                    raise DifferenceError(f"{path.name} is not that of the manifest")
                outcome = compared(shipped, path)
                files[path.name] = {"sha256": entries[name][path.name]} | outcome
        except DifferenceError as difference:
            faults.append(f"{name}: {difference}")
            print(faults[-1], flush=True)
            continue
        if state() != (commit, ""):
            sys.exit("files have changed since the check began; nothing is recorded")
        seconds = process_time() - start
        date = datetime.now(UTC).isoformat(timespec="seconds")
        entry = {"date": date, "seconds": round(seconds, 1), "files": files}
        record["results"][name] = entry
        with written_whole(RECORD) as place:
            place.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
        shutil.rmtree(folder)
        print(f"{name}: {seconds:,.0f} s, as it ships", flush=True)
    return faults


def _file_name(name: str) -> str:
    return re.sub(r"\W+", "-", name)


def state() -> tuple[str, str]:
    """Return the commit, and the files that differ from it."""
    commands = "git rev-parse HEAD", "git status --porcelain"
    commit, changes = (
        subprocess.check_output(command.split(), text=True, cwd=ROOT).strip()
        for command in commands
    )
    return commit, changes


def main() -> None:
    """Choose the folders, and compute or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and record it")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a result")
    asked = parser.parse_args()
    commit, changes = state()
    if asked.check and changes:
        sys.exit("a check is recorded for a commit; commit your changes first")
    own = ROOT / "build/ship" / (commit if asked.check else f"new-{commit}")
    play = os.environ.get("TRUEODDS_PLAY", "cribbage-play")
    os.environ.update(environment(own), TRUEODDS_PLAY=str(Path(play).resolve()))

    from trueodds.reports.progress import shown
    from trueodds.reports.shipping import results

    with shown() as progress:
        known = {result[0]: result for result in results(progress)}
        if unknown := {*asked.names}.difference(known):
            there_are = ", ".join(known)
            sys.exit(f"no result is called {min(unknown)!r}; there are: {there_are}")
        if not asked.check:
            ship(asked.names, known, own)
        elif faults := check(asked.names, known, own, commit):
            sys.exit(f"{len(faults)} results differ")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command resumes the work")
