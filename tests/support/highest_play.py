"""The play of cribbage by the policy ``highest``, by the reference rules."""

from functools import cache

from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PlayState

RULES = CribbageRules.load().play
Ranks = tuple[int, ...]
Event = tuple[int, int]


@cache
def played(pone: Ranks, dealer: Ranks) -> tuple[Event, ...]:
    """Return who scores how many points, in order, if both play the highest card."""
    ranks = pone + dealer
    cards = [Card(rank, ranks[:at].count(rank)) for at, rank in enumerate(ranks)]
    return _best(PlayState.start(cards[:4], cards[4:], RULES), None)[1]


def _best(state: PlayState, alone: int | None) -> tuple[int, tuple[Event, ...]]:
    """Return the points from now on of the player who is alone, and all events."""
    if state.to_play is None:
        return 0, ()
    cards = list(state.legal_cards())
    if all(state.hands):
        cards = sorted(cards, key=lambda card: card.rank)[-1:]
    else:
        alone = state.to_play
    lines = []
    for after, award in [state.play(card) for card in cards] or [state.go()]:
        more, events = _best(after, alone)
        if award:
            more += award.points * (award.player == alone)
            events = (award.player, award.points), *events
        lines.append((more, events))
    return max(lines, key=lambda line: line[0])
