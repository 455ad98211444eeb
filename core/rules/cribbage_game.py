"""A whole game of cribbage: deals in order, and a score that ends the game at once.

A deal is counted in the order of the rules of the American Cribbage Congress: his
heels, the play card by card, pone's hand, the dealer's hand, the crib. A player who
reaches the target wins at that moment, also in the middle of the play, and nothing is
counted after it. Players have seats 0 and 1; who deals alternates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from trueodds.core.cards import Card, format_cards, require_different
from trueodds.core.errors import CardError, PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.rules import Line
from trueodds.core.rules.cribbage import JACK, CribbageRules, show_lines
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PLAYERS,
    PONE,
    IllegalPlayError,
    PlayAward,
    Player,
    PlayState,
    opponent_of,
)

CARDS_DEALT = 6
CARDS_THROWN = 2
CARDS_SHOWN = 4
"""The numbers of cards that each player is dealt, throws to the crib, and shows."""

Seat = Literal[0, 1]
Event = Literal["heels", "play", "hand", "crib"]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a deal: six of each player, what both throw, and the starter.

    The first of each pair is pone's, the second the dealer's. ``starter`` is None under
    rules without one. Raises ``PositionError`` for another number of cards, and
    ``CardError`` for a card that is there twice or thrown without being held.

    >>> from trueodds.core.cards import parse_cards
    >>> six = parse_cards("5H 6D 7S 8C KD KH"), parse_cards("4S 4D 9H JC 2C 3C")
    >>> deal = Deal(six, (six[0][4:], six[1][4:]), Card.parse("JD"))
    >>> format_cards(deal.hand(0)), format_cards(deal.crib)
    ('5H 6D 7S 8C', 'KD KH 2C 3C')
    """

    dealt: tuple[Sequence[Card], Sequence[Card]]
    thrown: tuple[Sequence[Card], Sequence[Card]]
    starter: Card | None

    def __post_init__(self) -> None:
        for name, six, two in zip(PLAYERS, self.dealt, self.thrown, strict=True):
            for does, cards, number in (
                ("is dealt", six, CARDS_DEALT),
                ("throws", two, CARDS_THROWN),
            ):
                if len(cards) != number:
                    raise PositionError(
                        f"{name} {does} {format_cards(cards)!r}, "
                        f"{counted(len(cards), 'cards')}; "
                        f"each player {does} {number}"
                    )
            for place, card in enumerate(two):
                if card not in six or card in two[:place]:
                    raise CardError(
                        f"{name} cannot throw {card}; the hand is {format_cards(six)}"
                    )
        starter = [self.starter] if self.starter else []
        require_different([*self.dealt[PONE], *self.dealt[DEALER], *starter])

    def hand(self, player: Player) -> tuple[Card, ...]:
        """Return the four cards that a player keeps.

        ``player`` is 0 for pone and 1 for the dealer.
        """
        return tuple(c for c in self.dealt[player] if c not in self.thrown[player])

    @property
    def crib(self) -> tuple[Card, ...]:
        """The four cards thrown, pone's first."""
        return (*self.thrown[PONE], *self.thrown[DEALER])


class RecordedDeal(NamedTuple):
    """A deal that was read from a recording of a game, which is lines of text.

    ``names`` are the names of the players, by seat. A seat, 0 or 1, belongs to the same
    person for the whole game. ``before`` is the state of the game before the deal.
    ``played`` are the cards of the play in order, as far as the recording goes.
    ``lines`` says where in the recording each choice is: the number of the line with
    pone's throw, of that with the dealer's throw, and of that with each card played.
    """

    names: tuple[str, str]
    before: GameState
    deal: Deal
    played: list[Card]
    lines: list[int]


class Score(NamedTuple):
    """An event that scores: its player, the scoring items, and the score after it.

    ``seat`` is the player's seat, 0 or 1, which stays the same for the whole game.
    ``event`` is "heels", "play", "hand" or "crib". ``points`` are the points of the
    event, and ``score`` is the player's score after it. ``lines`` may be empty for a
    hand or a crib, since it is shown all the same.
    """

    seat: Seat
    event: Event
    lines: tuple[Line, ...]
    points: int
    score: int


def heels(deal: Deal, rules: CribbageRules) -> PlayAward | None:
    """Return the dealer's award for his heels, or None if the starter is no jack."""
    if deal.starter is None or deal.starter.rank != JACK:
        return None
    line = Line("his heels", str(deal.starter), rules.play.heels_points)
    return PlayAward(DEALER, (line,))


def shows(
    deal: Deal, rules: CribbageRules
) -> tuple[tuple[Event, PlayAward], tuple[Event, PlayAward], tuple[Event, PlayAward]]:
    """Score pone's hand, the dealer's hand and the crib, in the order of counting.

    Return for each the event, such as "hand", and the award to its player.
    """
    starter = deal.starter
    hands = [show_lines(deal.hand(role), starter, rules) for role in (PONE, DEALER)]
    crib = show_lines(deal.crib, starter, rules, "crib")
    return (
        ("hand", PlayAward(PONE, hands[PONE])),
        ("hand", PlayAward(DEALER, hands[DEALER])),
        ("crib", PlayAward(DEALER, crib)),
    )


@dataclass(frozen=True, slots=True)
class GameState:
    """A state of a game: the score, who deals, and the play of the current deal.

    A seat, 0 or 1, belongs to the same person for the whole game. ``scores`` are by
    seat, and ``dealer`` is the seat of the dealer. ``deal`` and ``play`` are None
    between deals. Each step returns the state after it and what was counted, in order.
    After the last card, the shows are counted and the deal passes. No score passes the
    target.

    >>> from trueodds.core.cards import parse_cards
    >>> six = parse_cards("5H 6D 7S 8C KD KH"), parse_cards("4S 4D 9H JC 2C 3C")
    >>> deal = Deal(six, (six[0][4:], six[1][4:]), Card.parse("JD"))
    >>> game, counted = GameState.start(CribbageRules.load(), dealer=1).begin(deal)
    >>> counted[0].lines[0].name, game.scores
    ('his heels', (0, 2))
    """

    scores: tuple[int, int]
    dealer: Seat
    rules: CribbageRules
    deal: Deal | None = None
    play: PlayState | None = None

    @classmethod
    def start(
        cls,
        rules: CribbageRules,
        dealer: Seat = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> GameState:
        """Return the state before a deal, with the given dealer and scores.

        ``dealer`` is the seat of the dealer, 0 or 1, and ``scores`` are by seat. Raises
        ``PositionError`` for a score that is negative or that ended the game.
        """
        for score in scores:
            if not 0 <= score < rules.target:
                raise PositionError(
                    f"a score of {score} is not in play; a game is played from 0 "
                    f"to {rules.target - 1}"
                )
        return cls(scores, dealer, rules)

    @property
    def winner(self) -> Seat | None:
        """The seat (0 or 1) that has reached the target, or None if no seat has."""
        seats: tuple[Seat, Seat] = (0, 1)
        reached = (s for s in seats if self.scores[s] >= self.rules.target)
        return next(reached, None)

    @property
    def to_play(self) -> Seat | None:
        """The seat (0 or 1) to play a card or to say go; None between deals."""
        player = None if self.play is None else self.play.to_play
        return None if player is None else self.seat(player)

    def seat(self, player: Player) -> Seat:
        """Return the seat, 0 or 1, of pone or the dealer in this deal.

        ``player`` is 0 for pone and 1 for the dealer.
        """
        return self.dealer if player == DEALER else opponent_of(self.dealer)

    def begin(self, deal: Deal) -> tuple[GameState, tuple[Score, ...]]:
        """Return the state after the discards and the cut, and his heels if any.

        The second result has what his heels score, and is empty without them. Raises
        ``IllegalPlayError`` after the end or in the middle of a deal, and
        ``PositionError`` for a missing starter, or for a starter under rules without a
        starter.
        """
        self._still_playing("a deal")
        if self.deal is not None:
            raise IllegalPlayError("a deal begins before the deal before it has ended")
        if (deal.starter is not None) != self.rules.starter:
            raise PositionError(
                "the starter is missing"
                if self.rules.starter
                else f"{deal.starter} is turned up; these rules have no starter"
            )
        play = PlayState.start(deal.hand(PONE), deal.hand(DEALER), self.rules.play)
        state = replace(self, deal=deal, play=play)
        if award := heels(deal, self.rules):
            state, score = state._count("heels", award)
            return state, (score,)
        return state, ()

    def play_card(self, card: Card) -> tuple[GameState, tuple[Score, ...]]:
        """Return the state after a card, and the points scored by it and later shows.

        Raises ``IllegalPlayError`` for a card that may not be played now.
        """
        play, award = self._playing(str(card)).play(card)
        return self._after(play, award)

    def go(self) -> tuple[GameState, tuple[Score, ...]]:
        """Return the state after the player to move says go, and the points scored.

        Raises ``IllegalPlayError`` when a card fits.
        """
        play, award = self._playing("go").go()
        return self._after(play, award)

    def _playing(self, word: str) -> PlayState:
        self._still_playing(word)
        if self.play is None:
            raise IllegalPlayError(f"{word} comes between deals")
        return self.play

    def _still_playing(self, word: str) -> None:
        if self.winner is not None:
            score = self.scores[self.winner]
            raise IllegalPlayError(f"{word} comes after the game has ended at {score}")

    def _after(
        self, play: PlayState, award: PlayAward | None
    ) -> tuple[GameState, tuple[Score, ...]]:
        """Count an award of the play, and the shows if the play has ended."""
        state = replace(self, play=play)
        counted: list[Score] = []
        if award and award.lines:
            state, score = state._count("play", award)
            counted.append(score)
        # Cards are left to play, or the play has ended the game: no hand is counted.
        if play.to_play is not None or state.winner is not None:
            return state, tuple(counted)
        assert self.deal is not None
        # The order decides a close game: pone may reach the target with a hand
        # before the dealer counts a better one.
        for event, shown in shows(self.deal, self.rules):
            state, score = state._count(event, shown)
            counted.append(score)
            if state.winner is not None:
                return state, tuple(counted)
        state = replace(state, dealer=opponent_of(self.dealer), deal=None, play=None)
        return state, tuple(counted)

    def _count(self, event: Event, award: PlayAward) -> tuple[GameState, Score]:
        """Add an award to the score of its player."""
        seat = self.seat(award.player)
        score = min(self.scores[seat] + award.points, self.rules.target)
        scores = (score, self.scores[1]) if seat == 0 else (self.scores[0], score)
        counted = Score(seat, event, award.lines, award.points, score)
        return replace(self, scores=scores), counted
