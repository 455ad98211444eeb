"""Check the certificate of a discard: python cribbage_discard.py FILE...

The certificate holds two strategies of cribbage with whole suits, and claims what each
guarantees: the value of the best response to it, over all deals of two hands and a
starter. This file needs numpy, imports nothing of trueodds and shares no code with it.

A set of cards is 52 bits, 13 for the ranks of each suit. Its class is the largest
number that a renaming of the suits can make of it. A strategy names the discards of
each class; suits with the same ranks are exchanged at random. Hands that avoid a deal S
are counted by inclusion and exclusion: if F(T) is a sum over the hands that contain T,
the sum over the hands without a card of S is the sum of (-1)^|T| F(T) over all T in S.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: a file is not a
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from operator import mul
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

HEAD = {
    "schema": "trueodds.certificate/1",
    "kind": "equilibrium",
    "game": "cribbage",
    "model": "discard",
}
ID = "deal.equilibrium"
MOST_BYTES = 4_000_000
# With these bounds every number that is divided or compared is below 2**63. Sums on the
# way may wrap around, and come back. The largest is 720 times the crib points of
# comb(46, 6) hands, which are at most 65535 * 6 * 2000 each.
MOST_WEIGHT = 2**16 - 1
MOST_POINTS = 2_000
SETS_AT_ONCE = 64
POINTS = "fifteen_points pair_points run_card_points flush_card_points nobs_points"
FLUSHES = "hand_flush crib_flush"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

RANKS = "A23456789TJQK"
JACK = RANKS.index("J")
THROWN = np.array(list(combinations(range(6), 2)))
IS_THROWN = (THROWN[:, :, None] == np.arange(6)).sum(axis=1)
KEPT = np.array([sorted({*range(6)} - {*pair}) for pair in THROWN.tolist()])
PAIRS = np.array([(low, high) for high in range(13) for low in range(high + 1)])
PAIR = np.zeros((13, 13), np.int64)
PAIR[tuple(PAIRS.T)] = np.arange(len(PAIRS))
SUIT_BITS = 13 * np.arange(4, dtype=np.int64)
SHARED_SUITS = 12  # the parts of a weight that up to four suits alike can share
# Sums over hands, by ranks: the weight of each pair thrown; the crib points with each
# card of the hand as the starter, which cannot happen; jacks thrown, times the cards of
# their suit.
PAIRS_THROWN, CRIBS, JACK_SUITS = slice(91), slice(91, 182), 182
# By suit: jacks thrown, suited pairs thrown, and these times the cards of their suit.
JACKS, SUITED, SUITED_SUITS = range(3)


class MalformedError(Exception):
    """A file that is not a certificate."""


class UnprovedError(Exception):
    """A certificate that does not prove its claims."""


class Game(NamedTuple):
    """The deck and its scores.

    ``points[a, b, r]`` are the points of two pairs and a starter. ``own`` and ``crib``
    are the points of four suited cards, and the points added by a starter of that suit.
    """

    ranks: list[int]
    points: Array
    own: tuple[int, int]
    crib: tuple[int, int]
    nobs: int

    @property
    def cards(self) -> int:
        """Return the number of cards."""
        return 4 * len(self.ranks)


class Strategy(NamedTuple):
    """Rows of fifteen weights that add up to ``whole``, and the row of each class."""

    whole: int
    rows: Array
    entries: Array


class Alike(NamedTuple):
    """The classes of six cards with the same ranks, in ascending order.

    ``starters`` are the numbers of cards left by rank, (13,), and ``left`` by suit,
    (n, 4).
    """

    classes: Array
    sets: Array
    ranks: Array
    suits: Array
    starters: Array
    left: Array

    @property
    def thrown(self) -> Array:
        """Return the number of each pair of ranks thrown: (15,)."""
        return np.asarray(PAIR[tuple(self.ranks[THROWN].T)])

    @property
    def same_suit(self) -> Array:
        """Return the number of cards left of each card's suit: (n, 6)."""
        return np.take_along_axis(self.left, self.suits, axis=1)


class Sums(NamedTuple):
    """Sums by class: by ranks, (n, 183), and by suit, (n, 4, 3)."""

    sets: Array
    by_ranks: Array
    by_suit: Array

    def over(self, sets: Array) -> tuple[Array, Array]:
        """Return the sums over the sets in every row, by the suits of these sets."""
        suits = suits_of(sets)
        rows = np.searchsorted(self.sets, largest(suits))
        places = (suits[..., None, :] < suits[..., :, None]).sum(axis=-1)
        by_suit = self.by_suit[rows[..., None], places]
        return (
            self.by_ranks[rows].sum(axis=1, dtype=np.int64),
            by_suit.sum(axis=1, dtype=np.int64),
        )


def rank_points(ranks: Array, rules: dict[str, int]) -> Array:
    """Score five cards regardless of suits: (n, 5) to (n,)."""
    subsets = np.arange(32)[:, None] >> np.arange(5) & 1
    fifteens = (np.minimum(ranks + 1, 10) @ subsets.T == 15).sum(axis=1)
    held = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    pairs = (held * (held - 1) // 2).sum(axis=1)
    run_cards = np.zeros(len(ranks), np.int64)
    for length in (5, 4, 3):
        windows = [held[:, low : low + length] for low in range(14 - length)]
        runs = sum(window.prod(axis=1) for window in windows)
        run_cards += (run_cards == 0) * runs * length
    return np.asarray(
        rules["fifteen_points"] * fifteens
        + rules["pair_points"] * pairs
        + rules["run_card_points"] * run_cards
    )


def game(rules: Any) -> Game:
    """Read the rules. Raises ``MalformedError``."""
    fields(rules, f"ranks {POINTS} {FLUSHES}")
    worth = {name: natural(rules[name], 100) for name in POINTS.split()}
    least = {name: natural(rules[name], 5) for name in FLUSHES.split()}
    if min(least.values()) < 4:
        raise MalformedError("a flush needs at least four cards")
    names, some = rules["ranks"], "".join(f"{rank}?" for rank in RANKS)
    if not isinstance(names, str) or not re.fullmatch(some, names) or len(names) < 4:
        raise MalformedError(f"the ranks are not four or more of {RANKS}, in order")
    count = len(PAIRS)
    five = np.empty((count, count, 13, 5), np.int64)
    five[..., :2], five[..., 2:4] = PAIRS[:, None, None], PAIRS[None, :, None]
    five[..., 4] = np.arange(13)
    points = rank_points(five.reshape(-1, 5), worth).reshape(five.shape[:3])
    each = worth["flush_card_points"]
    own, crib = (
        (4 * each * (n == 4), 5 * each - 4 * each * (n == 4)) for n in least.values()
    )
    if points.max() + 5 * each + 4 * worth["nobs_points"] > MOST_POINTS:
        raise MalformedError(f"some show scores more than {MOST_POINTS}")
    ranks = [RANKS.index(name) for name in names]
    return Game(ranks, points, own, crib, worth["nobs_points"])


def suits_of(sets: Array) -> Array:
    """Return the ranks of the four suits, as bits, along a new last axis."""
    return np.asarray(sets[..., None] >> SUIT_BITS & 2**13 - 1)


def largest(suits: Array) -> Array:
    """Return the class of a hand: its suits sorted, the largest in the highest bits."""
    return np.asarray((np.sort(suits, axis=-1) << SUIT_BITS).sum(axis=-1))


def one_less(sets: Array) -> Array:
    """Return the sets without each of their cards: (n,) to (n, cards)."""
    return _toggled(sets, 1 << np.arange(52, dtype=np.int64), held=True)


def one_more(sets: Array, ranks: list[int]) -> Array:
    """Return the sets with each card of these ranks that they lack."""
    return _toggled(sets, 1 << np.add.outer(SUIT_BITS, ranks).ravel(), held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    chosen = (sets[:, None] & cards != 0) == held
    near: Array = (sets[:, None] ^ cards)[chosen]
    return near.reshape(len(sets), -1)


def number_of_classes(ranks: int) -> int:
    """Return the number of classes of six cards, by Burnside's lemma.

    Each renaming of suits is named by the lengths of its cycles. A cycle of n suits
    moves a card through n cards of its rank, which are all in a set, or none of them.
    """
    renamings = {(1, 1, 1, 1): 1, (1, 1, 2): 6, (2, 2): 3, (1, 3): 8, (4,): 6}
    fixed = 0
    for cycles, times in renamings.items():
        for cards in product(range(7), repeat=len(cycles)):
            if sum(map(mul, cycles, cards)) == 6:
                fixed += times * prod(comb(ranks, n) for n in cards)
    return fixed // factorial(4)


def all_classes(ranks: list[int]) -> list[Array]:
    """Return the classes of up to six cards of these ranks, ascending, by size."""
    sizes = [np.zeros(1, np.int64)]
    for _ in range(6):
        sizes.append(np.unique(largest(suits_of(one_more(sizes[-1], ranks)))))
    return sizes


def deals(sets: Array, ranks: list[int]) -> list[Alike]:
    """Return the classes of six cards, those of the same ranks together."""
    bits = SUIT_BITS + np.arange(13)[:, None]
    parts = np.array_split(sets, 1 + len(sets) // 2**16)
    held = [(part[:, None] >> bits.ravel() & 1).nonzero()[1] for part in parts]
    cards = np.concatenate(held).reshape(-1, 6)
    _, kinds = np.unique((cards >> 2) @ 13 ** np.arange(6), return_inverse=True)
    ends, alike = np.bincount(kinds).cumsum(), []
    for rows in np.split(kinds.argsort(kind="stable"), ends[:-1]):
        dealt, suits = cards[rows[0]] >> 2, cards[rows] & 3
        starters = 4 * np.bincount(ranks, minlength=13)
        starters -= np.bincount(dealt, minlength=13)
        left = len(ranks) - (suits[:, :, None] == np.arange(4)).sum(axis=1)
        alike.append(Alike(rows, sets[rows], dealt, suits, starters, left))
    return alike


def own_points(deck: Game, alike: Alike) -> Array:
    """Return the points of the four cards kept, over all starters: (n, 15)."""
    four, fifth = deck.own
    a, b, c, d = alike.ranks[KEPT.T]
    jacks = alike.same_suit * (alike.ranks == JACK)
    suits = alike.suits[:, KEPT]
    flush = (suits == suits[:, :, :1]).all(axis=2)
    suited = four * (deck.cards - 6) + fifth * alike.same_suit[:, KEPT[:, 0]]
    return np.asarray(
        deck.points[PAIR[a, b], PAIR[c, d]] @ alike.starters
        + deck.nobs * jacks[:, KEPT].sum(axis=2)
        + flush * suited
    )


def crib_points(
    deck: Game, alike: Alike, by_ranks: Array, by_suit: Array, weight: int
) -> Array:
    """Return the crib points over the hands and starters that avoid a deal: (n, 15).

    ``weight`` is the total weight of the hands that avoid a deal and a starter.
    """
    four, fifth = deck.crib
    points = deck.points[alike.thrown]
    crib = by_ranks[:, PAIRS_THROWN] @ (points @ alike.starters).T
    crib = SHARED_SUITS * (crib - by_ranks[:, CRIBS][:, alike.thrown])
    jacks = alike.same_suit * (alike.ranks == JACK)
    theirs = (alike.left * by_suit[:, :, JACKS]).sum(axis=1) - by_ranks[:, JACK_SUITS]
    crib += deck.nobs * (weight * jacks[:, THROWN].sum(axis=2) + theirs[:, None])
    suit, other = alike.suits[:, THROWN[:, 0]], alike.suits[:, THROWN[:, 1]]
    suited = np.take_along_axis(by_suit, suit[:, :, None], axis=1)
    starters = four * (deck.cards - 12) + fifth * alike.same_suit[:, THROWN[:, 0]]
    flush = suited[:, :, SUITED] * starters - fifth * suited[:, :, SUITED_SUITS]
    return np.asarray(crib + (suit == other) * flush)


def thrown(deck: Game, alike: Alike, throws: Strategy) -> tuple[Array, Array]:
    """Return the terms of each hand, by ranks, (n, 183), and by suit, (n, 4, 3)."""
    entries = throws.entries[alike.classes]
    cribs = deck.points[alike.thrown][:, :, alike.ranks].sum(axis=2)
    each = np.hstack([alike.thrown[:, None] == np.arange(len(PAIRS)), cribs])
    weights = SHARED_SUITS * throws.rows[entries]
    jacks = (weights @ IS_THROWN) * (alike.ranks == JACK)
    suit, other = alike.suits[:, THROWN[:, 0]], alike.suits[:, THROWN[:, 1]]
    suited = weights * (suit == other)
    of_suit = [
        (where[:, :, None] * (held[:, :, None] == np.arange(4))).sum(axis=1)
        for where, held in ((jacks, alike.suits), (suited, suit))
    ]
    by_suit = np.stack([*of_suit, of_suit[1]], axis=2)
    suits = suits_of(alike.sets)
    same = (suits[:, :, None] == suits[:, None]).astype(np.int64)
    by_suit = same @ by_suit // same.sum(axis=2)[:, :, None]
    cards = len(deck.ranks) - alike.left
    by_suit[:, :, SUITED_SUITS] *= cards
    jack_suits = (by_suit[:, :, JACKS] * cards).sum(axis=1)
    return np.column_stack([(throws.rows @ each)[entries], jack_suits]), by_suit


def hands(deck: Game, sets: Array, all_deals: list[Alike], throws: Strategy) -> Sums:
    """Return the terms of every class of six cards."""
    by_ranks = np.empty((len(sets), 183), np.int32)
    by_suit = np.empty((len(sets), 4, 3), np.int64)
    for alike in all_deals:
        rows = alike.classes
        by_ranks[rows], by_suit[rows] = thrown(deck, alike, throws)
    return Sums(sets, by_ranks, by_suit)


def avoiding(deck: Game, sizes: list[Array], six: Sums) -> Sums:
    """Return for each U of five cards the sum of (-1)^|T| 720 / (6 - |T|) F(T).

    The sum is over all T in U. F(T) is the sum of F over T and one more card, divided
    by 6 - |T|, since each hand occurs 6 - |T| times in it. In the sum over U without
    one card, a set T of U occurs |U| - |T| times. So it begins with 720 / (6 - |T|)!
    and ends with 720 at six cards.
    """
    containing = [six]
    for size in range(5, -1, -1):
        sets = sizes[size]
        sums = _over(containing[0], sets, lambda part: one_more(part, deck.ranks))
        by_ranks, by_suit = (part // (6 - size) for part in sums)
        containing.insert(0, Sums(sets, by_ranks, by_suit))
    added = containing[0]
    for size in range(1, 6):
        share = (-1) ** size * factorial(6) // factorial(6 - size)
        sums = _over(added, sizes[size], one_less)
        for part, more in zip(sums, containing[size][1:], strict=True):
            part += share * more
        added = Sums(sizes[size], *sums)
    return added


def _over(sums: Sums, sets: Array, near: Callable[[Array], Array]) -> list[Array]:
    """Return the sums over the sets near each set, some sets at a time."""
    parts = np.array_split(sets, 1 + len(sets) // SETS_AT_ONCE)
    columns = [sums.over(near(part)) for part in parts]
    return [np.concatenate(column) for column in zip(*columns, strict=True)]


def against(
    deck: Game, sizes: list[Array], all_deals: list[Alike], throws: Strategy
) -> Iterator[tuple[Alike, Array, Array]]:
    """Yield alike deals, with points of hand and crib against a strategy: (n, 15).

    Points of the hand are over all starters, those of the crib over ``cases`` of each.
    """
    six = hands(deck, sizes[6], all_deals, throws)
    five = avoiding(deck, sizes, six)
    for alike in all_deals:
        rows = alike.classes
        by_ranks, by_suit = (
            (sums + 720 * more[rows].astype(np.int64)) // 720
            for sums, more in zip(five.over(one_less(alike.sets)), six[1:], strict=True)
        )
        crib = crib_points(deck, alike, by_ranks, by_suit, cases(deck, throws))
        yield alike, own_points(deck, alike), crib


def cases(deck: Game, throws: Strategy) -> int:
    """Return the total weight of the hands that avoid a deal and a starter."""
    return SHARED_SUITS * comb(deck.cards - 7, 6) * throws.whole


def gain(
    deck: Game, sizes: list[Array], all_deals: list[Alike], throws: Strategy, sign: int
) -> Fraction:
    """Return the value of the best response in a deal, less the strategy's own hand."""
    weight, total = cases(deck, throws), 0
    for alike, own, crib in against(deck, sizes, all_deals, throws):
        best = (weight * own + sign * crib).max(axis=1)
        hand = (throws.rows[throws.entries[alike.classes]] * own).sum(axis=1)
        values = (best - weight // throws.whole * hand).tolist()
        total += sum(map(mul, values, renamings(alike.sets).tolist()))
    return Fraction(total, weight * (deck.cards - 6) * comb(deck.cards, 6))


def renamings(sets: Array) -> Array:
    """Return the number of sets in each class."""
    suits = suits_of(sets)
    same = np.tril(suits[:, :, None] == suits[:, None]).sum(axis=2)
    return np.asarray(factorial(4) // same.prod(axis=1))


def strategy(table: Any) -> Strategy:
    """Read the strategy of a role. Raises ``MalformedError``."""
    fields(table, "denominator rows classes")
    whole, rows = natural(table["denominator"], MOST_WEIGHT), listed(table["rows"])
    if not 0 < len(rows) <= len(LETTERS):
        raise MalformedError(f"expected 1 to {len(LETTERS)} rows")
    weights = np.zeros((len(rows), len(THROWN)), np.int64)
    for number, row in enumerate(rows):
        pairs = [listed(pair, 2) for pair in listed(row)]
        discards = [natural(discard, 14) for discard, _ in pairs]
        if discards != sorted({*discards}):
            raise MalformedError(f"the discards do not ascend: {brief(row)}")
        weights[number, discards] = [natural(weight, whole) for _, weight in pairs]
        if weights[number].sum() != whole or not whole:
            raise MalformedError(f"the weights do not add up to {whole}: {brief(row)}")
    lines = listed(table["classes"])
    if not all(isinstance(line, str) and line.isascii() for line in lines):
        raise MalformedError("the classes are not lines of letters")
    number_of = np.full(128, len(rows))
    number_of[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    entries = number_of[np.frombuffer("".join(lines).encode(), np.uint8)]
    if not len(entries) or entries.max() >= len(rows):
        raise MalformedError("a class has no row")
    return Strategy(whole, weights, entries)


def fields(table: Any, names: str) -> None:
    """Raise ``MalformedError`` unless it is an object of exactly these fields."""
    if not isinstance(table, dict) or set(table) != set(names.split()):
        raise MalformedError(f"expected the fields {names}")


def listed(value: Any, length: int | None = None) -> list[Any]:
    """Read a list. Raises ``MalformedError``."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise MalformedError(f"expected a list: {brief(value)}")
    return value


def natural(value: Any, high: int) -> int:
    """Read an integer from 0. Raises ``MalformedError``."""
    if type(value) is not int or not 0 <= value <= high:
        raise MalformedError(f"expected an integer from 0 to {high}: {brief(value)}")
    return value


def read(content: bytes) -> dict[str, Any]:
    """Parse JSON of small integers. Raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name occurs twice")
        return dict(pairs)

    def small(text: str) -> int:
        if len(text) > 18 or not text.isdigit():
            raise MalformedError(f"{text:.20} is negative, long or a float")
        return int(text)

    if len(content) > MOST_BYTES:
        raise MalformedError(f"it is larger than {MOST_BYTES} bytes")
    try:
        table = json.loads(
            content.decode(),
            object_pairs_hook=unrepeated,
            parse_int=small,
            parse_float=small,
            parse_constant=small,
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"it is not JSON: {error!s:.99}") from None
    fields(table, f"{' '.join(HEAD)} rules claims dealer pone")
    assert isinstance(table, dict)
    if [table[name] for name in HEAD] != [*HEAD.values()]:
        raise MalformedError("it is not the certificate of a discard at cribbage")
    return table


def check(content: bytes) -> dict[str, Any]:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    dealer, pone = strategy(table["dealer"]), strategy(table["pone"])
    deck = game(table["rules"])
    # Counting the classes is quick, and listing them is not.
    expected = number_of_classes(len(deck.ranks))
    if {len(dealer.entries), len(pone.entries)} != {expected}:
        raise MalformedError(f"expected {expected} classes")
    sizes = all_classes(deck.ranks)
    all_deals = deals(sizes[6], deck.ranks)
    of_dealer = gain(deck, sizes, all_deals, pone, 1)
    of_pone = gain(deck, sizes, all_deals, dealer, -1)
    proved = {
        f"{ID}.value": {"lower": str(-of_pone), "upper": str(of_dealer)},
        f"{ID}.exploitability": str(of_dealer + of_pone),
    }
    if table["claims"] != proved:
        raise UnprovedError(f"the proved values are {proved}")
    return proved


def tell(path: str, content: bytes) -> int:
    """Print the result for a file and return the exit code."""
    try:
        print(f"{path}: proved: {len(check(content))} claims")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: not a certificate: {error}")
        return 2
    return 0


def main(paths: Sequence[str]) -> int:
    """Check files, print the result for each, and return the exit code."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # Reading a pipe might never end.
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: not a certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
