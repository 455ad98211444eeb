"""Suit classes, strategies and their files, and the sums over the other's hands."""

import hashlib
import json
import lzma
import pickle
import tracemalloc
from array import array
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.analysis.cribbage import strategy_file
from trueodds.analysis.cribbage.crib.opponent_hands import (
    hands_of,
    opponent_hands,
    scoring_of,
)
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium import restricted_game
from trueodds.analysis.cribbage.equilibrium.restricted_game import RestrictedGame
from trueodds.analysis.cribbage.game.opponent_shows import throws_of
from trueodds.analysis.cribbage.own_hand import own_sums
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import StrategyTable, pack, unpack
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIRS, classify
from trueodds.core import rulebook
from trueodds.core.cards import DECK, Card
from trueodds.core.errors import RulesError, UnknownNameError
from trueodds.core.rules.cribbage import CribbageRules, show_points
from trueodds.core.storage.parallel import in_parallel

RULES = CribbageRules.load()
DIGEST = rulebook.digest("cribbage", RULES)
SIX = st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True).map(sorted)


@given(SIX, st.permutations(range(4)))
def test_a_class_is_a_deal_whatever_its_suits_are_called(
    deal: list[int], suits: list[int]
) -> None:
    index, places = classify(deal)
    cards = [int(card) for card in all_classes(6).cards[index]]
    assert sorted(4 * (card >> 2) + places[card & 3] for card in cards) == deal
    renamed = [4 * (card >> 2) + suits[card & 3] for card in deal]
    assert classify(renamed)[0] == index


@pytest.mark.parametrize("size", range(6))
def test_classes_are_numbered_without_a_gap(size: int) -> None:
    deals = all_classes(size)
    assert deals.sets.sum() == comb(52, size)
    rows = np.unique(np.linspace(0, len(deals.cards) - 1, 500).astype(int))
    for row in rows:
        cards = [int(card) for card in deals.cards[row]]
        assert cards == sorted(cards)
        assert classify(cards)[0] == row


def test_own_hand_is_what_the_reference_scores() -> None:
    sums = own_sums(RULES)
    for row in np.random.default_rng(1).integers(0, len(sums), 12):
        cards = [Card.of_number(int(card)) for card in all_classes(6).cards[row]]
        for place, two in enumerate(DISCARDS):
            kept = [card for at, card in enumerate(cards) if at not in two]
            assert sums[row, place] == sum(
                show_points(kept, starter, RULES)
                for starter in DECK
                if starter not in cards
            )


def test_best_own_hand_splits_ties_evenly() -> None:
    sums, played = own_sums(RULES), strategy("best-own-hand", "pone", RULES)
    best = sums == sums.max(axis=1, keepdims=True)
    assert ((played.weights > 0) == best).all()
    shares = played.weights.astype(int) * best.sum(axis=1, keepdims=True)
    assert (shares[best] == played.denominator).all()
    uniform = strategy("uniform", "dealer", RULES)
    assert (uniform.denominator, uniform.weights.min(), uniform.weights.max()) == (
        *(15, 1, 1),
    )


def hands_that_throw(cards: tuple[int, ...], played: Strategy) -> Counter[int]:
    """How often each pair of ranks is thrown by the hands that hold these cards."""
    counts: Counter[int] = Counter()
    rest = [card for card in range(52) if card not in cards]
    for more in combinations(rest, 6 - len(cards)):
        index, _ = classify(sorted((*cards, *more)))
        ranks = all_classes(6).cards[index] >> 2
        for place, (i, j) in enumerate(DISCARDS):
            weight = int(played.weights[index, place])
            counts[PAIRS.index((int(ranks[i]), int(ranks[j])))] += weight
    return +counts


def test_sums_over_the_hands_that_hold_given_cards() -> None:
    """Against all 17,296 hands with three given cards, and 1,128 with four."""
    played = strategy("best-own-hand", "pone", RULES)
    with in_parallel() as run:
        sums = opponent_hands(hands_of(played), scoring_of(RULES), run, keep_once=False)
    for cards in ((16, 17, 40), (3, 7, 11, 43), (0, 1, 2, 3), (4, 20, 21, 38, 51)):
        index, _ = classify(cards)
        counts = {
            pair: int(count)
            for pair, count in enumerate(sums[len(cards)].pairs[index])
            if count
        }
        assert counts == hands_that_throw(cards, played)


def rows_of(denominator: int, entries: int = strategy_file.CLASSES) -> StrategyTable:
    row = (denominator, *[0] * 14)
    return StrategyTable(denominator, (row, row[::-1]), array("H", [1] * entries))


def test_a_strategy_file_goes_round() -> None:
    strategies = {"dealer": rows_of(1), "pone": rows_of(60)}
    content = pack(strategies, DIGEST)
    assert unpack(content, DIGEST, "it") == strategies
    assert pickle.loads(pickle.dumps(strategies)) == strategies


def test_the_shipped_file_is_small_and_of_both_roles() -> None:
    content, name = strategy_file.content_of("equilibrium")
    assert len(content) < 2**20
    counts = unpack(content, DIGEST, name)
    assert list(counts) == ["dealer", "pone"]


def test_a_strategy_is_held_once_in_memory() -> None:
    """Its arrays take 70 MB, so a long run may not keep them for each deal."""
    first = strategy("equilibrium", "pone", RULES)
    short = CribbageRules.load(target=31)
    assert strategy("equilibrium", "pone", short) is first
    for name in ("uniform", "best-own-hand"):
        throws_of(strategy(name, "pone", RULES))
    assert throws_of.cache_info().currsize <= 2


def with_checksum(body: bytes) -> bytes:
    checksum = hashlib.sha256(body).hexdigest().encode()
    return strategy_file.MAGIC + checksum + b"\n" + body


def with_entries(
    packed: bytes, roles: tuple[str, ...] = ("pone",), **fields: Any
) -> bytes:
    """Return a strategy file with these entries, byte by byte as version 1.0.0 does."""
    table = {"denominator": 1, "rows": [ROW]} | fields
    header = {"rules": DIGEST, "roles": dict.fromkeys(roles, table)}
    return with_checksum(json.dumps(header).encode() + b"\n" + packed)


ROW = [1, *[0] * 14]
ENTRIES = bytes(2 * strategy_file.CLASSES)
WHOLE = strategy_file.SHIPPED.read_bytes()


def test_a_strategy_file_of_the_first_version_loads() -> None:
    content = with_entries(lzma.compress(ENTRIES, preset=9))
    table = unpack(content, DIGEST, "it")["pone"]
    assert list(table.weights(7)) == ROW
    assert pack({"pone": table}, DIGEST) == content


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (WHOLE[:-1], "is damaged"),
        (WHOLE[:200] + b"\0" + WHOLE[201:], "is damaged"),
        (strategy_file.MAGIC, "is damaged"),
        (WHOLE[1:], "is not a strategy file"),
        (b"", "is not a strategy file"),
        # The checksum is right, but the content is not.
        (with_checksum(b"{}\n"), "its content is not a strategy"),
        (with_checksum(b"no header\n"), "its content is not a strategy"),
        (with_checksum(b"[1]\n" + lzma.compress(b"")), "its content is not a strategy"),
        (with_entries(b"nothing compressed", ()), "its content is not a strategy"),
        (with_entries(lzma.compress(b"odd"), ()), "its content is not a strategy"),
        (with_entries(lzma.compress(b""), ("me",)), "its content is not a strategy"),
        (with_entries(lzma.compress(ENTRIES + b"\0\0")), "is not a strategy"),
        (with_entries(lzma.compress(ENTRIES[:-2])), "its content is not a strategy"),
        (with_entries(lzma.compress(ENTRIES) + b"\0" * 4), "is not a strategy"),
        (
            with_entries(lzma.compress(ENTRIES) + lzma.compress(b"\0\0")),
            "its content is not a strategy",
        ),
        (with_entries(lzma.compress(ENTRIES), denominator=1.5), "is not a strategy"),
        (with_entries(lzma.compress(ENTRIES), rows=[[True, *ROW[1:]]]), "not a strate"),
        (with_entries(lzma.compress(ENTRIES), rows={}), "is not a strategy"),
    ],
    ids=range(18),
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "x.strategy"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=fault):
        strategy(path, "dealer", RULES)


@pytest.mark.parametrize(
    ("denominator", "row", "entries", "fault"),
    [
        (0, [0] * 15, [0], "denominator is 1 to 65535"),
        (2**16, [2**16, *ROW[1:]], [0], "denominator is 1 to 65535"),
        (2, ROW, [0], "weights that add up to 2"),
        (1, ROW[:-1], [0], "15 weights"),
        (1, [2, -1, *ROW[2:]], [0], "weights that add up to 1"),
        (1, ROW, [1], "one of its rows"),
        (1, ROW, [], "one of its rows"),
    ],
)
def test_what_is_no_strategy(
    denominator: int, row: list[int], entries: list[int], fault: str
) -> None:
    every = array("H", entries * strategy_file.CLASSES)
    with pytest.raises(RulesError, match=fault):
        StrategyTable(denominator, (tuple(row),), every)


def test_a_decompression_bomb_takes_no_memory() -> None:
    """100 MB of zeros in 15 kB are refused after the entries that a file can have."""
    compressor = lzma.LZMACompressor()
    chunk = bytes(10**6)
    parts = [compressor.compress(chunk) for _ in range(100)]
    content = with_entries(b"".join([*parts, compressor.flush()]))
    assert len(content) < 50_000
    tracemalloc.start()
    with pytest.raises(RulesError, match="its content is not a strategy"):
        unpack(content, DIGEST, "it")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * 10**6


def test_a_file_for_other_rules_or_without_the_role(tmp_path: Path) -> None:
    path = tmp_path / "x.strategy"
    path.write_bytes(pack({"pone": rows_of(1)}, DIGEST))
    assert strategy(path, "pone", RULES).denominator == 1
    with pytest.raises(RulesError, match="has no strategy for the dealer"):
        strategy(path, "dealer", RULES)
    path.write_bytes(pack({"pone": rows_of(1)}, "others"))
    with pytest.raises(RulesError, match="is a strategy for other rules"):
        strategy(path, "pone", RULES)
    with pytest.raises(UnknownNameError, match="there is no strategy"):
        strategy(tmp_path / "y.strategy", "pone", RULES)


def test_mixing_changes_only_the_named_classes() -> None:
    played = Strategy.pure(np.zeros(strategy_file.CLASSES, np.uint8))
    mixed = played.mixed({7: (1, 2, *[0] * 13)}, 3)
    assert mixed.weights[7].tolist() == [1, 2, *[0] * 13]
    others = np.delete(mixed.weights, 7, axis=0)
    assert (others[:, 0] == 3).all()
    assert not others[:, 1:].any()
    with pytest.raises(RulesError, match="is not a multiple"):
        mixed.mixed({}, 4)


def test_matching_pennies_is_mixed_evenly() -> None:
    """One class each, two discards: the dealer wants them alike, pone different."""
    game = RestrictedGame(
        rows=np.array([5, 5]),
        columns=np.array([9, 9]),
        dealer=np.zeros(2),
        pone=np.zeros(2),
        crib=np.array([[3.0, -1.0], [-1.0, 1.0]]),
    )
    mixed = restricted_game.mixtures(game, {"dealer": {5: [0, 4]}, "pone": {9: [1, 2]}})
    for role, deal, places in (("dealer", 5, (0, 4)), ("pone", 9, (1, 2))):
        mixture, whole = mixed[role]
        weights = [Fraction(mixture[deal][place], whole) for place in places]
        assert weights == [Fraction(1, 3), Fraction(2, 3)]


def test_the_value_of_a_random_restricted_game_equals_scipys() -> None:
    from scipy.optimize import linprog

    random = np.random.default_rng(1)
    rows, columns = np.repeat(np.arange(4), 3), np.repeat(np.arange(5), 2)
    game = RestrictedGame(
        rows=rows,
        columns=columns,
        dealer=random.normal(size=12),
        pone=random.normal(size=10),
        crib=random.normal(size=(12, 10)),
    )
    hands = columns[:, None] == np.arange(5)
    by_scipy = linprog(
        -np.concatenate([game.dealer, np.ones(5)]),
        A_ub=np.hstack([-game.crib.T, hands]),
        b_ub=-game.pone,
        A_eq=np.hstack([np.arange(4)[:, None] == rows, np.zeros((4, 5))]),
        b_eq=np.ones(4),
        bounds=[(0, None)] * 12 + [(None, None)] * 5,
    )
    dealer, pone = restricted_game.solve_game(game)
    assert np.add.reduceat(dealer, range(0, 12, 3)) == pytest.approx([1] * 4)
    assert np.add.reduceat(pone, range(0, 10, 2)) == pytest.approx([1] * 5)
    to_pone = np.minimum.reduceat(dealer @ game.crib - game.pone, range(0, 10, 2))
    to_dealer = np.maximum.reduceat(game.dealer + game.crib @ pone, range(0, 12, 3))
    value = -by_scipy.fun
    assert dealer @ game.dealer + to_pone.sum() == pytest.approx(value)
    assert to_dealer.sum() - pone @ game.pone == pytest.approx(value)


def test_kernels_run_in_order_of_their_ranges() -> None:
    reports: list[tuple[str, int, int]] = []
    with in_parallel(lambda *report: reports.append(report)) as run:
        parts = run("counting", 100, lambda start, stop: list(range(start, stop)))
    assert [n for part in parts for n in part] == list(range(100))
    assert reports[-1][0] == "counting"
    assert reports[-1][1] == reports[-1][2] == len(parts)
