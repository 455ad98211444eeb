"""The blog's claims, by counting and by playing every roll."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from strategies.farkle import naive_options, naive_rolls, rules

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.published.blog import StringEnumerator
from trueodds.analysis.farkle.published.last_turn import AnyBankTurns
from trueodds.core.dice import Dice, counts_of, faces_of
from trueodds.core.exact.digits import decimal_text

BLOG = rules("blog")
ODDS = trueodds.odds("farkle", BLOG)
LISTS = StringEnumerator(BLOG)


def test_the_enumerator_lists_one_five_five_more_than_once() -> None:
    options = LISTS.options(counts_of([1, 5, 5]))
    assert options.keys() >= {("5", "1"), ("5", "5", "1"), ("5", "5")}
    assert Counter("".join(sorted("".join(sets))) for sets in options)["155"] == 2
    assert LISTS.faults(counts_of([1, 5, 5])).repeated == {counts_of([1, 5, 5])}


def test_the_enumerator_lists_three_aces_as_three_single_ones_too() -> None:
    roll = counts_of([1, 1, 1])
    assert LISTS.options(roll)[("1", "1", "1")] == 300
    assert LISTS.faults(roll).misscored == {roll}


def test_the_enumerator_over_every_ordered_roll() -> None:
    """Counted here over 55,986 ordered rolls, from the lists and the naive keeps."""
    faulty: Counter[str] = Counter()
    for dice in range(1, 7):
        for roll, weight in Dice.fair(dice, sides=6).rolls():
            legal = naive_options(faces_of(roll), BLOG)
            listed = [
                (counts_of([*map(int, "".join(sets))]), points)
                for sets, points in LISTS.options(roll).items()
            ]
            kept = [dice for dice, _ in listed]
            wrong = {
                "missed": legal.keys() - set(kept),
                "repeated": len(kept) > len(set(kept)),
                "misscored": any(legal.get(dice) != points for dice, points in listed),
            }
            for name, fault in wrong.items():
                faulty[name] += weight * bool(fault)
            faulty["wrong"] += weight * any(wrong.values())
    for name in ("missed", "repeated", "misscored", "wrong"):
        claim = ODDS[f"claim.blog.enumerator.rolls.{name}"]
        assert (claim.count, claim.total) == (faulty[name], 55_986)
    assert faulty["missed"] == 0
    assert faulty["wrong"] == 18_545


def test_to_keep_only_one_of_the_ones_is_seldom_right() -> None:
    """Right with two that score of six dice, for long; never with three left."""
    assert ODDS["claim.blog.one_ace.6.11.until"].exact == 1700
    assert ODDS["claim.blog.one_ace.6.15.until"].exact == 2300
    assert decimal_text(ODDS["claim.blog.one_ace.6.11.gain"].exact, 8) == "59.288393"
    assert "claim.blog.one_ace.6.111.until" not in ODDS
    assert ODDS["claim.blog.one_ace.6.111.gain"].exact < 0
    assert ODDS["claim.blog.one_ace.3.right"].exact == 0
    assert 0 < ODDS["claim.blog.one_ace.6.right"].exact < Fraction(1, 10)


def test_to_bank_as_soon_as_the_score_is_open_costs_points() -> None:
    opens, mean, cost = (
        ODDS[f"claim.blog.opening.{name}"].exact for name in ("opens", "mean", "cost")
    )
    assert mean + cost == ODDS["opening.turn.mean"].exact
    assert decimal_text(cost, 8) == "21.543326"
    assert mean >= 1000 * opens


def test_three_sixes_and_an_ace() -> None:
    """Take both and roll six, as the blog says, until more than 12,000 is at stake."""
    until = ODDS["claim.blog.three_sixes.until"].exact
    assert until == ODDS["turn.bank_at.6"].exact - 700 - 50
    assert ODDS["claim.blog.three_sixes.gain"].exact > 400


def test_level_in_the_last_turn_one_die_is_not_rolled() -> None:
    """To roll until one leads is wrong where a tie is shared, with one die left."""
    level = [ODDS[f"claim.blog.last_turn.level.{dice}"].exact for dice in range(1, 7)]
    assert level[0] == Fraction(1, 3)
    assert all(chance > Fraction(1, 2) for chance in level[1:])


@cache
def rolls_of() -> dict[int, list[tuple[int, list[tuple[int, int]]]]]:
    """Return the weights of all rolls by their dice, each with its keeps.

    A keep is its points, and the dice that are left.
    """
    return {
        dice: [(w, [(p, left or 6) for p, left in keeps]) for keeps, w in rolls.items()]
        for dice, rolls in naive_rolls(BLOG).items()
    }


@pytest.mark.parametrize("tie", ["split", "leader"])
@pytest.mark.parametrize(("behind", "dice"), [(0, 2), (100, 1), (150, 2), (200, 3)])
def test_last_turn_equals_naive_play(tie: str, behind: int, dice: int) -> None:
    record = rules("blog", final_round_tie=tie)
    level = Fraction(1, 2) if tie == "split" else Fraction(0)

    @cache
    def rolling(behind: int, dice: int) -> Fraction:
        wins = Fraction(0)
        for weight, keeps in rolls_of()[dice]:
            wins += weight * max(
                (after(behind - points, left) for points, left in keeps),
                default=Fraction(0),
            )
        return wins / 6**dice

    def after(behind: int, dice: int) -> Fraction:
        if behind < 0:
            return Fraction(1)
        return max(rolling(behind, dice), level if not behind else Fraction(0))

    last = AnyBankTurns(dice_set(record))
    assert last.rolling(behind, dice) == rolling(behind, dice)


def test_with_one_more_to_come_a_bare_lead_is_not_banked() -> None:
    """Against play over all rolls, in floats, that banks whatever leads by 4,000."""
    last = AnyBankTurns(dice_set(BLOG))
    bank_at = last.bank_at()
    assert [*bank_at.values()] == [300, 300, 400, 500, 1100, 1750]

    def worth(lead: int, dice: int) -> float:
        return max(banked[lead], rolled[lead, dice])

    banked = {lead: float(1 - last.rolling(lead)) for lead in range(50, 8001, 50)}
    rolled = {(lead, n): 0.0 for lead in banked for n in range(1, 7)}
    for lead in range(4000, 0, -50):
        for dice in range(1, 7):
            mean = sum(
                weight
                * max((worth(lead + points, left) for points, left in keeps), default=0)
                for weight, keeps in rolls_of()[dice]
            )
            rolled[lead, dice] = mean / 6**dice
    assert bank_at == {
        n: next(lead for lead in banked if banked[lead] >= rolled[lead, n])
        for n in range(1, 7)
    }


def test_other_rules_have_no_such_claims() -> None:
    assert not any(id.startswith("claim.") for id in trueodds.odds("farkle", "ece209"))


def test_claims_of_other_house_rules() -> None:
    """5s that score nothing leave one keep of 1 and 5; six dice may never farkle."""
    no_fives = trueodds.odds("farkle", "blog", set={"singles.5": 0})
    assert "claim.blog.one_ace.6.11.gain" in no_fives
    assert "claim.blog.one_ace.6.15.gain" not in no_fives
    zilch = trueodds.odds("farkle", "blog", nothing=500)
    assert "claim.blog.last_turn.level.6" in zilch
    assert "claim.blog.last_turn.bank_at.6" not in zilch
