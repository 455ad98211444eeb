"""Rules that change a turn, against a naive referee that rolls each die by itself."""

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, product
from math import gcd

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies.farkle import (
    group_points,
    later_throw,
    rules,
    rules_or_none,
    splits,
)

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.match import solved
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.solution import solve_turn
from trueodds.core.dice import counts_of
from trueodds.core.errors import RulesError
from trueodds.core.kernels.farkle import score_rolls
from trueodds.core.rules.farkle import FarkleRules, Scorer, score
from trueodds.core.rules.farkle.coverage import (
    NOT_COVERED,
    fault,
    require_covered,
)
from trueodds.proofs.verify.positions import farkle
from trueodds.reports.cli import main

POINTS = st.integers(1, 6).map(lambda number: 50 * number)
Faces = tuple[int, ...]
Offers = frozenset[tuple[int, int]]
Player = tuple[int, bool, int]
"""A player's score, whether he has opened, and his farkles in a row."""

DICE = 3
FIRST = DICE + 1
"""The number of the first throw of a turn, which has all dice."""

HIGH = 300
"""A stake, in units, at which the referee ends a turn; hardly any turn gets there."""

NO_HOT_DICE = {"hot_dice": False, "must_roll_hot_dice": False}

STUCK = re.compile("points short|hardly ever happens|a turn must bring")

FARKLES = 0.75
"""Most farkles among first throws; else a match takes long to settle."""

UPDATES = 1500
"""Most states of a match that are evaluated; rules that need more are not drawn."""


def parts(faces: Faces) -> set[Faces]:
    """Return every choice of one or more of these dice."""
    sizes = range(1, len(faces) + 1)
    return set(chain(*(combinations(faces, size) for size in sizes)))


@cache
def all_splits(faces: Faces) -> list[list[Faces]]:
    """Return every way to split dice into groups."""
    return list(splits(faces))


class Referee:
    """Three fair dice by some rules."""

    def __init__(self, record: FarkleRules) -> None:
        self.rules = record
        self.least = record.minimum_to_bank
        first, later = self.offers_by(record), self.offers_by(later_throw(record))
        self.offers = {
            dice: Counter(map(later, rolls(dice))) for dice in range(1, DICE + 1)
        }
        self.offers[FIRST] = Counter(map(first, rolls(DICE)))
        every = chain(*self.offers.values())
        self.high = HIGH * gcd(*(points for offers in every for points, _ in offers))
        self.value = cache(self._value)
        self.more = self._more() if record.farkle_keeps_points else [0.0] * FIRST

    def offers_by(self, record: FarkleRules) -> Callable[[Faces], Offers]:
        """Return the function from a roll to what it offers by these rules."""

        @cache
        def points(kept: Faces) -> int:
            worths = (
                [group_points(group, record) for group in split]
                for split in all_splits(kept)
            )
            return max((sum(worth) for worth in worths if all(worth)), default=0)

        return cache(partial(self._offers, points))

    def _offers(self, points_of: Callable[[Faces], int], faces: Faces) -> Offers:
        """Return the points and the dice left of each legal keep."""
        scoring = {kept for kept in parts(faces) if points_of(kept)}
        offers = set()
        for kept in parts(faces) if self.rules.junk else scoring:
            inside = parts(kept) if self.rules.junk else {kept}
            left = Counter(faces) - Counter(kept)
            rest = tuple(sorted(left.elements()))
            if self.rules.must_keep_scoring_dice and parts(rest) & scoring:
                continue
            if points := max(map(points_of, inside)):
                offers.add((points, len(rest)))
        if not scoring and len(faces) == DICE and self.rules.nothing > 0:
            offers.add((self.rules.nothing, 0))
        return frozenset(offers)

    def _more(self) -> list[float]:
        """Return what rolling on brings by dice left, if no farkle costs points.

        This is value iteration from below; what is past the last roll counts nothing.
        """
        more = [0.0] * FIRST
        for _ in range(1000):
            before = [more[DICE] if self.rules.hot_dice else 0.0, *more[1:]]
            for dice in range(1, FIRST):
                total = self.farkle(0, dice) * self.offers[dice][frozenset()]
                for offers, ways in self.offers[dice].items():
                    after = (points + before[left] for points, left in offers)
                    total += ways * max(after, default=0.0)
                more[dice] = total / 6**dice
                if self.may_bank(self.high, dice):
                    more[dice] = max(more[dice], 0.0)
        return more

    def farkle(self, stake: int, dice: int) -> int:
        """Return the points of a turn after a farkle of these dice."""
        keeps = self.rules.farkle_keeps_points and stake >= self.least
        return stake * keeps + min(self.rules.nothing, 0) * (dice == DICE)

    def may_bank(self, stake: int, dice: int) -> bool:
        """Return True if a stake may be banked with these dice to roll."""
        hot = dice == DICE
        return stake >= max(self.least, 1) and not (
            hot and self.rules.must_roll_hot_dice
        )

    def after(self, stake: int, left: int) -> tuple[int, int]:
        """Return the stake and the dice to roll after a keep, 0 if the turn is over."""
        if left or self.rules.hot_dice:
            return stake, left or DICE
        return (stake if stake >= self.least else 0), 0

    def roll(self, stake: int, dice: int) -> float:
        """Return the expected points of a roll, and of the best turn after it."""
        total = 0.0
        for offers, ways in self.offers[dice if stake else FIRST].items():
            after = [self.after(stake + points, left) for points, left in offers]
            farkle = float(self.farkle(stake, dice))
            total += ways * max((self.value(*s) for s in after), default=farkle)
        return total / 6**dice

    def _value(self, stake: int, dice: int) -> float:
        if not dice:
            return stake
        if stake >= self.high:
            return stake + self.more[dice]
        roll = self.roll(stake, dice)
        return max(stake, roll) if self.may_bank(stake, dice) else roll

    def threshold(self, at: int, *, best: bool) -> tuple[float, float]:
        """Return the mean, and the probability of a farkle, if at T points are banked.

        The most points are kept, with the fewest dice, or what has the best mean.
        """

        @cache
        def played(stake: int, dice: int) -> tuple[float, float]:
            if not dice or stake >= self.high:
                return stake, 0.0
            if stake >= at and self.may_bank(stake, dice):
                return stake, 0.0
            mean = farkle = 0.0
            for offers, ways in self.offers[dice if stake else FIRST].items():
                if offers:
                    ends = max(
                        played(*self.after(stake + points, left))
                        for points, left in (offers if best else [max(offers)])
                    )
                else:
                    ends = self.farkle(stake, dice), 1.0
                mean += ways * ends[0]
                farkle += ways * ends[1]
            return mean / 6**dice, farkle / 6**dice

        return played(0, DICE)

    def match(self) -> float:
        """Return the first player's probability of winning, by value iteration.

        The first of two players to move has the state in front, and a win of the other
        counts 0.
        """
        record = self.rules
        tie = 0.5 if record.final_round_tie == "split" else 0.0
        start: Player = (0, not record.minimum_to_open, 0)
        chance = {(start, start): 0.5}

        def loses(mover: Player, other: Player) -> float:
            return 1 - chance.setdefault((mover, other), 0.5)

        @cache
        def last_turn(player: Player, leader: int) -> float:
            def bank(stake: int) -> float:
                ahead = player[0] + stake - leader
                return 1.0 if ahead > 0 else tie if ahead == 0 else 0.0

            return self.best_turn(player, bank, 0.0, 0.0, 0.0)

        def update(mover: Player, other: Player) -> float:
            score, opened, farkles = mover

            def bank(stake: int) -> float:
                total = score + stake
                if total < record.target:
                    return loses(other, (total, True, 0))
                return 1 - last_turn(other, total) if record.final_round else 1.0

            after = mover
            if record.penalty_every and record.penalty_points:
                after = score, opened, farkles + 1
            if after[2] == record.penalty_every > 0:
                cost = record.penalty_points
                lower = score - (score if cost == "all" else cost)
                after = max(lower, record.lowest_score), opened, 0
            lower = max(after[0] + min(record.nothing, 0), record.lowest_score)
            ends = after, (lower, *after[1:]), (score, opened, 0)
            return self.best_turn(mover, bank, *(loses(other, end) for end in ends))

        updates = 0
        while updates < UPDATES:
            # Last found first: those are nearest to the end.
            known = list(reversed(chance))
            updates += len(known)
            change = 0.0
            for pair in known:
                before, chance[pair] = chance[pair], update(*pair)
                change = max(change, abs(chance[pair] - before))
            if change < 1e-9 and len(known) == len(chance):
                return chance[start, start]
        return reject()

    def best_turn(
        self,
        player: Player,
        bank: Callable[[int], float],
        farkle: float,
        nothing: float,
        lost: float,
    ) -> float:
        """Return the best chance of a turn, whose ends have these chances.

        ``nothing`` is the chance after a farkle of all dice.
        ``lost`` is the chance after a turn that ends without points and is no farkle.
        """
        least = max(self.least, 0 if player[1] else self.rules.minimum_to_open, 1)

        @cache
        def worth(stake: int, dice: int) -> float:
            if self.rules.exact_target and player[0] + stake > self.rules.target:
                return lost
            banked = bank(stake) if stake >= least else lost
            if not dice or stake >= self.high:
                return banked
            if stake < least or not self.may_bank(stake, dice):
                return rolled(stake, dice)
            return banked if banked >= 1 else max(rolled(stake, dice), banked)

        def rolled(stake: int, dice: int) -> float:
            total = 0.0
            for offers, ways in self.offers[dice if stake else FIRST].items():
                after = (
                    worth(stake + points, left or DICE * self.rules.hot_dice)
                    for points, left in offers
                )
                total += ways * max(after, default=nothing if dice == DICE else farkle)
            return total / 6**dice

        return rolled(0, DICE)


def rolls(dice: int) -> list[Faces]:
    """Return all ordered rolls, each with its faces sorted."""
    return [tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice)]


def of_turn() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for points of three dice, and rules that change a turn."""
    by_face = st.dictionaries(st.integers(1, 5), POINTS, max_size=3)
    some = st.sampled_from(["123", "456", "112", "23"])
    rarely = st.sampled_from([*[False] * 4, True])
    end = st.sampled_from(
        [
            {"final_round": False},
            {"final_round": False, "exact_target": True},
            # Turns are short: a leader could roll without end otherwise.
            NO_HOT_DICE | {"final_round": True},
            NO_HOT_DICE | {"final_round": True, "final_round_tie": "leader"},
        ]
    )
    turn = st.fixed_dictionaries(
        {
            "hot_dice": st.just(True) | st.booleans(),
            "must_roll_hot_dice": rarely,
            "must_keep_scoring_dice": st.booleans(),
            "farkle_keeps_points": st.sampled_from([*[False] * 7, True]),
            "minimum_to_bank": st.sampled_from([0, 0, 50, 100, 350]),
            "minimum_to_open": st.sampled_from([0, 0, 100]),
            "nothing": st.sampled_from([*[0] * 6, -50, -500]),
            "target": st.sampled_from([50, 100, 150]),
            "penalty_every": st.sampled_from([0, 0, 2]),
            "penalty_points": st.sampled_from([0, 50, "all"]),
            "junk": st.booleans(),
            "singles": by_face,
            "of_a_kind": st.dictionaries(st.integers(2, 3), by_face, max_size=2),
            "patterns": st.dictionaries(some, POINTS, max_size=2),
            "straight": st.just(0),
            "number_of_dice": st.just(DICE),
        }
    )
    return st.builds(dict.__or__, turn, end)


@st.composite
def turns(draw: st.DrawFn) -> FarkleRules | None:
    """Return a strategy for rules of three dice, or None."""
    record = draw(of_turn().map(rules_or_none))
    if not record:
        return None
    fields = st.sampled_from([pattern.field for pattern in record.all_patterns])
    first = draw(st.just([]) | st.lists(fields, max_size=2))
    try:
        return replace(record, first_throw=tuple(first))
    except RulesError:  # nothing scores after the first throw
        return None


def test_random_rules_are_as_a_naive_referee_plays_them() -> None:
    compared: Counter[str] = Counter()

    @settings(max_examples=400, deadline=None)  # some are drawn twice
    @given(turns(), st.lists(st.integers(1, 12), min_size=2, max_size=2, unique=True))
    def agree(record: FarkleRules | None, steps: list[int]) -> None:
        assume(record)
        assert record
        referee = Referee(record)
        assume(referee.offers[FIRST][frozenset()] <= FARKLES * 6**DICE)
        for throw in (record.in_first_throw, later_throw(record)):
            agree_on_all_rolls(referee, throw)
        compared["turns"] += agree_on_the_best_turn(referee)
        compared["matches"] += agree_on_a_match(referee)
        for step, best in zip(steps, (False, True), strict=True):
            compared["thresholds"] += agree_on_a_threshold(referee, step, best=best)

    agree()
    assert min(compared.values()) > 250, compared  # not all rules have all answers


def test_a_turn_past_the_target_is_no_farkle_in_a_row() -> None:
    """Only a single one wins, and every second farkle in a row costs points."""
    changes = {"singles": {1: 50, 2: 100, 3: 100}, "of_a_kind": {}, "straight": 0}
    changes |= {"number_of_dice": DICE, "target": 50, "exact_target": True}
    changes |= {"penalty_every": 2, "penalty_points": 50, "final_round": False}
    record = rules("ece209", **changes, hot_dice=True, must_keep_scoring_dice=True)
    assert agree_on_a_match(Referee(record))


def agree_on_all_rolls(referee: Referee, record: FarkleRules) -> None:
    """Compare the keeps and the best score of every roll, and the fast scores."""
    scorer = Scorer(record)
    naive = referee.offers_by(record)
    space = farkle.space(record, "roll")
    rows = space.classes()
    fast = dict(zip(map(space.word, rows), space.values(rows).tolist(), strict=True))
    for dice in range(1, DICE + 1):
        for faces in set(rolls(dice)):
            offers = naive(faces)
            keeps = scorer.options(counts_of(faces))
            assert {(k.points, dice - sum(k.kept)) for k in keeps} == offers
            nothing = record.nothing if dice == DICE else 0
            best = max((points for points, _ in offers), default=min(nothing, 0))
            assert scorer.best(counts_of(faces)) == best
            assert fast["".join(map(str, faces))] == best


def agree_on_the_best_turn(referee: Referee) -> bool:
    """Compare the best turn and its choices; return False if there is no comparison."""
    record = referee.rules
    keeps = record.farkle_keeps_points
    if keeps and fault("a turn in which a farkle keeps the points", record):
        return False
    dice = dice_set(record)
    turn = solve_turn(dice, record.minimum_to_bank)
    if not dice.tables.farkle.all():  # the referee ends turns too early
        return False
    if max(turn.bank_at.values(), default=0) > referee.high / 4:
        return False
    assert float(turn.mean) == pytest.approx(referee.value(0, DICE), rel=1e-6)
    for left, stake in turn.bank_at.items():
        assert referee.may_bank(max(stake, referee.least, 1), left)
        assert referee.roll(stake, left) <= stake + 1e-4
    adviser = Adviser(record)
    stake = 7 * dice.unit
    for left in range(1, DICE + 1):
        choice = adviser.choice(stake, left)
        assert (choice.bank is not None) == referee.may_bank(stake, left)
        roll = referee.roll(stake, left)
        assert float(choice.roll or 0) == pytest.approx(roll, rel=1e-5, abs=1e-5)
    return True


def agree_on_a_threshold(referee: Referee, step: int, *, best: bool) -> bool:
    """Compare one threshold; return False if the rules have none."""
    table = Thresholds(referee.rules, "best" if best else "most")
    rolled = table.rules.must_roll_hot_dice and table.rules.farkle_keeps_points
    if not table.grid or rolled:  # or else the referee ends turns too early
        return False
    at = step * table.grid
    mean, farkle = referee.threshold(at, best=best)
    exact = table.at(at)
    assert float(exact.mean) == pytest.approx(mean, rel=1e-6)
    if not best:  # else ties of the mean may differ in farkles
        assert float(exact.farkle) == pytest.approx(farkle, rel=1e-6, abs=1e-9)
    if not fault("the list of a turn's points", table.rules):
        ends = table.ends(at).points
        assert sum(points * chance for points, chance in ends.items()) == exact.mean
    return True


def agree_on_a_match(referee: Referee) -> bool:
    if fault("a match", referee.rules):
        return False
    won = referee.match()
    try:
        value = solved(referee.rules, use=False).first_player
    except RulesError as error:  # no player can win
        assert STUCK.search(str(error))  # noqa: PT017 - few rules are refused
        return False
    assert float(value.midpoint) == pytest.approx(won, abs=1e-6)
    return True


@pytest.mark.parametrize("computation", NOT_COVERED)
def test_what_is_not_covered_is_refused_in_one_line(computation: str) -> None:
    changes = {"must_keep_scoring_dice": True, "nothing": -9}
    changes |= {"farkle_keeps_points": True}
    changes |= {"final_round": False, "exact_target": True, "first_throw": "straight"}
    record = rules("box", **changes)
    with pytest.raises(RulesError, match=f"{computation} is not computed") as refused:
        require_covered(computation, record)
    assert "\n" not in str(refused.value)
    assert str(refused.value) == fault(computation, record)
    assert not fault(computation, rules("zilch"))


@pytest.mark.parametrize(
    ("computation", "changes", "follow"),
    [
        ("a game alone", {"must_roll_hot_dice": True}, "odds, advice and thresholds"),
        ("a turn in which some dice always score", {"nothing": -9}, "thresholds"),
        ("the long run", {"penalty_points": "all"}, "matches"),
    ],
)
def test_a_refusal_names_what_follows_the_rule(
    computation: str, changes: dict[str, object], follow: str
) -> None:
    assert f", which {follow} follow; leave" in fault(
        computation, rules("ece209", **changes)
    )


def test_a_misspelt_field_of_the_first_throw_is_one_short_line() -> None:
    with pytest.raises(RulesError, match="no field with points") as refused:
        rules("box", first_throw="strait")
    assert str(refused.value).endswith(
        "did you mean straight? There are: singles.1, singles.5, of_a_kind.3.1, "
        "27 more names"
    )


@pytest.mark.parametrize(
    "command",
    [
        "farkle solitaire",
        "export farkle turn",
        "verify simulator farkle --outcome turn.most_points -- true",
    ],
)
def test_commands_refuse_hot_dice_that_must_be_rolled(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *more = command.split(" -- ")
    words = [*first.split(), "--set", "must_roll_hot_dice=true"]
    with pytest.raises(SystemExit) as ended:
        main([*words, *(["--", *more] if more else [])])
    assert ended.value.code == 2
    assert "is not computed under must_roll_hot_dice = true" in capsys.readouterr().err


def test_hot_dice_that_must_be_rolled_cannot_be_forbidden() -> None:
    with pytest.raises(RulesError, match="only be rolled if hot_dice is true"):
        rules("box", must_roll_hot_dice=True, hot_dice=False)


def test_advice_on_hot_dice_that_must_be_rolled() -> None:
    adviser = Adviser(rules("box", must_roll_hot_dice=True))
    best = adviser.options(((0, 1), (0, 1), (0, 2), (0, 2), (0, 3), (0, 3)), 200_000)[0]
    assert (best.points, best.left) == (200, 4)  # not 1,500 and six dice to roll
    hot = adviser.choice(200_000, 6)
    assert (hot.bank, hot.action) == (None, "roll")


def test_the_first_throw_scores_in_its_own_way() -> None:
    record = rules("ece209", first_throw=["straight", "of_a_kind.3.1 "])
    assert record.first_throw == "of_a_kind.3.1, straight"
    adviser = Adviser(record)
    roll = adviser.dice.read("111234")
    best = [max(o.points for o in adviser.options(roll, stake)) for stake in (0, 50)]
    assert best == [1000, 300]
    assert (
        adviser.choice(0, 6).roll == adviser.turn.mean != adviser.turn.roll_value(0, 6)
    )
    assert sorted(adviser.turn.bank_at) == [1, 2, 3, 4, 5, 6]
    odds = trueodds.odds("farkle", record)
    first = trueodds.odds("farkle", "ece209")
    later = trueodds.odds(
        "farkle", rules("ece209", **{"straight": 0, "of_a_kind.3.1": 0})
    )
    for name in ("farkle", "best.mean", "best.1500"):
        assert odds[f"roll.first.{name}"].exact == first[f"roll.6.{name}"].exact
        if name != "best.1500":
            assert odds[f"roll.6.{name}"].exact == later[f"roll.6.{name}"].exact
    assert "roll.6.best.1500" not in odds
    means = [each["turn.mean"].exact for each in (later, odds, first)]
    assert means == sorted(set(means))
    with pytest.raises(
        RulesError, match="the score of a roll is not computed"
    ) as refused:
        score("123456", record)
    assert "\n" not in str(refused.value)
    with pytest.raises(RulesError, match="straigt: this is no field with points; did"):
        rules("ece209", first_throw="straigt")


def test_a_farkle_that_keeps_the_points() -> None:
    """One die that scores with three faces is rolled until it farkles."""
    changes = {"singles": {1: 100, 2: 200, 3: 50}, "of_a_kind": {}, "straight": 0}
    changes |= {"number_of_dice": 1, "farkle_keeps_points": True, "hot_dice": True}
    odds = trueodds.odds("farkle", rules("ece209", **changes))
    more = odds["turn.mean"].exact
    assert more == (100 + 200 + 50 + 3 * more) / 6
    assert odds["turn.farkle"].exact == 1
    assert not list(odds.family("turn.bank_at"))
    opened = rules("ece209", **changes, minimum_to_bank=100)
    adviser = Adviser(opened)
    low = (100 + 50 + 200 + 50 + 50 + 50 + 3 * more) / 6  # a farkle loses the 50
    assert adviser.choice(50, 1).roll == low
    assert adviser.turn.mean == (100 + 200 + 2 * more + low) / 6
    assert adviser.choice(1000, 1).roll == 1000 + more
    banked = Thresholds(rules("ece209", **changes)).at(100)
    assert banked == (
        Fraction(50 * 3 + 100 * 7 + 150 + 200 * 6 + 250, 36),
        Fraction(7, 12),
    )
    for keep, hot in product(("most", "fewest", "best"), ("bank", "roll")):
        forced = rules("ece209", **changes, must_roll_hot_dice=hot == "bank")
        assert Thresholds(forced, keep, hot).at(100) == (more, 1)


def test_a_high_threshold_is_nearly_the_best_turn_if_a_farkle_keeps_the_points() -> (
    None
):
    record = rules("box", farkle_keeps_points=True)
    best = solve_turn(dice_set(record)).mean
    assert 0 < best - Thresholds(record, "best", "roll").at(10_000).mean < 0.02


def test_all_scoring_dice_must_be_kept() -> None:
    keeps = Scorer(rules("box", must_keep_scoring_dice=True)).options
    assert keeps((2, 0, 0, 0, 1, 1)) == [((2, 0, 0, 0, 1, 0), 250)]
    assert [points for _, points in keeps((1, 1, 1, 1, 1, 1))] == [150, 1500]


def test_a_farkle_of_all_dice_that_costs_points() -> None:
    record = rules("ece209", nothing=-500)
    right = score("223346", record)
    assert (right.value, right.verdict) == (-500, "-500 points")
    (line,) = right.lines
    assert (line.name, line.what) == ("nothing in six dice", "223346")
    assert score("22334", record).value == 0
    assert Scorer(record).options((0, 2, 2, 1, 0, 1)) == []
    counts = np.array([[0, 2, 2, 1, 0, 1], [0, 2, 2, 1, 0, 0]], np.uint8)
    assert score_rolls(counts, record).tolist() == [-500, 0]
    odds = trueodds.odds("farkle", record)
    plain = trueodds.odds("farkle", "ece209")
    farkle = plain["roll.6.farkle"].exact
    assert odds["roll.6.farkle"].exact == odds["roll.6.best.-500"].exact == farkle
    mean = plain["roll.6.best.mean"].exact - 500 * farkle
    assert odds["roll.6.best.mean"].exact == mean
    # All dice are rolled once at the start, and again when they are hot.
    lost = plain["turn.mean"].exact - odds["turn.mean"].exact
    assert 500 * farkle < lost < 600 * farkle


def test_farkles_in_a_row_that_cost_all_points() -> None:
    """They cost what a penalty as high as the target does, and leave no debt."""
    changes = {"target": 600, "minimum_to_open": 0, "penalty_every": 2}
    for source in ("zilch", "box"):
        every = rules(source, **changes, penalty_points="all")
        target = rules(source, **changes, penalty_points=600, lowest_score=0)
        values = [solved(record, use=False).first_player for record in (every, target)]
        assert values[0] == values[1]
    with pytest.raises(RulesError, match="set it to 0"):
        rules("facebook", penalty_points="all")
    assert "longrun.mean" not in trueodds.odds("farkle", every)


def test_a_stake_to_bank_is_positive_where_no_roll_gains_points() -> None:
    record = FarkleRules.load(
        "ece209",
        number_of_dice=2,
        singles={},
        of_a_kind={},
        straight=0,
        nothing=500,
        hot_dice=False,
    )
    turn = solve_turn(dice_set(record))
    assert (turn.mean, turn.bank_at) == (500, {1: 500})
