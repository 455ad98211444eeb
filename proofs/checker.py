"""Check certificates of trueodds, without trueodds: python checker.py FILE...

Standard library only, and meant to be read before it is believed. A certificate is
JSON: rules as data, values claimed under them, and what makes these easy to verify. It
is not trusted: rolls, deals and scores are worked out here, and every step of the proof
is done again, in integers and fractions; docs/proofs.md says why the steps suffice.

Exit code 0: every claim is proved. 1: some claim does not follow. 2: some file is no
certificate: unreadable, malformed or too large.
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
from typing import Any, NoReturn

SCHEMA, MOST_BYTES = "trueodds.certificate/1", 4_000_000
MOST_DIGITS, MOST_SCORES = (
    4_000,
    40,
)  # checkers/farkle_match.py goes on to longer matches
Values = dict[str, Any]  # by id: a fraction, or a pair of bounds


class MalformedError(Exception):
    """The file is no certificate."""


class UnprovedError(Exception):
    """The certificate does not prove what it claims."""


def require(holds: bool, message: str) -> None:
    """A step of a proof."""
    if not holds:
        raise UnprovedError(f"{message:.200}")


def refuse(message: str) -> NoReturn:
    """Say why this is no certificate."""
    raise MalformedError(f"{message:.200}")


def read(content: bytes) -> Any:
    """JSON without floats, repeated names, large integers or deep nesting."""

    def unrepeated(pairs: list[tuple[str, Any]]) -> Values:
        table = dict(pairs)
        return table if len(table) == len(pairs) else refuse("a name is there twice")

    def exact(text: str) -> int:
        small = len(text) < 20 and text.isdigit()
        return int(text) if small else refuse(f"{text:.20} is no number to count with")

    if len(content) > MOST_BYTES:
        refuse(f"it is larger than {MOST_BYTES} bytes")
    hooks: Values = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), exact)
    try:
        return json.loads(content.decode(), object_pairs_hook=unrepeated, **hooks)
    except (RecursionError, ValueError) as error:
        refuse(f"it is not JSON, or nested too deeply: {error}")


def form(value: Any, shape: Any) -> Any:
    """The value, which must have this shape.

    A dict has exactly these fields; a list, any number of one shape; a tuple, a list
    of these shapes; a type is a value of it; a function reads the value.
    """
    if isinstance(shape, dict):
        if value.keys() != shape.keys() if isinstance(value, dict) else True:
            refuse(f"expected exactly the fields {', '.join(shape)}: {brief(value)}")
        return {name: form(value[name], shape[name]) for name in shape}
    if isinstance(shape, list):
        return [form(one, shape[0]) for one in form(value, list)]
    if isinstance(shape, tuple):
        if len(form(value, list)) != len(shape):
            refuse(f"expected {len(shape)} values: {brief(value)}")
        return [form(*pair) for pair in zip(value, shape, strict=True)]
    if not isinstance(shape, type):
        return shape(value)
    if type(value) is not shape:
        refuse(f"expected a value of type {shape.__name__}: {brief(value)}")
    return value


def number(value: Any) -> Fraction:
    """A fraction in lowest terms, as text such as 3/4 or -2."""
    found = re.fullmatch(r"(-?[1-9][0-9]*|0)(?:/([1-9][0-9]*))?", form(value, str))
    if not found or max(map(len, found.groups(""))) > MOST_DIGITS:
        refuse(f"{brief(value)} is no fraction, or too long")
    fraction = Fraction(int(found[1]), int(found[2] or 1))
    return fraction if str(fraction) == value else refuse(f"{value:.60} is not reduced")


def some(names: Iterable[str], shape: Any, table: Any) -> Values:
    """An object with some of these fields, each of one shape."""
    if not set(form(table, dict)) <= set(names):
        refuse(f"expected some of the fields {', '.join(names)}: {brief(table)}")
    return {name: form(value, shape) for name, value in table.items()}


def most(limit: int, value: int, least: int = 1) -> int:
    """A number of things that are there, and few enough to go through."""
    return value if least <= value <= limit else refuse(f"{value} is out of range")


def orders(shown: Iterable[Any]) -> int:
    """In how many orders different dice or cards can show this."""
    held = Counter(shown).values()
    return factorial(sum(held)) // prod(map(factorial, held))


def tally(classes: list[Any], expected: Iterable[tuple[Any, Any]]) -> Counter[Any]:
    """All outcomes by weight, where the classes are exactly the rows expected."""
    given, found = iter(classes), Counter[Any]()
    for row, outcomes in expected:
        require(repr(next(given, None)) == repr(row), f"expected the class {row}")
        found.update(outcomes)
    require(next(given, None) is None, "there are too many classes")
    return found


def law(prefix: str, mean: str, weights: Counter[int]) -> Values:
    """The mean of a number, and the chance of each, by the weight of each."""
    total = weights.total()
    chances = {f"{prefix}.{n}": Fraction(w, total) for n, w in weights.items()}
    return {mean: Fraction(sum(n * w for n, w in weights.items()), total), **chances}


# --- Bunco ---------------------------------------------------------------------------
AWARDS = dict.fromkeys(("bunco_points", "mini_bunco_points", "match_points"), int)
ROLL = {"dice": int, "weights": [int], "rounds": int, **AWARDS}
ENDS = {"bunco_ends_turn": bool, "mini_bunco_ends_turn": bool}
TURN = {"dice": int, "sides": int, **ENDS, **AWARDS}


def award(shown: Sequence[int], target: int, rules: Values) -> tuple[int, str]:
    """The points of a roll, and its name."""
    if len(set(shown)) == 1:
        name = "bunco" if shown[0] == target else "mini_bunco"
        return rules[f"{name}_points"], name
    return shown.count(target) * rules["match_points"], "match"


def bunco_rolls(rules: Values, classes: list[Any]) -> Values:
    """Rows: a roll, the weight of its orders, its points in each round."""
    faces, dice = rules["weights"], most(100, rules["dice"])
    targets = [n % len(faces) + 1 for n in range(most(1000, rules["rounds"]))]

    def rolls() -> Iterator[tuple[Any, Any]]:
        for shown in multisets(range(1, len(faces) + 1), dice):
            ways = orders(shown) * prod(faces[face - 1] for face in shown)
            awards = [award(shown, target, rules) for target in targets]
            found = {one: n * ways for one, n in Counter(awards).items()}
            yield [[*shown], ways, [points for points, _ in awards]], found

    found = tally(classes, rolls())
    scores, names = Counter[int](), Counter[str]()
    for (points, name), ways in found.items():
        scores[points] += ways
        names.update(dict.fromkeys((name, "triple") if name != "match" else (), ways))
    proved = {f"roll.{name}": Fraction(n, found.total()) for name, n in names.items()}
    return proved | law("roll.points", "roll.mean", scores)


def throws(rules: Values) -> Counter[tuple[int, bool, bool]]:
    """Rolls of fair dice: the points, whether a Bunco, whether the turn goes on."""
    found = Counter[tuple[int, bool, bool]]()
    most(10**5, most(1000, rules["sides"]) ** most(16, rules["dice"]))
    for shown in product(range(1, rules["sides"] + 1), repeat=rules["dice"]):
        points, name = award(shown, 1, rules)
        ends = points == 0 or rules.get(f"{name}_ends_turn", False)
        found[points, name == "bunco" and points > 0, not ends] += 1
    return found


# --- Chains: a solution to be substituted, and ranks that show that the chain ends ----
# What may follow a state: its weight, what it adds to each unknown, the next state or
# None, and the signs with which the unknowns of the next state count.
Step = Callable[[Any], Iterable[tuple[int, Sequence[int], Any, Sequence[int]]]]


def chain(states: Any, start: Any, step: Step) -> list[Fraction]:
    """The unknowns of the start. Rows: state, unknowns, least steps to the end.

    With a way to the end from every state it comes almost surely: one solution.
    """
    table = {tuple(state): (unknowns, rank) for state, unknowns, rank in states}
    require(start in table and len(table) == len(states), "the states are wrong")
    for state, (unknowns, rank) in table.items():
        sums, nearest, total = [Fraction(0)] * len(unknowns), [], 0
        for weight, gains, after, signs in step(state):
            require(after is None or after in table, f"the state {after} is missing")
            later, distance = table[after] if after else (unknowns, 0)
            nearest.append(distance)
            total += weight
            for i, gain in enumerate(gains):
                sums[i] += weight * (gain + (signs[i] * later[i] if after else 0))
        require(rank == min(nearest) + 1, f"the rank of {state} is wrong")
        require([x * total for x in unknowns] == sums, f"{state} is not solved")
    return [*table[start][0]]


def bunco_turn(rules: Values, states: Any) -> Values:
    """State: (0,). Unknowns, to come: points, rolls, the chance of a Bunco; no cap."""
    rolls = throws(rules)

    def step(state: Any) -> Iterator[Any]:
        for (points, bunco, goes_on), weight in rolls.items():
            after = state if goes_on else None
            yield weight, (points, 1, bunco), after, (1, 1, not bunco)

    ids = ("turn.mean", "turn.rolls.mean", "turn.any_bunco")
    return dict(zip(ids, chain(states, (0,), step), strict=True))


def bunco_race(rules: Values, states: Any) -> Values:
    """State: totals of who rolls and the other. Unknowns: win; rolls, turns to come."""
    rolls = throws(rules)

    def step(state: Any) -> Iterator[Any]:
        for (points, _, goes_on), weight in rolls.items():
            own, other = state[0] + points, state[1]
            if own >= most(1000, rules["round_points"]):
                yield weight, (1, 1, 1), None, ()
            elif goes_on:
                yield weight, (0, 1, 0), (own, other), (1, 1, 1)
            else:  # the other rolls, and what that side wins is lost to this one
                yield weight, (1, 1, 1), (other, own), (-1, 1, 1)

    ids = ("race.first_wins", "race.rolls.mean", "race.turns.mean")
    return dict(zip(ids, chain(states, (0, 0), step), strict=True))


# --- Baccarat ------------------------------------------------------------------------
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COUP = {"shoe": dict.fromkeys(RANKS, int), "natural": int, "player_draws": [int],
        "banker_draws": {rank: [int] for rank in ("none", *RANKS)}}  # fmt: skip


def baccarat_coups(rules: Values, classes: list[Any]) -> Values:
    """Rows: two hands of two cards, the ordered deals of them, and who wins how often.

    Ranks of one value that the tableau treats alike are one kind, named by its first.
    Two more cards are counted, in order, whether they are needed or not.
    """
    kinds, held = dict[Any, str](), Counter[str]()
    for value, (rank, n) in enumerate(rules["shoe"].items(), 1):
        kind = value if value < 10 else 0, frozenset(rules["banker_draws"][rank])
        held[kinds.setdefault(kind, rank)] += n
    values = {kind: value for (value, _), kind in kinds.items()}

    @cache
    def winner(player: int, banker: int, card: str, last: str) -> str:
        third = "none"
        if max(player, banker) < rules["natural"]:
            if player in rules["player_draws"]:
                third, card = card, last
                player = (player + values[third]) % 10
            if banker in rules["banker_draws"][third]:
                banker = (banker + values[card]) % 10
        return "player" if player > banker else "banker" if banker > player else "tie"

    def openings() -> Iterator[tuple[Any, Any]]:
        for hands in product(multisets(values, 2), repeat=2):
            left, ways = held.copy(), prod(map(orders, hands))
            for kind in hands[0] + hands[1]:
                ways *= left[kind]
                left[kind] -= 1
            totals = [(values[one] + values[other]) % 10 for one, other in hands]
            won = Counter(player=0, banker=0, tie=0)
            for (card, n), (last, m) in product(left.items(), repeat=2) if ways else ():
                won[winner(*totals, card, last)] += n * (m - (card == last))
            deals = {name: ways * n for name, n in won.items()}
            yield [*map(list, hands), ways, [*won.values()]], deals

    coups = tally(classes, openings())
    require(coups.total() == perm(held.total(), 6) > 0, "the classes are not all deals")
    return {f"coup.{name}": Fraction(n, coups.total()) for name, n in coups.items()}


# --- Cribbage: a card is its rank, 0 to 12, and its suit -----------------------------
SHOW = dict.fromkeys(
    ("fifteen_points", "pair_points", "run_card_points", "flush_card_points",
     "nobs_points", "hand_flush", "crib_flush"), int)  # fmt: skip
LETTERS, JACK = "A23456789TJQK", 10


def by_ranks(rules: Values, ranks: tuple[int, ...]) -> int:
    """Points for fifteens, pairs, and each of the longest runs, from sorted ranks."""
    sets = [s for n in range(2, 6) for s in combinations(ranks, n)]
    fifteens = sum(sum(min(r + 1, 10) for r in s) == 15 for s in sets)
    pairs = sum(a == b for a, b in combinations(ranks, 2))
    steps = [[b - a for a, b in pairwise(s)] for s in sets if len(s) > 2]
    runs = [len(s) + 1 for s in steps if set(s) == {1}]
    run_cards = sum(n for n in runs if n == max(runs))
    counted = {"fifteen": fifteens, "pair": pairs, "run_card": run_cards}
    return sum(n * int(rules[f"{name}_points"]) for name, n in counted.items())


def by_suits(rules: Values, kind: str, hand: Sequence[Any], starter: Any) -> int:
    """Points for a flush, and for the jack of the starter's suit."""
    points = rules["nobs_points"] * ((JACK, starter[1]) in hand)
    if len({suit for _, suit in hand}) == 1:
        cards = 4 + (starter[1] == hand[0][1])
        points += rules["flush_card_points"] * cards * (cards >= rules[f"{kind}_flush"])
    return int(points)


def cribbage_shows(kind: str, rules: Values, classes: list[Any]) -> Values:
    """Rows: the ranks of a hand and its starter, and the points by number of suits.

    Which suits there can be depends on the pattern alone: how many cards the hand has
    of each rank, and which rank is the jack, and which the starter's.
    """
    patterns, of_ranks = dict[Any, Any](), cache(partial(by_ranks, rules))

    def suited(hand: Sequence[int], starter: int) -> Counter[int]:
        found = Counter[int]()
        held = ((product([r], "CDHS"), n) for r, n in Counter(hand).items())
        chosen = product(*(combinations(*suits) for suits in held))
        for groups, up in product(chosen, product([starter], "CDHS")):
            cards = [card for group in groups for card in group]
            if up not in cards:
                found[by_suits(rules, kind, cards, up)] += 1
        return found

    def shows() -> Iterator[tuple[Any, Any]]:
        for hand, up in product(multisets(range(13), 4), range(13)):
            held = sorted((n, r == JACK, r == up) for r, n in Counter(hand).items())
            pattern = (*held, up == JACK)
            if pattern not in patterns:
                patterns[pattern] = suited(hand, up)
            base = of_ranks(tuple(sorted((*hand, up))))
            found = {base + more: n for more, n in patterns[pattern].items()}
            if found:
                ranks = "".join(LETTERS[rank] for rank in (*hand, up))
                yield [ranks, sorted(map(list, found.items()))], found

    return law(f"show.{kind}", f"show.{kind}.mean", tally(classes, shows()))


def equilibrium(rules: Values, dealer: Values, pone: Values) -> Values:
    """The game's value between what two strategies guarantee, by the best answers.

    The deck has 13 cards: two hands and the starter. Rows, for every six cards in
    order: which of their fifteen pairs, in order, are thrown, with which weights.
    """
    if not re.fullmatch(f"([{LETTERS}][CDHS] ){{13}}", rules["deck"] + " "):
        refuse("expected a deck of 13 cards, such as 4C TD")
    deck = [(LETTERS.index(rank), suit) for rank, suit in rules["deck"].split()]
    require(len(set(deck)) == 13, "a card is there twice")
    hands, of_ranks = list(combinations(range(13), 6)), cache(partial(by_ranks, rules))

    @cache
    def score(kind: str, four: tuple[int, ...], starter: int) -> int:
        cards, up = [deck[card] for card in four], deck[starter]
        ranks = sorted(rank for rank, _ in (*cards, up))
        return of_ranks(tuple(ranks)) + by_suits(rules, kind, cards, up)

    @cache
    def own(six: tuple[int, ...], pair: tuple[int, int]) -> int:
        kept = tuple(card for card in six if card not in pair)
        return sum(score("hand", kept, card) for card in range(13) if card not in six)

    def answer(sign: int, other: Values) -> Fraction:
        """The most that one can gain in a deal; cribs count with this sign."""
        whole, gained, throws = most(10**6, other["denominator"]), 0, {}
        for six, row in zip(hands, other["deals"], strict=True):
            weights = dict(row)  # each discard is there once
            throws[six] = [([*combinations(six, 2)][d], n) for d, n in weights.items()]
            proper = len(weights) == len(row) and sum(weights.values()) == whole
            require(proper, f"the weights of {six}")
        for six in hands:
            rest = {card for card in range(13) if card not in six}
            thrown = [(*t, up) for up in rest for t in throws[*sorted(rest - {up})]]
            best = []
            for mine in combinations(six, 2):
                cribs = (n * score("crib", tuple(sorted(mine + pair)), starter)
                         for pair, n, starter in thrown)  # fmt: skip
                best.append(whole * own(six, mine) + sign * sum(cribs))
            gained += max(best) - sum(n * own(six, pair) for pair, n in throws[six])
        return Fraction(gained, whole * len(hands) * 7)

    upper, lower = answer(1, pone), -answer(-1, dealer)
    name = "deal.equilibrium."
    return {f"{name}value": (lower, upper), f"{name}exploitability": upper - lower}


# --- Farkle --------------------------------------------------------------------------
FACES = partial(some, "123456", int)
SHAPES = {"straight": (1,) * 6, "three_pairs": (2, 2, 2), "four_and_two": (4, 2),
          "two_triplets": (3, 3)}  # fmt: skip
FARKLE = {"singles": FACES, "of_a_kind": partial(some, "23456", FACES), "nothing": int,
          **dict.fromkeys(SHAPES, int)}  # fmt: skip
BANKING = {"minimum_to_bank": int}
MATCH = {"target": int, "minimum_to_open": int, **BANKING}
Keeps = tuple[tuple[int, int], ...]  # points, and the dice left: 0 for hot dice


def farkle_keeps(rules: Values) -> dict[str, Keeps]:
    """What may be kept of every roll of one to six dice; nothing is a farkle.

    A keep is legal when its dice fall apart into combinations, and is worth the best
    way to do so. Combinations of 0 points do not score.
    """
    scoring: list[tuple[str, int]] = []
    for size, table in {"1": rules["singles"], **rules["of_a_kind"]}.items():
        scoring += [(face * int(size), points) for face, points in table.items()]
    for name, shape in SHAPES.items():
        for faces in permutations("123456", len(shape)):
            scoring.append(("".join(map(str.__mul__, faces, shape)), rules[name]))
    best, keeps = {"": 0}, {}
    for size in range(6):
        for dice in [dice for dice in best if len(dice) == size]:
            for more, points in scoring:
                whole = "".join(sorted(dice + more))
                if points and len(whole) <= 6:
                    best[whole] = max(best.get(whole, 0), best[dice] + points)
    for size in range(1, 7):
        for roll in map("".join, multisets("123456", size)):
            parts = ("".join(p) for n in range(size) for p in combinations(roll, n + 1))
            found = {(best[part], size - len(part)) for part in parts if part in best}
            if size == 6 and not found and rules["nothing"]:
                found = {(rules["nothing"], 0)}
            keeps[roll] = tuple(sorted(found))
    return keeps


def farkle_laws(rules: Values) -> list[Counter[Keeps]]:
    """How many ordered rolls of n dice have which keeps, at index n."""
    laws = [Counter[Keeps]() for _ in range(7)]
    for roll, keeps in farkle_keeps(rules).items():
        laws[len(roll)][keeps] += orders(roll)
    return laws


def farkle_rolls(rules: Values, classes: list[Any]) -> Values:
    """Rows: every roll of one to six dice, the number of its orders, its best score."""

    def rolls() -> Iterator[tuple[Any, Any]]:
        for roll, kept in farkle_keeps(rules).items():
            best, ways = max(kept, default=(0, 0))[0], orders(roll)
            yield [roll, ways, best], {(len(roll), best): ways}

    found, proved = tally(classes, rolls()), Values()
    for dice in range(1, 7):
        best = Counter({score: n for (size, score), n in found.items() if size == dice})
        proved |= law(f"roll.{dice}.best", f"roll.{dice}.best.mean", best)
        proved |= {f"roll.{dice}.farkle": Fraction(best[0], 6**dice)}
    return proved


def farkle_turn(rules: Values, scale: int, states: Any) -> Values:
    """Rows: stake, dice, lower and upper bound, whether the lower bound's policy banks.

    Bounds are of the most points expected, times the scale; that policy keeps what has
    the highest lower bound. Stakes only grow, up to a ceiling: from there on, a roll
    loses as much by farkles as it gains, so a stake is worth itself.
    """
    laws, least = farkle_laws(rules), rules["minimum_to_bank"]
    ceiling = Fraction(least)
    for rolls in laws[1:]:
        require(rolls[()] > 0, "this proof needs that any number of dice can farkle")
        gained = sum(weight * max(keeps)[0] for keeps, weight in rolls.items() if keeps)
        ceiling = max(ceiling, Fraction(gained, rolls[()]))
    table = {(stake, dice): rest for stake, dice, *rest in states}
    require(len(table) == most(10_000, len(states)) and scale > 0, "states or scale")

    def worth(side: int, stake: int, left: int) -> int:
        require(stake >= ceiling or (stake, left or 6) in table, f"{stake} is missing")
        return stake * scale if stake >= ceiling else int(table[stake, left or 6][side])

    for (stake, dice), (lower, upper, banks) in table.items():
        sums, rolled = [0, 0], 6 ** most(6, dice)
        for (keeps, weight), side in product(laws[dice].items(), (0, 1)):
            after = (worth(side, stake + points, left) for points, left in keeps)
            sums[side] += weight * max(after, default=0)
        banked = stake * scale * rolled if stake >= least else 0
        low, high = banked if banks else sums[0], max(banked, sums[1])
        require(lower * rolled <= low, f"the lower bound of {stake}, {dice}")
        require(upper * rolled >= high, f"the upper bound of {stake}, {dice}")
    return {"turn.mean": tuple(Fraction(x, scale) for x in table[0, 6][:2])}


def farkle_match(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Bounds on the mover's chance, by both scores in units, the mover's first.

    Let T be what a turn is worth, given what each end of it is worth. L <= T(1 - U) and
    U >= T(1 - L), rounded, prove L and U where L is above what passing is worth: play
    that attains it then banks now and then, and so it ends.
    """
    laws = farkle_laws(rules)
    unit = gcd(*(n for rolls in laws for keeps in rolls for n, _ in keeps)) or 1
    goal, opens, bank = (most(MOST_SCORES, -(-rules[n] // unit), 0) for n in MATCH)
    require({*map(len, (lower, upper, *lower, *upper))} == {goal}, "scores are missing")
    moves = [
        [(weight, [(points // unit, left or 6) for points, left in keeps])
         for keeps, weight in rolls.items() if keeps] for rolls in laws
    ]  # fmt: skip

    def turn(mine: int, theirs: int, grid: Any, up: int) -> int:
        least = max(bank, 0 if mine else opens, 1)
        top = max(goal - mine, least)
        banked = [scale - grid[theirs][n] for n in range(mine, goal)] + [scale] * top
        worth = [[scale] * 7] * (top + 1)  # by stake and dice; at the top, to have won
        for stake in reversed(range(top)):
            worth[stake] = [0]
            for dice in range(1, 7):
                total = laws[dice][()] * banked[0]
                for weight, keeps in moves[dice]:
                    after = (worth[min(stake + n, top)][left] for n, left in keeps)
                    total += weight * max(after)
                rolled = (total + up * (6**dice - 1)) // 6**dice
                worth[stake].append(max(rolled, banked[stake] * (stake >= least)))
        return worth[0][6]

    for mine, theirs in product(range(goal), repeat=2):
        low, high = lower[mine][theirs], upper[mine][theirs]
        require(low <= high <= scale, f"bounds out of order at {mine}, {theirs}")
        require(low > scale - upper[theirs][mine], f"no banking at {mine}, {theirs}")
        require(low <= turn(mine, theirs, upper, 0), f"lower at {mine}, {theirs}")
        require(high >= turn(mine, theirs, lower, 1), f"upper at {mine}, {theirs}")
    first = tuple(Fraction(grid[0][0], scale) for grid in (lower, upper))
    return {"match.first_player": first}


# --- Certificates: what proves them, the form of the rules, and of what follows -------
CLASSES = {"classes": list}
STATES = {"states": [([int], [number], int)]}
BOUNDS = {"scale": int, "states": [(int, int, int, int, bool)]}
GRIDS = {"scale": int, "lower": [[int]], "upper": [[int]]}
DEALS = {"denominator": int, "deals": [[(int, int)]]}
THROWN = {"dealer": DEALS, "pone": DEALS}
CHECKS: dict[str, tuple[Any, Values, Values]] = {
    "enumeration bunco roll": (bunco_rolls, ROLL, CLASSES),
    "enumeration baccarat coup": (baccarat_coups, COUP, CLASSES),
    "enumeration cribbage hand": (partial(cribbage_shows, "hand"), SHOW, CLASSES),
    "enumeration cribbage crib": (partial(cribbage_shows, "crib"), SHOW, CLASSES),
    "enumeration farkle roll": (farkle_rolls, FARKLE, CLASSES),
    "chain bunco turn": (bunco_turn, TURN, STATES),
    "chain bunco race": (bunco_race, {"round_points": int, **TURN}, STATES),
    "decision farkle turn": (farkle_turn, FARKLE | BANKING, BOUNDS),
    "match farkle match": (farkle_match, FARKLE | MATCH, GRIDS),
    "equilibrium cribbage discard": (equilibrium, {"deck": str, **SHOW}, THROWN),
}


def check(content: bytes) -> Values:
    """The claims, all proved; raises ``MalformedError`` or ``UnprovedError``."""
    table = form(read(content), dict)
    key = " ".join(form(table.get(name), str) for name in ("kind", "game", "model"))
    if table.get("schema") != SCHEMA or key not in CHECKS or not table.get("claims"):
        refuse(f"expected the schema {SCHEMA}, claims, and a known kind, not {key!r}")
    prove, rules, data = CHECKS[key]
    head = dict.fromkeys(("schema", "kind", "game", "model"), str)
    shape = {**head, "claims": dict, "rules": rules, **data}
    _, _, _, _, claims, *given = form(table, shape).values()
    try:
        proved = prove(*given)
    except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
        refuse(f"this is no game, or not all of it: {error!r}")
    two = {"lower": number, "upper": number}
    for id, claimed in some(proved, lambda value: value, claims).items():
        bounded = isinstance(proved[id], tuple)
        found = tuple(form(claimed, two).values()) if bounded else number(claimed)
        require(found == proved[id], f"{id} is not {brief(claimed)}")
    return dict(claims)


def main(paths: Sequence[str]) -> int:
    """Check files, and say of each what is proved, or what is wrong."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            if not Path(path).is_file():  # a pipe may never end, nor begin
                refuse("there is no such file")
            with open(path, "rb") as file:
                claims = check(file.read(MOST_BYTES + 1))
            print(f"{path}: proved: {len(claims)} claims")
        except UnprovedError as error:
            worst = max(worst, 1)
            print(f"{path}: not proved: {error}")
        except (MalformedError, OSError) as error:
            worst = 2
            print(f"{path}: no certificate: {error}")
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
