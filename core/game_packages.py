"""Packages that have games: names, versions and authors, and faults in their code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from traceback import walk_tb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint


@dataclass(frozen=True, slots=True)
class Package:
    """A package that has a game, by its metadata."""

    name: str
    version: str
    authors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @classmethod
    def of(cls, distribution: Distribution) -> Package:
        """Return the package of a distribution.

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


def fault_of(error: BaseException, points: Iterable[EntryPoint]) -> str:
    """Return a line on an exception, or "".

    The line names the package whose code raised it, one of those of some entry points,
    and the last place in this code.
    """
    others = {point.module.partition(".")[0]: point for point in points}
    others.pop("trueodds", None)
    fault = ""
    for frame, line in walk_tb(error.__traceback__):
        point = others.get(frame.f_globals.get("__name__", "").partition(".")[0])
        if point and point.dist:
            what = f"{Package.of(point.dist)} failed: {type(error).__name__}: {error}"
            fault = f"the package {what} ({frame.f_code.co_filename}, line {line})"
    return fault
