"""Perft of the play: all complete lines of legal play of two given hands, counted.

A line is the order of the cards played; equal ranks of different suits differ. An
engine that disagrees is bisected by its first card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from trueodds.core.cards import Card
from trueodds.core.rules.cribbage_play import PlayRules, PlayState

Lines = Counter[tuple[int, int]]


def perft(
    pone: Sequence[Card], dealer: Sequence[Card], rules: PlayRules | None = None
) -> dict[Card, Lines]:
    """Count the complete lines of legal play by first card and by final points.

    Args:
        pone: Pone's four cards.
        dealer: The dealer's four cards.
        rules: The rules of the play; the usual ones by default.

    Returns:
        For each card that pone can lead, the number of lines by the final points of
        pone and the dealer.

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
