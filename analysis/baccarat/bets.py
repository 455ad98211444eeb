"""House edge of every bet in a shoe, and the effect of removing a card.

An outcome is all that a bet can depend on, such as the winner, the totals and the pairs
of a coup. One joint distribution of the outcome prices all bets. Removing a random card
changes nothing on average, so the effects of removal, weighted by the number of cards,
add up to 0.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from trueodds.analysis.baccarat.distribution import DEALT, Tableau, Weights, tableau_of
from trueodds.analysis.baccarat.openings import Match
from trueodds.core.cards import RANKS, Card, Shoe
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules, Bet

METHOD = "enumeration"
TEN = RANKS.index("10")
VALUES = RANKS[: TEN + 1]
"""The ranks, ``10`` standing for any ten-valued card."""


class Results:
    """The amount that a bet wins or loses for each outcome, over one denominator.

    ``bet`` is the bet, and ``tableau`` has all outcomes of a coup under the rules.
    """

    def __init__(self, bet: Bet, tableau: Tableau) -> None:
        self.bet = bet
        self._tableau = tableau
        fractions = bet.results(tableau.outcomes)
        paid = [*bet.pays.values(), *(case.pays for case in bet.cases)]
        self.denominator = lcm(*(pays.denominator for pays in paid))
        # A bet that sees no pairs pays the same for all of them.
        self._alike = None if bet.sees_ranks else self._whole(fractions)
        self._by_match: dict[Match, list[int]] = {}

    def weighed(self, weights: Weights) -> Iterator[tuple[int, int]]:
        """Yield the amount that the bet wins or loses for each outcome, and a weight.

        Each amount is multiplied by ``denominator``, so that it is an integer. The
        weight is the number of deals of the outcome. ``weights`` has these numbers for
        a shoe, as ``Tableau.weigh`` counts them.
        """
        if self._alike is not None:
            yield from zip(self._alike, weights.together, strict=True)
            return
        for match, row in weights.by_match.items():
            if match not in self._by_match:
                outcomes = self._tableau.matched(match)
                self._by_match[match] = self._whole(self.bet.results(outcomes))
            yield from zip(self._by_match[match], row, strict=True)

    def expected(self, weights: Weights) -> Fraction:
        """Return the bettor's expected result per unit staked.

        ``weights`` are the numbers of deals of each outcome, as ``Tableau.weigh``
        counts them.
        """
        total = sum(result * weight for result, weight in self.weighed(weights))
        return Fraction(total, weights.deals * self.denominator)

    def _whole(self, fractions: Sequence[Fraction]) -> list[int]:
        return [int(fraction * self.denominator) for fraction in fractions]


class Prices:
    """The bets of the rules that a shoe can price, and their expected results.

    The next coup is dealt from ``shoe``. Bets of ``rules`` that depend on more than the
    shoe counts are left out. A bet on pairs needs a shoe that counts each rank. A bet
    on suits needs a shoe that counts each card.
    """

    def __init__(self, rules: BaccaratRules, shoe: Shoe) -> None:
        self.shoe = shoe
        self._tableau = tableau_of(rules)
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
        """The number of six-card deals of the shoe that lead to each outcome.

        There is a total for each outcome. It is also split by the pairs in the two
        hands: the kind of Player's pair, the kind of Banker's pair, and whether both
        pairs have the same rank.
        """
        return self._tableau.weigh(self.shoe)

    def expected(self, name: str) -> Fraction:
        """Return the bettor's expected result per unit staked on the bet ``name``."""
        return self._results[name].expected(self.weights)

    def denominator(self, name: str) -> int:
        """Return the common denominator of the amounts that the bet ``name`` pays."""
        return self._results[name].denominator

    def results(self, name: str) -> list[Fraction]:
        """Return the results of the bet ``name``, per unit staked.

        There is a result for each of ``Tableau.outcomes``, in which no hand has a pair.
        """
        return self.bets[name].results(self._tableau.outcomes)

    def quantities(self) -> Iterator[Quantity]:
        """Yield the house edge, the probability to win and the variance of each bet.

        The ids are ``bet.NAME.edge``, ``bet.NAME.win`` and ``bet.NAME.variance``. A bet
        that can push also has ``bet.NAME.resolved``: its edge per unit of the stakes
        that a push does not return.
        """
        for name, bet in self.bets.items():
            results = self._results[name]
            mean = self.expected(name)
            deals = self.weights.deals
            weighed = list(results.weighed(self.weights))
            won = sum(weight for result, weight in weighed if result > 0)
            lost = sum(weight for result, weight in weighed if result < 0)
            square = sum(result * result * weight for result, weight in weighed)
            variance = Fraction(square, deals * results.denominator**2) - mean**2
            id = f"bet.{name}"
            label = bet.label
            yield Quantity(f"{id}.edge", f"House edge: {label}", -mean, "edge", METHOD)
            # Some deals push, but not all of them.
            if 0 < won + lost < deals:
                edge = -mean * deals / (won + lost)
                about = f"House edge of stakes that no push returns: {label}"
                yield Quantity(f"{id}.resolved", about, edge, "edge", METHOD)
            yield Quantity.probability(f"{id}.win", f"Wins: {label}", won, deals)
            label = f"Variance per unit staked: {label}"
            yield Quantity(f"{id}.variance", label, variance, "variance", METHOD)

    def removals(self) -> dict[str, list[Fraction | None]]:
        """Return, by bet, the effects of removing one card: one effect for each rank.

        The ranks are those of ``VALUES``, ace to 9 and the ten-valued cards. An effect
        is the change in the bettor's expected result per unit staked, as the mean over
        the cards of that rank. It is None if the shoe has no such card. The result is
        empty for a shoe of six cards, from which no card can be removed.
        """
        if self.shoe.total <= DEALT:
            return {}
        effects: dict[str, list[Fraction | None]] = {name: [] for name in self.bets}
        before = {name: self.expected(name) for name in self.bets}
        after: dict[tuple[object, ...], dict[str, Fraction]] = {}
        for places in self._by_value():
            held = 0
            changes = dict.fromkeys(self.bets, Fraction(0))
            for place in places:
                count = self.shoe.counts[place]
                if not count:
                    continue
                key = self._key(place)
                if key not in after:
                    without = self._tableau.weigh(self._without(place))
                    after[key] = {
                        name: results.expected(without)
                        for name, results in self._results.items()
                    }
                held += count
                for name, mean in after[key].items():
                    changes[name] += count * (mean - before[name])
            for name, listed in effects.items():
                listed.append(changes[name] / held if held else None)
        return effects

    def removal_quantities(self) -> Iterator[Quantity]:
        """Yield the effect of removing a card, for each bet and each rank in the shoe.

        The ids are ``removal.BET.RANK``. An effect is the change in the bettor's
        expected result per unit staked.
        """
        for name, effects in self.removals().items():
            for rank, effect in zip(VALUES, effects, strict=True):
                if effect is not None:
                    label = f"Without one {rank}: {self.bets[name].label}"
                    id = f"removal.{name}.{rank}"
                    yield Quantity(id, label, effect, "units", METHOD)

    def _by_value(self) -> list[list[int]]:
        """Return the indices of the shoe's counts for each of ``VALUES``."""
        places: list[list[int]] = [[] for _ in VALUES]
        for place in range(len(self.shoe.counts)):
            value = min(self._rank(place), TEN)
            places[value].append(place)
        return places

    def _rank(self, place: int) -> int:
        """Return the rank, or the value, of the cards at an index of the counts."""
        if self.shoe.suits_known:
            return Card.of_number(place).rank
        return place

    def _key(self, place: int) -> tuple[object, ...]:
        """Return a key shared by cards whose removal has equal effects on all bets."""
        rank = self._rank(place)
        classes = self._tableau.classes
        of_class = next((n for n, alike in enumerate(classes) if rank in alike), rank)
        # Pairs depend on the counts of a rank's suits, and not on which suit has which.
        suits = sorted(self.shoe.by_rank()[rank])
        return of_class, tuple(suits), self.shoe.counts[place]

    def _without(self, place: int) -> Shoe:
        counts = list(self.shoe.counts)
        counts[place] -= 1
        return Shoe(tuple(counts))
