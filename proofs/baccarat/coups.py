"""Independent derivation of coups: every sequence of cards, by the reference scorer.

Ranks with the same value and the same tableau column are one kind of card. All ordered
sequences of six kinds are dealt one by one. There are no unordered hands, no case
distinctions and no shortcuts for naturals: only the reference scorer and falling
factorials. The same sequences serve for a shoe that lacks one card. Bets on pairs need
only four cards. For these bets, single cards are dealt instead of kinds.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

from trueodds.core.cards import DECK, RANKS, Card, Shoe
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.distribution import Distribution
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


def kinds_held(rules: BaccaratRules) -> Counter[int]:
    """Return the number of cards of each kind in a shoe of full decks.

    Ranks with the same value that the tableau treats alike are one kind. The key of a
    kind is its first rank, as a number from 0 for the ace. Raises ``NotDescribedError``
    if the shoe is not full decks, or cards were seen.
    """
    if rules.shoe or rules.seen:
        raise NotDescribedError("this derivation needs full decks, with no cards seen")
    first: dict[tuple[int, tuple[int, ...]], int] = {}
    held = Counter[int]()
    for rank, count in enumerate(Shoe.of_decks(rules.decks).counts):
        # The rank of a third card matters only by its value and by Banker's row of the
        # tableau.
        alike = value(rank), rules.banker_draws[third_name(rank)]
        held[first.setdefault(alike, rank)] += count
    return held


def derive(rules: BaccaratRules) -> dict[str, Fraction]:
    """Return the exact odds of coups and bets from full decks, by quantity id.

    This plays a million sequences of punto banco in several seconds. It leaves out bets
    that depend on pairs and on something else. For bets on pairs it leaves out the
    effects of removing a card.

    Raises:
        NotDescribedError: If the shoe is not full decks, or cards were seen.
    """
    held = kinds_held(rules)
    table = _sequences(tuple(held), rules)
    outcomes = _all_outcomes(table, held)
    counts: Counter[str] = Counter()
    for outcome, ways in outcomes.items():
        counts[f"coup.{outcome.winner}"] += ways
        counts[f"coup.cards.{outcome.cards}"] += ways
        counts["coup.natural"] += ways * outcome.natural
        if outcome.winner == "tie":
            counts[f"coup.tie.{outcome.player_total}"] += ways
    total = perm(held.total(), 6)
    derived = {id: Fraction(count, total) for id, count in counts.items()}
    resolved = counts["coup.player"] + counts["coup.banker"]
    for side in ("player", "banker"):
        derived[f"coup.resolved.{side}"] = Fraction(counts[f"coup.{side}"], resolved)
    # Bets on pairs are settled by four cards. Kinds merge ranks, so single cards are
    # dealt.
    openings = _openings(rules.decks)
    simple = {name: bet for name, bet in rules.bets.items() if not bet.sees_ranks}
    for name, bet in rules.bets.items():
        if name in simple:
            derived |= _bet_odds(name, bet, outcomes)
        elif not bet.pays and bet.sees <= OF_RANKS | OF_SUITS:
            derived |= _bet_odds(name, bet, openings)
    return derived | _removals(simple, table, held)


Table = dict[tuple[int, ...], Counter[Outcome]]
"""The outcomes of all orders of six kinds of cards, by the sorted kinds."""


def _sequences(kinds: tuple[int, ...], rules: BaccaratRules) -> Table:
    """Return the outcomes of all sequences of six kinds, by the sorted kinds."""

    @cache
    def outcome(coup: Coup) -> Outcome:
        return coup.outcome(rules)

    table: Table = {}
    for sequence in product(kinds, repeat=6):
        # All orders of the same six kinds have the same number of deals in any shoe. So
        # the table is made once and weighed anew for each shoe.
        cards = tuple(sorted(sequence))
        table.setdefault(cards, Counter())[outcome(play(sequence, rules))] += 1
    return table


def _all_outcomes(table: Table, held: Counter[int]) -> Counter[Outcome]:
    """Return the outcomes of all ordered deals of a shoe."""
    # ``perm`` is 0 if a kind has too few cards, so impossible sequences drop out.
    deals: dict[int, list[int]] = {}
    for kind, copies in held.items():
        deals[kind] = [perm(copies, dealt) for dealt in range(7)]
    outcomes = Counter[Outcome]()
    for cards, orders in table.items():
        kinds = set(cards)
        each = prod(deals[kind][cards.count(kind)] for kind in kinds)
        for outcome, ways in orders.items():
            outcomes[outcome] += ways * each
    return outcomes


def _bet_odds(name: str, bet: Bet, ways: Counter[Outcome]) -> dict[str, Fraction]:
    """Return the edge, also without pushes, the win probability and the variance."""
    results = _results(bet, ways)
    mean = results.mean()
    won = results.weight_where(lambda result: result > 0)
    pushes = results.weight_where(lambda result: result == 0)
    variance = results.expected(lambda result: (result - mean) ** 2)
    odds = {
        f"bet.{name}.edge": -mean,
        f"bet.{name}.win": Fraction(won, results.total),
        f"bet.{name}.variance": variance,
    }
    # The edge among resolved bets leaves out the pushes, which return the stake.
    kept = 1 - Fraction(pushes, results.total)
    if pushes and kept:
        odds[f"bet.{name}.resolved"] = -mean / kept
    return odds


def _results(bet: Bet, ways: Counter[Outcome]) -> Distribution[Fraction]:
    """Return the distribution of a bet's result over all deals."""
    return Distribution.tally(zip(bet.results(ways), ways.values(), strict=True))


def _removals(
    bets: dict[str, Bet], table: Table, held: Counter[int]
) -> dict[str, Fraction]:
    """Return the change of each bet's mean result when one card is removed.

    The keys are ``removal.BET.RANK``, where rank 10 stands for all cards of value 0. A
    change is the average over the shoe's cards of that value.
    """

    def means(shoe: Counter[int]) -> dict[str, Fraction]:
        ways = _all_outcomes(table, shoe)
        return {name: _results(bet, ways).mean() for name, bet in bets.items()}

    before = means(held)
    derived: dict[str, Fraction] = {}
    for points in range(10):
        rank = RANKS[points - 1 if points else 9]
        alike = {kind: n for kind, n in held.items() if value(kind) == points}
        cards = sum(alike.values())
        after = {kind: means(held - Counter({kind: 1})) for kind in alike}
        for name in bets:
            # Kinds of the same value differ only by their column: their cards are
            # averaged.
            mean = Fraction(0)
            for kind, number in alike.items():
                mean += after[kind][name] * Fraction(number, cards)
            derived[f"removal.{name}.{rank}"] = mean - before[name]
    return derived


def _openings(decks: int) -> Counter[Outcome]:
    """Return the number of openings by the pairs in them.

    Only the pairs of the outcomes have a meaning; their totals are placeholders. By
    symmetry, only one first card is dealt.
    """
    openings: Counter[Outcome] = Counter()
    # Renaming suits and ranks changes no pair, so the first card may be any. The
    # results are relative weights.
    first = DECK[0]
    for second, third, fourth in product(DECK, repeat=3):
        ways = 1
        dealt = [first]
        for card in (second, third, fourth):
            # Copies of this card that the shoe still holds.
            ways *= decks - dealt.count(card)
            dealt.append(card)
        # Player, Banker, Player, Banker.
        player = _match(first, third)
        banker = _match(second, fourth)
        both = bool(player and banker)
        same = both and first.rank == second.rank
        opening = Outcome(0, 0, 2, 2, False, player, banker, same)
        openings[opening] += ways
    return openings


def _match(first: Card, second: Card) -> int:
    if first.rank != second.rank:
        return NO_PAIR
    return PERFECT_PAIR if first.suit == second.suit else MIXED_PAIR
