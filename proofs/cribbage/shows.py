"""Independent derivation of shows: means by linearity, and distributions.

For a mean no hand is scored: the mean is a sum over all combinations of cards that
score, of their points times their probability. Sets that add up to fifteen are counted
by the deck's generating function. Runs are counted by the number of cards of each rank.
The distributions treat ranks and suits separately.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, groupby, product
from math import comb, prod

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.cribbage import JACK, CribbageRules

CARDS = 5
"""The number of cards in a show: four cards and the starter."""


def derive(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the mean points of a hand and of a random crib, with a starter; exact.

    The keys are quantity ids. Raises ``NotDescribedError`` for rules without a starter,
    and for rules that count runs of three inside longer runs.

    >>> derive(CribbageRules.load())["show.hand.mean"]
    Fraction(60759, 12740)
    """
    require_standard(rules)
    fifteens = _fifteens() * rules.fifteen_points
    runs = _run_cards() * rules.run_card_points
    # Each of the ten pairs of cards has equal ranks with a probability of 3/51.
    pairs = comb(CARDS, 2) * Fraction(3, 51) * rules.pair_points
    # One of four cards is a jack, and the starter one of 12 others of its suit.
    nobs = 4 * Fraction(4 * 12, 52 * 51) * rules.nobs_points
    means = {}
    for rule, least in (("hand", rules.hand_flush), ("crib", rules.crib_flush)):
        flush = _flush_cards(least) * rules.flush_card_points
        means[f"show.{rule}.mean"] = fifteens + runs + pairs + nobs + flush
    return means


def _fifteens() -> Fraction:
    """Return the expected number of sets that add up to fifteen.

    The coefficient of x^15 y^k in the product over cards of (1 + x^value y) is the
    number of such sets of k cards. Each is equally likely to be among the five cards.
    """
    import sympy

    x, y = sympy.symbols("x y")
    deck = sympy.Poly(1, x, y)
    for rank in range(1, 14):
        value = min(rank, 10)
        deck *= sympy.Poly((1 + x**value * y) ** 4, x, y)
        # Exponents only grow, so larger terms are never needed again.
        small = {}
        for (total, cards), sets in deck.terms():
            if total <= 15 and cards <= CARDS:
                small[total, cards] = sets
        deck = sympy.Poly.from_dict(small, x, y)
    expected = Fraction(0)
    for k in range(2, CARDS + 1):
        sets = int(deck.coeff_monomial(x**15 * y**k))
        expected += Fraction(sets * comb(CARDS, k), comb(52, k))
    return expected


def _run_cards() -> Fraction:
    """Return the expected number of cards in runs; a card counts once for each run.

    The sum is over the ranks and lengths of a longest run, and over the number of
    cards of each of its ranks. The product of those numbers of cards is the number
    of runs. Five cards have no room for two separate runs.
    """
    counted = 0
    for length in range(3, CARDS + 1):
        for first in range(13 - length + 1):
            # The ranks next to the run are missing, or the run would be longer.
            beside = (first > 0) + (first + length < 13)
            others = 4 * (13 - length - beside)
            for held in product(range(1, CARDS), repeat=length):
                left = CARDS - sum(held)
                if left < 0:
                    continue
                # Suits of the cards in the run, and any other cards to make up five.
                suits = prod(comb(4, n) for n in held)
                hands = suits * comb(others, left)
                runs = prod(held)
                counted += length * runs * hands
    return Fraction(counted, comb(52, CARDS))


def _flush_cards(least: int) -> Fraction:
    """Return the expected number of cards in a flush of ``least`` cards or more."""
    # The four cards of the hand share a suit; then nine of 48 starters have it too.
    four = Fraction(4 * comb(13, 4), comb(52, 4))
    fifth = Fraction(9, 48)
    cards = 5 * fifth
    if least == 4:
        cards += 4 * (1 - fifth)
    return four * cards


def distributions(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the distributions of the points of a hand and of a random crib; exact.

    The keys are quantity ids. The derivation takes every four ranks with every rank of
    the starter. Binomial coefficients give the number of choices of suits with a flush
    or nobs. Raises ``NotDescribedError`` for rules without a starter, and for rules
    that count runs of three inside longer runs.

    >>> distributions(CribbageRules.load())["show.hand.29"]
    Fraction(1, 3248700)
    """
    require_standard(rules)
    shows = comb(52, 4) * 48
    derived = {}
    for rule in ("hand", "crib"):
        counts = Counter[int]()
        for _, points in classes(rule, rules):
            counts.update(points)
        for n in range(max(counts) + 1):
            derived[f"show.{rule}.{n}"] = Fraction(counts[n], shows)
    return derived


def classes(
    rule: str, rules: CribbageRules
) -> Iterator[tuple[tuple[int, ...], Counter[int]]]:
    """Yield the ranks of each hand and starter, with the points that they can score.

    The ranks are four ascending ranks of the hand, and then the starter's rank, from 0
    for the ace. The points are a counter: the number of choices of suits for each
    number of points. ``rule`` is "hand" or "crib". The rules must have a starter and
    count only the longest runs.
    """
    least = rules.hand_flush if rule == "hand" else rules.crib_flush
    hands = combinations_with_replacement(range(13), 4)
    for hand, starter in product(hands, range(13)):
        of_suits = Counter[int]()
        for (suited, nobs), ways in _suits(hand, starter).items():
            flush = suited * rules.flush_card_points if suited >= least else 0
            of_suits[flush + nobs * rules.nobs_points] += ways
        ranks = *hand, starter
        points = of_ranks(ranks, rules)
        by_points = Counter[int]()
        for of_suit, ways in of_suits.items():
            if ways:
                by_points[points + of_suit] = ways
        yield ranks, by_points


OF_SCRIPT = (
    "fifteen_points",
    "pair_points",
    "run_card_points",
    "flush_card_points",
    "hand_flush",
)
"""The rules of four cards, apart from the definition of runs."""


def script(rules: CribbageRules) -> dict[str, Fraction]:
    """Return the share of hands of four cards that a script scores wrongly; exact.

    The script is that of a magazine column, the source S3 of the register of claims.
    The hands have no starter. The script miscounts runs only, so the ranks decide. Each
    choice of ranks has the weight of its choices of suits.

    Raises ``NotDescribedError`` if the script differs from the rules in more than runs.

    >>> script(CribbageRules.load())
    {'script.misscored': Fraction(3168, 270725)}
    """
    require_standard(rules)
    published = CribbageRules.load("published-script")
    # With equal rules for all else, both scores differ only by their runs.
    for name in OF_SCRIPT:
        if getattr(rules, name) != getattr(published, name):
            raise NotDescribedError(
                "the script differs from these rules in more than runs"
            )
    wrong = 0
    for ranks in combinations_with_replacement(range(13), 4):
        if script_of_ranks(ranks, rules) != of_ranks(ranks, rules):
            numbers = Counter(ranks).values()
            wrong += prod(comb(4, number) for number in numbers)
    return {"script.misscored": Fraction(wrong, comb(52, 4))}


def of_ranks(ranks: tuple[int, ...], rules: CribbageRules) -> int:
    """Return the points of ranks alone: for fifteens, pairs and the longest runs.

    ``ranks`` are four or five ranks, numbered from 0 for the ace.
    """
    held = [ranks.count(rank) for rank in range(13)]
    return _sets_of_ranks(ranks, rules) + _run_points(held, rules)


def script_of_ranks(ranks: tuple[int, ...], rules: CribbageRules) -> int:
    """Return the points of four ranks as the published script counts runs.

    ``ranks`` are numbered from 0 for the ace. The script counts three points for each
    run of three cards, even inside a longer run. It subtracts two points if there are
    exactly two such runs.
    """
    threes = 0
    for low in range(11):
        held = map(ranks.count, range(low, low + 3))
        threes += prod(held)
    points = _sets_of_ranks(ranks, rules) + 3 * threes
    if threes == 2:
        points -= 2
    return points


def _sets_of_ranks(ranks: tuple[int, ...], rules: CribbageRules) -> int:
    """Return the points of fifteens and pairs."""
    sums = Counter({0: 1})
    for rank in ranks:
        # Face cards count ten.
        value = min(rank + 1, 10)
        # A list, because sums with this card are added on the way.
        for total, ways in list(sums.items()):
            sums[total + value] += ways
    numbers = Counter(ranks).values()
    pairs = sum(comb(number, 2) for number in numbers)
    fifteens = sums[15] * rules.fifteen_points
    return fifteens + pairs * rules.pair_points


def _run_points(held: list[int], rules: CribbageRules) -> int:
    """Return the points of the longest runs, by the number of cards of each rank."""
    cards_in_runs = 0
    # A longest run is a block of neighbouring ranks that are all held.
    for some, group in groupby(held, key=bool):
        block = list(group)
        if some and len(block) >= 3:
            cards_in_runs += len(block) * prod(block)
    return cards_in_runs * rules.run_card_points


def _suits(hand: tuple[int, ...], starter: int) -> dict[tuple[int, bool], int]:
    """Return the number of choices of suits by the length of the flush and by nobs.

    The suits of the hand's cards of the starter's rank and the suits of the jacks
    are chosen independently. So each suit of the starter is equally likely to match
    a jack.
    """
    held = Counter(hand)
    suits = prod(comb(4, number) for number in held.values())
    left = 4 - held[starter]
    # A jack as the starter scores no nobs: the hand cannot hold a second jack of its
    # suit.
    nobs = 0
    if starter != JACK:
        nobs = suits * held[JACK] * left // 4
    of_five = 0
    of_four = 0
    if len(held) == 4:
        # If a flush contains the starter's rank, the starter is of another suit.
        if starter not in held:
            of_five = 4
        # The hand has one suit in four ways, if its ranks differ, and the starter any
        # card left.
        of_four = 4 * left - of_five
    # With a flush of four alone, the starter is of another suit than the jack, so no
    # nobs.
    with_nobs = of_five if held[JACK] else 0
    nobs_alone = nobs - with_nobs
    return {
        (5, True): with_nobs,
        (5, False): of_five - with_nobs,
        (4, False): of_four,
        (0, True): nobs_alone,
        (0, False): suits * left - of_five - of_four - nobs_alone,
    }


def require_standard(rules: CribbageRules) -> None:
    """Require rules with a starter that count only the longest runs.

    Raises ``NotDescribedError`` for other rules.
    """
    if not rules.starter or rules.runs != "longest":
        raise NotDescribedError(
            "this derivation is of a show with a starter and longest runs"
        )
