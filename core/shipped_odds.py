"""Quantities in files: families that took long to compute.

The families of our games ship with trueodds, and are never in the user's cache. A
package of another game ships its families, or caches them with the version of its code.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from trueodds.core import games, rulebook
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Family
from trueodds.core.rulebook import Rules
from trueodds.core.storage import store

MADE_BY = {
    ("odds", "bunco"): "bunco/1",
    ("odds", "baccarat"): "baccarat/2",
    ("odds", "cribbage"): "cribbage/2 at-equilibrium/2 deals/1 files/e9ede04c",
    ("odds", "farkle"): "farkle/1",
    ("match", "farkle"): "match.quantities/1 match/2 duels/2",
}
"""Numbers of the code that computes the quantities of a kind and a game.

The first number of each is raised by hand whenever a quantity would come out
differently. The others are the ``MADE_BY`` of results that the quantities start from,
and a digest of the files with strategies. The modules that compute quantities take long
to import, so these numbers are here.
"""


def read(kind: str, game: str, rules: Rules) -> list[Family] | None:
    """Return the families of a game that ship for these rules; None if none do.

    ``kind`` is "odds", or the command that prints the quantities, such as "match". A
    package of another game has its results in the folder ``shipped``, beside
    ``presets``.
    """
    # Our results are where ``store`` looks first, so only
    # a package has further folders.
    own = [] if game in games.OURS else games.find(game).folders("shipped")
    content = store.shipped(*cache_key(kind, game, rules), zlib.decompress, own)
    if content is None:
        return None
    families = json.loads(content)
    return [Family(globs, partial(_quantities, rows)) for globs, rows in families]


def write(kind: str, game: str, rules: Rules, families: Iterable[Family]) -> None:
    """Compute families of quantities, and write them into a file of the cache folder.

    ``kind`` is "odds", or the command that prints the quantities, such as "match".
    """
    rows = [[family.globs, [*map(_row, family.compute())]] for family in families]
    name, key = cache_key(kind, game, rules)
    store.write_bytes(store.folder() / name, key, _packed(rows))


def cached(rules: Rules, family: Family, version: str) -> Family:
    """Return a family whose quantities are read from the user's cache if possible.

    Args:
        rules: The rules, all fields of which are in the key of the cached file.
        family: The family, which is computed at most once by each version of its code.
        version: The version of the code that computes the family. Raise it whenever a
            number comes out differently.

    Returns:
        The family. It is computed anew after a change of trueodds.
    """
    globs = hashlib.sha256(family.globs.encode()).hexdigest()[:8]
    name, key = cache_key(globs, rules.game, rules)
    key |= {"globs": family.globs, "made by": version}

    def compute() -> Iterator[Quantity]:
        content = store.fetch_checked(name, key, make, zlib.decompress)
        return _quantities(json.loads(content))

    def make() -> bytes:
        return _packed([_row(quantity) for quantity in family.compute()])

    return replace(family, compute=compute)


def cache_key(kind: str, game: str, rules: Rules) -> tuple[str, dict[str, str]]:
    """Return the file name and the key of cached quantities of a game.

    ``kind`` is "odds", the command that prints the quantities, such as "match", or a
    digest of the id patterns of a family. The key has the kind, the digest of the
    rules, and what computed the quantities: the version of our code, or the package of
    the game.
    """
    digest = rulebook.digest(game, rules)
    name = f"{game}-{kind}-{digest.removeprefix('sha256:')[:16]}.quantities"
    made_by = MADE_BY.get((kind, game)) or str(games.credited(game))
    return name, {"quantities": kind, "rules": digest, "made by": made_by}


def _packed(rows: list[Any]) -> bytes:
    return zlib.compress(json.dumps(rows).encode())


def _row(quantity: Quantity) -> list[Any]:
    """Return a quantity as plain values; its bounds and counts are hexadecimal."""
    # A single bound marks an exact value.
    bounds = [quantity.bounds.lower]
    if quantity.exact is None:
        bounds.append(quantity.bounds.upper)
    # Python limits the number of decimal digits of a text, but not of hexadecimal ones.
    ends = [[*map(hex, bound.as_integer_ratio())] for bound in bounds]
    cases = [hex(n) for n in (quantity.count, quantity.total) if n is not None]
    return [quantity.id, quantity.label, ends, quantity.unit, quantity.method, cases]


def _quantities(rows: list[Any]) -> Iterator[Quantity]:
    for id, label, ends, unit, method, cases in rows:
        bounds = [Fraction(*(int(n, 16) for n in end)) for end in ends]
        value = bounds[0] if len(bounds) == 1 else Enclosure(*bounds)
        count_and_total = [int(n, 16) for n in cases]
        yield Quantity(id, label, value, unit, method, *count_and_total)
