"""The checker of discards from whole suits: against dealing everything one by one.

With four ranks there are sixteen cards, and all hands of both players and all starters
can be gone through. What a strategy throws is found from each hand by trying all 24
ways to rename the suits.
"""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

import jsonschema
import numpy as np
import pytest
from certificates import Document, changed, content, is_proved, numbers
from numpy.typing import NDArray

from trueodds.analysis.cribbage.show import rank_table
from trueodds.core.errors import ModelError
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import silent
from trueodds.proofs.certificates import discard_full_deck
from trueodds.proofs.certificates.cribbage import plain
from trueodds.proofs.checkers import cribbage_deals, cribbage_sets
from trueodds.proofs.checkers.command import check
from trueodds.proofs.checkers.cribbage import RANKS
from trueodds.proofs.checkers.cribbage_sets import LETTERS
from trueodds.proofs.checkers.reading import MalformedError

Array: TypeAlias = NDArray[Any]

PAIRS = list(combinations(range(6), 2))
SCHEMA = json.loads(
    (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
)


def rules_with(**changes: Any) -> CribbageRules:
    return CribbageRules.load(**changes)


class Dealt:
    """All hands of six cards of four ranks, and all that they can score.

    ``renamed`` are their numbers by each renaming of the suits, and ``places`` where
    their cards then come: (24, hands) and (24, hands, 6).
    """

    def __init__(self, ranks: str, rules: CribbageRules) -> None:
        self.cards = [
            4 * RANKS.index(rank) + suit for rank, suit in product(ranks, range(4))
        ]
        self.hands = np.array(list(combinations(range(len(self.cards)), 6)))
        self.masks = (1 << self.hands).sum(axis=1)
        rank, suit = np.divmod(np.array(self.cards)[self.hands], 4)
        suits = np.array(list(permutations(range(4))))[:, suit]
        self.renamed = (1 << 13 * suits + rank).sum(axis=2)
        self.places = (4 * rank + suits).argsort(axis=2)
        self.classes = sorted(set(self.renamed.max(axis=0).tolist()))
        self.shows = {kind: self.table(kind, rules) for kind in ("hand", "crib")}

    def table(self, kind: str, rules: CribbageRules) -> Array:
        """Return the points of four cards, as bits, with each starter."""
        count = len(self.cards)
        weights = np.zeros((1 << count, count), np.int64)
        fours = list(combinations(range(count), 4))
        shows = [(*four, up) for four in fours for up in range(count) if up not in four]
        cards = np.array(self.cards, dtype=np.uint8)[np.array(shows)]
        points = score_shows(cards, kind == "crib", rules)
        for (*four, up), worth in zip(shows, points.tolist(), strict=True):
            weights[sum(1 << card for card in four), up] = worth
        return weights

    def thrown(self, strategy: Document) -> tuple[Array, Array]:
        """Pairs of cards as bits, and their weights in 24ths: (hands, 15) each."""
        rows = np.zeros((len(strategy["rows"]), 15), np.int64)
        for row, throws in enumerate(strategy["rows"]):
            for discard, weight in throws:
                rows[row, discard] = weight
        letters = [LETTERS.index(letter) for letter in "".join(strategy["classes"])]
        number = self.renamed.max(axis=0)
        meant = rows[np.array(letters)[np.searchsorted(self.classes, number)]]
        best = self.renamed == number
        weights = np.zeros((len(self.hands), 6, 6), np.int64)
        every = np.arange(len(self.hands))
        for is_best, places in zip(best, self.places, strict=True):
            for discard, (i, j) in enumerate(PAIRS):
                low, high = np.sort(places[:, [i, j]], axis=1).T
                share = 24 // best.sum(axis=0) * meant[:, discard]
                weights[every, low, high] += is_best * share
        i, j = np.transpose(PAIRS)
        return (1 << self.hands[:, i]) + (1 << self.hands[:, j]), weights[:, i, j]

    def gain(self, strategy: Document, sign: int) -> Fraction:
        """Return the value of the best response, less the opponent's own hand."""
        count, whole = len(self.cards), 24 * strategy["denominator"]
        pairs, weights = self.thrown(strategy)
        kinds, which = np.unique(pairs, return_inverse=True)
        which = which.reshape(pairs.shape)
        own, total = self.shows["hand"], 0
        number = self.renamed.max(axis=0)
        _, some, ways = np.unique(number, return_index=True, return_counts=True)
        for row, times in zip(some, ways.tolist(), strict=True):
            rest = [c for c in range(count) if not self.masks[row] >> c & 1]
            kept = self.masks[row] - pairs[row]
            worth = whole * comb(count - 7, 6) * own[kept][:, rest].sum(axis=1)
            for up in rest:
                avoids = (self.masks & (self.masks[row] | 1 << up)) == 0
                distribution = np.bincount(
                    which[avoids].ravel(), weights[avoids].ravel()
                )
                theirs = distribution.nonzero()[0]
                cribs = self.shows["crib"][pairs[row][:, None] + kinds[theirs], up]
                worth += sign * (cribs @ distribution[theirs].astype(np.int64))
            total += times * int(worth.max())
        starters = ~self.masks[:, None] >> np.arange(count) & 1
        means = (own[self.masks[:, None] - pairs] * starters[:, None]).sum(axis=2)
        hand = int((means * weights).sum()) * comb(count - 7, 6)
        parts = whole * (count - 6) * comb(count - 7, 6) * comb(count, 6)
        return Fraction(total - hand, parts)

    def claims(self, dealer: Document, pone: Document) -> Document:
        """Return the true claims."""
        upper, lower = self.gain(pone, 1), -self.gain(dealer, -1)
        return {
            "deal.equilibrium.value": {"lower": str(lower), "upper": str(upper)},
            "deal.equilibrium.exploitability": str(upper - lower),
        }


def some_strategy(classes: int, seed: int) -> Document:
    """All pure throws and three mixed ones, anywhere."""
    chosen = random.Random(seed)
    whole = 2**16 - 1 - seed
    rows = [[[d, whole]] for d in range(15)]
    rows += [[[0, 1], [14, whole - 1]], [[3, 2], [7, 3], [8, whole - 5]]]
    letters = "".join(chosen.choices(LETTERS[: len(rows)], k=classes))
    lines = [letters[at : at + 100] for at in range(0, classes, 100)]
    return {"denominator": whole, "rows": rows, "classes": lines}


@cache
def dealt(ranks: str, changes: tuple[tuple[str, int], ...] = ()) -> Dealt:
    return Dealt(ranks, rules_with(**dict(changes)))


def unclaimed(ranks: str, **changes: int) -> Document:
    """Return a certificate of some strategies, for a deck of four ranks."""
    classes = len(cribbage_sets.all_classes([RANKS.index(rank) for rank in ranks])[6])
    return {
        "schema": "trueodds.certificate/1",
        "kind": "equilibrium",
        "game": "cribbage",
        "model": "discard",
        "rules": {"ranks": ranks, **plain(rules_with(**changes))},
        "claims": {"deal.equilibrium.exploitability": "0"},
        "dealer": some_strategy(classes, 0),
        "pone": some_strategy(classes, 1),
    }


@cache
def certificate(ranks: str, **changes: int) -> Document:
    """Return the certificate with its true claims."""
    facts = unclaimed(ranks, **changes)
    deck = dealt(ranks, tuple(changes.items()))
    return {**facts, "claims": deck.claims(facts["dealer"], facts["pone"])}


@pytest.mark.parametrize(
    ("ranks", "changes"),
    [
        ("456J", {}),
        pytest.param(
            "5TJQ",
            {"crib_flush": 4, "nobs_points": 7, "flush_card_points": 3},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "A23K",
            {"hand_flush": 5, "run_card_points": 2, "pair_points": 5},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_is_proved_is_what_all_deals_one_by_one_give(
    ranks: str, changes: dict[str, int]
) -> None:
    document = certificate(ranks, **changes)
    assert check(content(document)) == document["claims"]
    jsonschema.validate(document, SCHEMA)


def test_every_show_scores_as_the_reference_has_it() -> None:
    rules = rules_with(fifteen_points=3, pair_points=5, run_card_points=7)
    deck = {"ranks": [*range(13)], **plain(rules)}
    points = cribbage_deals.game(deck).points
    expected = rank_table(rules, starter=True)
    for a, b in product(range(len(cribbage_deals.PAIRS)), repeat=2):
        four = sorted((*cribbage_deals.PAIRS[a], *cribbage_deals.PAIRS[b]))
        assert (points[a, b] == expected[tuple(four)]).all()


@pytest.mark.slow
def test_the_classes_are_all_deals() -> None:
    for cards, sets in enumerate(cribbage_sets.all_classes([*range(13)])):
        assert cribbage_sets.renamings(sets).sum() == comb(52, cards)
    assert len(sets) == 962_988


def places(some: int | None) -> list[tuple[Any, ...]]:
    """Where numbers are in a certificate; or some of these places, at random."""
    every = list(numbers(certificate("456J")))
    return random.Random(0).sample(every, some) if some else every


@pytest.mark.parametrize("some", [5, pytest.param(None, marks=pytest.mark.slow)])
def test_a_changed_number_is_refused(some: int | None) -> None:
    document = certificate("456J")
    assert is_proved(document)
    for path in places(some):
        for other in changed(document, path):
            assert not is_proved(other), path


@pytest.mark.parametrize(
    "roles",
    [["pone"], pytest.param(["dealer", "pone"] * 5, marks=pytest.mark.slow)],
    ids=["once", "often"],
)
def test_another_throw_is_refused_unless_it_is_as_good(roles: list[str]) -> None:
    document, deck = certificate("456J"), dealt("456J")
    chosen = random.Random(3)
    for role in roles:
        lines = list(document[role]["classes"])
        line, at = chosen.randrange(len(lines)), chosen.randrange(60)
        new = chosen.choice(LETTERS[:15])
        lines[line] = lines[line][:at] + new + lines[line][at + 1 :]
        other = {**document, role: {**document[role], "classes": lines}}
        so = deck.claims(other["dealer"], other["pone"])
        assert is_proved(other) == (so == document["claims"])


BASE = unclaimed("456J")
LINES: list[str] = BASE["dealer"]["classes"]


def with_rules(**changes: Any) -> bytes:
    return content({**BASE, "rules": {**BASE["rules"], **changes}})


def with_dealer(**changes: Any) -> bytes:
    return content({**BASE, "dealer": {**BASE["dealer"], **changes}})


def begun_by(letter: str) -> bytes:
    return with_dealer(classes=[letter + LINES[0][1:], *LINES[1:]])


HOSTILE = {
    "too few ranks": with_rules(ranks="45J"),
    "ranks out of order": with_rules(ranks="54TJ"),
    "a rank twice": with_rules(ranks="4455"),
    "a flush of three": with_rules(hand_flush=3),
    "points without end": with_rules(fifteen_points=101),
    "large points": with_rules(fifteen_points=100, pair_points=100),
    "no weights": with_dealer(denominator=0),
    "a large denominator": with_dealer(denominator=2**16),
    "no rows": with_dealer(rows=[]),
    "a row of nothing": with_dealer(rows=[[]]),
    "many rows": with_dealer(rows=[[[0, 65535]]] * 65),
    "a discard twice": with_dealer(rows=[[[1, 65534], [1, 1]]]),
    "a sixteenth discard": with_dealer(rows=[[[15, 65535]]]),
    "a truth for a weight": with_dealer(rows=[[[0, 65534], [1, True]]]),
    "a class too few": with_dealer(classes=[*LINES[:-1], LINES[-1][:-1]]),
    "a class too many": with_dealer(classes=[*LINES, "A"]),
    "no classes": with_dealer(classes=[]),
    "numbers for lines": with_dealer(classes=[0] * 468),
    "a letter without a row": begun_by("z"),
    "a sign": begun_by("*"),
    "a letter out of ASCII": begun_by("ä"),
    "rules for a strategy": content({**BASE, "dealer": BASE["rules"]}),
    "a deep row": content(BASE).replace(b"[[0, 65535]]", b"[" * 900 + b"]" * 900),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_certificate_is_refused(name: str) -> None:
    with pytest.raises(MalformedError) as refused:
        check(HOSTILE[name])
    assert len(str(refused.value)) <= 200


def test_other_rules_than_the_shipped_ones_have_no_certificate() -> None:
    odds = Odds("cribbage", rules_with(nobs_points=2), "", [])
    with pytest.raises(ModelError, match="of the shipped strategies"):
        discard_full_deck.whole(odds, silent)


@pytest.mark.slow
def test_the_whole_deck_is_proved(
    trueodds_command: Callable[..., Any], tmp_path: Path
) -> None:
    ran = trueodds_command("prove", "cribbage-discard", "--out", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    document = json.loads((tmp_path / "cribbage-discard.json").read_text())
    jsonschema.validate(document, SCHEMA)
    claims = document["claims"]
    gap = Fraction(claims["deal.equilibrium.exploitability"])
    assert gap == Fraction(2491343, 192549968157196989339000)
    for role in ("dealer", "pone"):
        rows = document[role]["rows"]
        assert [len(row) for row in rows] == [1] * 15 + [2] * 5
