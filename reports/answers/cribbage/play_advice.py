"""The values of the legal cards in a position of the play, as an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from trueodds.analysis.cribbage.game.play_at_score import Known, worth_at_score
from trueodds.analysis.cribbage.game.win_chain import shipped_wins
from trueodds.analysis.cribbage.play.results import card_values
from trueodds.analysis.cribbage.play.results.response import Worth
from trueodds.analysis.cribbage.play.solving.opponent_keeps import dealt_given_ranks
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.core.cards import (
    RANKS,
    Card,
    card_words,
    parse_cards,
    parse_rank,
    parse_rank_name,
)
from trueodds.core.errors import CardError, OptionError
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import CARDS_THROWN
from trueodds.core.rules.cribbage_play import DEALER, OF_A_RANK, PLAYERS
from trueodds.core.scores import TWO, scores
from trueodds.reports.answers.cribbage.play import WORDS
from trueodds.reports.kinds import CHANCE, POINTS, Column, Grid, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.text.records import rules_fields

ACTIONS = (*RANKS, "go")


def _net(value: Enclosure) -> str:
    return decimals(2, "+")(value.midpoint)


class AdvisedCard(NamedTuple):
    """A legal card, what it costs, and the opponent's reply to fear most.

    ``points`` are those that the card pegs at once. ``net`` are the average net points
    from now on, with these: the player's points minus the opponent's. ``costs`` is by
    how much the highest ``net`` of a legal card is higher. ``reply`` is the opponent's
    reply that lowers ``net`` most. At a score, ``win`` is the probability to win, and
    ``win_costs`` is by how much the highest ``win`` is higher. ``pone_ends`` and
    ``dealer_ends`` are the probabilities that pone, or the dealer, wins the game during
    this play.
    """

    card: str
    points: int
    net: Enclosure
    costs: Enclosure
    # These three are None if the opponent has no choice after the card.
    reply: str | None = None
    reply_probability: Enclosure | None = None
    reply_net: Enclosure | None = None
    # These four are None without a score.
    win: Enclosure | None = None
    win_costs: Enclosure | None = None
    pone_ends: Enclosure | None = None
    dealer_ends: Enclosure | None = None

    @classmethod
    def of(
        cls, value: card_values.CardValue, values: Iterable[card_values.CardValue]
    ) -> AdvisedCard:
        """Return a card with what it costs against the best legal card.

        ``value`` has the value of the card, and ``values`` has those of all legal
        cards.
        """
        net = value.net
        reply = value.reply
        win = value.win
        costs = _costs(net, [each.net for each in values])
        after = (ACTIONS[reply.action], *reply[1:]) if reply else (None,) * 3
        at_score: tuple[Enclosure, ...] = ()
        if win:
            wins = [each.win.win for each in values if each.win]
            at_score = win.win, _costs(win.win, wins), *win.reached
        return cls(RANKS[value.card], value.points, net, costs, *after, *at_score)


def _costs(value: Enclosure, values: Iterable[Enclosure]) -> Enclosure:
    """Return what the largest value has more."""
    return max(values, key=lambda each: each.midpoint) - value


WINS = (
    Column("win", "you win", CHANCE),
    Column(
        "win_costs",
        "costs, games of 100",
        lambda win: decimals(2)(100 * abs(win.midpoint)),
    ),
    Column("pone_ends", "pone wins in this play", CHANCE),
    Column("dealer_ends", "dealer wins in this play", CHANCE),
)
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

    ``role`` is that of the player to move. ``held`` are the ranks that he still holds,
    ``threw`` those that he threw, and ``played`` all ranks and goes so far, in order.
    ``threw`` and ``starter`` are empty if they are not known. ``score`` is empty, or
    his score and the opponent's. ``strategy`` names the opponent's strategy of the
    play. ``by_strategy`` is False if the opponent has played cards that he never keeps
    or never plays by his strategies.
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
    score: tuple[int, ...]
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
        score: str | None = None,
    ) -> PlayAdvice:
        """Return the advice on a position.

        Args:
            rules: The rules of cribbage.
            held: The cards or ranks that the player still holds, as text.
            played: All cards played before by both players, as text, from pone's first
                one. If a card would take the count over its limit, it was played after
                a go. Every other go has to be in the text, as "go".
            role: The player's role, "dealer" or "pone"; None for the player to move.
            threw: The cards that the player threw, as text; empty if not known.
            starter: The starter, as text; empty if not known.
            score: Both scores, the player's first, such as "110-112"; None for advice
                by points alone.

        Raises ``CardError``, ``OptionError`` or ``PositionError`` for a wrong position.
        """
        # The play by points depends on ranks alone, so suits may be left out.
        ranks, thrown, turned = map(_ranks, (held, threw, starter))
        past = [
            # A go is a move without a card, with the number after those of the ranks.
            len(RANKS) if word.lower() == "go" else parse_rank(word)
            for word in card_words(played, whole=False)
        ]
        for option, cards, most in (
            ("--threw", thrown, CARDS_THROWN),
            ("--starter", turned, 1),
        ):
            if len(cards) > most:
                raise OptionError(
                    f"{option} takes at most {counted(most, 'cards')}, not {len(cards)}"
                )
        _check([*ranks, *thrown, *turned, *past], (held, threw, starter, played))
        game, parts = card_values.shipped_opponent(rules)
        at = card_values.position(game, ranks, past)
        player = PLAYERS[at.player]
        if role not in (None, player):
            raise OptionError(f"it is {player}'s turn after these cards, not {role}'s")
        # The cards that the opponent cannot hold: the player has seen them before the
        # play.
        known = [*ranks, *at.own, *thrown, *turned]
        points = scores(score, rules.target, "--score ")
        worth, is_kept = None, True
        keeps = card_values.shipped_keeps(rules, player, known)
        dealt = None if points else dealt_given_ranks(known)
        # At a score the suits count, as later points of this deal may decide the game:
        # the show, and flushes in it.
        if points:
            keeps, worth, is_kept = _worth(
                at, held, played, threw, starter, points, rules
            )
        values = card_values.card_values(at, keeps, parts, worth, dealt)
        return cls(
            **rules_fields(rules),
            role=player,
            held=_names(ranks),
            played=_names(step.action for step in at.steps),
            threw=_names(thrown),
            starter=_names(turned),
            score=tuple(points),
            cards=tuple(AdvisedCard.of(v, values.cards) for v in values.cards),
            # If the opponent never plays so, his hands have no weights by his strategy,
            # and the advice rests on an assumption, which the answer names.
            by_strategy=values.is_played and is_kept,
            strategy=shipped_strategy().words,
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the legal cards, the best first."""
        columns: Sequence[Column] = COLUMNS
        if self.score:
            columns = (*COLUMNS[:2], *WINS, *COLUMNS[2:])
        return {"cards": Grid(columns, self.cards)}

    def table(self) -> Iterable[Part]:
        """Return the best card, a table of all legal cards, and notes.

        The notes say how both players are assumed to play on.
        """
        by = rules_name(self.game, self.rules)
        at = " at {}-{}".format(*self.score) if self.score else ""
        yield f"Play the {self.cards[0].card}{at} ({by}, you are {self.role})."
        yield from self.printed_tables()
        yield WORDS["advice"].format(strategy=self.strategy)
        if self.score:
            yield WORDS["at_score"]
        if not self.by_strategy:
            yield WORDS["unplayed"]


def _worth(
    at: card_values.PlayPosition,
    held: str,
    played: str,
    threw: str,
    starter: str,
    points: list[int],
    rules: CribbageRules,
) -> tuple[Array, Worth, bool]:
    """Return the weights of the opponent's hands, and the probability to win.

    The last is False if the opponent never keeps the cards that he has played.
    """
    if len(points) != 2:
        raise OptionError(TWO)
    words = [w for w in card_words(played, whole=False) if w.lower() != "go"]
    # The players who played the cards, in order; a go is not among the words either.
    movers = [step.player for step in at.steps if step.action < len(RANKS)]
    by = list(zip(words, movers, strict=True))
    own = [word for word, mover in by if mover == at.player]
    kept, thrown, turned = (
        card_words(text, whole=False)
        for text in (f"{held} {' '.join(own)}", threw, starter)
    )
    # None of these cards may be a rank without its suit.
    whole = len(thrown) == 2 and len(turned) == 1
    if not whole or {None} != {*map(parse_rank_name, (*kept, *thrown, *turned))}:
        raise OptionError(
            "a score needs the suits of your cards, both cards of --threw, and "
            '--starter, such as lead 3H 4D JS QC --threw "5C KD" --starter 5H '
            "--score 110-112"
        )
    # The opponent's cards may be given without suits; those with a suit are known
    # exactly.
    seen = [w for w, mover in by if mover != at.player and parse_rank_name(w) is None]
    numbers = (
        [Card.parse(word).number for word in each]
        for each in (kept, thrown, turned, seen)
    )
    kept_cards, thrown_cards, (turned_card,), seen_cards = numbers
    needs = [rules.target - score for score in points]
    role = PLAYERS[at.player]
    return worth_at_score(
        Known(kept_cards, thrown_cards, turned_card, seen_cards),
        # The player's own points come first, also if he is the dealer.
        (needs[at.player], needs[1 - at.player]),
        strategy("equilibrium", OPPONENT[role], rules),
        shipped_wins(rules).bounds,
        rules,
        deals=at.player == DEALER,
        hands=at.opponent_hands,
    )


def _names(actions: Iterable[int]) -> tuple[str, ...]:
    return tuple(ACTIONS[action] for action in actions)


def _ranks(text: str) -> list[int]:
    return [parse_rank(word) for word in card_words(text, whole=False)]


def _check(ranks: list[int], texts: Iterable[str]) -> None:
    """Refuse a card that is there twice, and five cards of a rank.

    ``texts`` have all known cards, with or without suits, and goes.
    """
    words = card_words(" ".join(texts), whole=False)
    cards = [word for word in words if word.lower() != "go"]
    # Cards with suits: this raises if one is there twice.
    parse_cards(" ".join(card for card in cards if parse_rank_name(card) is None))
    for rank, name in enumerate(RANKS):
        if ranks.count(rank) > OF_A_RANK:
            raise CardError(
                f"there are {ranks.count(rank)} cards of rank {name}; a deck has "
                f"{OF_A_RANK}"
            )
