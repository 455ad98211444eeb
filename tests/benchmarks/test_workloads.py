"""The workloads of ``tox -e gate``: benchmarks of a millisecond for each game.

A workload takes nothing from trueodds but what it times, and imports that only when it
runs, so this file also works with older revisions. Inputs are random with a fixed seed.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

Batch = Callable[[], object]

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
CARDS = [rank + suit for rank in RANKS for suit in "CDHS"]


def _reference(game: str, position: Callable[[Random], str]) -> Batch:
    from trueodds.core import games, rulebook

    column = games.find(game)
    rules, score = rulebook.load(column), column.scorer()
    random = Random(1)
    positions = [position(random) for _ in range(100)]
    return lambda: [score(position, rules) for position in positions]


def _odds(game: str, rules: str | None = None) -> Batch:
    import trueodds

    # Numbers are computed when they are asked for; the length asks for all.
    return lambda: len(trueodds.odds(game, rules))


def _kernel(
    game: str, function: str, inputs: Callable[[Any, int], Any], size: int
) -> Batch:
    from importlib import import_module

    import numpy

    kernel = getattr(import_module(f"trueodds.core.kernels.{game}"), function)
    batch = inputs(numpy.random.default_rng(1), size)
    return lambda: kernel(batch)


def _faces(random: Random, dice: int) -> list[str]:
    return [str(random.randint(1, 6)) for _ in range(dice)]


def _show(random: Random) -> str:
    *hand, starter = random.sample(CARDS, 5)
    return f"{' '.join(hand)} | {starter}"


def _shows(generator: Any, size: int) -> Any:
    # Five different cards: the first five of a shuffled deck.
    decks = generator.random((size, 52), dtype="float32").argpartition(5, axis=1)
    return decks[:, :5].astype("uint8")


def _rolls(generator: Any, size: int) -> Any:
    return generator.multinomial(6, [1 / 6] * 6, size).astype("uint8")


def _shoes(generator: Any, size: int) -> Any:
    full = [32] * 9 + [128]
    return full - generator.integers(0, 20, (size, 10))


WORKLOADS: dict[str, Callable[[], Batch]] = {
    "bunco.reference": lambda: _reference(
        "bunco",
        lambda random: f"{random.randint(1, 6)} | {' '.join(_faces(random, 3))}",
    ),
    "baccarat.reference": lambda: _reference(
        "baccarat", lambda random: " ".join(random.choices(RANKS, k=6))
    ),
    "cribbage.reference": lambda: _reference("cribbage", _show),
    "farkle.reference": lambda: _reference(
        "farkle", lambda random: "".join(_faces(random, random.randint(1, 6)))
    ),
    "bunco.odds": lambda: _odds("bunco"),
    "baccarat.odds": lambda: _odds("baccarat"),
    "farkle.odds": lambda: _odds("farkle", "ece209"),
    "cribbage.kernel": lambda: _kernel("cribbage", "score_shows", _shows, 100_000),
    "farkle.kernel": lambda: _kernel("farkle", "score_rolls", _rolls, 100_000),
    "baccarat.kernel": lambda: _kernel("baccarat", "coup_counts", _shoes, 500),
}
"""By game and what is timed. The odds of cribbage take seconds, which is too long."""


@pytest.mark.parametrize("name", WORKLOADS)
def test_workload(name: str, benchmark: BenchmarkFixture) -> None:
    benchmark.group = "gate"
    benchmark(WORKLOADS[name]())
