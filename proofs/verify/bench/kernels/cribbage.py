"""The kernel that scores cribbage shows."""

from collections.abc import Sequence
from functools import partial

from trueodds.core.cards import parse_cards
from trueodds.core.kernels.cribbage import score_shows
from trueodds.proofs.verify.bench.kernels import Kernel


def kernel_input(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the kernel and the shows as rows of card numbers."""
    shows = [parse_cards(position.replace("|", " ")) for position in positions]
    rows = [[card.number for card in show] for show in shows]
    return partial(score_shows, crib=rule == "crib"), rows
