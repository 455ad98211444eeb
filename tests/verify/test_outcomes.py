"""Kinds of outcome of the games, and their exact distributions."""

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core import games, rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import TrueoddsError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.proofs.verify.simulator import readings
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeError,
    UnknownKindError,
    explained,
    kinds_of,
    outcome_distribution,
)
from trueodds.proofs.verify.simulator.readings import readings_of

DOCS = Path(__file__).parents[2] / "docs"
Verify = Callable[..., tuple[int, dict[str, object]]]


def exact(game: str, kind: str | None = None, **changes: object) -> dict[str, Fraction]:
    column = games.find(game)
    rule = str(changes.pop("rule", "")) or None
    rules = rulebook.load(column, column.base_preset, changes)
    known = outcome_distribution(column, rules, kind, rule)
    return dict(zip(known.outcomes, known.probabilities, strict=True))


def test_distributions_are_the_published_ones() -> None:
    assert exact("bunco") == {
        outcome: Fraction(weight, 216)
        for outcome, weight in {"0": 120, "1": 75, "2": 15, "5": 5, "21": 1}.items()
    }
    assert exact("bunco", "die") == {str(face): Fraction(1, 6) for face in range(1, 7)}
    assert sum(exact("bunco", "game").values()) == 1
    assert exact("baccarat")["T"] == Fraction(475627426473216, 4998398275503360)
    assert sum(exact("baccarat", "cards").values()) == 1
    assert exact("cribbage")["29"] == Fraction(4, 12994800)
    assert exact("cribbage", rule="crib")["0"] > exact("cribbage")["0"]
    assert exact("farkle")["0"] == Fraction(5, 162)
    assert exact("farkle", "score.1")["0"] == Fraction(4, 6)
    assert exact("farkle", "die")["6"] == Fraction(1, 6)


def test_distributions_of_turns_have_the_means_found_otherwise() -> None:
    """By forward induction over thresholds, and by backward induction."""

    def mean(kind: str) -> Fraction:
        points = exact("farkle", kind).items()
        return sum((int(n) * p for n, p in points), Fraction(0))

    rules = FarkleRules.load("ece209")
    assert mean("turn.bank_at.300") == Thresholds(rules).at(300).mean
    assert mean("turn.most_points") == Turn(dice_set(rules)).mean
    with pytest.raises(TrueoddsError, match="310 is not a threshold"):
        exact("farkle", "turn.bank_at.310")
    zilch = FarkleRules.load("zilch")
    known = outcome_distribution(games.find("farkle"), zilch, "turn.most_points")
    assert known.outcomes[-1] == known.read("9999999") == f"{known.high}+"


def test_turns_played_by_hand_are_not_refuted(verify: Verify, tmp_path: Path) -> None:
    """Keep the most, the fewest dice of these; bank from 300; hot dice are banked."""
    rules = FarkleRules.load("ece209")
    scorer = Scorer(rules)
    generator = random.Random(1)

    def turn() -> int:
        stake, dice = 0, 6
        while True:
            roll = counts_of(generator.choices(range(1, 7), k=dice))
            options = scorer.options(roll)
            if not options:
                return 0
            best = max(options, key=lambda option: (option.points, -sum(option.kept)))
            stake, dice = stake + best.points, (dice - sum(best.kept)) or 6
            if stake >= 300:
                return stake

    file = tmp_path / "turns"
    file.write_text("".join(f"{turn()}\n" for _ in range(4000)))
    kind = ["--rules=ece209", "--file", str(file), "--outcome", "turn.bank_at.300"]
    assert verify("farkle", *kind)[0] == 0
    kind[-1] = "turn.bank_at.350"
    assert verify("farkle", *kind)[0] == 1


def test_rounds_of_unfair_dice_have_distributions_of_their_own() -> None:
    weights = [1, 1, 1, 1, 1, 2]
    assert exact("bunco", "round.6", weights=weights)["21"] == Fraction(8, 343)
    assert exact("bunco", "round.1", weights=weights)["21"] == Fraction(1, 343)
    with pytest.raises(TrueoddsError, match=r"name a round, such as round\.1"):
        exact("bunco", weights=weights)
    with pytest.raises(TrueoddsError, match="there is no round 7"):
        exact("bunco", "round.7")
    with pytest.raises(TrueoddsError, match=r"there are: score, roll, round\.N, game"):
        exact("bunco", "round.N")


@pytest.mark.parametrize("kind", ["turn", "turn.1", "roll"])
def test_bunco_with_dice_rolled_again_has_no_turn_and_no_dice(kind: str) -> None:
    """The odds have no turn either, and the final dice depend on the choice."""
    assert exact("bunco", "score", rerolls=1)["21"] > exact("bunco", "score")["21"]
    with pytest.raises(TrueoddsError, match="rolled once; set rerolls to 0"):
        exact("bunco", kind, rerolls=1)


def test_turn_of_bunco_has_the_published_mean() -> None:
    """A turn lasts 9/4 rolls on average; a roll brings 140/216 points."""
    turn = exact("bunco", "turn", turn_capped=True, round_points=21)
    assert turn["0"] == Fraction(120, 216)
    assert turn == exact("bunco", "turn.6", turn_capped=True, round_points=21)
    endless = exact("bunco", "turn")
    *_, (high, rest) = endless.items()
    assert high.endswith("+")
    assert 0 < rest < Fraction(1, 10**6)


def test_rolls_are_of_dice_whose_faces_have_one_digit() -> None:
    assert len(exact("bunco", "roll", sides=9)) == 165
    with pytest.raises(TrueoddsError, match="faces of one digit"):
        exact("bunco", "roll", sides=10)
    with pytest.raises(TrueoddsError, match="faces of one digit"):
        exact("farkle", "roll", dice="1:1:1:1:1:1:1:1:1:1*6")


def test_turns_banked_by_dice_left() -> None:
    """Equal stakes are a threshold; a stake of 50 banks whatever scores."""
    kind = "turn.bank_by_dice.300,300,300,300,300,300"
    assert exact("farkle", kind) == exact("farkle", "turn.bank_at.300")
    first_roll = exact("farkle", "score")
    assert exact("farkle", "turn.bank_by_dice.50,50,50,50,50,50") == first_roll
    bold = exact("farkle", "turn.bank_by_dice.250,250,300,950,2850,50000")
    assert sum(bold.values()) == 1
    with pytest.raises(TrueoddsError, match="takes 6 stakes"):
        exact("farkle", "turn.bank_by_dice.300,300")


def test_number_of_turns_to_the_target() -> None:
    """Over a target of one grid step, it is a geometric distribution."""
    turns = exact("farkle", "turns.bank_at.300", target=50)
    farkle = exact("farkle", "turn.bank_at.300")["0"]
    for number in (1, 2, 7):
        assert turns[str(number)] == farkle ** (number - 1) * (1 - farkle)
    long = exact("farkle", "turns.bank_at.300", target=10_000)
    mean = sum(int(n.removesuffix("+")) * p for n, p in long.items())
    assert 24 < mean < 27, "10,000 points at about 400 a turn"
    for rule in (
        {"minimum_to_open": 500},
        {"penalty_every": 3, "penalty_points": 500},
        {"exact_target": True, "final_round": False},
    ):
        with pytest.raises(TrueoddsError, match="depends on the turns before it"):
            exact("farkle", "turns.bank_at.300", **rule)
    never = exact("farkle", "turns.bank_at.300", target=50, penalty_points=500)
    assert never == turns, "no number of farkles costs these points"


def test_every_coup_of_a_shoe_is_distributed_as_the_first() -> None:
    assert exact("baccarat", "coup.60") == exact("baccarat")
    with pytest.raises(TrueoddsError, match="coups 1 to 69"):
        exact("baccarat", "coup.70")


def test_tens_of_a_shoe_are_hypergeometric() -> None:
    deck = exact("baccarat", "tens.2", decks=1)
    assert deck == {
        "0": Fraction(36 * 35, 52 * 51),
        "1": Fraction(2 * 36 * 16, 52 * 51),
        "2": Fraction(16 * 15, 52 * 51),
    }
    half = exact("baccarat", "tens.208")
    assert sum(int(n) * p for n, p in half.items()) == 64
    assert exact("baccarat", "tens.416") == {"128": 1}
    with pytest.raises(TrueoddsError, match="this shoe has 1 to 416 cards, not 417"):
        exact("baccarat", "tens.417")


@pytest.mark.parametrize(
    ("game", "lines", "kinds"),
    [
        ("farkle", ["666162", "123456"], ["roll", "die"]),
        ("farkle", ["5 2 2 3 2 4", "1 1 1 1 1 1"], ["roll", "die"]),
        ("farkle", ["[1,2,3]", "[4,4,1]"], ["roll.3", "die"]),
        ("farkle", ["0", "50", "1500"], ["score"]),
        ("farkle", ["1", "6", "4"], ["die"]),
        ("bunco", ["(1, 2, 3)", "(4, 4, 1)"], ["roll", "die"]),
        ("bunco", ["0", "1", "25"], ["game", "turn", "race.points.first"]),
        ("bunco", ["1", "2", "5"], ["score", "die", "game"]),
        ("bunco", ["1", "2", "5", "3"], ["die"]),
        ("baccarat", ["P", "banker"], ["winner"]),
        ("baccarat", ["6 K 8 A 9 5", "6H,KS,9D,AC"], ["winner", "cards"]),
        ("baccarat", ["4", "6"], ["cards"]),
        ("baccarat", ["Player wins", "T"], ["winner"]),
        ("baccarat", ["T 8 | K 9", "6 8 9 | K A"], ["winner", "cards"]),
        ("baccarat", ["P: T 8 B: K 9"], ["winner", "cards"]),
        ("cribbage", ["5H 5C 5S JD 5D", "2C 3C 4C 5C | 6D"], ["show"]),
        ("cribbage", ["29", "0"], ["show"]),
    ],
)
def test_format_of_the_first_lines_is_recognised(
    game: str, lines: list[str], kinds: list[str]
) -> None:
    column = games.find(game)
    rules = rulebook.load(column)
    fitting = readings_of(lines, column, rules)
    known_kinds = [known.kind for known in fitting.kinds]
    if fitting.bare:
        assert set(kinds) <= set(known_kinds)
    else:
        assert known_kinds == kinds
    assert {kind.replace("3", "N") for kind in kinds} <= explained(column).keys()


def test_a_roll_in_a_row_has_one_reading_only_if_no_number_is_like_it() -> None:
    farkle = games.find("farkle")
    rules = rulebook.load(farkle)
    for lines, bare in (
        (["666162", "123456"], False),
        (["21", "33", "26"], True),
        (["6 1", "1 1"], False),
    ):
        assert readings_of(lines, farkle, rules).bare == bare, lines
    with pytest.raises(UnknownKindError, match="no outcome of farkle"):
        readings_of(["20", "36"], farkle, rules)


def test_a_distribution_that_takes_too_long_is_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(readings, "SECONDS", 0)
    monkeypatch.setattr(readings, "_distribution", endless)
    farkle = games.find("farkle")
    fitting = readings_of(["750", "400"], farkle, rulebook.load(farkle))
    assert (fitting.kinds, fitting.skipped) == ((), ("score", "turn.most_points"))


COUPS = [
    ("T 8 | K 9", "B", "4"),
    ("P: T 8 B: K 9", "B", "4"),
    ("Player T 8, Banker K 9", "B", "4"),
    ("Banker K 9; Player T 8", "B", "4"),
    ("10H 8C | KD 9S | B", "B", "4"),
    ("T 8 | K 8 | T", "T", "4"),
    ("[[10, 8], [K, 9]]", "B", "4"),
    ('{"player":["TC","8H"],"banker":["KS","9C"],"winner":"Banker"}', "B", "4"),
    ("6 K 8 A 9 5 | banker", "B", "6"),
    ("6 8 9 | K A 5", "B", "6"),
    ("6 8 9 | K 7 ", "B", "5"),
]
NO_COUPS = {
    "T 8 | K 9 | P": "Banker wins, 8 to 9",
    "6 8 9 | K A": "stops too early: Banker draws on 1 against a 9",
    "T 6 | K 5 2 | T": "Banker wins, 6 to 7",
    "T 6 2 | K 5": "Player drew on 6",
}


def test_cards_and_dice_are_read_as_outcomes() -> None:
    baccarat, rules = games.find("baccarat"), rulebook.load(games.find("baccarat"))
    winner, cards = (
        outcome_distribution(baccarat, rules, kind) for kind in ("winner", "cards")
    )
    assert (winner.read("6 K 3 A"), cards.read("6H KH 3D AS")) == ("P", "4")
    wrong = cards.read("K 3 2 K 8 5")
    assert wrong == "K 3 2 K 8 5 (no coup: Banker drew on 3 against an 8)"
    assert not cards.possible("K 3 2 K 8 5")
    for line, winner_of, number in COUPS:
        assert (winner.read(line), cards.read(line)) == (winner_of, number), line
    for line, fault in NO_COUPS.items():
        assert cards.read(line) == f"{line} (no coup: {fault})"
        assert not winner.possible(line)
        assert cards.read(cards.read(line)) == cards.read(line), "as receipts do"
    show = outcome_distribution(games.find("cribbage"), CribbageRules.load())
    assert show.read("5H 5C 5S JD 5D") == "29"
    assert not show.possible("5H 5C 5S JD 5h")
    for known, line in (
        (cards, "6 K X A"),
        (cards, "Player 6 K 8 A, Banker 9 5"),
        (cards, "P 6 8"),
        (show, "5H 5C 5S"),
        (winner, "6 K"),
    ):
        with pytest.raises(OutcomeError):
            known.read(line)
    assert sum(exact("farkle", "roll").values()) == 1
    assert exact("bunco", "roll")["112"] == Fraction(3, 216)


@pytest.mark.parametrize(
    ("number", "cards", "points"),
    # Three fives and a jack: four fifteens and three pairs.
    [("five", "5H 5C 5S JD 5D", "29"), ("four", "5H 5C 5S JD", "14")],
)
def test_a_show_has_a_starter_only_if_the_rules_have_one(
    number: str, cards: str, points: str
) -> None:
    cribbage = games.find("cribbage")
    rules = CribbageRules.load(starter=number == "five")
    show = outcome_distribution(cribbage, rules)
    assert show.read(cards) == points
    twice = f"{cards[:-2]}5h"
    assert show.read(twice) == f"{twice} (a show has {number} different cards)"
    # A receipt has the outcome as it was read.
    assert show.read(show.read(twice)) == show.read(twice)
    assert not show.possible(twice)
    # Fewer or more cards are no show, even if one of them is there twice.
    for other in ("5H 5C 5h", "5H 5C 5S JD 2D 5h"):
        with pytest.raises(OutcomeError, match="5H is there twice"):
            show.read(other)
    about = kinds_of(cribbage, rules)["show"].about
    assert about.startswith(f"Print the points of {number} random cards")
    assert ("the starter last" in about) == (number == "five")


def test_points_that_no_show_has_are_impossible() -> None:
    """Each digit of 30 could be a rank, but a line of one number is points."""
    show = outcome_distribution(games.find("cribbage"), CribbageRules.load())
    for number in ("19", "25", "30", "36"):
        assert show.read(number) == number
        assert not show.possible(number)
    assert show.read("5H 5C 5S JD / 5D") == show.read("5H 5C 5S JD (5D)") == "29"


def test_the_play_has_no_random_show() -> None:
    cribbage = games.find("cribbage")
    rules = CribbageRules.load()
    with pytest.raises(TrueoddsError, match="a show is scored by the rule hand or cri"):
        outcome_distribution(cribbage, rules, "show", "play")
    kinds = readings_of(["5"], cribbage, rules, "play").kinds
    assert "show" not in [known.kind for known in kinds]


def test_every_kind_is_documented() -> None:
    page = (DOCS / "how-to" / "verify-a-simulator.md").read_text("utf-8")
    for game in ("bunco", "baccarat", "cribbage", "farkle"):
        for name in explained(games.find(game)):
            assert f"`{name.replace('N,…', 'A,B,C,D,E,F')}`" in page, name


def test_every_kind_says_what_to_print() -> None:
    for name in ("bunco", "baccarat", "cribbage", "farkle"):
        assert all(
            text.startswith("Print ") for text in explained(games.find(name)).values()
        )


@pytest.mark.parametrize("game", ["bunco", "baccarat", "cribbage", "farkle"])
def test_complete_families_are_kinds(game: str) -> None:
    odds = trueodds.odds(game)
    column = games.find(game)
    names = {id.rpartition(".")[0] for id in odds if id.rpartition(".")[2].isdigit()}
    complete = 0
    for name in names:
        try:
            family = odds.distribution(name)
        except TrueoddsError:
            continue
        known = outcome_distribution(column, odds.rules, name)
        assert known.probabilities == tuple(family[int(n)] for n in known.outcomes)
        complete += 1
    assert complete == {"bunco": 9, "baccarat": 1, "cribbage": 7, "farkle": 3}[game]


@pytest.mark.parametrize("game", ["bunco", "baccarat", "cribbage", "farkle"])
def test_the_form_of_a_kind_fits_what_it_can_print(game: str) -> None:
    column = games.find(game)
    rules = rulebook.load(column)
    for name, kind in kinds_of(column, rules).items():
        if not kind.numbered:
            known = kind.distribution()
            possible = [x.removesuffix("+") for x, p in known.distribution.items() if p]
            # A line of some kinds, such as a shoe, has many outcomes.
            lines = [" ".join(possible * 32)] if known.parser else possible
            assert all(map(kind.form, lines)), name
