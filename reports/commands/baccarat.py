"""Baccarat: what every bet costs, also late in a shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from trueodds.core.errors import OptionError
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Between, Texts, Words, checked, text_of

if TYPE_CHECKING:
    from trueodds.reports.answers.baccarat import Bets
    from trueodds.reports.chosen import RulesSource


@checked
def bets(
    *cards: Annotated[Texts, Words("[CARDS]...")],
    seen: Annotated[Texts | None, "CARDS"] = None,
    shoe: Annotated[str | None, "RANK:N,..."] = None,
    stake: Annotated[int | None, "MONEY", Between(1)] = None,
    hands: Annotated[int | None, "N", Between(1)] = None,
    rules: RulesSource = None,
    set: Mapping[str, object] | None = None,
) -> Bets:
    """Print what every bet costs now, how often it wins and how much it varies.

    The bets are sorted by what the house keeps, the best for you first. CARDS have been
    dealt, like those of ``seen``; suits may be left out.

    Args:
        cards: Cards that were dealt, as texts or as one list of cards.
        seen: Cards that were dealt, such as KH 5D.
        shoe: Cards left in the shoe, by rank. Ranks you leave out are gone.
        stake: Money on each bet in each hand: adds what all hands cost on average.
        hands: Hands that are played with this stake, such as those of an hour
            [default: 70].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The bets, with exact edges, chances to win and variances.

    Raises:
        TrueoddsError: The cards are not in the shoe, or an argument is wrong.

    Example:
        >>> bets("8D 8H", "9C").bets[0].edge.exact < 0
        False
        >>> float(bets(stake=25, hands=70).bets[0].cost)
        17.8202632496239
    """
    from trueodds.reports.answers.baccarat import bets_of

    dealt = text_of(seen)
    # Cards as words and cards of --seen are one list of dealt cards.
    if typed := " ".join(filter(None, map(text_of, cards))):
        dealt = f"{dealt or ''} {typed}".strip()
    changed = chosen(rules, set).with_fields({"seen": dealt, "shoe": shoe})
    if hands and not stake:
        raise OptionError("--hands needs --stake; such as --stake 25 --hands 70")
    options = [f"--stake={stake}", f"--hands={hands or 70}"] if stake else []
    command = changed.command("baccarat", "bets", *options)
    return bets_of(changed.odds("baccarat"), command, stake or 0, hands or 70)
