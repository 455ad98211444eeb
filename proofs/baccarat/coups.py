"""Coups a second way: every sequence of cards, played by the reference scorer.

Ranks that neither value nor tableau tells apart are one kind of card; all ordered
sequences of six kinds are dealt out one by one. No unordered hands, no case
distinctions, no shortcuts for naturals: only the reference scorer and falling
factorials, which also serve a shoe that a card has left. Bets on pairs need no more
than four cards, dealt out one by one as cards.
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


def full_decks(rules: BaccaratRules) -> Shoe:
    """The shoe; raises ``ValueError`` for another one, or with cards seen."""
    if rules.shoe or rules.seen:
        raise ValueError("this derivation is of full decks, of which nothing is seen")
    return Shoe.of_decks(rules.decks)


def derive(rules: BaccaratRules) -> dict[str, Fraction]:
    """Who wins, with how many cards, the totals of ties, and bets, from full decks.

    Exact; a million sequences for punto banco, several seconds. A house's bet that asks
    for pairs and for something else is left out, and so is what the leaving of a card
    does to bets on pairs. Raises ``ValueError`` for rules with another shoe, or with
    cards seen.
    """
    shoe = full_decks(rules)
    kinds: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in range(len(RANKS)):
        column = rules.banker_draws[third_name(rank)]
        kinds.setdefault((value(rank), column), []).append(rank)
    held = Counter(
        {ranks[0]: sum(shoe.counts[r] for r in ranks) for ranks in kinds.values()}
    )
    table = _sequences(tuple(held), rules)
    outcomes = _weighed(table, held)
    counts: Counter[str] = Counter()
    for outcome, ways in outcomes.items():
        counts[f"coup.{outcome.winner}"] += ways
        counts[f"coup.cards.{outcome.cards}"] += ways
        counts["coup.natural"] += ways * outcome.natural
        if outcome.winner == "tie":
            counts[f"coup.tie.{outcome.player_total}"] += ways
    total = perm(shoe.total, 6)
    derived = {id: Fraction(count, total) for id, count in counts.items()}
    openings = _openings(rules.decks)
    simple = {name: bet for name, bet in rules.bets.items() if not bet.sees_ranks}
    for name, bet in rules.bets.items():
        if name in simple:
            derived |= _worth(name, bet, outcomes)
        elif not bet.pays and bet.sees <= OF_RANKS | OF_SUITS:
            derived |= _worth(name, bet, openings)
    return derived | _removals(simple, table, held)


Table = dict[tuple[int, ...], Counter[Outcome]]
"""How many orders of six kinds of cards, held in a sorted tuple, lead to what."""


def _sequences(kinds: tuple[int, ...], rules: BaccaratRules) -> Table:
    """Every sequence of six kinds, played out."""

    @cache
    def outcome(coup: Coup) -> Outcome:
        return coup.outcome(rules)

    table: Table = {}
    for sequence in product(kinds, repeat=6):
        cards = tuple(sorted(sequence))
        table.setdefault(cards, Counter())[outcome(play(sequence, rules))] += 1
    return table


def _weighed(table: Table, held: Counter[int]) -> Counter[Outcome]:
    """The outcomes of the ordered deals of so many cards of each kind."""
    deals = {kind: [perm(n, dealt) for dealt in range(7)] for kind, n in held.items()}
    outcomes = Counter[Outcome]()
    for cards, orders in table.items():
        each = prod(deals[kind][cards.count(kind)] for kind in set(cards))
        for outcome, ways in orders.items():
            outcomes[outcome] += ways * each
    return outcomes


def _worth(name: str, bet: Bet, ways: Counter[Outcome]) -> dict[str, Fraction]:
    """Edge, chance to win, and variance of a bet."""
    paid = _paid(bet, ways)
    mean = _mean(paid)
    spread = sum(((result - mean) ** 2 * n for result, n in paid.items()), Fraction(0))
    won = sum(n for result, n in paid.items() if result > 0)
    return {
        f"bet.{name}.edge": -mean,
        f"bet.{name}.win": Fraction(won, paid.total()),
        f"bet.{name}.variance": spread / paid.total(),
    }


def _paid(bet: Bet, ways: Counter[Outcome]) -> Counter[Fraction]:
    """How many deals have which result."""
    paid = Counter[Fraction]()
    for result, n in zip(bet.results(ways), ways.values(), strict=True):
        paid[result] += n
    return paid


def _mean(paid: Counter[Fraction]) -> Fraction:
    return sum((result * n for result, n in paid.items()), Fraction(0)) / paid.total()


def _removals(
    bets: dict[str, Bet], table: Table, held: Counter[int]
) -> dict[str, Fraction]:
    """The change of each bet's worth when a card leaves, by every shoe without one."""

    def means(shoe: Counter[int]) -> dict[str, Fraction]:
        ways = _weighed(table, shoe)
        return {name: _mean(_paid(bet, ways)) for name, bet in bets.items()}

    before = means(held)
    found: dict[str, Fraction] = {}
    for points in range(10):
        alike = {kind: n for kind, n in held.items() if value(kind) == points}
        after = {kind: means(held - Counter({kind: 1})) for kind in alike}
        for name in bets:
            changes = sum(n * (after[k][name] - before[name]) for k, n in alike.items())
            rank = RANKS[points - 1 if points else 9]
            found[f"removal.{name}.{rank}"] = Fraction(changes) / sum(alike.values())
    return found


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
