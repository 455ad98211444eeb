"""Discards of cribbage: which two of six cards to throw into the crib."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from trueodds.core.cards import Card, card_words
from trueodds.core.errors import OptionError, TrueoddsError
from trueodds.reports.progress import shown
from trueodds.reports.signatures import (
    Numbers,
    Texts,
    Words,
    checked,
    read,
    text_of,
)

if TYPE_CHECKING:
    from trueodds.reports.answers.cribbage.discard import RankedDiscards

Player: TypeAlias = Literal["dealer", "pone", "mine", "theirs"]


def _hands(hand: Any) -> Any:
    """Return six cards as one text, or the texts of several deals as a list.

    Texts that all have fewer than six cards are parts of one deal.
    """
    from trueodds.analysis.cribbage.discard.ranking import card_texts

    parts = card_texts("hand", hand, "six cards")
    if isinstance(hand, str) or all(len(card_words(part)) < 6 for part in parts):
        return " ".join(parts)
    return read("hand", hand, Texts)


@checked
def discard(
    hand: Annotated[str | Iterable[str | Card], Words("CARDS..."), _hands],
    role: Player | None = None,
    *,
    all: bool = False,
    opponent: Annotated[str | Path, "NAME|FILE"] = "equilibrium",
    throw: Annotated[Texts | None, "CARDS"] = None,
    distribution: bool = False,
    cuts: bool = False,
    with_play: bool = False,
    play_from: Annotated[str | Path | None, "DIR"] = None,
    score: Annotated[Numbers | None, "N-N"] = None,
    exact: bool = False,
    no_cache: bool = False,
) -> RankedDiscards:
    """Say which two of six CARDS to throw, such as 5H 5D JS QC 2D 9S.

    The values are exact averages: the hand you keep over the 46 starters, and the crib
    over all hands of the opponent. The total is hand + crib if the crib is yours, and
    hand - crib if it is the opponent's. Without ``role``, the three best discards are
    listed for each crib. With ``score``, the discards are ranked by the probability to
    win the game, which lies between two proved bounds.

    Args:
        hand: Six cards; or a list, a tuple, a series or an array of several deals.
        role: Whose crib it is: yours (dealer, mine) or the opponent's (pone, theirs).
            [default: both]
        all: Rank all 15 discards, also without ``role``.
        opponent: How the opponent throws: equilibrium, best-own-hand, uniform, or a
            strategy file.
        throw: Only this discard of the 15, such as "2D 9S".
        distribution: Print the probability of each number of points, for the best
            discard (in JSON for all).
        cuts: List which starters help, and by how much, for the best discard (in JSON
            for all).
        with_play: Add the points of the play: own + crib + play, both playing the
            certified equilibrium of the play. A further number is the play against
            exactly the hands that your six cards leave, by the shipped strategy.
        play_from: How both play this deal, for ``with_play`` and ``score``: a folder
            that "cribbage play solve" has written, or highest, lowest or random.
            [default: the shipped strategy of the play]
        score: Rank by the probability to win from this score before the deal, yours
            first, such as 110-112.
        exact: Print fractions in full, and all bounds.
        no_cache: Neither read nor write cached tables.

    Returns:
        The discards, the best first, for one role or for both. Those of several deals
        are rows of one table, with the order and the index of the input; ``throw`` can
        then have a discard for each deal.

    Raises:
        TrueoddsError: The cards are no deal, or an argument is wrong.

    Example:
        >>> ranked = discard("5H 5D JS QC 2D 9S", "mine")
        >>> ranked.best
        Throw(2♦ 9♠, keep 5♦ 5♥ J♠ Q♣, 16.22)
        >>> ranked.best.own, ranked.of("JS QC").own
        (Fraction(583, 46), Fraction(114, 23))
        >>> deals = ["5H 5D JS QC 2D 9S", "6H 7D 8S QC 2D 3S"]
        >>> frame = discard(deals, "mine", throw=["JS QC", "2D 3S"]).to_pandas()
        >>> [round(cost, 2) for cost in frame["costs"]]
        [6.38, 0.0]
    """
    from trueodds.analysis.cribbage.discard import ranking
    from trueodds.analysis.cribbage.strategy_file import ROLES
    from trueodds.reports.answers.cribbage import discard as answers

    # ``_hands`` has made one deal a text and several deals a list.
    several = not isinstance(hand, str)
    deals = [*map(str, hand)] if several else [str(hand)]
    throws = [text_of(throw)] * len(deals)
    # A single discard is compared in every deal.
    if several and isinstance(throw, list):
        throws = throw
    if len(throws) != len(deals):
        raise OptionError(
            f"throw must have {len(deals):,} discards, one for each deal, not "
            f"{len(throws):,}"
        )
    parts = []
    with shown() as progress:
        for number, (deal, thrown) in enumerate(zip(deals, throws, strict=True), 1):
            for each in [ranking.ROLE_NAMES[role]] if role else ROLES:
                try:
                    ranked = ranking.discard(
                        deal,
                        each,
                        opponent=opponent,
                        distribution=distribution,
                        with_play=with_play,
                        play_folder=play_from,
                        score=text_of(score),
                        use_cache=not no_cache,
                        progress=progress,
                    )
                    selected = ranked.ranked if thrown is None else (ranked.of(thrown),)
                except TrueoddsError as error:
                    if not several:
                        raise
                    # In a long list, the number of the deal is the first thing to know.
                    raise type(error)(f"deal {number}: {error}") from None
                parts.append(answers.Shown(ranked, selected, number))
    kind = answers.RankedDiscards if role else answers.DiscardsOfRoles
    if several:
        kind = answers.DiscardsOfDeals
    return kind(
        shown=tuple(parts),
        all=all,
        cuts=cuts,
        exact=exact,
        labels=getattr(hand, "labels", None),
    )
