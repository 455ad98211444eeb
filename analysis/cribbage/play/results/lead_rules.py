"""Rules of thumb for pone's first card, and how far the certified strategy obeys them.

``lead_rules.toml`` states the rules. The probability that a rule is obeyed is over the
hands to which it applies, weighted as pone keeps them. An equilibrium mixes leads of
equal value, so a lead against a rule need not be better than the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec

from trueodds.analysis.cribbage.play.results.shipped import (
    NET_ERROR,
    ProvedPlay,
    play_results,
)
from trueodds.core.cards import RANKS, parse_rank
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules

ALL_RANKS = " ".join(RANKS)


class LeadRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of thumb for the ranks that certain hands of pone lead.

    The rule applies to hands that hold all ranks of one of the texts ``holds``, such as
    "6 8". The hand leads one of the ranks ``leads``; with ``pair``, a rank of which
    it holds two cards or more. ``label`` is the rule in words.

    Example:
        >>> pair = LeadRule(label="leads from a pair", pair=True)
        >>> sorted(pair.led((0, 5, 5, 9))), sorted(pair.led((0, 5, 6, 9)))
        ([5], [])
    """

    label: str
    holds: tuple[str, ...] = ("",)
    leads: str = ALL_RANKS
    pair: bool = False

    def led(self, hand: tuple[int, ...]) -> frozenset[int]:
        """Return the ranks that the rule leads from a hand.

        ``hand`` has the ranks of the four cards, 0 (ace) to 12 (king), and the result
        has such ranks too. There are none if the rule does not apply to the hand.
        """
        if not any(_ranks(held) <= {*hand} for held in self.holds):
            return frozenset()
        least = 2 if self.pair else 1
        return frozenset(r for r in _ranks(self.leads) if hand.count(r) >= least)


@cache
def lead_rules() -> dict[str, LeadRule]:
    """Return the rules of thumb for pone's lead, by name.

    >>> lead_rules()["six_or_eight"].holds
    ('6 8',)
    """
    rules = toml_file(__package__, "lead_rules.toml")
    return msgspec.convert(rules, dict[str, LeadRule])


def obeyed(rule: LeadRule, play: ProvedPlay) -> Fraction:
    """Return the probability that pone's lead obeys the rule.

    It is over the hands to which the rule applies, as pone keeps them, and over the
    leads of the strategy of ``play``.

    Example:
        >>> play = play_results(CribbageRules.load())
        >>> 0.999 < obeyed(lead_rules()["not_five"], play) < 1
        True
    """
    leads = Fraction(0)
    applies = 0
    for hand in play.hands["pone"]:
        if hand.weight and (led := rule.led(hand.hand)):
            applies += hand.weight
            leads += hand.weight * sum(hand.lead.get(rank, 0) for rank in led)
    return leads / applies


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield the probability that pone's lead obeys each rule of thumb.

    Then yield the net points of the best and the worst hand of each role.
    """
    if (play := play_results(rules)) is None:
        return
    method = f"strategy after {play.iterations} iterations of DCFR"
    for name, rule in lead_rules().items():
        yield Quantity(
            f"play.equilibrium.rule.{name}",
            f"Pone {rule.label}: by the certified strategy",
            obeyed(rule, play),
            "probability",
            method,
        )
    for role, hands in play.hands.items():
        for name, choose in (("best", max), ("worst", min)):
            hand = choose((h for h in hands if h.weight), key=lambda h: h.net)
            ranks = " ".join(RANKS[rank] for rank in hand.hand)
            yield Quantity(
                f"play.equilibrium.{role}.{name}_hand",
                f"Net points of the {role}'s {name} hand for the play, {ranks}, "
                "of the hands that are ever kept",
                Enclosure(hand.net - NET_ERROR, hand.net + NET_ERROR),
                "points",
                method,
            )


@cache
def _ranks(names: str) -> frozenset[int]:
    return frozenset(map(parse_rank, names.split()))
