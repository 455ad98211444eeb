"""Second derivations: they agree, share nothing, and the closed forms are proved."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
import sympy

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs import baccarat, bunco, cribbage, farkle, symbolic
from trueodds.proofs.derivations import derivations


@pytest.mark.parametrize(
    ("game", "ids"),
    [
        ("bunco", ["roll.bunco", "game.at_least.4", "turn.mean", "race.first_wins"]),
        ("cribbage", ["show.hand.29", "show.hand.mean", "show.crib.0"]),
        ("farkle", ["roll.6.farkle", "turn.mean"]),
    ],
)
def test_headlines_are_derived_twice_and_equal(game: str, ids: list[str]) -> None:
    found = list(derivations(trueodds.odds(game)))
    assert all(one.equal for one in found)
    assert set(ids) <= {one.quantity for one in found}
    assert all(one.method != one.second_method for one in found)


def test_baccarat_is_derived_twice_from_full_decks_only() -> None:
    game = games.find("baccarat")
    for changes in ({"shoe": "A:3,4:2,9:3,K:2"}, {"seen": "KH"}):
        rules = rulebook.load(game, changes=changes)
        assert isinstance(rules, BaccaratRules)
        with pytest.raises(ValueError, match="full decks"):
            baccarat.derive(rules)


def test_every_identity_is_proved() -> None:
    identities = symbolic.identities()
    assert len(identities) == 8
    for identity in identities:
        assert identity.holds, identity.name
        assert {str(s) for s in identity.form.free_symbols} & {"n", "s", "i"}


@pytest.mark.parametrize("factor", [2, symbolic.DICE, symbolic.SIDES])
def test_a_wrong_form_is_not_proved(factor: sympy.Expr) -> None:
    right = symbolic.SIDES**-symbolic.DICE
    step = symbolic.SIDES
    proved = symbolic._induction("", right, 0, 1, lambda now: now / step)
    wrong = symbolic._induction("", right * factor, 0, 1, lambda now: now / step)
    assert proved.holds
    assert not wrong.holds


def test_an_unproved_identity_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = symbolic.Identity("half", sympy.Rational(1, 2), "", (sympy.Integer(1),))
    monkeypatch.setattr(symbolic, "identities", lambda: (wrong,))
    with pytest.raises(ArithmeticError, match="not proved: half"):
        symbolic.require()


@pytest.mark.parametrize("sides", range(2, 7))
@pytest.mark.parametrize("dice", range(1, 6))
def test_the_form_for_farkles_by_every_roll(dice: int, sides: int) -> None:
    quiet = sum(
        not {1, 2} & set(roll) and max(Counter(roll).values()) < 3
        for roll in product(range(1, sides + 1), repeat=dice)
    )
    assert symbolic.farkle_chance(dice, sides) == sympy.Rational(quiet, sides**dice)


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("box", {}),
        ("blog", {}),
        ("ece209", {"singles.5": 100, "straight": 0}),
        ("ece209", {"of_a_kind.4": {"2": 700}}),
    ],
)
def test_turns_of_farkle_by_what_is_still_to_be_won(
    preset: str, changes: dict[str, object]
) -> None:
    odds = trueodds.odds("farkle", preset, changes=changes)
    assert isinstance(odds.rules, FarkleRules)
    assert farkle.turns(odds.rules) == {"turn.mean": odds["turn.mean"].exact}


@pytest.mark.parametrize("preset", ["zilch", "facebook", "ece209-literal"])
def test_turns_that_may_not_always_be_banked_are_refused(preset: str) -> None:
    rules = rulebook.load(games.find("farkle"), preset)
    assert isinstance(rules, FarkleRules)
    with pytest.raises(ValueError, match="may be banked at any time"):
        farkle.turns(rules)


def test_the_closed_form_for_farkles_is_of_its_rules_only() -> None:
    for preset in ("ece209", "blog", "box", "facebook"):
        rules = rulebook.load(games.find("farkle"), preset)
        assert isinstance(rules, FarkleRules)
        if rules.three_pairs:
            with pytest.raises(ValueError, match="pairs score nothing"):
                symbolic.farkle(rules)
        else:
            assert symbolic.farkle(rules) == farkle.derive(rules)


@pytest.mark.slow
def test_the_law_of_shows_under_house_rules() -> None:
    changes: dict[str, object] = {
        "nobs_points": 3,
        "crib_flush": 4,
        "run_card_points": 2,
    }
    odds = trueodds.odds("cribbage", changes=changes)
    assert isinstance(odds.rules, CribbageRules)
    laws = cribbage.laws(odds.rules)
    assert all(odds[id].exact == chance for id, chance in laws.items())
    for rule in ("hand", "crib"):
        family = [v for id, v in laws.items() if id.startswith(f"show.{rule}.")]
        assert sum(family) == 1


def test_turns_and_races_of_loaded_dice() -> None:
    odds = trueodds.odds("bunco", weights=(1, 1, 2, 1, 1, 3), round_points=5, tables=1)
    rules = odds.rules
    assert isinstance(rules, BuncoRules)
    derived = bunco.turns(rules) | bunco.races(rules)
    assert len(derived) == bunco.SERIES + 1
    for id, value in derived.items():
        assert odds[id].exact == value


def test_closed_forms_are_of_fair_dice() -> None:
    for changes in ({"weights": (1, 1, 1, 1, 1, 2)}, {"rerolls": 1}):
        rules = rulebook.load(games.find("bunco"), changes=changes)
        assert isinstance(rules, BuncoRules)
        with pytest.raises(ValueError, match="fair dice"):
            symbolic.bunco(rules)
    assert Fraction(1, 216) == symbolic.bunco(_bunco())["roll.bunco"]


def _bunco() -> BuncoRules:
    rules = rulebook.load(games.find("bunco"))
    assert isinstance(rules, BuncoRules)
    return rules
