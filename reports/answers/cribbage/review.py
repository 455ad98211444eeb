"""A review of recorded deals as an answer: decisions, totals and accounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.cribbage.game.review import (
    NOTHING,
    Account,
    Limits,
    ReviewedChoice,
    review,
)
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rulebook import rules_name
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress
from trueodds.proofs.verify.transcript.cribbage.deals import recorded_deals
from trueodds.reports.answers import words_of
from trueodds.reports.kinds import CHANCE, Column, Grid, Kind, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.records import rules_fields

WORDS = words_of("cribbage/words.toml", "review")


class Total(NamedTuple):
    """The number and the costs of a player's throws, or of his cards.

    ``decision`` is "throw" or "card", and ``decisions`` their number. ``small`` and
    ``large`` are the numbers of small and large mistakes among them. A decision costs
    the points, and the win probability, by which the best choice is better. ``costs``
    is the sum in points, and ``win_costs`` the sum in win probability.
    """

    player: str
    decision: str
    decisions: int
    small: int
    large: int
    costs: Enclosure
    win_costs: Enclosure


def _number(sign: str = "", times: int = 1) -> Kind:
    kind = decimals(2, sign)
    return lambda value: kind(times * value.midpoint)


def _named(*names: str) -> list[Column]:
    """Return columns whose headings are their keys."""
    return [Column(name, name) for name in names]


COSTS = Column("costs", "costs, points", _number())
_games = _number(times=100)
WIN_COSTS = Column("win_costs", "costs, games of 100", _games)
DECISIONS = (
    *_named("deal", "line", "player", "decision", "done"),
    Column("best", "best for points"),
    COSTS,
    Column("best_to_win", "best to win"),
    WIN_COSTS,
    *_named("mistake"),
)
TOTALS = (
    *_named("player", "decision", "decisions", "small", "large"),
    COSTS,
    WIN_COSTS,
)
ACCOUNTS = (
    *_named("deal", "player", "dealer", "score"),
    Column("opponent_score", "opponent's score"),
    Column("win_before", "wins before", CHANCE),
    # An account is a sum: own costs are a loss, and the opponent's costs a gain.
    Column("own_throw", "own throw", _number("+", -100)),
    Column("own_cards", "own cards", _number("+", -100)),
    Column("opponent_throw", "opponent's throw", _number("+", 100)),
    Column("opponent_cards", "opponent's cards", _number("+", 100)),
    Column("luck", "luck", _number("+", 100)),
    Column("win_after", "wins after", CHANCE),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Review(Answer):
    """A review of recorded deals.

    ``decisions`` are all throws, and the cards at which a player had a choice.
    ``totals`` has the numbers of mistakes and the sums of the costs, for each player's
    throws and for his cards. ``deals`` split the change of a player's win probability
    into costs and luck. ``limits`` are the least costs of small and large mistakes.
    ``strategy`` names the strategy of the play that the costs assume. ``ended`` says
    where an incomplete recording breaks off.
    """

    schema = "trueodds.review/1"

    game: str
    rules: CribbageRules
    rules_digest: str
    version: str
    limits: Limits
    strategy: str
    decisions: Sequence[ReviewedChoice]
    totals: Sequence[Total]
    deals: Sequence[Account]
    ended: Hidden[str]

    @classmethod
    def of(
        cls,
        lines: Sequence[str],
        rules: CribbageRules,
        limits: Iterable[Fraction],
        progress: Progress,
    ) -> Review:
        """Return the review of a recording.

        ``lines`` are the lines of its file. ``limits`` are the least costs of a small
        and of a large mistake in points, then both in win probability. ``progress`` is
        called as the work goes on. Raises ``RulesError`` for rules whose strategies do
        not ship. Raises ``PositionError`` for a wrong line, or if no deal is recorded
        up to the last card of its play.
        """
        # A recording that breaks off is reviewed up to its last whole deal.
        deals, ended = recorded_deals(lines, rules)
        bounds = Limits(*limits)
        decisions, accounts = review(deals, rules, bounds, progress)
        if not accounts:
            raise PositionError(
                f"{ended}; a review needs a whole deal: record it from this line on, "
                "up to the last card of its play"
            )
        if len(accounts) < len(deals):
            ended += f". Deal {len(deals)} is not whole, so it is not reviewed"
        return cls(
            **rules_fields(rules),
            limits=bounds,
            strategy=shipped_strategy().words,
            decisions=decisions,
            totals=_totals(decisions),
            deals=accounts,
            ended=ended,
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "decisions", "totals" and "deals", by name.

        "deals" has the costs and the luck of each deal.
        """
        return {
            "decisions": Grid(DECISIONS, self.decisions),
            "totals": Grid(TOTALS, self.totals),
            "deals": Grid(ACCOUNTS, self.deals, WORDS["deals"]),
        }

    def table(self) -> Iterable[Part]:
        """Return a sentence, the tables, and a text on what the numbers mean."""
        yield self._sentence()
        yield from self.printed_tables()
        yield WORDS["costs"].format(strategy=self.strategy)
        yield WORDS["account"]
        if self.ended:
            yield f"{self.ended}."

    def _sentence(self) -> str:
        luck: dict[str, Fraction] = defaultdict(Fraction)
        for deal in self.deals:
            # Luck is zero-sum: what one player gains in win probability, the opponent
            # loses.
            luck[deal.player] += deal.luck.midpoint
            luck[deal.opponent] -= deal.luck.midpoint
        lost = []
        for player in luck:
            totals = [total for total in self.totals if total.player == player]
            share = _games(sum((total.win_costs for total in totals), NOTHING))
            mistakes = sum(total.small + total.large for total in totals)
            by = counted(mistakes, "mistakes")
            lost.append(f"{player}'s choices cost {share} games of 100 ({by})")
        lucky = max(luck, key=luck.__getitem__)
        share = _games(Enclosure.around(luck[lucky]))
        by = rules_name(self.game, self.rules)
        return (
            f"{' and '.join(lost)}; luck was worth {share} games of 100 to {lucky} "
            f"({by})."
        )


def _totals(decisions: Sequence[ReviewedChoice]) -> list[Total]:
    """Return the totals by player and by kind of decision."""
    kinds: dict[tuple[str, str], list[ReviewedChoice]] = {}
    for each in decisions:
        kinds.setdefault((each.player, each.decision), []).append(each)
    totals = []
    for (player, decision), of_kind in sorted(kinds.items()):
        marks = [each.mistake for each in of_kind]
        totals.append(
            Total(
                player,
                decision,
                len(of_kind),
                marks.count("small"),
                marks.count("large"),
                sum((each.costs for each in of_kind), NOTHING),
                sum((each.win_costs for each in of_kind), NOTHING),
            )
        )
    return totals
