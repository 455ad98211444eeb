"""Perft of the play: all complete lines of legal play, counted.

``perft`` takes two given hands. A line is the order of the cards played; equal ranks of
different suits differ. If an engine disagrees, compare its counts by first card, then
play that card and repeat.

``all_lines`` takes all pairs of hands by ranks. There, a line is an order of ranks. The
order determines both hands, so all lines of all hands are one tree, which is traversed
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from trueodds.core.cards import Card
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayRules, PlayState
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

Lines = Counter[tuple[int, int]]
ALL_LINES = 545_768_753
"""Number of lines of all hands under the usual limit of the count."""


def perft(
    pone: Sequence[Card], dealer: Sequence[Card], rules: PlayRules | None = None
) -> dict[Card, Lines]:
    """Count the complete lines of legal play by first card and by final points.

    A line is an order in which all eight cards are played.

    Args:
        pone: Pone's four cards.
        dealer: The dealer's four cards.
        rules: The rules of the play; the usual ones by default.

    Returns:
        For each card that pone can lead, a counter. Its keys are pairs of the final
        points in the play, pone's and the dealer's, and its values are numbers of
        lines.

    Raises:
        PositionError: A hand has not four cards.
        CardError: A card is there twice.

    Example:
        >>> from trueodds.core.cards import parse_cards
        >>> lines = perft(parse_cards("5H 6D 7S 8C"), parse_cards("4S 4D 9H JC"))
        >>> sum(number for count in lines.values() for number in count.values())
        368
    """
    start = PlayState.start(pone, dealer, rules)
    lines_of = {}
    for card in start.legal_cards():
        lines = Lines()
        state, award = start.play(card)
        _count(state, (award.points, 0), lines)
        lines_of[card] = lines
    return lines_of


def _count(state: PlayState, points: tuple[int, int], lines: Lines) -> None:
    if state.to_play is None:
        lines[points] += 1
        return
    legal = state.legal_cards()
    moves = [state.play(card) for card in legal] if legal else [state.go()]
    for after, award in moves:
        gained = award.points if award else 0
        player = award.player if award else 0
        pone, dealer = points
        both = (pone + gained, dealer) if player == 0 else (pone, dealer + gained)
        _count(after, both, lines)


def all_lines(rules: PlayRules, progress: Progress = silent) -> int:
    """Return the number of orders of ranks in which any two hands can be played.

    The hands are all pairs of four cards from a deck of 52. Only the limit of the count
    matters in ``rules``. Under the usual limit of 31 the number ships with the program,
    otherwise it is computed and cached.

    Example:
        >>> f"{all_lines(PlayRules()):,}"
        '545,768,753'
    """
    if rules.count_limit == PlayRules().count_limit:
        return ALL_LINES

    def compute() -> bytes:
        from trueodds.analysis.cribbage.play.tree.count_lines import count_lines
        from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay

        progress("lines of the play", 0, 1)
        game = RanksOfPlay(rules=PlayRules(count_limit=rules.count_limit))
        return str(count_lines(game)).encode()

    key = {"count_limit": rules.count_limit}
    return int(bytes(store.fetch_bytes("cribbage-play-lines.txt", key, compute)))


def quantities(rules: CribbageRules, progress: Progress = silent) -> Iterator[Quantity]:
    """Yield the quantity ``play.lines``: the number of orders of ranks in the play.

    The orders in which any two four-card hands can be played are counted, as in
    ``all_lines``.
    """
    yield Quantity(
        "play.lines",
        "Orders in which two hands can be played, by ranks",
        Fraction(all_lines(rules.play, progress)),
        "lines",
        "enumeration",
    )
