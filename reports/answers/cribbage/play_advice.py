"""The values of the legal cards in a position of the play, as an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from trueodds.analysis.cribbage.play.results import advice
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.core.cards import (
    RANKS,
    card_words,
    parse_cards,
    parse_rank,
    parse_rank_name,
)
from trueodds.core.errors import CardError, OptionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import OF_A_RANK, PLAYERS
from trueodds.reports.answers.cribbage.play import WORDS
from trueodds.reports.kinds import CHANCE, POINTS, Column, Grid, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.text.records import rules_fields

ACTIONS = (*RANKS, "go")


def _net(value: Enclosure) -> str:
    return decimals(2, "+")(value.midpoint)


class AdvisedCard(NamedTuple):
    """A legal card, what it costs, and the reply that lowers the average most."""

    card: str
    points: int
    net: Enclosure
    costs: Enclosure
    reply: str | None = None
    reply_probability: Enclosure | None = None
    reply_net: Enclosure | None = None

    @classmethod
    def of(cls, value: advice.CardValue, best: Enclosure) -> AdvisedCard:
        """Return a card beside the value of the best one."""
        net, reply = value.net, value.reply
        costs = Enclosure(best.lower - net.upper, best.upper - net.lower)
        after = (ACTIONS[reply.action], *reply[1:]) if reply else ()
        return cls(RANKS[value.card], value.points, net, costs, *after)


COLUMNS = (
    Column("card", "card"),
    Column("points", "points now", POINTS),
    Column("net", "net points from here", _net),
    Column("costs", "costs", lambda value: decimals(2)(abs(value.midpoint))),
    Column("reply", "reply to fear"),
    Column("reply_probability", "probability", CHANCE),
    Column("reply_net", "net after it", _net),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayAdvice(Answer):
    """The legal cards in a position of the play, the best first.

    ``net`` are the average net points from here on, and ``costs`` what the best card
    has more. ``played`` has every card and go before. ``by_strategy`` is False if the
    opponent never plays so by his strategy.
    """

    schema = "trueodds.play-advice/1"
    marked = True

    game: str
    rules: CribbageRules
    rules_digest: str
    version: str
    role: str
    held: tuple[str, ...]
    played: tuple[str, ...]
    threw: tuple[str, ...]
    starter: tuple[str, ...]
    cards: tuple[AdvisedCard, ...]
    by_strategy: bool
    strategy: str

    @classmethod
    def of(
        cls,
        rules: CribbageRules,
        held: str,
        played: str,
        role: str | None,
        threw: str,
        starter: str,
    ) -> PlayAdvice:
        """Return the advice on a position.

        Raises ``CardError``, ``OptionError`` or ``PositionError`` for a wrong position.
        """
        ranks, thrown, turned = map(_ranks, (held, threw, starter))
        past = [
            len(RANKS) if word.lower() == "go" else parse_rank(word)
            for word in card_words(played, whole=False)
        ]
        _check([*ranks, *thrown, *turned, *past], " ".join((held, threw, starter)))
        game, parts = advice.shipped_opponent(rules)
        at = advice.position(game, ranks, past)
        player = PLAYERS[at.player]
        if role not in (None, player):
            raise OptionError(f"it is {player}'s turn after these cards, not {role}'s")
        known = [*ranks, *at.own, *thrown, *turned]
        keeps = advice.shipped_keeps(rules, player, known)
        values = advice.card_values(at, keeps, parts)
        return cls(
            **rules_fields(rules),
            role=player,
            held=_names(ranks),
            played=_names(step.action for step in at.steps),
            threw=_names(thrown),
            starter=_names(turned),
            cards=tuple(AdvisedCard.of(v, values.cards[0].net) for v in values.cards),
            by_strategy=values.is_played,
            strategy=shipped_strategy().words,
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return the cards, the best first."""
        return {"cards": Grid(COLUMNS, self.cards)}

    def table(self) -> Iterable[Part]:
        """Return the best card, all legal cards, and how both play."""
        by = rules_name(self.game, self.rules)
        yield f"Play the {self.cards[0].card} ({by}, you are {self.role})."
        yield from self.printed_tables()
        yield WORDS["advice"].format(strategy=self.strategy)
        if not self.by_strategy:
            yield WORDS["unplayed"]


def _names(actions: Iterable[int]) -> tuple[str, ...]:
    return tuple(ACTIONS[action] for action in actions)


def _ranks(text: str) -> list[int]:
    return [parse_rank(word) for word in card_words(text, whole=False)]


def _check(ranks: list[int], cards: str) -> None:
    """Refuse a card that is there twice, and five cards of a rank."""
    words = card_words(cards, whole=False)
    parse_cards(" ".join(word for word in words if parse_rank_name(word) is None))
    for rank, name in enumerate(RANKS):
        if ranks.count(rank) > OF_A_RANK:
            raise CardError(
                f"there are {ranks.count(rank)} cards of rank {name}; a deck has "
                f"{OF_A_RANK}"
            )
