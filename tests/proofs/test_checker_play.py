"""The checker of the play: against best responses by explicit hands and states."""

import base64
import json
import random
import re
import zlib
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from math import comb, prod
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from certificates import Document, content

from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.parts import PARTS, in_parts
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.cards import Card
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules, PlayState
from trueodds.core.storage.progress import silent
from trueodds.proofs.certificates import cribbage_play as writer
from trueodds.proofs.certificates.cribbage_play import certificate
from trueodds.proofs.certificates.format import Certificate
from trueodds.proofs.checkers import command, cribbage_hands, cribbage_play_rules
from trueodds.proofs.checkers import cribbage_play as checker
from trueodds.proofs.checkers.cribbage_sets import LETTERS
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError, conform
from trueodds.proofs.checkers.words import values_in_words

KEPT, DEALT = "play.equilibrium.value", "play.dealt.equilibrium.value"
FILE_ID = "play.file.equilibrium.value"
SCHEMA = json.loads(
    (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
)
Hand = tuple[int, ...]


def document(game: RanksOfPlay, parts: Any, hands: Any, value: Enclosure) -> Document:
    """Return a certificate that claims the value alone, as all once did."""
    id = DEALT if hands == "dealt" else KEPT
    text = certificate(game, parts, hands, {id: value}).text()
    loaded: Document = json.loads(text)
    return loaded


def all_proved(facts: Document) -> dict[str, Enclosure]:
    game = checker.game(conform(facts["rules"], checker.RULES), facts["hands"])
    bounds = checker.bounds(game, checker.read_parts(facts["strategy"]))
    return {name: Enclosure(*ends) for name, ends in bounds.items()}


def proved(facts: Document) -> Enclosure:
    return all_proved(facts)["value"]


def lowest(game: RanksOfPlay) -> Any:
    """Return the strategy that plays the lowest card, in parts by slot."""
    parts = np.zeros(game.slots, np.uint16)
    tree, sizes = game.tree, game.multisets.sizes
    for node, player in enumerate(tree.player):
        small = int(sizes[tree.cards[node, player] - 1])
        others = list(
            RanksOfPlay(game.ranks, max(1, int(tree.cards[node, player]) - 1)).hands
        )
        for rank in range(int(tree.legal[node])):
            for place in range(small):
                is_lowest = small == 1 or game.ranks[rank] <= min(others[place])
                parts[tree.slot[node] + rank * small + place] = PARTS * is_lowest
    return parts


class Response:
    """The best response to the lowest card, by the reference's states."""

    def __init__(self, game: RanksOfPlay, player: int) -> None:
        self.game, self.player = game, player

    def value(self) -> Fraction:
        """Return its value for the player, hands dealt at random."""
        total, hands = Fraction(0), self.game.hands
        for own in hands:
            beliefs = []
            for other in hands:
                counts = [(own.count(r), other.count(r)) for r in self.game.ranks]
                ways = prod(comb(4, n) * comb(4 - n, k) for n, k in counts)
                if ways:
                    beliefs.append((self.start(own, other), ways))
            total += self.best(beliefs)
        cards, hand = 4 * len(self.game.ranks), self.game.hand
        return total / (comb(cards, hand) * comb(cards - hand, hand))

    def start(self, own: Hand, other: Hand) -> PlayState:
        pone, dealer = (own, other) if self.player == PONE else (other, own)
        held = (
            tuple(Card(rank, suit) for suit, rank in enumerate(hand))
            for hand in (pone, dealer)
        )
        return PlayState(
            (next(held), next(held)), (), PONE, None, (False, False), self.game.rules
        )

    def best(self, beliefs: list[tuple[PlayState, int]]) -> Fraction:
        """Return the most points, times ways, given what the player cannot tell."""
        state = beliefs[0][0]
        if state.to_play is None:
            return Fraction(0)
        alone = not state.hands[1 - state.to_play]
        if alone and state.to_play != self.player and len(beliefs) > 1:
            return sum((self.best([belief]) for belief in beliefs), Fraction(0))
        if state.to_play == self.player or alone:
            cards = {card.rank: card for card in state.legal_cards()}
            if not cards:
                return self.after(beliefs, None)
            values = [self.after(beliefs, rank) for rank in cards]
            return max(values) if state.to_play == self.player else min(values)
        by_move: dict[int | None, list[tuple[PlayState, int]]] = defaultdict(list)
        for state, ways in beliefs:
            ranks = [card.rank for card in state.legal_cards()]
            by_move[min(ranks, default=None)].append((state, ways))
        return sum((self.after(b, move) for move, b in by_move.items()), Fraction(0))

    def after(self, beliefs: list[tuple[PlayState, int]], rank: int | None) -> Fraction:
        points, below = 0, []
        for state, ways in beliefs:
            if rank is None:
                state, award = state.go()
            else:
                cards = {card.rank: card for card in state.legal_cards()}
                state, award = state.play(cards[rank])
            if award:
                sign = 1 if award.player == self.player else -1
                points += sign * award.points * ways
            below.append((state, ways))
        return points + self.best(below)


def points_of(state: PlayState) -> tuple[int, int]:
    """Return the points from lowest cards, and from the best cards of a lone player."""
    if state.to_play is None:
        return 0, 0
    cards = sorted({card.rank: card for card in state.legal_cards()}.values())
    if state.hands[1 - state.to_play]:
        del cards[1:]
    totals = []
    moves: list[Card | None] = [*cards] or [None]
    for card in moves:
        after, award = state.play(card) if card else state.go()
        points = [*points_of(after)]
        if award:
            points[award.player] += award.points
        totals.append((points[PONE], points[DEALER]))
    player = state.to_play
    return max(totals, key=lambda points: points[player])


def means_of_lowest(game: RanksOfPlay) -> list[Fraction]:
    """Return both players' mean points, hands dealt at random."""
    response, totals = Response(game, DEALER), np.zeros(3, object)
    for dealer, pone in product(game.hands, repeat=2):
        counts = [(dealer.count(r), pone.count(r)) for r in game.ranks]
        if ways := prod(comb(4, n) * comb(4 - n, k) for n, k in counts):
            points = points_of(response.start(dealer, pone))
            totals += [ways * n for n in (*points, 1)]
    return [Fraction(n, totals[2]) for n in totals[:2]]


@pytest.mark.parametrize(
    ("ranks", "hand", "rules"),
    [
        ((0, 1, 2), 2, PlayRules()),
        ((4, 9, 10), 4, PlayRules()),
        ((6, 7, 8), 3, PlayRules(count_limit=20, go_points=3, run_card_points=2)),
        ((1, 4, 5, 9), 3, PlayRules(last_card_points=4, least_run=4)),
    ],
)
def test_bounds_are_best_responses_by_explicit_states(
    ranks: Hand, hand: int, rules: PlayRules
) -> None:
    game = RanksOfPlay(ranks, hand, rules)
    facts = document(game, lowest(game), "dealt", Enclosure(Fraction(0), Fraction(0)))
    pone, dealer = (Response(game, player).value() for player in (PONE, DEALER))
    of_pone, of_dealer = means_of_lowest(game)
    assert all_proved(facts) == {
        "value": Enclosure(-pone, dealer),
        "pone.mean": Enclosure(of_pone, of_pone),
        "dealer.mean": Enclosure(of_dealer, of_dealer),
    }


@cache
def solved(
    ranks: Hand = (4, 5, 9), hand: int = 4, discards: bool = False
) -> tuple[Document, dict[str, Enclosure]]:
    """Return a certificate that is true, and the enclosures by floating point."""
    game = RanksOfPlay(ranks, hand)
    hands = {role: thrown(role) for role in ("dealer", "pone")} if discards else "dealt"
    weights, total = cribbage_hands.weights_of(hands, np.array(ranks), hand)
    probabilities = weights.astype(float) / float(total)
    solver = Solver(game, probabilities)
    for _ in range(20):
        solver.iterate()
    parts = in_parts(game, solver.totals)
    proof = certify(game, probabilities, parts)
    bounds = dict(zip(checker.NUMBERS, (proof.value, *proof.means), strict=True))
    return document(game, parts, hands, proof.value), bounds


def thrown(role: str) -> Document:
    """Return some strategy of the discard from sixteen cards."""
    chosen = random.Random(role)
    rows = [[[d, 7]] for d in range(15)] + [[[0, 2], [9, 5]], [[1, 1], [3, 2], [14, 4]]]
    classes = len(checker_classes())
    letters = "".join(chosen.choices(LETTERS[: len(rows)], k=classes))
    return {"denominator": 7, "rows": rows, "classes": [letters]}


@cache
def sixteen() -> tuple[Any, Any]:
    """Return all hands of six of the cards 4 to 7: their ranks, and their classes."""
    hands = np.array(list(combinations(range(16), 6)))
    rank, suit = hands // 4 + 3, hands % 4
    renamed = [np.array(suits)[suit] for suits in permutations(range(4))]
    numbers = [(1 << 13 * suits + rank).sum(axis=1) for suits in renamed]
    return rank - 3, np.max(numbers, axis=0)


def checker_classes() -> Any:
    return np.unique(sixteen()[1])


def test_kept_hands_are_those_of_all_deals_one_by_one() -> None:
    ranks, classes = sixteen()
    number = {hand: place for place, hand in enumerate(RanksOfPlay((3, 4, 5, 6)).hands)}
    pairs = list(combinations(range(6), 2))
    keeps = []
    for role in ("dealer", "pone"):
        table = thrown(role)
        letters = [LETTERS.index(letter) for letter in table["classes"][0]]
        kept = np.zeros((len(ranks), len(number)))
        rows = np.searchsorted(checker_classes(), classes)
        for hand, (of_six, row) in enumerate(zip(ranks.tolist(), rows, strict=True)):
            for discard, weight in table["rows"][letters[row]]:
                four = [r for i, r in enumerate(of_six) if i not in pairs[discard]]
                kept[hand, number[tuple(rank + 3 for rank in four)]] += weight
        keeps.append(kept)
    masks = (1 << np.array(list(combinations(range(16), 6)))).sum(axis=1)
    apart = (masks[:, None] & masks == 0).astype(np.float32)
    expected = np.rint(keeps[0].T @ (apart @ keeps[1].astype(np.float32)))
    tables = {role: thrown(role) for role in ("dealer", "pone")}
    weights, total = cribbage_hands.weights_of(tables, np.array([3, 4, 5, 6]), 4)
    expected = expected.astype(np.int64) // np.gcd.reduce(
        expected.astype(np.int64).ravel()
    )
    assert (weights.astype(np.int64) == expected).all()
    assert total == expected.sum()


@pytest.mark.parametrize(
    ("ranks", "hand", "discards"),
    [((4, 5, 9), 4, False), ((0, 4, 9, 10), 3, False), ((3, 4, 5, 6), 4, True)],
)
def test_integers_agree_with_floating_point(
    ranks: Hand, hand: int, discards: bool
) -> None:
    facts, rounded = solved(ranks, hand, discards)
    for name, exact in all_proved(facts).items():
        bounds = rounded[name]
        assert bounds.lower <= exact.lower <= exact.upper <= bounds.upper
        assert bounds.width - exact.width < Fraction(1, 10**10)
    assert command.check(content(facts)) == facts["claims"]
    jsonschema.validate(facts, SCHEMA)


def claim(bounds: Enclosure) -> dict[str, str]:
    return {"lower": str(bounds.lower), "upper": str(bounds.upper)}


def claiming(facts: Document, value: Enclosure) -> Document:
    return {**facts, "claims": dict.fromkeys(facts["claims"], claim(value))}


def test_bounds_that_are_too_narrow_are_refused() -> None:
    facts, _ = solved()
    exact, little = proved(facts), Fraction(1, 10**30)
    command.check(content(claiming(facts, exact)))
    for value in (
        Enclosure(exact.lower + little, exact.upper),
        Enclosure(exact.lower, exact.upper - little),
    ):
        with pytest.raises(UnprovedError, match="is proved"):
            command.check(content(claiming(facts, value)))


def test_means_are_claimed_beside_the_value() -> None:
    facts, _ = solved()
    family, exact = DEALT.removesuffix(".value"), all_proved(facts)
    claims = {f"{family}.{name}": claim(bounds) for name, bounds in exact.items()}
    assert command.check(content({**facts, "claims": claims})) == claims
    ends = {f"{family}.{name}": (b.lower, b.upper) for name, b in exact.items()}
    assert values_in_words(ends).count(f"{family}.pone.mean is from ") == 1
    assert checker.condition({"claims": claims}) == "hands dealt at random"
    little = Fraction(1, 10**30)
    for role in ("pone", "dealer"):
        id, mean = f"{family}.{role}.mean", exact[f"{role}.mean"].lower
        for ends in ((mean + little, mean + 1), (mean - 1, mean - little)):
            wrong = claims | {id: claim(Enclosure(*ends))}
            assert refusal({**facts, "claims": wrong}) is UnprovedError
    mixed = claims | {"play.equilibrium.pone.mean": claim(exact["pone.mean"])}
    assert refusal({**facts, "claims": mixed}) is MalformedError


def repacked(facts: Document, change: Callable[[Any], Any]) -> Document:
    packed = zlib.decompress(base64.b64decode("".join(facts["strategy"])))
    parts = change(np.frombuffer(packed, "<u2").copy())
    text = base64.b64encode(zlib.compress(parts.tobytes())).decode()
    return {**facts, "strategy": [text]}


def refusal(facts: Document) -> type[Exception] | None:
    try:
        command.check(content(facts))
    except (UnprovedError, MalformedError) as error:
        return type(error)
    return None


def test_another_strategy_is_refused() -> None:
    facts, _ = solved()
    facts = claiming(facts, proved(facts))
    assert refusal(facts) is None
    assert refusal(repacked(facts, lambda parts: parts)) is None

    def one_more(parts: Any) -> Any:
        parts[len(parts) // 2] += 1
        return parts

    def other_choice(parts: Any) -> Any:
        # Every hand of pone leads its other rank: parts are by rank and other cards.
        first = parts[: 3 * 10].reshape(3, 10)
        sets = cribbage_play_rules.multisets(3, 4)
        total = np.zeros(15, np.int64)
        for rank in range(3):
            for place, whole in enumerate(sets.plus[3][rank]):
                is_first = total[whole] == 0
                first[rank, place] = PARTS * is_first
                total[whole] += 1
        return parts

    for change, kind in (
        (one_more, MalformedError),
        (lambda parts: parts[:-1], MalformedError),
        (lambda parts: np.append(parts, parts[:1]), MalformedError),
        (other_choice, UnprovedError),
    ):
        assert refusal(repacked(facts, change)) is kind


def test_other_rules_or_hands_are_refused() -> None:
    facts, _ = solved((3, 4, 5, 6), 4, discards=True)
    facts = claiming(facts, proved(facts))
    points = {**facts["rules"], "go_points": 2}
    assert refusal({**facts, "rules": points}) is UnprovedError
    shorter = {**facts["rules"], "count_limit": 25}
    assert refusal({**facts, "rules": shorter}) is not None
    swapped = {"dealer": facts["hands"]["pone"], "pone": facts["hands"]["dealer"]}
    assert refusal({**facts, "hands": swapped}) is UnprovedError
    dealt = {**facts, "hands": "dealt"}
    assert refusal(dealt) is MalformedError
    dealt["claims"] = {DEALT: facts["claims"][KEPT]}
    assert refusal(dealt) is UnprovedError


def test_the_claim_names_whose_hands_these_are() -> None:
    kept, _ = solved((3, 4, 5, 6), 4, discards=True)
    facts = {**kept, "claims": {FILE_ID: kept["claims"][KEPT]}}
    assert command.check(content(facts)) == facts["claims"]
    other = {**kept, "claims": {"play.random.value": kept["claims"][KEPT]}}
    assert refusal(other) is MalformedError
    assert refusal({**kept, "claims": {}}) is MalformedError
    dealt, _ = solved()
    for id in (KEPT, FILE_ID):
        wrong = {**dealt, "claims": {id: dealt["claims"][DEALT]}}
        assert refusal(wrong) is MalformedError


@pytest.mark.parametrize(
    ("name", "id"), [("kept", KEPT), ("dealt", DEALT), ("mine.csv", FILE_ID)]
)
def test_the_certificate_of_a_strategy_file_has_its_own_claim(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, id: str
) -> None:
    claimed: list[dict[str, Enclosure]] = []

    def certificate_of(*args: Any) -> Certificate:
        claimed.append(args[-1])
        return Certificate("equilibrium cribbage play", {}, {}, {})

    monkeypatch.setattr(writer, "strategy", lambda *_: None)
    monkeypatch.setattr(writer, "written", lambda _: {})
    monkeypatch.setattr(writer, "RanksOfPlay", lambda **_: None)
    monkeypatch.setattr(writer.saved_solution, "strategy_of", lambda *_: None)
    monkeypatch.setattr(writer, "certificate", certificate_of)
    values = {
        "hands": name,
        "value": ["1", "2"],
        "pone": ["2", "2"],
        "dealer": ["3", "3"],
    }
    writer.write(tmp_path, CribbageRules.load(), values, silent)
    family, whole = id.removesuffix(".value"), [Fraction(n) for n in (1, 2, 3)]
    assert claimed == [
        {
            id: Enclosure(whole[0], whole[1]),
            f"{family}.dealer.mean": Enclosure(whole[2], whole[2]),
            f"{family}.pone.mean": Enclosure(whole[1], whole[1]),
        }
    ]


def test_printed_bounds_are_rounded_outwards() -> None:
    ends = {FILE_ID: (Fraction(-1, 3), Fraction(4, 3))}
    assert "is from -0.333333334 to 1.333333334" in values_in_words(ends)
    assert checker.condition({"claims": ends}).startswith("hands as both")


def hostile() -> dict[str, bytes]:
    base, _ = solved()
    kept, _ = solved((3, 4, 5, 6), 4, discards=True)
    dealer = kept["hands"]["dealer"]
    letters = dealer["classes"][0]

    def rules(**changes: Any) -> bytes:
        return content({**base, "rules": {**base["rules"], **changes}})

    def strategy(*lines: Any) -> bytes:
        return content({**base, "strategy": [*lines]})

    def discards(**changes: Any) -> bytes:
        hands = {**kept["hands"], "dealer": {**dealer, **changes}}
        return content({**kept, "hands": hands})

    bomb = base64.b64encode(zlib.compress(bytes(250_000_000), 1)).decode()
    return {
        "one rank": rules(ranks="5"),
        "no cards": rules(hand=0),
        "a hand of five": rules(hand=5),
        "a low limit": rules(count_limit=14),
        "a run of two": rules(least_run=2),
        "large points": rules(four_points=100, pair_points=100, three_points=100),
        "no strategy": strategy(),
        "a sign": strategy(*base["strategy"], "*"),
        "no zlib": strategy("AAAA"),
        "half a strategy": strategy(base["strategy"][0][:800]),
        "a large strategy": strategy(bomb),
        "a strategy and more": strategy(
            base64.b64encode(
                base64.b64decode("".join(base["strategy"])) + b"more"
            ).decode()
        ),
        "kept hands of three": content({**kept, "rules": base["rules"]}),
        "unknown hands": content({**base, "hands": "none"}),
        "another claim": content({**base, "claims": {"play.value": "1"}}),
        "a claim of one value": content({**base, "claims": {DEALT: "1"}}),
        "weights that do not add up": discards(rows=[[[0, 6]]]),
        "a class too few": discards(classes=[letters[:-1]]),
    }


def test_what_is_no_certificate_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "hostile"
    for name, text in hostile().items():
        path.write_bytes(text)
        code, line, _ = command.verdict(str(path))
        assert code == 2, name
        assert line.startswith(f"{path}: not a certificate: "), name
        assert line.isprintable(), name
        assert len(line) < 300 + len(str(path)), name


def test_check_prints_the_bounds(
    trueodds_command: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(content(solved()[0]))
    ran = trueodds_command("check", "--numpy", str(path))
    assert ran.code == 0
    assert re.fullmatch(
        re.escape(f"{path}: proved: 1 claim: {DEALT} is from ")
        + r"-?\d+\.\d{9} to -?\d+\.\d{9}, by cribbage rules with ranks = .*, "
        r"hands dealt at random\n",
        ran.out,
    )


@pytest.mark.slow
def test_the_whole_play_is_solved_certified_and_checked(
    trueodds_command: Callable[..., Any], tmp_path: Path
) -> None:
    folder = str(tmp_path / "play")
    play = "cribbage", "play"
    solve = *play, "solve", "--hands", "dealt", "--iterations", "1", "--out", folder
    assert trueodds_command(*solve).code == 1
    ran = trueodds_command(*play, "certify", folder, "--hands", "dealt")
    assert (ran.code, ran.err) == (0, "")
    path = tmp_path / "play" / "certificate.json"
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)
    ran = trueodds_command("check", "--numpy", str(path))
    assert ran.code == 0
    assert ran.out.startswith(f"{path}: proved: 3 claims: {DEALT} is from ")
