"""Baccarat a second way: every sequence of cards, played by the reference scorer.

Ranks that neither value nor tableau tells apart are one kind of card; all ordered
sequences of six kinds are dealt out one by one. No unordered hands, no case
distinctions, no shortcuts for naturals: only the reference scorer and falling
factorials. Bets on pairs need no more than four cards, dealt out one by one as cards.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

from trueodds.core.cards import DECK, RANKS, Card, Shoe
from trueodds.core.rules.baccarat import (
    MIXED_PAIR,
    NO_PAIR,
    PERFECT_PAIR,
    BaccaratRules,
    Bet,
    Coup,
    Outcome,
    play,
    third_name,
    value,
)
from trueodds.core.rules.baccarat.bets import OF_RANKS, OF_SUITS


def derive(rules: BaccaratRules) -> dict[str, Fraction]:
    """Who wins, with how many cards, the totals of ties, and bets, from full decks.

    Exact; a million sequences for punto banco, several seconds. A house's bet that asks
    for pairs and for something else is left out. Raises ``ValueError`` for rules with
    another shoe, or with cards seen.
    """
    if rules.shoe or rules.seen:
        raise ValueError("this derivation is of full decks, of which nothing is seen")
    shoe = Shoe.of_decks(rules.decks)
    kinds: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in range(len(RANKS)):
        column = rules.banker_draws[third_name(rank)]
        kinds.setdefault((value(rank), column), []).append(rank)
    held = {
        ranks[0]: sum(shoe.counts[rank] for rank in ranks) for ranks in kinds.values()
    }

    @cache
    def deals(sequence: tuple[int, ...]) -> int:
        """In how many ways these kinds can be dealt, in this or any other order."""
        return prod(perm(held[kind], n) for kind, n in Counter(sequence).items())

    coups: Counter[Coup] = Counter()
    for sequence in product(held, repeat=6):
        coups[play(sequence, rules)] += deals(tuple(sorted(sequence)))
    outcomes: Counter[Outcome] = Counter()
    for coup, ways in coups.items():
        outcomes[coup.outcome(rules)] += ways
    counts: Counter[str] = Counter()
    for outcome, ways in outcomes.items():
        counts[f"coup.{outcome.winner}"] += ways
        counts[f"coup.cards.{outcome.cards}"] += ways
        if outcome.winner == "tie":
            counts[f"coup.tie.{outcome.player_total}"] += ways
    total = perm(shoe.total, 6)
    derived = {id: Fraction(count, total) for id, count in counts.items()}
    openings = _openings(rules.decks)
    for name, bet in rules.bets.items():
        if not bet.sees_ranks:
            derived[f"bet.{name}.edge"] = _edge(bet, outcomes)
        elif not bet.pays and bet.sees <= OF_RANKS | OF_SUITS:
            derived[f"bet.{name}.edge"] = _edge(bet, openings)
    return derived


def _edge(bet: Bet, ways: Counter[Outcome]) -> Fraction:
    results = zip(bet.results(ways), ways.values(), strict=True)
    return -sum(result * n for result, n in results) / Fraction(ways.total())


def _openings(decks: int) -> Counter[Outcome]:
    """The first four cards by their pairs; all that is said of totals is made up.

    All first cards are alike, so the first is the first of the deck.
    """
    openings: Counter[Outcome] = Counter()
    first = DECK[0]
    for second, third, fourth in product(DECK, repeat=3):
        ways = 1
        dealt = [first]
        for card in (second, third, fourth):
            ways *= decks - dealt.count(card)
            dealt.append(card)
        # Player, Banker, Player, Banker.
        mine, theirs = _match(first, third), _match(second, fourth)
        same = bool(mine and theirs) and first.rank == second.rank
        openings[Outcome(0, 0, 2, 2, False, mine, theirs, same)] += ways
    return openings


def _match(one: Card, other: Card) -> int:
    if one.rank != other.rank:
        return NO_PAIR
    return PERFECT_PAIR if one.suit == other.suit else MIXED_PAIR
