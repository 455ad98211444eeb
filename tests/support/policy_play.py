"""The play of cribbage by a named policy, by the reference rules."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayState

RULES = CribbageRules.load().play
Ranks = tuple[int, ...]
Event = tuple[int, int]
Lines = Mapping[tuple[Event, ...], Fraction]


@cache
def played(pone: Ranks, dealer: Ranks) -> tuple[Event, ...]:
    """Return who scores how many points, in order, if both play the highest card."""
    (events,) = lines(pone, dealer, "highest")
    return events


@cache
def lines(pone: Ranks, dealer: Ranks, policy: str) -> Lines:
    """Return the probability of each order of scores, if both play by a policy."""
    ranks = pone + dealer
    cards = [Card(rank, ranks[:at].count(rank)) for at, rank in enumerate(ranks)]
    return _from(PlayState.start(cards[:4], cards[4:], RULES), policy)


@cache
def _from(state: PlayState, policy: str) -> Lines:
    if state.to_play is None:
        return {(): Fraction(1)}
    fitting = sorted(state.legal_cards(), key=lambda card: card.rank)
    cards = {"highest": fitting[-1:], "lowest": fitting[:1], "random": fitting}[policy]
    # Cards of a rank score the same, so one of them stands for all.
    times = Counter(card.rank for card in cards)
    moments = [(*state.play(card), times[card.rank]) for card in first_cards(cards)]
    result: Counter[tuple[Event, ...]] = Counter()
    for after, award, number in moments or [(*state.go(), 1)]:
        first = ((award.player, award.points),) if award and award.points else ()
        for events, chance in _from(after, policy).items():
            result[*first, *events] += chance * Fraction(number, len(cards) or 1)
    return result


def first_cards(cards: list[Card]) -> list[Card]:
    return [*{card.rank: card for card in cards[::-1]}.values()]
