"""The kernels that score cribbage shows and the cards of the play."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from trueodds.core.cards import parse_cards, parse_rank
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.kernels.cribbage_play import score_play
from trueodds.core.rules.cribbage_play import MOST_CARDS
from trueodds.proofs.verify.bench.kernels import Kernel


def kernel_input(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the kernel and the shows (or the piles) as rows of numbers."""
    if rule == "play":
        return _play(positions)
    shows = [parse_cards(position.replace("|", " ")) for position in positions]
    rows = [[card.number for card in show] for show in shows]
    return partial(score_shows, crib=rule == "crib"), rows


def _play(positions: Sequence[str]) -> Kernel:
    """Return the kernel of the play, and piles as ranks, then their length."""
    piles = [[*map(parse_rank, position.split())] for position in positions]
    rows = [[*pile, *[0] * (MOST_CARDS - len(pile)), len(pile)] for pile in piles]

    def score(table: Any) -> object:
        return score_play(table[:, :MOST_CARDS], table[:, MOST_CARDS].copy())

    return score, rows
