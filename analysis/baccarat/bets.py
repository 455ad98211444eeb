"""What every bet is worth in a shoe, and what the leaving of one card changes.

One joint law prices all of them. A card that leaves at random changes nothing on
average, so the effects of removal, weighted by how many cards there are, add up to 0.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from trueodds.analysis.baccarat.distribution import DEALT, Tableau, Weights, tableau_of
from trueodds.analysis.baccarat.openings import Match
from trueodds.core.cards import RANKS, Card, Shoe
from trueodds.core.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules, Bet

TEN = RANKS.index("10")
VALUES = RANKS[: TEN + 1]
"""The ranks, ``10`` standing for any ten-valued card."""


class Results:
    """What a bet has of every outcome, as whole numbers over one denominator."""

    def __init__(self, bet: Bet, tableau: Tableau) -> None:
        self.bet, self._tableau = bet, tableau
        fractions = bet.results(tableau.outcomes)
        paid = [*bet.pays.values(), *(case.pays for case in bet.cases)]
        self.denominator = lcm(*(pays.denominator for pays in paid))
        self._alike = None if bet.sees_ranks else self._whole(fractions)
        self._by_match: dict[Match, list[int]] = {}

    def weighed(self, weights: Weights) -> Iterator[tuple[int, int]]:
        """The result, per unit staked and times ``denominator``, and its deals."""
        if self._alike is not None:
            yield from zip(self._alike, weights.together, strict=True)
            return
        for match, row in weights.by_match.items():
            if match not in self._by_match:
                outcomes = self._tableau.matched(match)
                self._by_match[match] = self._whole(self.bet.results(outcomes))
            yield from zip(self._by_match[match], row, strict=True)

    def expected(self, weights: Weights) -> Fraction:
        """The bettor's expected result per unit staked."""
        total = sum(result * weight for result, weight in self.weighed(weights))
        return Fraction(total, weights.deals * self.denominator)

    def _whole(self, fractions: Sequence[Fraction]) -> list[int]:
        return [int(fraction * self.denominator) for fraction in fractions]


class Prices:
    """The bets of some rules that a shoe known so finely can price, and their worth.

    A bet that sees pairs needs a shoe of ranks; one that sees suits, of cards.
    """

    def __init__(self, rules: BaccaratRules, shoe: Shoe) -> None:
        self.shoe, self._tableau = shoe, tableau_of(rules)
        self.bets = {
            name: bet
            for name, bet in rules.bets.items()
            if (shoe.ranks_known or not bet.sees_ranks)
            and (shoe.suits_known or not bet.sees_suits)
        }
        self._results = {
            name: Results(bet, self._tableau) for name, bet in self.bets.items()
        }

    @cached_property
    def weights(self) -> Weights:
        """The joint law: deals by kind of opening and outcome."""
        return self._tableau.weigh(self.shoe)

    def expected(self, name: str) -> Fraction:
        """The bettor's expected result per unit staked on this bet."""
        return self._results[name].expected(self.weights)

    def denominator(self, name: str) -> int:
        """What makes all that a bet pays a whole number."""
        return self._results[name].denominator

    def results(self, name: str) -> list[Fraction]:
        """What a bet has of each outcome, pairs apart, per unit staked."""
        return self.bets[name].results(self._tableau.outcomes)

    def quantities(self) -> Iterator[Quantity]:
        """``bet.NAME.edge``, ``.win`` and ``.variance`` for each bet."""
        for name, bet in self.bets.items():
            results = self._results[name]
            mean, deals = self.expected(name), self.weights.deals
            weighed = list(results.weighed(self.weights))
            won = sum(weight for result, weight in weighed if result > 0)
            square = sum(result * result * weight for result, weight in weighed)
            second = Fraction(square, deals * results.denominator**2)
            yield Quantity(
                id=f"bet.{name}.edge",
                label=f"House edge: {bet.label}",
                value=-mean,
                unit="edge",
                method="enumeration",
            )
            yield Quantity.probability(
                f"bet.{name}.win", f"Wins: {bet.label}", won, deals
            )
            yield Quantity(
                id=f"bet.{name}.variance",
                label=f"Variance per unit staked: {bet.label}",
                value=second - mean**2,
                unit="variance",
                method="enumeration",
            )

    def removals(self) -> dict[str, list[Fraction | None]]:
        """For each bet the effect of removing a card of each of ``VALUES``, ace to ten.

        The change in the bettor's expected result per unit staked, the mean over the
        cards of that rank; None where the shoe has none. Empty for a shoe of six cards,
        which has none to spare.
        """
        if self.shoe.total <= DEALT:
            return {}
        effects: dict[str, list[Fraction | None]] = {name: [] for name in self.bets}
        before = {name: self.expected(name) for name in self.bets}
        after: dict[tuple[object, ...], dict[str, Fraction]] = {}
        for places in self._by_value():
            held = sum(self.shoe.counts[place] for place in places)
            sums = dict.fromkeys(self.bets, Fraction(0))
            for place in places:
                count = self.shoe.counts[place]
                if not count:
                    continue
                alike = self._alike(place)
                if alike not in after:
                    without = self._tableau.weigh(self._without(place))
                    after[alike] = {
                        name: results.expected(without)
                        for name, results in self._results.items()
                    }
                for name in self.bets:
                    sums[name] += count * (after[alike][name] - before[name])
            for name, change in sums.items():
                effects[name].append(change / held if held else None)
        return effects

    def removal_quantities(self) -> Iterator[Quantity]:
        """``removal.BET.RANK`` for each bet and each rank that is there."""
        for name, effects in self.removals().items():
            for rank, effect in zip(VALUES, effects, strict=True):
                if effect is not None:
                    yield Quantity(
                        id=f"removal.{name}.{rank}",
                        label=f"Without one {rank}: {self.bets[name].label}",
                        value=effect,
                        unit="units",
                        method="enumeration",
                    )

    def _by_value(self) -> list[list[int]]:
        """For each value, the places of its cards among the shoe's counts."""
        places: list[list[int]] = [[] for _ in VALUES]
        for place in range(len(self.shoe.counts)):
            rank = Card.of_number(place).rank if self.shoe.suits_known else place
            places[min(rank, TEN)].append(place)
        return places

    def _alike(self, place: int) -> tuple[object, ...]:
        """Equal for two cards whose leaving changes no bet differently."""
        rank = Card.of_number(place).rank if self.shoe.suits_known else place
        of_class = next(
            (n for n, alike in enumerate(self._tableau.classes) if rank in alike), rank
        )
        suits = self.shoe.by_rank()[rank]
        return of_class, tuple(sorted(suits)), self.shoe.counts[place]

    def _without(self, place: int) -> Shoe:
        counts = list(self.shoe.counts)
        counts[place] -= 1
        return Shoe(tuple(counts))
