"""The fifteen discards of one deal, ranked by exact values.

A shipped table has the value of the play for every four ranks, at the certified
equilibrium of the play. The value is a mean over the opponent's hands given only these
four ranks. ``KeptPlay.given_deal`` is instead a mean over exactly the hands that our
six cards leave to the opponent. For it, both play by ``play_folder``, or else by the
strategy that ships.

At a score, the discards are ranked by the probability to win the game instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from trueodds.analysis.cribbage.discard import one_deal
from trueodds.analysis.cribbage.discard.opponent_tables import (
    OpponentTables,
    opponent_tables,
)
from trueodds.analysis.cribbage.game import whole_deals
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.arguments import require_argument
from trueodds.core.cards import (
    DECK,
    Card,
    card_words,
    format_cards,
    parse_cards,
    parse_rank_name,
)
from trueodds.core.errors import (
    CardError,
    OptionError,
    PositionError,
    RulesError,
)
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.packages import installed, require
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.core.scores import TWO, scores
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardDistributions

EQUILIBRIUM = "equilibrium"
EXPLOITABILITY = Fraction(13, 10**18)
"""The exploitability of the shipped strategies in points a deal, rounded up."""
ROLE_NAMES = {"dealer": "dealer", "pone": "pone", "mine": "dealer", "theirs": "pone"}
"""The role, by the names that are accepted for it."""
_SIGN = {"dealer": 1, "pone": -1}
"""The sign of the crib in a player's total, by role."""


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """Mean points in the play with four kept cards: the player's and the opponent's.

    ``own`` and ``opponent`` are the points when both play the certified equilibrium of
    the play, within 1 / 10**9. ``given_deal`` is the mean of the net points over the
    hands that the six cards leave to the opponent, in floating point. For it, both play
    as ``Discards.played`` says. It is None if the packages of compiled code are not
    installed.
    """

    own: Fraction
    opponent: Fraction
    given_deal: float | None = None

    @property
    def net(self) -> Fraction:
        """The player's mean points minus the opponent's, within 2 / 10**9."""
        return self.own - self.opponent


@dataclass(frozen=True, slots=True)
class Discard:
    """One of the fifteen discards of a deal: its cards, and its expected points.

    ``own`` is the hand's mean over the 46 starters, from ``own_min`` to ``own_max``;
    ``crib`` is the crib's mean over the opponent's hands and the starters; ``total`` is
    own + crib for the dealer and own - crib for pone. ``distributions`` has the
    distributions of the three, and ``play`` the mean points of the play with the cards
    kept, where requested. ``win`` bounds the probability to win the game from a score.
    """

    discard: tuple[Card, ...]
    keep: tuple[Card, ...]
    own: Fraction
    crib: Fraction
    total: Fraction
    own_min: int
    own_max: int
    distributions: DiscardDistributions | None = None
    play: KeptPlay | None = None
    win: Enclosure | None = None

    @property
    def laws(self) -> DiscardDistributions | None:
        """The distributions of own hand, crib and total, or None if not requested.

        This is the name of ``distributions`` in version 1.0.
        """
        return self.distributions

    @property
    def total_with_play(self) -> Fraction:
        """The total plus the net points of the play.

        It is the total alone if the points of the play were not requested. Net points
        are the player's points minus the opponent's.
        """
        return self.total + (self.play.net if self.play else 0)

    def before_cut(self) -> int:
        """Return the points of the kept hand without a starter."""
        return show_points(self.keep, None, CribbageRules.load())

    def cuts(self) -> dict[Card, int]:
        """Return the points that each of the 46 starters adds to the kept hand.

        >>> best = discard("5H 5D JS QC 2D 9S", "dealer").best
        >>> best.before_cut(), best.cuts()[Card.parse("5S")]
        (10, 11)
        """
        rules = CribbageRules.load()
        before = self.before_cut()
        starters = sorted({*DECK}.difference(self.discard, self.keep))
        return {card: show_points(self.keep, card, rules) - before for card in starters}

    def __repr__(self) -> str:
        thrown, kept = (
            " ".join(card.symbol for card in cards)
            for cards in (self.discard, self.keep)
        )
        wins = f", wins {self.win.decimal:.2%}" if self.win else ""
        return f"Throw({thrown}, keep {kept}, {float(self.total_with_play):.2f}{wins})"


@dataclass(frozen=True, slots=True)
class Discards:
    """The fifteen discards of a deal, best first.

    ``opponent`` names the opponent's strategy. Equal totals are ordered by the hand's
    own mean, then by the cards thrown. With a ``score``, yours first, they are ranked
    by the probability to win; probabilities equal to nine decimals are ordered by
    totals. ``played`` says how both play this deal.
    """

    hand: tuple[Card, ...]
    role: str
    opponent: str
    ranked: tuple[Discard, ...]
    score: tuple[int, int] | None = None
    played: str = ""

    @property
    def best(self) -> Discard:
        """The first discard of the ranking."""
        return self.ranked[0]

    @property
    def best_without_play(self) -> Discard:
        """The discard with the most points from hand and crib, without the play.

        It has the highest own + crib for the dealer, and the highest own - crib for
        pone. If several tie, it is the first of them in the ranking.
        """
        return max(self.ranked, key=lambda discard: discard.total)

    def __iter__(self) -> Iterator[Discard]:
        return iter(self.ranked)

    def of(self, thrown: str | Iterable[Card]) -> Discard:
        """Return the discard of these two cards, in any order.

        Raises ``CardError`` for text that is no card, and ``PositionError`` unless they
        are two of the six cards.
        """
        cards = parse_cards(" ".join(card_texts("thrown", thrown, "two cards")))
        for discard in self.ranked:
            if set(discard.discard) == set(cards):
                return discard
        raise PositionError(
            f"a discard is two of the cards {format_cards(self.hand)}, "
            f"not {format_cards(cards) or 'none'}"
        )


def discard(  # noqa: PLR0913 - each option is a keyword with a default
    hand: str,
    role: str,
    *,
    opponent: str | Path = EQUILIBRIUM,
    distribution: bool = False,
    with_play: bool = False,
    play_folder: str | Path | None = None,
    score: str | None = None,
    use_cache: bool = True,
    progress: Progress = silent,
) -> Discards:
    """Rank the fifteen discards of six cards by their expected points; exact.

    At a score, they are ranked by the probability to win, between proved bounds.
    The crib's mean is over all 9,366,819 hands that the opponent may hold, with every
    starter. The rules are those of six-card cribbage.

    Args:
        hand: Six cards in any order.
        role: ``dealer`` (your crib) or ``pone`` (the opponent's crib).
        opponent: The opponent's strategy: ``equilibrium``, ``best-own-hand`` (ties
            split evenly), ``uniform``, or a strategy file.
        distribution: Add the exact distributions of own hand, crib and total.
        with_play: Add the mean points of the play to the totals, both players playing
            the certified equilibrium of the play. Also add ``KeptPlay.given_deal``, a
            mean over the hands that these six cards leave to the opponent.
        play_folder: How both play this deal: a folder of ``cribbage play solve``, or a
            policy. By default, they play the strategy that ships. Without a score, this
            implies ``with_play`` and changes only ``KeptPlay.given_deal``.
        score: Both players' scores before the deal, yours first, such as ``110-112``.
            Later deals are played by the shipped strategies.
        use_cache: False to neither read nor write cached tables, nor to read shipped
            ones.
        progress: Called with progress reports.

    Returns:
        The discards, best first.

    Raises:
        CardError: Text that is no card, or a card that is there twice.
        PositionError: The hand has more or fewer than six cards.
        UnknownNameError: A strategy that does not exist.
        RulesError: A strategy file or folder that cannot be used, or the play against
            an opponent who does not throw at equilibrium.
        OptionError: A score that is not two scores in play, or points of the play
            beside a score.

    Example:
        >>> ranked = discard("5H 5D JS QC 2D 9S", "dealer")
        >>> [str(card) for card in ranked.best.discard], ranked.best.own
        (['2D', '9S'], Fraction(583, 46))
        >>> ranked.best
        Throw(2♦ 9♠, keep 5♦ 5♥ J♠ Q♣, 16.22)
    """
    cards = _six(hand)
    rules = CribbageRules.load()
    # A score and the points of the play exclude each other.
    position = None if score is None else _position(score, rules.target, with_play)
    with_play = with_play or (play_folder is not None and not position)
    if with_play and opponent != EQUILIBRIUM:
        raise RulesError(
            "the play is solved against an opponent who throws at equilibrium, not by "
            f"{opponent}"
        )
    tables = opponent_tables(
        opponent, OPPONENT[role], rules, use_cache=use_cache, progress=progress
    )
    discards = by_points(cards, role, tables, rules)
    play_by = play_folder or whole_deals.SHIPPED_PLAY
    played = ""
    # Each option adds its numbers to the fifteen discards.
    with nullcontext() if use_cache else store.uncached():
        if distribution:
            discards = _with_distributions(discards, cards, role, opponent, progress)
        if position:
            discards, played = _with_wins(
                discards, cards, role, opponent, position, play_by, progress
            )
        elif with_play:
            discards, played = _with_play(discards, cards, role, rules, play_by)
    # Without a score ``_sure`` is 0 for all discards, and the totals decide.
    discards.sort(key=lambda d: (-_sure(d), -d.total_with_play, -d.own, d.discard))
    return Discards(cards, role, str(opponent), tuple(discards), position, played)


def by_points(
    cards: Sequence[Card], role: str, tables: OpponentTables, rules: CribbageRules
) -> list[Discard]:
    """Return the fifteen discards of six ascending cards, with their expected points.

    ``role`` is the role of the player who holds the cards, ``dealer`` or ``pone``.
    ``tables`` are the sums over the opponent's hands (``opponent_tables``). The
    discards are in the order of ``DISCARDS``.
    """
    deal = _numbers(cards)
    hands = one_deal.kept_hands(deal, tables, rules)
    cribs = one_deal.cribs(deal, tables)
    discards = []
    for thrown, hand, crib_points in zip(DISCARDS, hands, cribs, strict=True):
        own = Fraction(hand.points, one_deal.STARTERS)
        crib = Fraction(crib_points, one_deal.crib_denominator(tables))
        discards.append(
            Discard(
                discard=tuple(cards[place] for place in thrown),
                keep=tuple(c for place, c in enumerate(cards) if place not in thrown),
                own=own,
                crib=crib,
                total=own + _SIGN[role] * crib,
                own_min=hand.least,
                own_max=hand.most,
            )
        )
    return discards


def _with_distributions(
    discards: Sequence[Discard],
    cards: Sequence[Card],
    role: str,
    opponent: str | Path,
    progress: Progress,
) -> list[Discard]:
    """Return the discards with the distributions of own hand, crib and total."""
    # Imported only now: the means of a deal need neither numpy nor numba.
    from trueodds.analysis.cribbage.discard.distribution import all_distributions
    from trueodds.analysis.cribbage.strategy import strategy

    plays = strategy(opponent, OPPONENT[role], CribbageRules.load())
    distributions = all_distributions(
        _numbers(cards), plays, sign=_SIGN[role], progress=progress
    )
    return [
        replace(d, distributions=distribution)
        for d, distribution in zip(discards, distributions, strict=True)
    ]


def _with_wins(
    discards: Sequence[Discard],
    cards: Sequence[Card],
    role: str,
    opponent: str | Path,
    position: tuple[int, int],
    play_by: str | Path,
    progress: Progress,
) -> tuple[list[Discard], str]:
    """Return the discards with their wins from a score, and how both play this deal."""
    # Imported only now: the points of a deal need neither numpy nor numba.
    from trueodds.analysis.cribbage.discard.at_score import wins_at_score

    rules = CribbageRules.load()
    wins, played = wins_at_score(
        _numbers(cards), role, opponent, position, play_by, rules, progress
    )
    return [replace(d, win=win) for d, win in zip(discards, wins, strict=True)], played


def _position(score: str, target: int, with_play: bool) -> tuple[int, int]:
    """Return both scores, yours first."""
    require("the probability to win with a throw")
    if with_play:
        raise OptionError(
            "a score ranks by the probability to win, not by points of the play; leave "
            "--with-play out"
        )
    points = scores(score, target, "score ")
    if len(points) != 2:
        raise OptionError(TWO)
    return points[0], points[1]


def _sure(discard: Discard) -> Fraction:
    """Return nine decimals of the proved probability to win; 0 without a score."""
    return round(discard.win.lower, 9) if discard.win else Fraction(0)


def _with_play(
    discards: Sequence[Discard],
    deal: Sequence[Card],
    role: str,
    rules: CribbageRules,
    play_by: str | Path,
) -> tuple[list[Discard], str]:
    """Return the discards with the points of the play, and how both play this deal."""
    from trueodds.analysis.cribbage.play.results.shipped import (
        hand_numbers,
        play_results,
    )

    play = play_results(rules)
    assert play is not None  # the rules are the usual ones
    kept = [tuple(card.rank for card in discard.keep) for discard in discards]
    given_deal: Sequence[float | None] = [None] * len(kept)
    played = ""
    # Only compiled code plays another strategy. A light install reads the table.
    if play_by != whole_deals.SHIPPED_PLAY:
        require("the play by another strategy")
    if installed():
        # Imported only now: the shipped table needs neither numpy nor numba.
        from trueodds.analysis.cribbage.game.net_points import net_given_deal

        hands = [hand_numbers()[ranks] for ranks in kept]
        given_deal, played = net_given_deal(_numbers(deal), hands, role, play_by, rules)
    added = []
    for discard, ranks, net in zip(discards, kept, given_deal, strict=True):
        points = play.of(role, ranks)
        added.append(replace(discard, play=KeptPlay(points.own, points.opponent, net)))
    return added, played


def _numbers(cards: Iterable[Card]) -> list[int]:
    return [card.number for card in cards]


def card_texts(name: str, cards: str | Iterable[Card | str], number: str) -> list[str]:
    """Return the cards that a caller gave as an argument, as texts.

    ``cards`` is a text, which becomes the only item, or cards, each of which becomes a
    text. ``name`` is the name of the argument, and ``number`` says how many cards it
    should have, such as "two cards". Errors name both.

    >>> card_texts("thrown", parse_cards("5H5D"), "two cards")
    ['5H', '5D']
    """
    wanted = f"{number}, as text or as Card objects"
    require_argument(name, cards, Iterable, wanted)
    parts = [cards] if isinstance(cards, str) else [*cards]
    for part in parts:
        require_argument(name, part, str | Card, wanted)
    return [*map(str, parts)]


def _six(hand: str) -> tuple[Card, ...]:
    """Return six different cards, ascending."""
    words = card_words(hand)
    # ``card_words`` also splits at a hyphen, so a score after the cards is two words.
    score = "-".join(words[6:])
    if re.fullmatch("[0-9]+-[0-9]+", score):
        raise OptionError(f"a score comes after an option; add --score {score}")
    for word in words:
        if parse_rank_name(word) is not None:
            raise CardError(f"{word!r} has no suit; add C, D, H or S, as in {word}H")
        Card.parse(word)
    if len(words) != 6:
        hint = "in Python, several deals are a list: trueodds.discard([deal, deal])"
        if len(words) < 12:
            hint = "such as 5H 5D JS QC 2D 9S"
        raise PositionError(f"a deal is six cards, not {len(words)}; {hint}")
    return tuple(sorted(parse_cards(hand)))
