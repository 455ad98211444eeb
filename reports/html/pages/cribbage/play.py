"""Page of the play: what hands earn, which card pone leads, and the reply to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from operator import itemgetter
from typing import Any

from trueodds.analysis.cribbage.play.results.lead_rules import lead_rules
from trueodds.analysis.cribbage.play.results.shipped import HandPoints, ProvedPlay
from trueodds.analysis.cribbage.play.solving.shipped_strategy import (
    first_replies,
    shipped_strategy,
)
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.core.cards import RANKS
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.answers import headlines
from trueodds.reports.answers.cribbage.play import (
    HAND,
    NET,
    OPPONENT,
    OWN,
    PlayTable,
    leads,
)
from trueodds.reports.html.book import BookPage, page_of
from trueodds.reports.html.pages.cribbage.cribs import square
from trueodds.reports.kinds import CHANCE, Column, Grid
from trueodds.reports.output import Table

Choice = Mapping[int, Fraction]
"""The probabilities of ranks."""
DATA = "cribbage-play"
NAMES = {"dealer": "the dealer", "pone": "pone"}
SHOWN = 5
"""The number of best, and of worst, hands in a table."""
THOUSANDTHS = 1000
ADVICE = (
    Column("pone", "Pone", derived=itemgetter(0)),
    Column("obeyed", "obeyed", CHANCE, itemgetter(1)),
)


def build(odds: Odds, play: ProvedPlay) -> BookPage:
    """Return the page on the play of cribbage, with the points of all hands as data."""
    pone = play.hands["pone"]
    replies = first_replies(odds.rules_as(CribbageRules))
    words = headlines("cribbage.play")
    return replace(
        page_of("cribbage-play"),
        values={
            "ranks": RANKS,
            "headlines": tuple(odds[id] for id in words),
            "words": words,
            "leads": square(partial(share, pone, [hand.lead for hand in pone])),
            "replies": square(
                lambda led, held: share(
                    play.hands["dealer"], [each[led] for each in replies], held, held
                )
            ),
            "strategy": shipped_strategy().words,
            "maps": [(role, square(_mean_net(play.hands[role]))) for role in ROLES],
            "extremes": [_extremes(play, role) for role in ROLES],
            "advice": _advice(odds),
            "play": play,
            "names": NAMES,
        },
        odds=odds,
        data={DATA: data_file(play, replies)},
    )


def share(
    hands: Sequence[HandPoints], choices: Sequence[Choice], held: int, played: int
) -> Fraction:
    """Return the probability that a player plays a rank if he holds a rank.

    ``played`` and ``held`` are these ranks, 0 (ace) to 12 (king). ``choices`` has, for
    each of ``hands``, the probability of each rank that he plays from it. Hands count
    with their weights. A hand without such probabilities is left out.
    """
    plays = Fraction(0)
    holds = 0
    for hand, choice in zip(hands, choices, strict=True):
        # A hand that is never kept would count plays that never occur.
        if hand.weight and choice and held in hand.hand:
            holds += hand.weight
            plays += hand.weight * choice.get(played, 0)
    return plays / holds


def data_file(play: ProvedPlay, replies: Sequence[Sequence[Choice]]) -> bytes:
    """Return a JSON file with the points of all hands, pone's leads and the replies.

    ``play`` has the hands and the leads. ``replies`` has the probabilities of the
    dealer's first card, by his hand and then by the rank that pone leads.

    Points and probabilities are integers: numbers of thousandths. For each role the
    file has one list: own points and opponent's points of the first hand, then of the
    second, and so on. "leads" has for each of pone's hands the ranks and their
    probabilities, or null for a hand that he never keeps. "replies" has the same for
    each of the dealer's hands and each rank that pone leads, or null if the dealer
    holds all four cards of this rank.
    """
    # A flat list without names keeps the file small: it has all hands of both roles.
    content: dict[str, Any] = {
        role: [
            round(THOUSANDTHS * points)
            for hand in play.hands[role]
            for points in (hand.own, hand.opponent)
        ]
        for role in ROLES
    }
    content["leads"] = [_thousandths(hand.lead) for hand in play.hands["pone"]]
    content["replies"] = [[*map(_thousandths, each)] for each in replies]
    return json.dumps(content, separators=(",", ":")).encode()


def _thousandths(choice: Choice) -> list[tuple[int, int]] | None:
    return [(rank, round(THOUSANDTHS * p)) for rank, p in choice.items()] or None


def _mean_net(hands: Sequence[HandPoints]) -> Callable[[int, int], Fraction | None]:
    """Return a function of two ascending ranks: mean net points of hands with both."""
    weights: Counter[tuple[int, int]] = Counter()
    sums: Counter[tuple[int, int]] = Counter()
    for hand in hands:
        # Sums of integers are fast and exact; a billionth of a point is below what is
        # shown.
        net = round(hand.net * 10**9)
        # A set, because three equal cards would count their pair three times.
        for pair in {*combinations(hand.hand, 2)}:
            weights[pair] += hand.weight
            sums[pair] += hand.weight * net

    def mean(low: int, high: int) -> Fraction | None:
        weight = weights[low, high]
        return Fraction(sums[low, high], weight * 10**9) if weight else None

    return mean


def _extremes(play: ProvedPlay, role: str) -> Table:
    """Return a role's best and worst hands, among the hands that are ever kept."""
    # The hands are in the order of their net points, the best first.
    kept = [hand for hand in PlayTable.of(play, role).hands if hand.weight]
    return Grid(
        [HAND, NET, OWN, OPPONENT, *leads(role)],
        [*kept[:SHOWN], *kept[-SHOWN:]],
        f"The {SHOWN} best and {SHOWN} worst hands of {NAMES[role]}: points in the "
        "play",
    ).table()


def _advice(odds: Odds) -> Table:
    """Return a table of rules of thumb, the most often obeyed rule first."""
    obeyed = [
        (rule.label, odds[f"play.equilibrium.rule.{name}"].bounds)
        for name, rule in lead_rules().items()
    ]
    # Rules that are obeyed equally often have a fixed order, so the page is the same
    # each time.
    obeyed.sort(key=lambda row: (-row[1].midpoint, row[0]))
    return Grid(
        ADVICE, obeyed, "How often pone's first card is as a rule of thumb says"
    ).table()
