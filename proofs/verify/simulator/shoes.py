"""Parser of recorded shoes: a line for each, or a line for each card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise

import numpy as np

from trueodds.core.cards import Shoe
from trueodds.core.errors import PositionError
from trueodds.proofs.verify.coup_lines import NO_COLUMNS
from trueodds.proofs.verify.coups import (
    CardOrRank,
    cards_of,
    number_of_cards,
    numbers_of,
    ranks_of,
)
from trueodds.proofs.verify.simulator.draws import code_of
from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution
from trueodds.proofs.verify.simulator.parse import Block, Lines

JOINED = "="
"""The begin of a shoe whose cards were on lines of their own."""

SHOWN = 4
"""Upper limit on the wrong cards of a shoe that are named."""


def shoe_lines(
    lines: Iterable[str], columns: Sequence[str] = (), *, total: int
) -> Iterator[str]:
    """Yield as many lines as there are, with each shoe on a single line.

    Consecutive lines with a single card each are joined in the place of the last. A
    shoe ends with ``total`` cards, the number of a complete shoe, or before any other
    line, such as a blank line. Blank lines take the places of the joined lines. A shoe
    that was joined begins with ``=``.

    Raises ``PositionError`` if ``columns`` names columns, since shoes have none.

    >>> [*shoe_lines(["A", "K", "", "A K 5"], total=3)]
    ['', '= A K', '', 'A K 5']
    """
    if columns:
        raise PositionError(NO_COLUMNS)
    shoe: list[str] = []
    # Each line is seen with the next one. A blank line at the end closes the last shoe.
    counted = ((line, number_of_cards(line)) for line in chain(lines, [""]))
    for (line, cards), (_, following) in pairwise(counted):
        shoe += [line.strip()] * (cards == 1)
        # Cards one a line: the shoe ends if it is complete, or before any other line.
        if cards == 1 and (following != 1 or len(shoe) == total):
            yield f"{JOINED} {' '.join(shoe)}"
            shoe = []
        else:
            # A blank line in place of a joined one, so that messages have the right
            # line.
            yield "" if cards in (0, 1) else line


class Shoes(Lines):
    """A parser of lines that are shoes, each with the cards in the order drawn.

    A shoe that ends early is filled up with -1.

    Args:
        known: The kind of outcome.
        total: The number of cards of a complete shoe.
    """

    def __init__(self, known: OutcomeDistribution, *, total: int) -> None:
        # The parser of lines calls this for each shoe, which keeps its cards.
        super().__init__(replace(known, packed=self._keep))
        self._total = total
        self._rows: list[list[int]] = []

    def read(self, block: bytes) -> Block:
        """Return the shoes of the lines that end in this block of output.

        The codes of the result are an array with a row for each shoe. A card is its
        number, or 52 plus its rank if it has no suit. A shoe that ends early is filled
        up with -1.
        """
        self._rows = []
        fault = super().read(block).fault
        return Block(np.array(self._rows, int).reshape(-1, self._total), fault)

    def _keep(self, number: int, line: str) -> int:
        # A shoe that ends early is filled up; one with too many cards is impossible
        # anyway.
        row = [*map(code_of, cards_of(line)), *[-1] * self._total]
        self._rows.append(row[: self._total])
        return number


def composition(cards: Sequence[CardOrRank], shoe: Shoe) -> str:
    """Return in words which cards a shoe has too often or lacks; "" if none.

    ``cards`` were recorded from a shoe, and ``shoe`` has the right number of each card.
    A card without a suit is its rank, from 0 for the ace. A shoe that ends early may
    lack cards.

    >>> composition([0, 0, 2, 2], Shoe((1, 1, 2, *[0] * 10)))
    'the ace 2 times, not 1; the 2 0 times, not 1'
    """
    complete = len(cards) >= shoe.total
    wrong = (
        f"the {name} {number} times, not {right}"
        for each in (ranks_of(cards), cards)
        for name, number, right in numbers_of(each, shoe)
        # A shoe that ends early may lack cards that would have come.
        if number > right or (complete and number < right)
    )
    return "; ".join(islice(dict.fromkeys(wrong), SHOWN))
