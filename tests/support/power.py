"""Measure how soon faults are refuted: ``python tests/support/power.py [WORD...]``.

The script writes the table of ``docs/explanation/power.md`` between its two marks. With
words, it measures the rows that have one of them, and the rows that the page lacks.
All rows take about ten minutes of processor time.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key, partial
from itertools import count, islice
from pathlib import Path
from statistics import median_high
from typing import Any, TypeAlias

import numpy as np
from dealer import Dealer, card_lines, fresh, full_shoe, winners
from numpy.typing import NDArray

from trueodds.core import games, rulebook
from trueodds.core.cards import DECK, RANKS
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.proofs.verify.simulator.run import judge_stream

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "power.md"
TABLE = re.compile(r"(?<=<!-- table -->\n\n).*?(?=\n<!-- end -->\n)", re.DOTALL)

LIMIT = 500_000
"""The most outcomes of a run."""

NEVER = f"**not in {LIMIT:,}**"

RUNS = 31
FEW = 7
"""Runs of a fault, and of a fault that takes long."""

BLOCK = 10_000
COUPS = 200
"""Outcomes, and coups with their cards, that are drawn at a time."""

BY_SUIT = [4 * rank + suit for suit in range(4) for rank in range(13)]
"""The cards of a new deck, suit by suit."""

Array: TypeAlias = NDArray[Any]
Draw = Callable[[np.random.Generator], Iterator[Iterable[object]]]


@dataclass(frozen=True)
class Fault:
    """A fault of a simulator, its size, and lines that such a simulator prints."""

    fault: str
    size: str
    prints: str
    kind: str
    draw: Draw
    preset: str | None = None
    runs: int = RUNS

    @property
    def name(self) -> str:
        """The first cells of the fault's row."""
        return f"| {self.fault} | {self.size} | {self.prints} |"

    @property
    def row(self) -> str:
        """The row of the table, measured anew."""
        refuted = [self.until_refuted(seed) for seed in range(self.runs)]
        middle = median_high(refuted)
        words = f"{middle:,}"
        if middle > LIMIT:
            words = f"more than {LIMIT:,}" if min(refuted) <= LIMIT else NEVER
        return f"{self.name} {words} | {self.runs} |\n"

    def until_refuted(self, seed: int) -> int:
        """Return the outcomes until a run is refuted; more than ``LIMIT`` is never."""
        game = games.find("bunco" if self.kind == "die" else "baccarat")
        rules = rulebook.load(game, self.preset)
        drawn = self.draw(np.random.default_rng(seed))
        blocks = ("".join(f"{line}\n" for line in block).encode() for block in drawn)
        known = outcome_distribution(game, rules, self.kind)
        judged = judge_stream(blocks, known, limit=LIMIT)
        if judged.word != "refuted":
            return LIMIT + 1
        return judged.impossible.line if judged.impossible else judged.process.total


def loaded(six: float, generator: np.random.Generator) -> Iterator[Array]:
    """Yield faces of a die that shows a six with this probability."""
    weights = [(1 - six) / 5] * 5 + [six]
    while True:
        yield generator.choice(6, BLOCK, p=weights) + 1


def modulo(bits: int, generator: np.random.Generator) -> Iterator[Array]:
    """Yield faces made as the remainder of a random number of some bits."""
    while True:
        yield generator.integers(2**bits, size=BLOCK) % 6 + 1


def copied(lag: int, generator: np.random.Generator) -> Iterator[Array]:
    """Yield faces of which 5 % are copies of the face ``lag`` places before."""
    faces = generator.integers(1, 7, size=lag)
    while True:
        faces = np.append(faces[-lag:], generator.integers(1, 7, size=BLOCK))
        for place in np.flatnonzero(generator.random(BLOCK) < 0.05) + lag:
            faces[place] = faces[place - lag]
        yield faces[lag:]


def reseeded(
    rolls: int, games_a_second: int, generator: np.random.Generator
) -> Iterator[Array]:
    """Yield the faces of games of some rolls, seeded by the second of their start."""
    seconds = count(int(generator.integers(10**9)))
    while True:
        drawn = [
            np.tile(np.random.default_rng(second).integers(1, 7, rolls), games_a_second)
            for second in islice(seconds, BLOCK // (rolls * games_a_second))
        ]
        yield np.concatenate(drawn)


def coups(
    shuffled: Callable[[np.random.Generator], Array],
    lines: Callable[[Array, Dealer], Iterable[object]],
    dealer: Dealer,
    generator: np.random.Generator,
) -> Iterator[Iterable[object]]:
    """Yield lines on coups, each from the first cards of a shuffled shoe."""
    while True:
        yield lines(shuffled(generator), dealer)


def sorted_by_random(decks: int, generator: np.random.Generator) -> Array:
    """Return the first cards of new decks, sorted with random answers."""
    rng = random.Random(int(generator.integers(2**32)))
    key = cmp_to_key(lambda first, second: rng.random() - 0.5)
    return np.array([sorted(BY_SUIT * decks, key=key)[:6] for _ in range(COUPS)])


def without(decks: int, missing: list[int], generator: np.random.Generator) -> Array:
    """Return the first cards of well shuffled decks that lack some cards."""
    shoe = full_shoe(decks).tolist()
    for card in missing:
        shoe.remove(card)
    return fresh(generator, np.array(shoe), COUPS)


def with_words(words: list[str], rows: Array, dealer: Dealer) -> list[str]:
    """Return the coups of rows of cards, with a word for each card dealt."""
    return card_lines(rows, dealer.deal(rows), words)


with_ranks = partial(with_words, [RANKS[card.rank] for card in DECK])
with_suits = partial(with_words, [str(card) for card in DECK])


def only_winners(rows: Array, dealer: Dealer) -> list[str]:
    """Return the winners of the coups of rows of cards."""
    return winners(dealer.deal(rows))


def only_numbers(rows: Array, dealer: Dealer) -> list[int]:
    """Return the number of cards of the coups of rows of cards."""
    return dealer.deal(rows).cards.tolist()


def both_totals(rows: Array, dealer: Dealer) -> list[str]:
    """Return the totals of the coups of rows of cards."""
    dealt = dealer.deal(rows)
    return [f"P {p} - B {b}" for p, b in zip(dealt.player, dealt.banker, strict=True)]


PRINTS = {
    "the ranks of a coup": ("cards", with_ranks),
    "the cards of a coup, with suits": ("cards", with_suits),
    "the number of cards of a coup": ("cards", only_numbers),
    "the totals of a coup": ("totals", both_totals),
    "the winner of a coup": ("winner", only_winners),
}


def of_coups(
    fault: str,
    size: str,
    decks: int,
    shuffled: Callable[[np.random.Generator], Array],
    prints: dict[str, int],
    dealer: Dealer | None = None,
) -> Iterator[Fault]:
    """Yield a fault for each way to print coups, with the number of runs."""
    preset = {1: "punto-banco-single-deck", 8: "punto-banco"}[decks]
    dealer = dealer or Dealer(BaccaratRules.load())
    for words, runs in prints.items():
        kind, lines = PRINTS[words]
        draw = partial(coups, shuffled, lines, dealer)
        yield Fault(fault, size, words, kind, draw, preset, runs)


def of_die(fault: str, size: str, draw: Draw, runs: int = RUNS) -> Fault:
    """Return a fault of a die, whose faces a simulator prints."""
    return Fault(fault, size, "a face", "die", draw, None, runs)


def faults() -> Iterator[Fault]:
    """Yield the rows of the table."""
    for six, runs in ((0.25, RUNS), (0.2, RUNS), (0.18, RUNS), (0.17, FEW)):
        size = f"a six with probability {six:.2f}, the others alike"
        yield of_die("a loaded die", size, partial(loaded, six), runs)
    for bits in (8, 15):
        size = f"a random number of {bits} bits, modulo 6"
        yield of_die("modulo bias", size, partial(modulo, bits), FEW)
    for lag, place in ((1, "1st"), (17, "17th"), (40, "40th")):
        size = f"5 % are copies of the {place} face before"
        yield of_die("copies of earlier outcomes", size, partial(copied, lag))
    for rolls, each, size, runs in (
        (1, 10, "before each roll, 10 rolls a second", RUNS),
        (1, 2, "before each roll, 2 rolls a second", RUNS),
        (100, 2, "before each game of 100 rolls, 2 games a second", RUNS),
        (1, 1, "before each roll, 1 roll a second", 3),
    ):
        draw = partial(reseeded, rolls, each)
        yield of_die("seeded again by the second", size, draw, runs)
    ranks = {"the ranks of a coup": RUNS}
    for decks, size, prints in (
        (1, "one new deck for each coup", {**ranks, "the winner of a coup": 3}),
        (8, "eight new decks for each coup", ranks),
    ):
        fault = "shuffled by a sort with random answers"
        shuffled = partial(sorted_by_random, decks)
        yield from of_coups(fault, size, decks, shuffled, prints)
    queen = DECK.index((11, 0))
    both = {"the cards of a coup, with suits": RUNS, **ranks}
    for size, decks, missing, prints in (
        ("no queen in eight decks", 8, [11 * 4 + suit for suit in range(4)] * 8, ranks),
        ("no queen of clubs in eight decks", 8, [queen] * 8, both),
        ("no queen of clubs in one deck", 1, [queen], both),
        (
            "one queen of clubs less in eight decks",
            8,
            [queen],
            {"the cards of a coup, with suits": FEW},
        ),
    ):
        shuffled = partial(without, decks, missing)
        yield from of_coups("a missing card", size, decks, shuffled, prints)
    wrong = Dealer(BaccaratRules.load())
    wrong.draws[RANKS.index("8"), 3] = True
    prints = {
        **ranks,
        "the number of cards of a coup": FEW,
        "the totals of a coup": FEW,
        "the winner of a coup": FEW,
    }
    size = "Banker draws on 3 against an 8"
    yield from of_coups("a wrong draw", size, 8, partial(without, 8, []), prints, wrong)


def main(words: list[str]) -> None:
    """Measure the rows that have one of the words, and those that the page lacks."""
    text = PAGE.read_text("utf-8")
    kept = {row_name(row): row for row in rows(text)}
    table = HEADER
    for fault in faults():
        asked = any(word in fault.name for word in words) or not words
        table += fault.row if asked or fault.name not in kept else kept[fault.name]
    PAGE.write_text(TABLE.sub(lambda _: table, text), encoding="utf-8")


HEADER = (
    "| fault | size | a line has | outcomes until refuted | runs |\n"
    "|---|---|---|---|---|\n"
)


def rows(text: str) -> list[str]:
    """Return the rows of the table of a page."""
    table = TABLE.search(text)
    assert table
    return table[0].removeprefix(HEADER).splitlines(keepends=True)


def row_name(row: str) -> str:
    """Return the first cells of a row, which name its fault."""
    return row.rsplit(" | ", 2)[0] + " |"


if __name__ == "__main__":
    main(sys.argv[1:])
