"""Cards that a line of a recorded game of cribbage names."""

from __future__ import annotations

from collections.abc import Callable, Collection

from trueodds.core.cards import Card, parse_cards
from trueodds.core.errors import CardError
from trueodds.core.rules.cribbage_game import GameState, Score
from trueodds.core.rules.cribbage_play import IllegalPlayError
from trueodds.proofs.verify.transcript.recording import Recording


def read_cards(
    recording: Recording,
    form: str,
    text: str,
    number: int,
    allowed: Collection[Card],
    refusal: Callable[[Card], str],
) -> tuple[Card, ...]:
    """Return the cards in a text of the line just taken, which is then right.

    Raises ``WrongLineError``, with ``form``, unless these are ``number`` cards, all of
    them allowed; ``refusal`` says why a card is not.
    """
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise recording.wrong(form, str(error)) from None
    if len(cards) != number:
        raise recording.wrong(form, f"{number} cards, not {len(cards)}")
    for card in cards:
        if card not in allowed:
            raise recording.wrong(form, refusal(card))
    recording.accept()
    return cards


def play_card(
    recording: Recording, form: str, text: str, state: GameState
) -> tuple[Card, GameState, tuple[Score, ...]]:
    """Return the card that is played, the state after it, and what it counts.

    Raises ``WrongLineError``, with ``form``, for a card that may not be played.
    """
    try:
        card = Card.parse(text)
        return card, *state.play_card(card)
    except (CardError, IllegalPlayError) as error:
        raise recording.wrong(form, str(error)) from None
