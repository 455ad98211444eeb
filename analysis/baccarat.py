"""The odds of one baccarat coup from a full shoe.

Both hands are unordered pairs, drawn from *rank classes*: ranks of equal value that the
tableau treats alike. Each case counts the ordered six-card deals it stands for, so that
all counts share one total, N (N - 1) … (N - 5) for N cards; the cards that a coup does
not need are counted as dealt all the same.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm
from typing import NamedTuple

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.distribution import Distribution
from trueodds.core.quantity import Quantity, point_masses
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    Bet,
    Winner,
    hand_total,
    third_name,
    value,
)


class Outcome(NamedTuple):
    """What the odds of a coup depend on."""

    player: int
    banker: int
    cards: int
    natural: bool

    @property
    def winner(self) -> Winner:
        """Who has the higher total."""
        if self.player == self.banker:
            return "tie"
        return "player" if self.player > self.banker else "banker"


def quantities(rules: BaccaratRules) -> Iterator[Quantity]:
    """Every quantity of one coup from the full shoe, in order."""
    law = coup_law(rules, Shoe.of_decks(rules.decks))
    winners = law.map(lambda outcome: outcome.winner)
    names: dict[Winner, str] = {
        "player": "Player wins",
        "banker": "Banker wins",
        "tie": "Tie",
    }
    for winner, label in names.items():
        yield Quantity.probability(
            f"coup.{winner}", label, winners.weight(winner), law.total
        )
    yield Quantity.probability(
        "coup.natural",
        "A natural in either hand",
        law.weight_where(lambda outcome: outcome.natural),
        law.total,
    )
    cards = law.map(lambda outcome: outcome.cards)
    yield from point_masses("coup.cards", "{} cards dealt", cards, (4, 5, 6))
    ties = law.map(lambda o: o.player if o.winner == "tie" else -1)
    yield from point_masses("coup.tie", "Tie at {}", ties, range(10))
    for name, bet in rules.bets.items():
        yield Quantity(
            id=f"bet.{name}.edge",
            label=f"House edge: {bet.label}",
            value=house_edge(bet, winners),
            unit="edge",
            method="enumeration",
        )


def house_edge(bet: Bet, winners: Distribution[Winner]) -> Fraction:
    """What the house keeps of each unit staked: minus the bettor's expected value."""
    return -winners.expected(lambda winner: bet.pays.get(winner, -1))


def coup_law(rules: BaccaratRules, shoe: Shoe) -> Distribution[Outcome]:
    """The law of a coup's outcome over the ordered six-card deals of a shoe.

    >>> from trueodds.core import games, rulebook
    >>> rules = rulebook.load(games.find("baccarat"))
    >>> law = coup_law(rules, Shoe.of_decks(8))
    >>> law.weight_where(lambda outcome: outcome.winner == "banker")
    2292252566437888
    """
    return Distribution.tally(_cases(rules, shoe))


def _cases(rules: BaccaratRules, shoe: Shoe) -> Iterator[tuple[Outcome, int]]:
    """Every outcome, with the number of ordered six-card deals that lead to it."""
    ranks = _rank_classes(rules)
    left = {
        rank: sum(shoe.counts[like] for like in alike) for rank, alike in ranks.items()
    }
    after_four, after_five = perm(shoe.total - 4, 2), shoe.total - 5
    for player, player_ways in _pairs(left):
        for banker, banker_ways in _pairs(left):
            ways = player_ways * banker_ways
            mine, theirs = hand_total(player), hand_total(banker)
            if max(mine, theirs) >= rules.natural:
                yield Outcome(mine, theirs, 4, True), ways * after_four
            elif mine in rules.player_draws:
                for third, third_ways in _draws(left):
                    total = (mine + value(third)) % 10
                    if not rules.banker_draws_on(theirs, third):
                        outcome = Outcome(total, theirs, 5, False)
                        yield outcome, ways * third_ways * after_five
                        continue
                    for fourth, fourth_ways in _draws(left):
                        final = (theirs + value(fourth)) % 10
                        outcome = Outcome(total, final, 6, False)
                        yield outcome, ways * third_ways * fourth_ways
            elif rules.banker_draws_on(theirs, None):
                for third, third_ways in _draws(left):
                    final = (theirs + value(third)) % 10
                    outcome = Outcome(mine, final, 5, False)
                    yield outcome, ways * third_ways * after_five
            else:
                yield Outcome(mine, theirs, 4, False), ways * after_four


def _rank_classes(rules: BaccaratRules) -> dict[int, list[int]]:
    """The ranks that neither value nor tableau tells apart, by their first rank."""
    classes: dict[tuple[int, frozenset[int]], list[int]] = {}
    for rank in range(len(RANKS)):
        row = frozenset(rules.banker_draws[third_name(rank)])
        classes.setdefault((value(rank), row), []).append(rank)
    return {alike[0]: alike for alike in classes.values()}


def _draws(left: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Each rank class that can be dealt next, and in how many ways.

    ``left`` lacks that card until the caller asks for the next one.
    """
    for rank, ways in left.items():
        if ways:
            left[rank] = ways - 1
            yield rank, ways
            left[rank] = ways


def _pairs(left: dict[int, int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Each unordered pair that can be dealt next, and in how many ordered ways.

    ``left`` lacks both cards until the caller asks for the next pair.
    """
    for first, second in combinations_with_replacement(list(left), 2):
        ways = left[first] * (left[second] - 1 if first == second else 2 * left[second])
        left[first] -= 1
        left[second] -= 1
        if ways > 0:
            yield (first, second), ways
        left[first] += 1
        left[second] += 1
