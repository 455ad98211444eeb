"""Check certificates of trueodds without trueodds: python checker.py FILE...

This file uses the standard library only. Read it from top to bottom before you believe
it. A certificate is a JSON file: it states the rules of a game as data, claims values
under these rules, and holds the data that make the claims easy to verify. None of this
is trusted. The checker rolls all dice and deals all cards itself, scores them with its
own scorers, and repeats every step of the proof in integers and fractions. The document
docs/explanation/certificates.md explains why these steps prove the claims.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: no certificate.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, permutations, product
from itertools import combinations_with_replacement as multisets
from math import factorial, gcd, perm, prod
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple, NoReturn

# --- Limits and errors ---------------------------------------------------------------
SCHEMA = "trueodds.certificate/1"
MOST_BYTES = 4_000_000
MOST_DIGITS = 1_000  # of a numerator or denominator
MOST_SCORES = 40  # of a player in a match; checkers/farkle_match.py does longer matches
MOST_KEEPS = 5_000_000  # keeps to compare in one certificate: some seconds of work

Values = dict[str, Any]  # by quantity id: a fraction, or a pair of bounds


class MalformedError(Exception):
    """A file that is not a certificate."""


class UnprovedError(Exception):
    """A certificate that does not prove its claims."""


def require(holds: bool, message: str) -> None:
    """Raise ``UnprovedError`` unless this step of a proof holds."""
    if not holds:
        raise UnprovedError(f"{message:.200}")


def refuse(message: str) -> NoReturn:
    """Raise ``MalformedError``."""
    raise MalformedError(f"{message:.200}")


def limited(value: int, limit: int, least: int = 1) -> int:
    """Return the value, which must be from ``least`` to ``limit``."""
    return value if least <= value <= limit else refuse(f"{value} is out of range")


# --- Reading a file ------------------------------------------------------------------
def read_json(content: bytes) -> Any:
    """Parse JSON without floats, negative or large integers, or repeated names."""

    def table(pairs: list[tuple[str, Any]]) -> Values:
        names = dict(pairs)
        return names if len(names) == len(pairs) else refuse("a name occurs twice")

    def natural(text: str) -> int:
        short = len(text) < 20 and text.isdigit()
        return int(text) if short else refuse(f"{text:.20} is not a short natural")

    if len(content) > MOST_BYTES:
        refuse(f"it is larger than {MOST_BYTES} bytes")
    hooks: Values = {f"parse_{n}": natural for n in ("int", "float", "constant")}
    try:
        return json.loads(content.decode(), object_pairs_hook=table, **hooks)
    except (RecursionError, ValueError) as error:
        refuse(f"it is not JSON, or nested too deeply: {error}")


def conform(value: Any, shape: Any) -> Any:
    """Return the value, which must have this shape.

    A dict has exactly these fields. A list has any number of values of one shape. A
    tuple is a list with one value of each shape. A type is a value of this type. A
    function reads the value.
    """
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            refuse(f"expected exactly the fields {', '.join(shape)}: {brief(value)}")
        return {name: conform(value[name], shape[name]) for name in shape}
    if isinstance(shape, list):
        return [conform(item, shape[0]) for item in conform(value, list)]
    if isinstance(shape, tuple):
        if len(conform(value, list)) != len(shape):
            refuse(f"expected {len(shape)} values: {brief(value)}")
        return [conform(*pair) for pair in zip(value, shape, strict=True)]
    if not isinstance(shape, type):
        return shape(value)
    if type(value) is not shape:
        refuse(f"expected a value of type {shape.__name__}: {brief(value)}")
    return value


def fraction(value: Any) -> Fraction:
    """Read a fraction in lowest terms, as text such as 3/4 or -2."""
    match = re.fullmatch(r"(-?[1-9][0-9]*|0)(?:/([1-9][0-9]*))?", conform(value, str))
    if not match or max(map(len, match.groups(""))) > MOST_DIGITS:
        refuse(f"{brief(value)} is not a fraction, or too long")
    exact = Fraction(int(match[1]), int(match[2] or 1))
    return exact if str(exact) == value else refuse(f"{value:.60} is not reduced")


def short(value: Fraction) -> Fraction:
    """Return a sum of fractions, whose denominators must not pile up."""
    return value if value.denominator < 10**MOST_DIGITS else refuse("long fractions")


def optional_fields(names: Iterable[str], shape: Any, table: Any) -> Values:
    """Return an object with any of these fields, each of one shape."""
    if not set(conform(table, dict)) <= set(names):
        refuse(f"expected fields out of {', '.join(names)}: {brief(table)}")
    return {name: conform(value, shape) for name, value in table.items()}


# --- Proof by enumeration ------------------------------------------------------------
def arrangements(shown: Iterable[Any]) -> int:
    """Return the number of orders in which distinct dice or cards can show this."""
    held = Counter(shown).values()
    return factorial(sum(held)) // prod(map(factorial, held))


def enumerate_classes(classes: list[Any], expected: Iterable[Any]) -> Counter[Any]:
    """Return the total weight of each outcome.

    ``expected`` yields every class: its row, which the certificate must have at this
    place, and its outcomes with their weights. No class can be missing or repeated.
    """
    weights, rows = Counter[Any](), iter(classes)
    for row, outcomes in expected:
        # Compare as text, since Python holds 1 and true to be equal.
        require(repr(next(rows, None)) == repr(row), f"expected the class {row}")
        weights.update(outcomes)
    require(not list(rows), "there are too many classes")
    return weights


def distribution(prefix: str, mean: str, weights: Counter[int]) -> Values:
    """Return the probability of each number, and under the id ``mean`` their mean."""
    total = weights.total()
    proved: Values = {mean: Fraction(sum(n * w for n, w in weights.items()), total)}
    return proved | {f"{prefix}.{n}": Fraction(w, total) for n, w in weights.items()}


# --- Proof by substitution into a Markov chain ---------------------------------------
class Step(NamedTuple):
    """One outcome of leaving a state, with its weight among all outcomes.

    An unknown of the state is the mean, over all steps, of the gain of the step plus
    the sign times the same unknown of the next state. After the end nothing is added.
    """

    weight: int
    gains: Sequence[int]
    after: Any = None  # the next state; None is the end
    signs: Sequence[int] = ()


def solve_chain(states: Any, steps: Callable[[Any], Iterable[Step]]) -> dict[Any, Any]:
    """Return the unknowns by state, once they are shown to be the only solution.

    A row is a state, its unknowns, and its rank: the least number of steps to the end.
    Since the end can be reached from every state, the chain ends almost surely. So its
    equations have one solution, and the unknowns are substituted into them.
    """
    table = {tuple(state): (unknowns, rank) for state, unknowns, rank in states}
    require(len(table) == len(states), "a state occurs twice")
    for state, (unknowns, rank) in table.items():
        sums, ranks, total = [Fraction(0)] * len(unknowns), [], 0
        for step in steps(state):
            total += step.weight
            ends = step.after is None
            require(ends or step.after in table, f"the state {step.after} is missing")
            later, rank_after = (unknowns, 0) if ends else table[step.after]
            ranks.append(rank_after)
            for i, gain in enumerate(step.gains):
                unknown = gain if ends else gain + step.signs[i] * later[i]
                sums[i] = short(sums[i] + step.weight * unknown)
        require(rank == min(ranks) + 1, f"the rank of {state} is wrong")
        require([x * total for x in unknowns] == sums, f"{state} is not solved")
    return {state: unknowns for state, (unknowns, _) in table.items()}


# --- Bunco ---------------------------------------------------------------------------
AWARDS = dict.fromkeys(("bunco_points", "mini_bunco_points", "match_points"), int)
BUNCO_ROLL = {"dice": int, "weights": [int], "rounds": int, **AWARDS}
ENDS = dict.fromkeys(("bunco_ends_turn", "mini_bunco_ends_turn"), bool)
BUNCO_TURN = {"dice": int, "sides": int, **ENDS, **AWARDS}
BUNCO_RACE = {"round_points": int, **BUNCO_TURN}


def bunco_award(shown: Sequence[int], target: int, rules: Values) -> tuple[int, str]:
    """Return the points of a roll, and the name of the award."""
    if len(set(shown)) == 1:
        name = "bunco" if shown[0] == target else "mini_bunco"
        return rules[f"{name}_points"], name
    return shown.count(target) * rules["match_points"], "match"


def bunco_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify rows of a roll, the weight of its orders, and its points in each round."""
    faces, dice = rules["weights"], limited(rules["dice"], 100)
    targets = [n % len(faces) + 1 for n in range(limited(rules["rounds"], 1000))]

    def rolls() -> Iterator[tuple[Any, Any]]:
        for shown in multisets(range(1, len(faces) + 1), dice):
            ways = arrangements(shown) * prod(faces[face - 1] for face in shown)
            awards = [bunco_award(shown, target, rules) for target in targets]
            outcomes = {award: n * ways for award, n in Counter(awards).items()}
            yield [[*shown], ways, [points for points, _ in awards]], outcomes

    weights = enumerate_classes(classes, rolls())
    scores, names = Counter[int](), Counter[str]()
    for (points, name), weight in weights.items():
        scores[points] += weight
        if name != "match":
            names.update({name: weight, "triple": weight})
    total = weights.total()
    proved = {f"roll.{name}": Fraction(n, total) for name, n in names.items()}
    return proved | distribution("roll.points", "roll.mean", scores)


def bunco_throws(rules: Values) -> Counter[tuple[int, bool, bool]]:
    """Return the weights of rolls of fair dice, where face 1 is the target.

    A roll is its points, True for a Bunco, and True if the turn goes on.
    """
    limited(limited(rules["sides"], 1000) ** limited(rules["dice"], 16), 10**5)
    throws = Counter[tuple[int, bool, bool]]()
    for shown in product(range(1, rules["sides"] + 1), repeat=rules["dice"]):
        points, name = bunco_award(shown, 1, rules)
        ends = points == 0 or rules.get(f"{name}_ends_turn", False)
        throws[points, name == "bunco" and points > 0, not ends] += 1
    return throws


def bunco_turn(rules: Values, states: Any) -> Values:
    """Verify a turn, which is one state.

    Unknowns: the points and rolls to come, and the probability of a Bunco.
    """
    throws = bunco_throws(rules)

    def steps(state: Any) -> Iterator[Step]:
        for (points, is_bunco, goes_on), weight in throws.items():
            after = state if goes_on else None
            yield Step(weight, (points, 1, is_bunco), after, (1, 1, not is_bunco))

    ids = ("turn.mean", "turn.rolls.mean", "turn.any_bunco")
    return dict(zip(ids, solve_chain(states, steps)[(0,)], strict=True))


def bunco_race(rules: Values, states: Any) -> Values:
    """Verify a race of two sides, by the totals of the side that rolls and the other.

    Unknowns: the probability that this side wins, and the rolls and turns to come.
    """
    throws, goal = bunco_throws(rules), limited(rules["round_points"], 1000)

    def steps(state: Any) -> Iterator[Step]:
        own, other = state
        for (points, _, goes_on), weight in throws.items():
            if own + points >= goal:
                yield Step(weight, (1, 1, 1))
            elif goes_on:
                yield Step(weight, (0, 1, 0), (own + points, other), (1, 1, 1))
            else:  # The other side rolls. This side wins where the other does not.
                yield Step(weight, (1, 1, 1), (other, own + points), (-1, 1, 1))

    ids = ("race.first_wins", "race.rolls.mean", "race.turns.mean")
    return dict(zip(ids, solve_chain(states, steps)[0, 0], strict=True))


# --- Baccarat ------------------------------------------------------------------------
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BANKER = {third: [int] for third in ("none", *RANKS)}
COUP = {"shoe": dict.fromkeys(RANKS, int), "natural": int, "player_draws": [int],
        "banker_draws": BANKER}  # fmt: skip


def baccarat_coups(rules: Values, classes: list[Any]) -> Values:
    """Verify rows of two hands of two cards: the ordered deals, and who wins how often.

    Ranks of one value that the tableau treats alike are one kind, named by its first.
    Two more cards are counted, in order, whether they are needed or not.
    """
    player_draws = frozenset(rules["player_draws"])
    banker_draws = {third: frozenset(n) for third, n in rules["banker_draws"].items()}
    kinds, held = dict[Any, str](), Counter[str]()
    for value, (rank, n) in enumerate(rules["shoe"].items(), 1):
        kind = value if value < 10 else 0, banker_draws[rank]
        held[kinds.setdefault(kind, rank)] += n
    values = {kind: value for (value, _), kind in kinds.items()}

    @cache
    def winner(player: int, banker: int, fifth: str, sixth: str) -> str:
        third = "none"
        if max(player, banker) < rules["natural"]:
            if player in player_draws:
                third, fifth = fifth, sixth
                player = (player + values[third]) % 10
            if banker in banker_draws[third]:
                banker = (banker + values[fifth]) % 10
        return "player" if player > banker else "banker" if banker > player else "tie"

    def openings() -> Iterator[tuple[Any, Any]]:
        for hands in product(multisets(values, 2), repeat=2):
            left, ways = held.copy(), prod(map(arrangements, hands))
            for kind in hands[0] + hands[1]:
                ways *= left[kind]
                left[kind] -= 1
            player, banker = ((values[a] + values[b]) % 10 for a, b in hands)
            won = Counter(player=0, banker=0, tie=0)
            next_cards = product(left.items(), repeat=2) if ways else ()
            for (fifth, n), (sixth, m) in next_cards:
                won[winner(player, banker, fifth, sixth)] += n * (m - (fifth == sixth))
            deals = {name: ways * n for name, n in won.items()}
            yield [*map(list, hands), ways, [*won.values()]], deals

    coups = enumerate_classes(classes, openings())
    require(coups.total() == perm(held.total(), 6) > 0, "the classes are not all deals")
    return {f"coup.{name}": Fraction(n, coups.total()) for name, n in coups.items()}


# --- Cribbage: a card is its rank, 0 to 12, and its suit -----------------------------
COUNTS = "fifteen_points pair_points run_card_points flush_card_points nobs_points"
SHOW = dict.fromkeys((*COUNTS.split(), "hand_flush", "crib_flush"), int)
DISCARD = {"deck": str, **SHOW}
LETTERS, JACK = "A23456789TJQK", 10


def rank_points(rules: Values, ranks: tuple[int, ...]) -> int:
    """Score fifteens, pairs, and each of the longest runs, from sorted ranks."""
    sets = [s for n in range(2, 6) for s in combinations(ranks, n)]
    fifteens = sum(sum(min(rank + 1, 10) for rank in s) == 15 for s in sets)
    pairs = sum(a == b for a, b in combinations(ranks, 2))
    gaps = [[b - a for a, b in pairwise(s)] for s in sets if len(s) > 2]
    runs = [len(gap) + 1 for gap in gaps if set(gap) == {1}]
    run_cards = sum(n for n in runs if n == max(runs))
    counted = {"fifteen": fifteens, "pair": pairs, "run_card": run_cards}
    return sum(n * int(rules[f"{name}_points"]) for name, n in counted.items())


def suit_points(rules: Values, kind: str, hand: Sequence[Any], starter: Any) -> int:
    """Score a flush, and the jack of the starter's suit."""
    points = rules["nobs_points"] * ((JACK, starter[1]) in hand)
    if len({suit for _, suit in hand}) == 1:
        cards = 4 + (starter[1] == hand[0][1])
        points += rules["flush_card_points"] * cards * (cards >= rules[f"{kind}_flush"])
    return int(points)


def cribbage_shows(kind: str, rules: Values, classes: list[Any]) -> Values:
    """Verify rows of the ranks of a hand and its starter: the points by suits.

    The possible suits depend on the pattern only: how many cards the hand has of each
    rank, which of the ranks is the jack, and which is the starter's.
    """
    patterns, of_ranks = dict[Any, Any](), cache(partial(rank_points, rules))

    def suited(hand: Sequence[int], starter: int) -> Counter[int]:
        choices = Counter[int]()
        held = ((product([r], "CDHS"), n) for r, n in Counter(hand).items())
        chosen = product(*(combinations(*suits) for suits in held))
        for groups, up in product(chosen, product([starter], "CDHS")):
            cards = [card for group in groups for card in group]
            if up not in cards:
                choices[suit_points(rules, kind, cards, up)] += 1
        return choices

    def shows() -> Iterator[tuple[Any, Any]]:
        for hand, up in product(multisets(range(13), 4), range(13)):
            held = sorted((n, r == JACK, r == up) for r, n in Counter(hand).items())
            pattern = (*held, up == JACK)
            if pattern not in patterns:
                patterns[pattern] = suited(hand, up)
            base = of_ranks(tuple(sorted((*hand, up))))
            points = {base + more: n for more, n in patterns[pattern].items()}
            if points:  # Five cards of one rank have no suits.
                ranks = "".join(LETTERS[rank] for rank in (*hand, up))
                yield [ranks, sorted(map(list, points.items()))], points

    weights = enumerate_classes(classes, shows())
    return distribution(f"show.{kind}", f"show.{kind}.mean", weights)


def cribbage_discard(rules: Values, dealer: Values, pone: Values) -> Values:
    """Verify the value of the discard between the best responses to two strategies.

    The deck has 13 cards: two hands and the starter. A row belongs to six cards, in
    order: the numbers of the pairs thrown, of fifteen in order, with their weights.
    """
    if not re.fullmatch(f"([{LETTERS}][CDHS] ){{13}}", rules["deck"] + " "):
        refuse("expected a deck of 13 cards, such as 4C TD")
    deck = [(LETTERS.index(rank), suit) for rank, suit in rules["deck"].split()]
    require(len(set(deck)) == 13, "a card occurs twice")
    hands = list(combinations(range(13), 6))
    of_ranks = cache(partial(rank_points, rules))

    @cache
    def score(kind: str, four: tuple[int, ...], starter: int) -> int:
        cards, up = [deck[card] for card in four], deck[starter]
        ranks = tuple(sorted(rank for rank, _ in (*cards, up)))
        return of_ranks(ranks) + suit_points(rules, kind, cards, up)

    @cache
    def own_points(six: tuple[int, ...], pair: tuple[int, int]) -> int:
        kept = tuple(card for card in six if card not in pair)
        return sum(score("hand", kept, card) for card in range(13) if card not in six)

    def best_response(sign: int, opponent: Values) -> Fraction:
        """Return the most that a deal can gain; points in the crib have this sign."""
        whole, gained, thrown = limited(opponent["denominator"], 10**6), 0, {}
        for six, row in zip(hands, opponent["deals"], strict=True):
            pairs, weights = list(combinations(six, 2)), dict(row)
            proper = len(weights) == len(row) and sum(weights.values()) == whole
            require(proper, f"the weights of {six}")
            thrown[six] = [(pairs[number], n) for number, n in weights.items()]
        for six in hands:
            rest = {card for card in range(13) if card not in six}
            totals = {p: whole * own_points(six, p) for p in combinations(six, 2)}
            for mine, up in product(combinations(six, 2), rest):
                for pair, weight in thrown[tuple(sorted(rest - {up}))]:
                    crib = score("crib", tuple(sorted(mine + pair)), up)
                    totals[mine] += sign * weight * crib
            gained += max(totals.values())
            gained -= sum(n * own_points(six, pair) for pair, n in thrown[six])
        return Fraction(gained, whole * len(hands) * 7)

    upper, lower = best_response(1, pone), -best_response(-1, dealer)
    name = "deal.equilibrium"
    return {f"{name}.value": (lower, upper), f"{name}.exploitability": upper - lower}


# --- Farkle: rolls -------------------------------------------------------------------
FACES = partial(optional_fields, "123456", int)
SHAPES = {
    "straight": (1, 1, 1, 1, 1, 1),
    "three_pairs": (2, 2, 2),
    "four_and_two": (4, 2),
    "two_triplets": (3, 3),
}
OF_A_KIND = partial(optional_fields, "23456", FACES)
PARTS = ["".join(faces) for n in range(2, 6) for faces in combinations("123456", n)]
STRAIGHTS = partial(optional_fields, PARTS, int)
FARKLE: Values = {"singles": FACES, "of_a_kind": OF_A_KIND, "nothing": int}
FARKLE |= {**dict.fromkeys(SHAPES, int), "straights": STRAIGHTS}
TURN = {**FARKLE, "minimum_to_bank": int}
MATCH = {**TURN, "minimum_to_open": int, "target": int}
LAST_TURN = {**FARKLE, "final_round_tie": str}
Keeps = tuple[tuple[int, int], ...]  # points, and the dice left: 0 for hot dice


def farkle_keeps(rules: Values) -> dict[str, Keeps]:
    """Return the keeps of every roll of one to six dice; no keep is a farkle.

    A keep is legal when its dice are a union of combinations, and scores the most that
    such a union does. A combination of 0 points does not score.
    """
    scoring = set[tuple[str, int]](rules.get("straights", {}).items())
    for size, table in {"1": rules["singles"], **rules["of_a_kind"]}.items():
        scoring |= {(face * int(size), points) for face, points in table.items()}
    for name, shape in SHAPES.items():
        for faces in permutations("123456", len(shape)):
            dice = "".join(face * n for face, n in zip(faces, shape, strict=True))
            scoring.add(("".join(sorted(dice)), rules[name]))
    best, keeps = {"": 0}, {}
    for size in range(6):
        for dice in [dice for dice in best if len(dice) == size]:
            for more, points in scoring:
                if points and len(dice) + len(more) <= 6:
                    union = "".join(sorted(dice + more))
                    best[union] = max(best.get(union, 0), best[dice] + points)
    for size in range(1, 7):
        for roll in map("".join, multisets("123456", size)):
            parts = ("".join(p) for n in range(size) for p in combinations(roll, n + 1))
            legal = {(best[part], size - len(part)) for part in parts if part in best}
            if size == 6 and not legal and rules["nothing"]:
                legal = {(rules["nothing"], 0)}
            keeps[roll] = tuple(sorted(legal))
    return keeps


def farkle_classes(rules: Values) -> list[Counter[Keeps]]:
    """Return the number of ordered rolls of n dice by their keeps, at index n."""
    classes = [Counter[Keeps]() for _ in range(7)]
    for roll, keeps in farkle_keeps(rules).items():
        classes[len(roll)][keeps] += arrangements(roll)
    return classes


def limit_work(classes: list[Counter[Keeps]], states: int) -> None:
    """Refuse a certificate that compares the keeps of so many states for too long."""
    keeps = sum(len(keeps) for rolls in classes for keeps in rolls)
    if states * keeps > MOST_KEEPS:
        refuse(f"{states} states with {keeps} keeps are too much work for this file")


def farkle_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify rows of a roll, the number of its orders, and its best score."""

    def rolls() -> Iterator[tuple[Any, Any]]:
        for roll, keeps in farkle_keeps(rules).items():
            best, ways = max(keeps, default=(0, 0))[0], arrangements(roll)
            yield [roll, ways, best], {(len(roll), best): ways}

    weights, proved = enumerate_classes(classes, rolls()), Values()
    for dice in range(1, 7):
        best = Counter({s: n for (size, s), n in weights.items() if size == dice})
        proved |= distribution(f"roll.{dice}.best", f"roll.{dice}.best.mean", best)
        proved |= {f"roll.{dice}.farkle": Fraction(best[0], 6**dice)}
    return proved


# --- Farkle: one turn ----------------------------------------------------------------
def farkle_turn(rules: Values, scale: int, states: Any) -> Values:
    """Verify bounds on the most points expected, from a stake with dice to roll.

    Rows: stake, dice, lower and upper bound times the scale, and whether the policy of
    the lower bound banks. That policy keeps what has the highest lower bound. Stakes
    only grow, up to a ceiling. From there on a roll loses as much by farkles as it
    gains, so the most that can be expected is the stake itself.
    """
    classes, least = farkle_classes(rules), rules["minimum_to_bank"]
    limit_work(classes, len(states))
    ceiling = Fraction(least)
    for rolls in classes[1:]:
        require(rolls[()] > 0, "this proof needs that any number of dice can farkle")
        gained = sum(weight * max(keeps)[0] for keeps, weight in rolls.items() if keeps)
        ceiling = max(ceiling, Fraction(gained, rolls[()]))
    table = {(stake, dice): rest for stake, dice, *rest in states}
    require(len(table) == len(states), "a state occurs twice")

    def bound(side: int, stake: int, left: int) -> int:
        if stake >= ceiling:
            return stake * scale
        require((stake, left or 6) in table, f"the stake {stake} is missing")
        return int(table[stake, left or 6][side])

    for (stake, dice), (lower, upper, banks) in table.items():
        sums, rolled = [0, 0], 6 ** limited(dice, 6)
        for (keeps, weight), side in product(classes[dice].items(), (0, 1)):
            after = (bound(side, stake + points, left) for points, left in keeps)
            sums[side] += weight * max(after, default=0)
        banked = stake * scale * rolled if stake >= least else 0
        low, high = banked if banks else sums[0], max(banked, sums[1])
        require(lower * rolled <= low, f"the lower bound of {stake}, {dice}")
        require(upper * rolled >= high, f"the upper bound of {stake}, {dice}")
    return {"turn.mean": tuple(Fraction(x, scale) for x in table[0, 6][:2])}


def farkle_thresholds(rules: Values, states: Any) -> Values:
    """Verify turns that bank at T points or more, as a chain.

    A state is T, the stake, and the dice to roll. Unknowns: the mean points of the
    turn, and the probability that it ends in a farkle. Of each roll the most points
    are kept; where keeps tie, the one that leaves the most dice; hot dice leave none.
    """
    classes, kept = farkle_classes(rules), [Counter[Any]() for _ in range(7)]
    limit_work(classes, len(states))
    for rolls, most_points in zip(classes, kept, strict=True):
        for keeps, weight in rolls.items():
            most_points[max(keeps, default=(0, 0))] += weight

    def steps(state: Any) -> Iterator[Step]:
        threshold, stake, dice = state
        for (points, left), weight in kept[dice].items():
            after = threshold, stake + points, left or 6
            if not points:
                yield Step(weight, (0, 1))
            elif stake + points >= max(threshold, rules["minimum_to_bank"]):
                yield Step(weight, (stake + points, 0))
            else:
                yield Step(weight, (0, 0), after, (1, 1))

    proved = Values()
    for (threshold, stake, dice), unknowns in solve_chain(states, steps).items():
        if (stake, dice) == (0, 6):
            for name, unknown in zip(("mean", "farkle"), unknowns, strict=True):
                proved[f"threshold.{threshold}.{name}"] = unknown
    return proved


def farkle_last_turn(rules: Values, states: Any) -> Values:
    """Verify the best probability to win by rolling now, in the last turn of a game.

    Rows: the points behind the leader, the dice to roll, and the probability. After a
    roll the player banks or rolls again. Every keep brings points, so that a row
    follows from rows with fewer points behind.
    """
    classes, table = farkle_classes(rules), {(b, dice): p for b, dice, p in states}
    limit_work(classes, 10 * len(states))  # since fractions are compared
    require(len(table) == len(states), "a state occurs twice")
    tie = {"split": Fraction(1, 2), "leader": Fraction(0)}[rules["final_round_tie"]]

    def value(behind: int, left: int) -> Fraction:
        if behind < 0:
            return Fraction(1)
        require((behind, left or 6) in table, f"the state {behind}, {left} is missing")
        rolled: Fraction = table[behind, left or 6]
        return max(rolled, tie) if behind == 0 else rolled

    proved = Values()
    for (behind, dice), probability in table.items():
        total = Fraction(0)
        for keeps, weight in classes[limited(dice, 6)].items():
            after = (value(behind - points, left) for points, left in keeps)
            total = short(total + weight * max(after, default=0))
        require(probability * 6**dice == total, f"{behind}, {dice} is not solved")
        if behind == 0 or dice == 6:
            place = f"behind.{behind}" if behind else f"level.{dice}"
            proved[f"claim.blog.last_turn.{place}"] = probability
    return proved


# --- Farkle: a whole game, alone or in a match ---------------------------------------
class Race(NamedTuple):
    """Farkle to a target, with all points in units.

    ``rolls[n]`` are the classes of rolls of n dice: a weight, and the keeps as points
    and the dice to roll next. ``goal`` is the number of scores below the target, and
    ``least[score]`` the least stake that may be banked.
    """

    rolls: list[list[tuple[int, list[tuple[int, int]]]]]
    goal: int
    least: list[int]


def farkle_race(rules: Values, players: int) -> Race:
    """Return the game in units of the largest number that divides all points."""
    classes = farkle_classes(rules)
    unit = gcd(*(n for rolls in classes for keeps in rolls for n, _ in keeps)) or 1
    names = ("target", "minimum_to_open", "minimum_to_bank")
    goal, opens, bank = (limited(-(-rules[n] // unit), MOST_SCORES, 0) for n in names)
    limit_work(classes, 2 * goal**players * max(goal, opens, bank))  # all stakes
    rolls = [
        [
            (weight, [(points // unit, left or 6) for points, left in keeps])
            for keeps, weight in weights.items()
        ]
        for weights in classes
    ]
    return Race(rolls, goal, [max(bank, opens, 1)] + [max(bank, 1)] * (goal - 1))


def best_turn(race: Race, score: int, banked: list[int], best: Any, up: int) -> int:
    """Return the value of a turn from a score, where every choice is the ``best`` one.

    ``banked[n]`` is the value once the turn has ended with n points, and ``banked[0]``
    after a farkle. The last of them holds for all higher stakes: these win at once.
    Every roll is rounded up where ``up`` is 1, else down.
    """
    top, least = len(banked) - 1, race.least[score]
    value = [[banked[top]] * 7] * len(banked)  # by stake, and by dice to roll
    for stake in reversed(range(top)):
        value[stake] = [0] * 7
        for dice in range(1, 7):
            total = 0
            for weight, keeps in race.rolls[dice]:
                after = [value[min(stake + n, top)][left] for n, left in keeps]
                total += weight * (best(after) if after else banked[0])
            rolled = (total + up * (6**dice - 1)) // 6**dice
            banks = stake >= least
            value[stake][dice] = best(rolled, banked[stake]) if banks else rolled
    return value[0][6]


def farkle_solitaire(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Verify bounds on the fewest expected turns to the target, by score in units.

    Let T(c) be one turn, plus the least expected c after it. L <= T(L), rounded down,
    proves L: no way to play that ends needs fewer turns. U >= T(U), rounded up, proves
    U: who plays each turn best against U needs at most U turns.
    """
    race = farkle_race(rules, players=1)
    require(len(lower) == len(upper) == race.goal, "scores are missing")
    for score in range(race.goal):
        top = max(race.goal - score, race.least[score])
        for bounds, holds, up in ((lower, int.__le__, 0), (upper, int.__ge__, 1)):
            banked = [*bounds[score:], *[0] * top][: top + 1]
            after = scale + best_turn(race, score, banked, min, up)
            require(holds(bounds[score], after), f"a bound at the score {score}")
    return {"solitaire.mean": tuple(Fraction(x[0], scale) for x in (lower, upper))}


def farkle_match(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Verify bounds on the mover's probability to win, by both scores in units.

    The mover's score comes first. Let T(v) be the value of a turn, where v is that of
    its ends. L <= T(1 - U), rounded down, and U >= T(1 - L), rounded up, prove L and U
    where L is above the value of passing. Play that attains T(1 - U) then banks in
    every turn with a positive probability, so that the match ends.
    """
    race = farkle_race(rules, players=2)
    sizes = {len(rows) for rows in (lower, upper, *lower, *upper)}
    require(sizes == {race.goal}, "scores are missing")

    def turn(mine: int, theirs: int, grid: Any, up: int) -> int:
        top = max(race.goal - mine, race.least[mine])
        passed = [scale - grid[theirs][score] for score in range(mine, race.goal)]
        banked = [*passed, *[scale] * top][: top + 1]
        return best_turn(race, mine, banked, max, up)

    for mine, theirs in product(range(race.goal), repeat=2):
        low, high = lower[mine][theirs], upper[mine][theirs]
        require(low <= high <= scale, f"bounds out of order at {mine}, {theirs}")
        require(low > scale - upper[theirs][mine], f"no banking at {mine}, {theirs}")
        require(low <= turn(mine, theirs, upper, 0), f"lower at {mine}, {theirs}")
        require(high >= turn(mine, theirs, lower, 1), f"upper at {mine}, {theirs}")
    start = tuple(Fraction(grid[0][0], scale) for grid in (lower, upper))
    return {"match.first_player": start}


# --- All certificates: the proof, the shape of the rules, the shape of the data ------
CLASSES = {"classes": list}
STATES = {"states": [([int], [fraction], int)]}
BOUNDS = {"scale": int, "states": [(int, int, int, int, bool)]}
EXACT = {"states": [(int, int, fraction)]}
ROWS = {"scale": int, "lower": [int], "upper": [int]}
GRIDS = {"scale": int, "lower": [[int]], "upper": [[int]]}
DEALS = {"denominator": int, "deals": [[(int, int)]]}
STRATEGIES = {"dealer": DEALS, "pone": DEALS}
CHECKS: dict[str, tuple[Any, Values, Values]] = {
    "enumeration bunco roll": (bunco_rolls, BUNCO_ROLL, CLASSES),
    "enumeration baccarat coup": (baccarat_coups, COUP, CLASSES),
    "enumeration cribbage hand": (partial(cribbage_shows, "hand"), SHOW, CLASSES),
    "enumeration cribbage crib": (partial(cribbage_shows, "crib"), SHOW, CLASSES),
    "enumeration farkle roll": (farkle_rolls, FARKLE, CLASSES),
    "chain bunco turn": (bunco_turn, BUNCO_TURN, STATES),
    "chain bunco race": (bunco_race, BUNCO_RACE, STATES),
    "chain farkle thresholds": (farkle_thresholds, TURN, STATES),
    "decision farkle turn": (farkle_turn, TURN, BOUNDS),
    "decision farkle last-turn": (farkle_last_turn, LAST_TURN, EXACT),
    "decision farkle solitaire": (farkle_solitaire, MATCH, ROWS),
    "match farkle match": (farkle_match, MATCH, GRIDS),
    "equilibrium cribbage discard": (cribbage_discard, DISCARD, STRATEGIES),
}


def check(content: bytes) -> Values:
    """Return the claims, all proved; raise ``MalformedError`` or ``UnprovedError``."""
    table = conform(read_json(content), dict)
    head = dict.fromkeys(("schema", "kind", "game", "model"), str)
    schema, *names = (conform(table.get(name), shape) for name, shape in head.items())
    key = " ".join(names)
    if schema != SCHEMA or key not in CHECKS or not table.get("claims"):
        refuse(f"expected the schema {SCHEMA}, claims, and a known kind, not {key!r}")
    prove, rules, data = CHECKS[key]
    if rules.keys() >= FARKLE.keys():  # Partial straights are stated only if there are.
        table["rules"] = {"straights": {}} | conform(table.get("rules"), dict)
    shape = {**head, "claims": dict, "rules": rules, **data}
    _, _, _, _, claims, *premises = conform(table, shape).values()
    try:
        proved = prove(*premises)
    except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
        refuse(f"the rules are not a game, or the data are incomplete: {error!r}")
    bounds = {"lower": fraction, "upper": fraction}
    for id, claim in optional_fields(proved, lambda value: value, claims).items():
        bounded = isinstance(proved[id], tuple)
        value: Any = conform(claim, bounds if bounded else fraction)
        value = tuple(value.values()) if bounded else value
        require(value == proved[id], f"{id} is not {brief(claim)}")
    return dict(claims)


def main(paths: Sequence[str]) -> int:
    """Check files, print the result for each, and return the exit code."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # Reading a pipe might never end.
                refuse("there is no such file")
            with open(path, "rb") as file:
                claims = check(file.read(MOST_BYTES + 1))
            print(f"{path}: proved: {len(claims)} claims")
        except UnprovedError as error:
            worst = max(worst, 1)
            print(f"{path}: not proved: {error}")
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: not a certificate: {error}")
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
