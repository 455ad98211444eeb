"""Packages that have games: names, versions and authors, and faults in their code."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain
from traceback import walk_tb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint


@dataclass(frozen=True, slots=True)
class Package:
    """A package that has a game: its name, version and authors."""

    name: str
    version: str
    authors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @classmethod
    def of(cls, distribution: Distribution) -> Package:
        """Return the package that an installed distribution is, from its metadata.

        >>> from importlib.metadata import distribution
        >>> Package.of(distribution("trueodds")).authors
        ('The trueodds authors',)
        """
        metadata = distribution.metadata
        texts = (metadata.get_all(f"Author{ending}", []) for ending in ("", "-email"))
        # By PEP 621, the names of authors hold no commas.
        people = ", ".join(chain(*texts)).split(", ")
        authors = (each.partition(" <")[0] for each in people if each)
        return cls(distribution.name, distribution.version, tuple(authors))


def owner_of(module: str, points: Collection[EntryPoint]) -> Package | None:
    """Return the package of a game that a module belongs to.

    Return None for a module of trueodds, or if no package fits. Packages may share
    a namespace. So the module belongs to the package of the entry point in ``points``
    whose module shares the most leading names with it.
    """
    names = module.split(".")
    for most in range(len(names), 0, -1):
        start = ".".join([*names[:most], ""])
        for point in points:
            ours = start.startswith("trueodds.")
            if f"{point.module}.".startswith(start) and point.dist and not ours:
                return Package.of(point.dist)
    return None


def fault_of(error: BaseException, points: Collection[EntryPoint]) -> str:
    """Return a line on an exception that came from a game's package, otherwise "".

    The line names the package, the exception, and the last place in the code of the
    package. ``points`` are the entry points of the packages.
    """
    fault = ""
    for frame, line in walk_tb(error.__traceback__):
        if owner := owner_of(frame.f_globals.get("__name__", ""), points):
            message = " ".join(f"{type(error).__name__}: {error}".split())
            place = f"{frame.f_code.co_filename}, line {line}"
            fault = f"the package {owner} failed: {message} ({place})"
    return fault
