"""Right simulators of every kind of outcome are not refuted, named or not.

Each run is drawn from the exact distribution of its kind, or dealt by another dealer.
A right run may be refuted with a probability of at most alpha. So the number of
refuted runs of a whole matrix has to pass a one-sided binomial test.

Most runs are judged in floats, with a look only when the outcomes have doubled. A few
runs are judged as users' runs are, with a look at each 64th and with enclosures. That
takes 20 times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, chain, islice, repeat, starmap
from typing import Any, NamedTuple

import numpy as np
import pytest
from dealer import Dealer, card_lines, fresh, full_shoe, shoes, winners
from once import once
from scipy.stats import binomtest

from trueodds.core import games, rulebook
from trueodds.core.cards import DECK, RANKS
from trueodds.core.errors import PositionError, RulesError, UnknownNameError
from trueodds.core.rulebook import Rules
from trueodds.core.rules.baccarat import BaccaratRules, play
from trueodds.proofs.verify.simulator import (
    e_process,
    outcomes,
    readings,
)
from trueodds.proofs.verify.simulator import (
    run as judging,
)
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.e_value import working_precision
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    UnknownKindError,
    kinds_of,
    outcome_distribution,
)
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind
from trueodds.proofs.verify.simulator.run import ALPHA, JudgedOutcomes, judge_lines

BITS = 62
"""Bits of the random integers that draw from integer weights."""

SETS = 3
"""Sets of rules for each kind of outcome."""

RULES: dict[str, list[tuple[str | None, dict[str, object]]]] = {
    "bunco": [
        (None, {}),
        ("d20", {}),
        (None, {"weights": [1, 1, 1, 1, 1, 2], "tables": 1}),
        (None, {"bunco_points": 25}),
        (None, {"round_points": 15, "mini_bunco_points": 4}),
    ],
    "baccarat": [
        (None, {}),
        ("punto-banco-single-deck", {}),
        ("published-script-eight-decks", {}),
    ],
    "cribbage": [
        (None, {}),
        ("published-script", {}),
        (None, {"target": 61}),
        (None, {"target": 101}),
    ],
    "farkle": [
        ("box", {}),
        ("kingdom-come", {}),
        ("ece209", {"dice": "weighted*6"}),
        ("ece209", {}),
        ("ece209", {"target": 5000}),
    ],
}
"""Presets and changed fields. A kind is judged by the first three that have it."""

NUMBERED = {
    "round.N": "round.2",
    "turn.N": "turn.2",
    "coup.N": "coup.3",
    "tens.N": "tens.26",
    "score.N": "score.3",
    "roll.N": "roll.3",
    "turn.bank_at.N": "turn.bank_at.300",
    "turn.bank_by_dice.N,…": "turn.bank_by_dice.1000,500,400,400,500,1000",
    "turns.bank_at.N": "turns.bank_at.300",
}
"""A kind with a number for each kind that takes a number."""

TO_BE_NAMED = {*NUMBERED.values(), "shoe"}
"""Kinds of which some lines are not judged without a name."""

MANY = {"named": 200, "unnamed": 200}
OUTCOMES = 2000
LEVEL = 0.05
"""The runs and outcomes of a cell of the large matrix, and the level of its test."""

LOG_E = EProcess.log_e
CARDS_A_LINE = 100
"""A run of shoes has this many times fewer lines."""

Generator = np.random.Generator
Print = Callable[[Any, Generator, int], Sequence[str]]


@cache
def loaded(game: str, place: int) -> Rules:
    return rulebook.load(games.find(game), *RULES[game][place])


class Cell(NamedTuple):
    """A kind of outcome under a set of rules, by the place of these in ``RULES``."""

    game: str
    kind: str
    place: int

    @property
    def rules(self) -> Rules:
        return loaded(self.game, self.place)


def names(game: str) -> list[str]:
    """Return the kinds of outcome of a game."""
    column = games.find(game)
    return [
        NUMBERED.get(name, name) for name in kinds_of(column, rulebook.load(column))
    ]


KINDS = [(game, name) for game in RULES for name in names(game)]


@cache
def cells(game: str, kind: str) -> list[Cell]:
    """Return a kind of outcome under the first three sets of rules that have it."""
    every = (Cell(game, kind, place) for place in range(len(RULES[game])))
    known = [*islice(filter(has_distribution, every), SETS)]
    assert len(known) == SETS
    return known


def all_cells() -> Iterator[Cell]:
    return chain.from_iterable(starmap(cells, KINDS))


def has_distribution(cell: Cell) -> bool:
    try:
        outcome_distribution(games.find(cell.game), cell.rules, cell.kind)
    except (PositionError, RulesError, UnknownNameError):
        return False
    return True


def sampled(known: OutcomeDistribution, generator: Generator, count: int) -> list[str]:
    """Return outcomes drawn by their integer weights."""
    weights = [known.distribution.weight(outcome) for outcome in known.outcomes]
    total = known.distribution.total
    ends = [end * 2**BITS // total for end in accumulate(weights)]
    drawn = generator.integers(2**BITS, size=count)
    words = [outcome.removesuffix("+") for outcome in known.outcomes]
    return [words[place] for place in np.searchsorted(ends, drawn, side="right")]


def coups(suits: bool) -> Print:
    words = [str(card) if suits else RANKS[card.rank] for card in DECK]

    def dealt(rules: BaccaratRules, generator: Generator, count: int) -> list[str]:
        rows = fresh(generator, full_shoe(rules.decks), count)
        return card_lines(rows, Dealer(rules).deal(rows), words)

    return dealt


def winner_and_totals(
    rules: BaccaratRules, generator: Generator, count: int
) -> list[str]:
    dealt = Dealer(rules).deal(fresh(generator, full_shoe(rules.decks), count))
    totals = zip(winners(dealt), dealt.player, dealt.banker, strict=True)
    return [f"{winner},{player},{banker}" for winner, player, banker in totals]


def beads(rules: BaccaratRules, generator: Generator, count: int) -> list[str]:
    dealt = shoes(generator, Dealer(rules), full_shoe(rules.decks), count, coups=5)
    return ["".join(shoe) for shoe in zip(*map(winners, dealt), strict=True)]


def whole_shoes(between: str) -> Print:
    def recorded(rules: BaccaratRules, generator: Generator, count: int) -> list[str]:
        shoe = full_shoe(rules.decks)
        dealt = [generator.permutation(shoe) for _ in range(count // CARDS_A_LINE)]
        return [between.join(str(DECK[card]) for card in each) for each in dealt]

    return recorded


def shows(rules: Any, generator: Generator, count: int) -> list[str]:
    rows = fresh(generator, full_shoe(1), count)[:, : 4 + rules.starter]
    return [" ".join(str(DECK[card]) for card in row) for row in rows.tolist()]


def apart(known: OutcomeDistribution, generator: Generator, count: int) -> list[str]:
    """Return the dice of rolls in any order, with signs between the faces."""
    rolls = sampled(known, generator, count)
    return [str(generator.permutation([*map(int, roll)]).tolist()) for roll in rolls]


OTHER_FORMS: dict[tuple[str, str], list[Print]] = {
    ("baccarat", "winner"): [coups(suits=False)],
    ("baccarat", "cards"): [coups(suits=False), coups(suits=True)],
    ("baccarat", "totals"): [winner_and_totals],
    ("baccarat", "coup.3"): [beads],
    ("baccarat", "shoe"): [whole_shoes(" "), whole_shoes("\n")],
    ("cribbage", "show"): [shows],
}
"""Other lines that a simulator of a kind prints. The runs take turns."""


def lines(cell: Cell, run: int, generator: Generator, count: int) -> Sequence[str]:
    """Return the lines of a right run."""
    known = outcome_distribution(games.find(cell.game), cell.rules, cell.kind)
    others = OTHER_FORMS.get((cell.game, cell.kind), [])
    forms = [partial(form, cell.rules) for form in others]
    if not known.parser:
        forms.append(partial(sampled, known))
    if known.unordered:
        forms.append(partial(apart, known))
    return forms[run % len(forms)](generator, count)


def against(judged: JudgedOutcomes | None, cell: Cell) -> bool:
    """Return True if the verdict speaks against a right run of a kind.

    Bare numbers of no named kind must be left as their kind, or as a kind of equal
    distribution, except for kinds that have to be named.
    """
    if not (judged and judged.readings):
        return bool(judged) and judged.word == "refuted"
    right = outcome_distribution(games.find(cell.game), cell.rules, cell.kind)
    same = [
        reading.word
        for reading in judged.readings
        if reading.known.kind == right.kind
        or reading.known.probabilities == right.probabilities
    ]
    tried = cell.kind not in {*TO_BE_NAMED, *judged.skipped}
    return judged.word == "refuted" or "refuted" in same or (tried and not same)


def judged_runs(
    cell: Cell, runs: Mapping[str, int], count: int
) -> Iterator[tuple[str, JudgedOutcomes | None]]:
    """Judge right runs, with the kind named and not named; yield each with its way.

    ``runs`` has the number of runs for either way. A run has ``count`` outcomes. Lines
    that are not judged without a name yield None.
    """
    game, rules = games.find(cell.game), cell.rules
    generator = np.random.default_rng([*str(cell).encode()])
    for run, way in enumerate(chain(*(repeat(*each) for each in runs.items()))):
        kind = cell.kind if way == "named" else None
        text = "".join(f"{line}\n" for line in lines(cell, run, generator, count))
        try:
            yield way, judge_lines([text.encode()], game, rules, kind)
        except UnknownKindError:
            if kind or cell.kind not in TO_BE_NAMED:
                raise
            yield way, None


def refuted_runs(cell: Cell, runs: Mapping[str, int], count: int) -> dict[str, int]:
    """Return how many right runs are refuted, with the kind named and not named."""
    refuted = dict.fromkeys(runs, 0)
    for way, judged in judged_runs(cell, runs, count):
        refuted[way] += against(judged, cell)
    return refuted


def remembered(kind: OutcomeKind) -> OutcomeKind:
    """Return a kind that computes each distribution once, or never if it is slow."""
    results: dict[tuple[int, ...], OutcomeDistribution | None] = {}

    def distribution(*numbers: int) -> OutcomeDistribution:
        if numbers not in results:
            results[numbers] = None
            results[numbers] = kind.distribution(*numbers)
        if (result := results[numbers]) is None:
            raise PositionError("no distribution was found in time")
        return result

    return replace(kind, distribution=distribution)


REMEMBERED: dict[str, dict[str, OutcomeKind]] = {}
"""The kinds under each set of rules, for all tests of a process."""


@pytest.fixture(autouse=True)
def kinds_once(monkeypatch: pytest.MonkeyPatch, shipped: None) -> None:
    """Compute the distribution of each kind once."""

    def kinds(game: games.Game, rules: Rules, rule: str | None = None) -> Any:
        digest = f"{rulebook.digest(game.name, rules)} {rule}"
        if digest not in REMEMBERED:
            every = kinds_of(game, rules, rule)
            REMEMBERED[digest] = {name: remembered(every[name]) for name in every}
        return REMEMBERED[digest]

    for module in (outcomes, readings, judging):
        monkeypatch.setattr(module, "kinds_of", kinds)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide in floats, look only when the outcomes have doubled, show no distance.

    The error of log E in floats is small. Enclosures take most of the time, for
    kinds that the lines are not.
    """
    monkeypatch.setattr(EProcess, "log_e", lambda self, _=float: LOG_E(self))
    monkeypatch.setattr(EProcess, "_distance", lambda _: Fraction(1))
    monkeypatch.setattr(e_process, "STEP", 1)


def require_few(
    refuted: Mapping[Cell, dict[str, int]], runs: Mapping[str, int], level: float
) -> None:
    """Require that no more runs are refuted than alpha allows, by a binomial test."""
    total = sum(sum(ways.values()) for ways in refuted.values())
    wrong = {cell: ways for cell, ways in refuted.items() if any(ways.values())}
    judged = sum(runs.values()) * len(refuted)
    p_value = binomtest(total, judged, float(ALPHA), "greater").pvalue
    print(f"{judged:,} right runs, {total} refuted, p-value {p_value:.3g}; {wrong}")
    assert p_value > level, wrong


def many(cell: Cell) -> dict[str, int]:
    """Return the refuted runs of a cell of the large matrix, judged by one process."""
    return once(f"right runs of {cell}", partial(refuted_runs, cell, MANY, OUTCOMES))


def test_right_runs_of_every_kind_are_not_refuted(quick: None) -> None:
    runs = {"named": 3, "unnamed": 2}
    refuted = {cell: refuted_runs(cell, runs, 200) for cell in all_cells()}
    require_few(refuted, runs, LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize("place", range(SETS))
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_many_right_runs_are_not_refuted(
    game: str, kind: str, place: int, quick: None
) -> None:
    """Try a cell of the large matrix; all cells share the level."""
    cell = cells(game, kind)[place]
    require_few({cell: many(cell)}, MANY, LEVEL / (len(KINDS) * SETS))


@pytest.mark.slow
def test_many_right_runs_of_all_kinds_together_are_not_refuted(quick: None) -> None:
    require_few({cell: many(cell) for cell in all_cells()}, MANY, LEVEL)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_enclosures_judge_right_runs_as_floats_do(
    game: str, kind: str, request: pytest.FixtureRequest
) -> None:
    runs = {"named": 2, "unnamed": 2}
    exactly = []
    for cell in cells(game, kind):
        for _, judged in judged_runs(cell, runs, OUTCOMES):
            exactly.append(against(judged, cell))
            each = (judged, *judged.others, *judged.readings) if judged else ()
            for process in (part.process for part in each):
                with working_precision():
                    log_e = float(process.log_e(object))
                assert process.log_e() == pytest.approx(log_e, abs=1e-6)
    request.getfixturevalue("quick")
    assert exactly == [
        against(judged, cell)
        for cell in cells(game, kind)
        for _, judged in judged_runs(cell, runs, OUTCOMES)
    ]


@pytest.mark.parametrize(("preset", "changes"), RULES["baccarat"])
def test_the_dealer_follows_the_tableau(preset: str | None, changes: Any) -> None:
    rules = BaccaratRules.load(preset, **changes)
    rows = fresh(np.random.default_rng(1), full_shoe(rules.decks), 500)
    dealt = Dealer(rules).deal(rows)
    for row, cards, winner in zip(rows, dealt.cards, winners(dealt), strict=True):
        coup = play((row // 4).tolist(), rules)
        assert (coup.cards, coup.winner[0].upper()) == (cards, winner)
