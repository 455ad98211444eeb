"""The play of cribbage: its rules, one scored card, and the state of the play.

Pone and dealer play their four cards in turn, and the count of the cards may not pass
a limit. Source: the rules of the American Cribbage Congress, section "The play".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from trueodds.core.cards import (
    RANKS,
    Card,
    card_words,
    format_cards,
    parse_cards,
    parse_rank,
    parse_rank_name,
    require_different,
)
from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.rules import Breakdown, Line, points_text, total_points

if TYPE_CHECKING:
    from collections.abc import Iterable

FIFTEEN = 15
MOST_CARDS = 8
OF_A_RANK = 4
PLAYERS = ("pone", "dealer")

Player = Literal[0, 1]
PONE: Literal[0] = 0
DEALER: Literal[1] = 1
Points = Annotated[int, Meta(ge=0, le=100)]


class PlayRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of the play of cribbage.

    No card may take the count above ``count_limit``. The points are for a count of
    fifteen, for a count at the limit, for a go, and for the last card of all. Further
    points are for two, three or four cards of a rank, for each card of a run of
    ``least_run`` cards or more, and for a jack as the starter (his heels).
    """

    count_limit: Annotated[int, Meta(ge=15, le=80)] = 31
    fifteen_points: Points = 2
    limit_points: Points = 2
    go_points: Points = 1
    last_card_points: Points = 1
    pair_points: Points = 2
    three_points: Points = 6
    four_points: Points = 12
    least_run: Annotated[int, Meta(ge=3, le=8)] = 3
    run_card_points: Points = 1
    heels_points: Points = 2

    @property
    def of_cards(self) -> PlayRules:
        """The same rules with the default points for his heels.

        His heels depend on the starter only. So two sets of rules score the cards of
        the play alike if they are equal after this.
        """
        return msgspec.structs.replace(self, heels_points=PlayRules().heels_points)


class IllegalPlayError(PositionError):
    """A card that may not be played, or a go with a card that fits."""


def card_value(rank: int) -> int:
    """Return what a card adds to the count of the play: its number, or 10.

    >>> [card_value(rank) for rank in (0, 8, 9, 12)]
    [1, 9, 10, 10]
    """
    return min(rank + 1, 10)


def count_of(pile: Sequence[int]) -> int:
    """Return the sum of what the ranks add to the count of the play: faces add 10.

    ``pile`` has the ranks played, 0 (ace) to 12 (king).
    """
    return sum(map(card_value, pile))


def play_lines(pile: Sequence[int], rules: PlayRules) -> tuple[Line, ...]:
    """Return everything that the last card of a pile scores: the reference scorer.

    The points for a go and for the last card of all do not depend on the pile, so they
    are no part of this.

    Args:
        pile: The ranks played since the count was last at zero, 0 (ace) to 12 (king).
        rules: The rules of the play.

    Returns:
        One line for each thing that scores.

    Example:
        >>> play_lines([4, 9, 4, 4], PlayRules())
        (Line(name='pair', what='5 5', points=2),)
    """
    lines = []
    count = count_of(pile)
    if count == FIFTEEN:
        lines.append(Line("fifteen", ranks_text(pile), rules.fifteen_points))
    if count == rules.count_limit:
        lines.append(Line(f"count of {count}", ranks_text(pile), rules.limit_points))
    alike = equal_at_end(pile)
    if alike >= 2:
        names = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
        points = {2: rules.pair_points, 3: rules.three_points, 4: rules.four_points}
        lines.append(Line(names[alike], ranks_text(pile[-alike:]), points[alike]))
    if run := run_at_end(pile, rules.least_run):
        points_of_run = run * rules.run_card_points
        lines.append(Line(f"run of {run}", ranks_text(pile[-run:]), points_of_run))
    return tuple(lines)


def equal_at_end(pile: Sequence[int]) -> int:
    """Return how many cards at the end of a pile have the rank of the last card.

    ``pile`` has the ranks in the order in which they were played.
    """
    alike = 0
    while alike < len(pile) and pile[-1 - alike] == pile[-1]:
        alike += 1
    return alike


def run_at_end(pile: Sequence[int], least: int) -> int:
    """Return the length of the longest run of the last cards, in any order, or 0.

    ``pile`` has the ranks in the order in which they were played. A run has at least
    ``least`` cards.

    >>> run_at_end([3, 1, 4, 2], 3), run_at_end([3, 4, 4, 2], 3)
    (4, 0)
    """
    # The longest run is tried first. A rank that comes twice spoils the equality.
    for length in range(len(pile), least - 1, -1):
        ranks = sorted(pile[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            return length
    return 0


def score(position: str, rules: PlayRules) -> Breakdown:
    """Score the last card of a pile written as ranks or cards, such as ``5 10 5 5``.

    Raises ``PositionError`` or ``CardError`` naming what is wrong with the text.

    >>> score("4 6 5", PlayRules()).verdict
    '5 points, count 15'
    """
    words = card_words(position)
    if over := next((w for w in words if w.isdecimal() and int(w) > 10), None):
        raise PositionError(
            f"{over!r} is a count and no card; give the cards of the pile, such as "
            "10 8 10 3"
        )
    pile = [parse_rank(word) for word in words]
    suits = sum(parse_rank_name(word) is None for word in words)
    if 0 < suits < len(words):
        raise PositionError(
            f"{position!r} mixes ranks and cards: give all suits or none"
        )
    shown = format_cards(parse_cards(position)) if suits else ranks_text(pile)
    _check(position, pile, rules)
    lines = play_lines(pile, rules)
    points = total_points(lines)
    count = count_of(pile)
    return Breakdown(shown, points, f"{points_text(points)}, count {count}", lines)


def _check(position: str, pile: Sequence[int], rules: PlayRules) -> None:
    """Refuse a pile that no play of two hands of four cards can reach."""
    if not 1 <= len(pile) <= MOST_CARDS:
        raise PositionError(
            f"{position!r} has {len(pile)} cards; the play has 1 to {MOST_CARDS} "
            "since the count was last at zero"
        )
    if count_of(pile) > rules.count_limit:
        raise PositionError(
            f"{position!r} has a count of {count_of(pile)}; "
            f"the count may not pass {rules.count_limit}"
        )
    many = next((rank for rank in pile if pile.count(rank) > OF_A_RANK), None)
    if many is not None:
        raise PositionError(
            f"{position!r} has {pile.count(many)} cards of rank {RANKS[many]}; "
            f"a deck has {OF_A_RANK}"
        )


def ranks_text(ranks: Iterable[int]) -> str:
    """Return ranks as text.

    ``ranks`` are numbers from 0 (ace) to 12 (king).

    >>> ranks_text([0, 9, 12])
    'A 10 K'
    """
    return " ".join(RANKS[rank] for rank in ranks)


@dataclass(frozen=True, slots=True)
class PlayAward:
    """Points for a player, with the reasons: a line for each thing that scores.

    ``player`` is 0 for pone and 1 for the dealer.
    """

    player: Player
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """The sum of the points of all lines."""
        return total_points(self.lines)


@dataclass(frozen=True, slots=True)
class PlayState:
    """A state of the play: the cards in hand, the pile, and whose turn it is.

    A player is 0 for pone and 1 for the dealer. ``hands`` are the cards that pone and
    the dealer still hold. ``pile`` has the cards since the count was last at zero.
    ``to_play`` is the player to move, or None when all cards are played. ``last`` is
    the player of the last card. ``passed`` has True for each player who has said go at
    this count.

    >>> state = PlayState.start(parse_cards("5H 6D 7S 8C"), parse_cards("4S 4D 9H JC"))
    >>> state, award = state.play(Card.parse("7S"))
    >>> state, award = state.play(Card.parse("9H"))
    >>> state, award = state.play(Card.parse("8C"))
    >>> award.points, state.count, PLAYERS[state.to_play]
    (3, 24, 'dealer')
    """

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    pile: tuple[Card, ...]
    to_play: Player | None
    last: Player | None
    passed: tuple[bool, bool]
    rules: PlayRules

    @classmethod
    def start(
        cls,
        pone: Sequence[Card],
        dealer: Sequence[Card],
        rules: PlayRules | None = None,
    ) -> PlayState:
        """Return the play of two hands of four cards, pone's and the dealer's.

        Pone leads. The default rules are those of ``PlayRules()``.

        Raises ``PositionError`` for another number of cards, and ``CardError`` for a
        card that is in both hands or twice in a hand.
        """
        for player, hand in zip(PLAYERS, (pone, dealer), strict=True):
            if len(hand) != MOST_CARDS // 2:
                raise PositionError(
                    f"{player}'s hand {format_cards(hand)!r} has "
                    f"{counted(len(hand), 'cards')}; "
                    f"the play begins with {MOST_CARDS // 2}"
                )
        require_different([*pone, *dealer])
        hands = tuple(pone), tuple(dealer)
        return cls(hands, (), PONE, None, (False, False), rules or PlayRules())

    @property
    def count(self) -> int:
        """The sum of the cards since the count was last at zero."""
        return count_of([card.rank for card in self.pile])

    def legal_cards(self) -> tuple[Card, ...]:
        """Return the cards that the player to move may play.

        Empty for a player who has to say go, and at the end of the play.
        """
        if self.to_play is None:
            return ()
        most = self.rules.count_limit - self.count
        return tuple(c for c in self.hands[self.to_play] if card_value(c.rank) <= most)

    def play(self, card: Card) -> tuple[PlayState, PlayAward]:
        """Return the state after a card, and the points that it scores.

        The award has no lines if the card scores nothing. Raises ``IllegalPlayError``
        for a card that the player does not hold or that takes the count over the limit.
        """
        player = self.to_play
        if player is None:
            raise IllegalPlayError(f"{card} is played after all cards have been played")
        if card not in self.hands[player]:
            raise IllegalPlayError(
                f"{PLAYERS[player]} does not hold {card}, "
                f"but {format_cards(self.hands[player])}"
            )
        if card not in self.legal_cards():
            count = self.count + card_value(card.rank)
            raise IllegalPlayError(
                f"{card} makes the count {count}; "
                f"it may not pass {self.rules.count_limit}"
            )
        left = tuple(held for held in self.hands[player] if held != card)
        hands = (left, self.hands[1]) if player == PONE else (self.hands[0], left)
        pile = (*self.pile, card)
        lines = play_lines([played.rank for played in pile], self.rules)
        after = replace(self, hands=hands, pile=pile, last=player)
        at_limit = after.count == self.rules.count_limit
        if not any(hands):
            # At the limit, its own points take the place of
            # the point for the last card.
            if not at_limit:
                points = self.rules.last_card_points
                lines = (*lines, Line("last card", str(card), points))
            after = replace(after, to_play=None)
        elif at_limit:
            after = after._reset()
        # Otherwise the player goes on alone, until no card of the player fits.
        elif hands[opponent_of(player)] and not self.passed[opponent_of(player)]:
            after = replace(after, to_play=opponent_of(player))
        elif not left:
            # The opponent has said go, and the player has no card left to play on.
            lines = (*lines, Line("go", str(card), self.rules.go_points))
            after = after._reset()
        return after, PlayAward(player, lines)

    def go(self) -> tuple[PlayState, PlayAward | None]:
        """Return the state after the player to move says go.

        The second player who cannot play ends the count: the player of the last card
        scores the go. The second result is the award for it, or None if the count goes
        on. Raises ``IllegalPlayError`` when a card fits.
        """
        player = self.to_play
        if player is None:
            raise IllegalPlayError("go is said after all cards have been played")
        if legal := self.legal_cards():
            raise IllegalPlayError(
                f"{PLAYERS[player]} says go at {self.count} "
                f"but can play {format_cards(legal)}"
            )
        opponent = opponent_of(player)
        if self.hands[opponent] and not self.passed[opponent]:
            passed = (player == PONE, player == DEALER)
            return replace(self, to_play=opponent, passed=passed), None
        assert self.last is not None  # at a count of zero every card fits
        line = Line("go", str(self.pile[-1]), self.rules.go_points)
        return self._reset(), PlayAward(self.last, (line,))

    def _reset(self) -> PlayState:
        """Begin a new count: the player who did not play last leads, if he can."""
        assert self.last is not None
        opponent = opponent_of(self.last)
        leader = opponent if self.hands[opponent] else self.last
        return replace(self, pile=(), to_play=leader, passed=(False, False))


def opponent_of(player: Player) -> Player:
    """Return the opponent of a player: the dealer for pone, and pone for the dealer.

    Players and seats are numbered 0 and 1, so the opponent of a seat is the other seat.
    """
    return DEALER if player == PONE else PONE
