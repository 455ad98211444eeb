"""Check the certificate of a discard: python cribbage_discard.py FILE...

Two strategies for cribbage with whole suits, and what each guarantees: the best answer
to it from every six cards, all hands of the other and all starters dealt. It needs
numpy, imports nothing of trueodds, and shares no code with what it checks.

A set of cards is 52 bits, 13 for the ranks of each suit. Its class is the largest
number that renaming suits makes of it, and a strategy says what is thrown from each
class; suits with the same ranks are exchanged at random. Hands that avoid a deal S are
counted by inclusion and exclusion: if F(T) sums something over the hands that contain
T, what the hands without a card of S have is the sum of (-1)^|T| F(T) over all T in S.

Exit code 0: every claim is proved. 1: some claim does not follow. 2: some file is no
certificate: unreadable, malformed or too large.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
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
# With these bounds all that is divided or compared is below 2**63; sums on the way may
# wrap around, and come back. The largest is 720 times what comb(46, 6) hands would make
# of a crib, each 65535 * 6 * 2000 at most.
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
# What is summed over hands, by ranks: the weight of each pair thrown; the cribs of what
# is thrown with each pair and each card of the hand as starter, which are none; jacks
# thrown, times the cards of their suit.
PAIRS_THROWN, CRIBS, JACK_SUITS = slice(91), slice(91, 182), 182
# By suit: jacks thrown, suited pairs thrown, and these times the cards of their suit.
JACKS, SUITED, SUITED_SUITS = range(3)


class MalformedError(Exception):
    """The file is no certificate."""


class UnprovedError(Exception):
    """The certificate does not prove what it claims."""


class Game(NamedTuple):
    """The cards, and what they score: ``points[a, b, r]`` of two pairs and a starter.

    ``own`` and ``crib`` are the points of four suited cards, and how many more they are
    when the starter is of their suit.
    """

    ranks: list[int]
    points: Array
    own: tuple[int, int]
    crib: tuple[int, int]
    nobs: int

    @property
    def cards(self) -> int:
        """How many there are."""
        return 4 * len(self.ranks)


class Strategy(NamedTuple):
    """Rows of fifteen weights that add up to ``whole``, and the row of each class."""

    whole: int
    rows: Array
    entries: Array


class Alike(NamedTuple):
    """The classes of six cards of the same ranks, which ascend; then by suit.

    ``starters`` are the cards left by rank, (13,), and ``left`` by suit, (n, 4).
    """

    classes: Array
    sets: Array
    ranks: Array
    suits: Array
    starters: Array
    left: Array

    @property
    def thrown(self) -> Array:
        """The number of each pair of ranks thrown: (15,)."""
        return np.asarray(PAIR[tuple(self.ranks[THROWN].T)])

    @property
    def same_suit(self) -> Array:
        """How many cards are left of each card's suit: (n, 6)."""
        return np.take_along_axis(self.left, self.suits, axis=1)


class Sums(NamedTuple):
    """By class: what is summed by ranks, (n, 183), and by suit, (n, 4, 3)."""

    sets: Array
    by_ranks: Array
    by_suit: Array

    def over(self, sets: Array) -> tuple[Array, Array]:
        """The sums over the sets in every row, by the suits that those have."""
        suits = suits_of(sets)
        rows = np.searchsorted(self.sets, largest(suits))
        places = (suits[..., None, :] < suits[..., :, None]).sum(axis=-1)
        by_suit = self.by_suit[rows[..., None], places]
        return (
            self.by_ranks[rows].sum(axis=1, dtype=np.int64),
            by_suit.sum(axis=1, dtype=np.int64),
        )


def rank_points(ranks: Array, rules: dict[str, int]) -> Array:
    """What five cards score whatever their suits: (n, 5) to (n,)."""
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
    """Read the rules; raises ``MalformedError``."""
    fields(rules, f"ranks {POINTS} {FLUSHES}")
    worth = {name: natural(rules[name], 100) for name in POINTS.split()}
    least = {name: natural(rules[name], 5) for name in FLUSHES.split()}
    if min(least.values()) < 4:
        raise MalformedError("a flush is of four cards at least")
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
    """The ranks of the four suits, as bits, along a new last axis."""
    return np.asarray(sets[..., None] >> SUIT_BITS & 2**13 - 1)


def largest(suits: Array) -> Array:
    """The class: the suits from the least to the largest, the largest in front."""
    return np.asarray((np.sort(suits, axis=-1) << SUIT_BITS).sum(axis=-1))


def one_less(sets: Array) -> Array:
    """The sets without each of their cards: (n,) to (n, cards)."""
    return _toggled(sets, 1 << np.arange(52, dtype=np.int64), held=True)


def one_more(sets: Array, ranks: list[int]) -> Array:
    """The sets with each card of these ranks that they have not."""
    return _toggled(sets, 1 << np.add.outer(SUIT_BITS, ranks).ravel(), held=False)


def _toggled(sets: Array, cards: Array, *, held: bool) -> Array:
    chosen = (sets[:, None] & cards != 0) == held
    near: Array = (sets[:, None] ^ cards)[chosen]
    return near.reshape(len(sets), -1)


def all_classes(ranks: list[int]) -> list[Array]:
    """The classes of up to six cards of these ranks, ascending, by their size."""
    found = [np.zeros(1, np.int64)]
    for _ in range(6):
        found.append(np.unique(largest(suits_of(one_more(found[-1], ranks)))))
    return found


def deals(sets: Array, ranks: list[int]) -> list[Alike]:
    """The classes of six cards, those of the same ranks together."""
    bits = SUIT_BITS + np.arange(13)[:, None]
    parts = np.array_split(sets, 1 + len(sets) // 2**16)
    held = [(part[:, None] >> bits.ravel() & 1).nonzero()[1] for part in parts]
    cards = np.concatenate(held).reshape(-1, 6)
    _, kinds = np.unique((cards >> 2) @ 13 ** np.arange(6), return_inverse=True)
    ends, found = np.bincount(kinds).cumsum(), []
    for rows in np.split(kinds.argsort(kind="stable"), ends[:-1]):
        dealt, suits = cards[rows[0]] >> 2, cards[rows] & 3
        starters = 4 * np.bincount(ranks, minlength=13)
        starters -= np.bincount(dealt, minlength=13)
        left = len(ranks) - (suits[:, :, None] == np.arange(4)).sum(axis=1)
        found.append(Alike(rows, sets[rows], dealt, suits, starters, left))
    return found


def own_points(of: Game, alike: Alike) -> Array:
    """The four cards kept, summed over all starters: (n, 15)."""
    four, fifth = of.own
    a, b, c, d = alike.ranks[KEPT.T]
    jacks = alike.same_suit * (alike.ranks == JACK)
    suits = alike.suits[:, KEPT]
    flush = (suits == suits[:, :, :1]).all(axis=2)
    suited = four * (of.cards - 6) + fifth * alike.same_suit[:, KEPT[:, 0]]
    return np.asarray(
        of.points[PAIR[a, b], PAIR[c, d]] @ alike.starters
        + of.nobs * jacks[:, KEPT].sum(axis=2)
        + flush * suited
    )


def crib_points(
    of: Game, alike: Alike, by_ranks: Array, by_suit: Array, weight: int
) -> Array:
    """The crib, summed over the hands and starters that avoid a deal: (n, 15).

    ``weight`` is that of all hands that avoid a deal and a starter.
    """
    four, fifth = of.crib
    points = of.points[alike.thrown]
    crib = by_ranks[:, PAIRS_THROWN] @ (points @ alike.starters).T
    crib = SHARED_SUITS * (crib - by_ranks[:, CRIBS][:, alike.thrown])
    jacks = alike.same_suit * (alike.ranks == JACK)
    theirs = (alike.left * by_suit[:, :, JACKS]).sum(axis=1) - by_ranks[:, JACK_SUITS]
    crib += of.nobs * (weight * jacks[:, THROWN].sum(axis=2) + theirs[:, None])
    suit, other = alike.suits[:, THROWN[:, 0]], alike.suits[:, THROWN[:, 1]]
    suited = np.take_along_axis(by_suit, suit[:, :, None], axis=1)
    starters = four * (of.cards - 12) + fifth * alike.same_suit[:, THROWN[:, 0]]
    flush = suited[:, :, SUITED] * starters - fifth * suited[:, :, SUITED_SUITS]
    return np.asarray(crib + (suit == other) * flush)


def thrown(of: Game, alike: Alike, throws: Strategy) -> tuple[Array, Array]:
    """What each hand adds to the sums, by ranks, (n, 183), and by suit, (n, 4, 3)."""
    entries = throws.entries[alike.classes]
    cribs = of.points[alike.thrown][:, :, alike.ranks].sum(axis=2)
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
    cards = len(of.ranks) - alike.left
    by_suit[:, :, SUITED_SUITS] *= cards
    jack_suits = (by_suit[:, :, JACKS] * cards).sum(axis=1)
    return np.column_stack([(throws.rows @ each)[entries], jack_suits]), by_suit


def hands(of: Game, sets: Array, all_deals: list[Alike], throws: Strategy) -> Sums:
    """What every class of six cards adds to the sums."""
    by_ranks = np.empty((len(sets), 183), np.int32)
    by_suit = np.empty((len(sets), 4, 3), np.int64)
    for alike in all_deals:
        rows = alike.classes
        by_ranks[rows], by_suit[rows] = thrown(of, alike, throws)
    return Sums(sets, by_ranks, by_suit)


def avoiding(of: Game, sizes: list[Array], six: Sums) -> Sums:
    """For every five cards U: (-1)^|T| 720 / (6 - |T|) F(T) over all T in U.

    F(T) adds up F of T and one card more, each hand being met 6 - |T| times. Added up
    over U without one card, a set T of U is met |U| - |T| times, so it begins with
    720 / (6 - |T|)! and has 720 in the end, with six cards.
    """
    containing = [six]
    for size in range(5, -1, -1):
        sets = sizes[size]
        sums = _over(containing[0], sets, lambda part: one_more(part, of.ranks))
        by_ranks, by_suit = (part // (6 - size) for part in sums)
        containing.insert(0, Sums(sets, by_ranks, by_suit))
    found = containing[0]
    for size in range(1, 6):
        share = (-1) ** size * factorial(6) // factorial(6 - size)
        sums = _over(found, sizes[size], one_less)
        for part, more in zip(sums, containing[size][1:], strict=True):
            part += share * more
        found = Sums(sizes[size], *sums)
    return found


def _over(sums: Sums, sets: Array, near: Callable[[Array], Array]) -> list[Array]:
    """The sums over what is near each set, some sets at a time."""
    parts = np.array_split(sets, 1 + len(sets) // SETS_AT_ONCE)
    found = [sums.over(near(part)) for part in parts]
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def gain(
    of: Game, sizes: list[Array], all_deals: list[Alike], throws: Strategy, sign: int
) -> Fraction:
    """What the best answer to it brings a deal, cribs by sign, less its own hand."""
    six = hands(of, sizes[6], all_deals, throws)
    five = avoiding(of, sizes, six)
    part, total = SHARED_SUITS * comb(of.cards - 7, 6), 0
    for alike in all_deals:
        rows = alike.classes
        by_ranks, by_suit = (
            (sums + 720 * more[rows].astype(np.int64)) // 720
            for sums, more in zip(five.over(one_less(alike.sets)), six[1:], strict=True)
        )
        own = own_points(of, alike)
        crib = crib_points(of, alike, by_ranks, by_suit, part * throws.whole)
        best = (part * throws.whole * own + sign * crib).max(axis=1)
        hand = (throws.rows[throws.entries[rows]] * own).sum(axis=1)
        worth = (best - part * hand).tolist()
        total += sum(map(mul, worth, renamings(alike.sets).tolist()))
    return Fraction(total, part * throws.whole * (of.cards - 6) * comb(of.cards, 6))


def renamings(sets: Array) -> Array:
    """How many sets are of each class."""
    suits = suits_of(sets)
    same = np.tril(suits[:, :, None] == suits[:, None]).sum(axis=2)
    return np.asarray(factorial(4) // same.prod(axis=1))


def strategy(table: Any) -> Strategy:
    """Read what a role throws; raises ``MalformedError``."""
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
            raise MalformedError(f"the weights are not {whole} in all: {brief(row)}")
    lines = listed(table["classes"])
    if not all(isinstance(line, str) and line.isascii() for line in lines):
        raise MalformedError("the classes are not lines of letters")
    number_of = np.full(128, len(rows))
    number_of[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    entries = number_of[np.frombuffer("".join(lines).encode(), np.uint8)]
    if not len(entries) or entries.max() >= len(rows):
        raise MalformedError("some class has no row")
    return Strategy(whole, weights, entries)


def fields(table: Any, names: str) -> None:
    """Raise ``MalformedError`` unless it is an object of exactly these fields."""
    if not isinstance(table, dict) or set(table) != set(names.split()):
        raise MalformedError(f"expected the fields {names}")


def listed(value: Any, length: int | None = None) -> list[Any]:
    """A list; raises ``MalformedError``."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise MalformedError(f"expected a list: {brief(value)}")
    return value


def natural(value: Any, high: int) -> int:
    """An integer from 0; raises ``MalformedError``."""
    if type(value) is not int or not 0 <= value <= high:
        raise MalformedError(f"expected an integer from 0 to {high}: {brief(value)}")
    return value


def read(content: bytes) -> dict[str, Any]:
    """JSON of small integers without repeated names; raises ``MalformedError``."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise MalformedError("a name is there twice")
        return dict(pairs)

    def small(text: str) -> int:
        if len(text) > 18 or not text.isdigit():
            raise MalformedError(f"{text:.20} is no number to count with")
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
        raise MalformedError("it is no certificate of cribbage's discards")
    return table


def check(content: bytes) -> dict[str, Any]:
    """The claims, all proved; raises ``MalformedError`` or ``UnprovedError``."""
    table = read(content)
    dealer, pone = strategy(table["dealer"]), strategy(table["pone"])
    of = game(table["rules"])
    sizes = all_classes(of.ranks)
    if {len(dealer.entries), len(pone.entries)} != {len(sizes[6])}:
        raise MalformedError(f"expected {len(sizes[6])} classes")
    all_deals = deals(sizes[6], of.ranks)
    of_dealer = gain(of, sizes, all_deals, pone, 1)
    of_pone = gain(of, sizes, all_deals, dealer, -1)
    proved = {
        f"{ID}.value": {"lower": str(-of_pone), "upper": str(of_dealer)},
        f"{ID}.exploitability": str(of_dealer + of_pone),
    }
    if table["claims"] != proved:
        raise UnprovedError(f"what is proved is {proved}")
    return proved


def tell(path: str, content: bytes) -> int:
    """Say of a file what is proved, or what is wrong; the exit code."""
    try:
        print(f"{path}: proved: {len(check(content))} claims")
    except UnprovedError as error:
        print(f"{path}: not proved: {error}")
        return 1
    except MalformedError as error:
        print(f"{path}: no certificate: {error}")
        return 2
    return 0


def main(paths: Sequence[str]) -> int:
    """Check files, and say of each what is proved, or what is wrong."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # a pipe may never end, nor begin
                raise MalformedError("there is no such file")
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: no certificate: {error}")
        else:
            worst = max(worst, tell(path, content))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
