"""The positions of a game with their scores, and their number by score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from trueodds.proofs.verify.positions.order import Order
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden, record_of

BLOCK = 1 << 14


class Vector(NamedTuple):
    """A position with its right score: a test vector for a scorer."""

    position: str
    score: int


SCORED = (Column("position", "position"), Column("score", "score"))
COUNTED = (
    Column("score", "score", derived=itemgetter(0)),
    Column("positions", "positions", derived=itemgetter(1)),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class ListedPositions(Answer):
    """The positions of a game in ascending order, or random ones.

    They are made from ``order``. People read their scores too if they are ``scored``.
    """

    schema = "trueodds.positions/1"

    game: str
    rule: str
    rules_digest: str
    version: str
    # There may be millions of positions: they are written in blocks, and only JSON and
    # tables hold all of them.
    order: Hidden[Order]
    scored: Hidden[bool]

    @cached_property
    def positions(self) -> tuple[Vector, ...]:
        """The positions with their scores."""
        return tuple(chain.from_iterable(self.vectors()))

    def vectors(self) -> Iterator[list[Vector]]:
        """Yield the positions with their scores, in blocks."""
        for start, stop in self.blocks():
            texts = self.order.text(start, stop).decode().splitlines()
            scores = self.order.values(start, stop).tolist()
            yield [*map(Vector, texts, scores)]

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the first place of each block, and the place after its last."""
        for start in range(0, self.order.count, BLOCK):
            yield start, min(start + BLOCK, self.order.count)

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON."""
        rows = [vector._asdict() for vector in self.positions]
        return {**record_of(self), "positions": rows}

    def tables(self) -> Mapping[str, Grid]:
        """Return the positions with their scores."""
        return {"positions": Grid(SCORED, self.positions)}

    def table(self) -> Iterable[Part]:
        """Return the positions, one on each line, perhaps with their scores."""
        if self.scored:
            return self.printed_tables()
        return [self.order.text(0, self.order.count).decode()]


@dataclass(frozen=True, kw_only=True, repr=False)
class Census(Answer):
    """The number of positions of a game by score."""

    schema = "trueodds.census/1"

    game: str
    rule: str
    rules_digest: str
    version: str
    positions: int
    # From the lowest score that occurs to the highest.
    counts: Mapping[int, int]

    def tables(self) -> Mapping[str, Grid]:
        """Return the number of positions of each score."""
        return {"counts": Grid(COUNTED, [*self.counts.items()])}

    def table(self) -> Iterable[Part]:
        """Return the lines that any program can print."""
        return ["\n".join(f"{score} {number}" for score, number in self.counts.items())]

    def markdown(self) -> Iterable[Part]:
        """Return the numbers as a table."""
        return self.printed_tables()
