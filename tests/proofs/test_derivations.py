"""Second derivations: they agree with the analysis and share nothing with it."""

from dataclasses import replace
from fractions import Fraction
from unittest.mock import patch

import pytest
from certificates import makers

import trueodds
from trueodds.core import games, rulebook
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.progress import silent
from trueodds.proofs import derivations as derivation_module
from trueodds.proofs.baccarat.cells import cells
from trueodds.proofs.baccarat.coups import derive
from trueodds.proofs.bunco import games as bunco_games
from trueodds.proofs.bunco.races import Turns, races
from trueodds.proofs.bunco.turns import turns as bunco_turns
from trueodds.proofs.cribbage import shows
from trueodds.proofs.derivations import (
    Derivation,
    Method,
    Source,
    derivations,
    elsewhere,
    methods,
)
from trueodds.proofs.farkle.any_dice import scores
from trueodds.proofs.farkle.turns import turns


@pytest.mark.parametrize(
    ("game", "ids"),
    [
        (
            "bunco",
            [
                *("roll.bunco", "round.6.mean", "game.at_least.4", "turn.mean"),
                *("race.first_wins", "race.turns.12", "race.points.loser.mean"),
                *("night.points.mean", "night.elsewhere.buncos.mean"),
            ],
        ),
        ("cribbage", ["show.hand.29", "show.hand.19", "show.hand.mean", "show.crib.0"]),
        (
            "farkle",
            [
                *("roll.6.farkle", "roll.6.best.1500", "turn.mean", "turn.farkle"),
                *("turn.bank_at.3", "turn.points.1000", "turn.rolls"),
            ],
        ),
    ],
)
def test_headlines_are_derived_twice_and_equal(game: str, ids: list[str]) -> None:
    derived = list(derivations(trueodds.odds(game)))
    named = {method.name: method for method in methods(game) if not method.source}
    assert set(ids) <= {derivation.quantity for derivation in derived}
    assert named.keys() == {derivation.independent_method for derivation in derived}
    for derivation in derived:
        assert derivation.equal
        assert derivation.method != derivation.independent_method
        assert named[derivation.independent_method].proves(derivation.quantity)


@pytest.mark.parametrize(
    "ids",
    [
        {"solitaire.most_points.mean"},
        {"match.first_player"},
        {"reroll.game.gain"},
        {"threshold.best", "threshold.10000.mean", "threshold.300.farkle"},
        *(
            pytest.param(ids, marks=pytest.mark.slow)
            for ids in (
                {"match.players.3.seat.2"},
                {"longrun.mean"},
                {"tableau.shift.banker"},
                {"opening.turn.mean", "claim.blog.enumerator.rolls.wrong"},
                {"deal.best_mean.0", "deal.kept.29", "script.wrong_choice"},
                {"discard.1.crib"},
                {"deal.pone.mean", "deal.equilibrium.crib"},
                {"bias.roll.bunco"},
            )
        ),
    ],
)
def test_what_other_commands_print_is_derived_twice_and_equal(ids: set[str]) -> None:
    derived = [each for game in games.ours() for each in elsewhere(game, ids)]
    assert all(derivation.equal for derivation in derived)
    assert ids <= {derivation.quantity for derivation in derived}
    assert len({derivation.command for derivation in derived}) == 1


def test_each_method_gets_the_odds_of_its_own_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = trueodds.odds("bunco")
    none = Odds("bunco", usual.rules, "", [])
    sources: list[Source] = [lambda: none, lambda: usual]
    two = [Method("a", ("roll.mean",), bunco_games.derive, s) for s in sources]
    monkeypatch.setattr(derivation_module, "methods", lambda game: two)
    derived = [each.quantity for each in elsewhere("bunco")]
    assert "roll.mean" in derived


def test_a_value_outside_the_bounds_is_not_equal() -> None:
    bounds = Enclosure(Fraction(1, 4), Fraction(1, 3))
    inside = Derivation("", "", "", "", bounds, independent_value=Fraction(1, 3))
    assert inside.equal
    assert not replace(inside, independent_value=Fraction(1, 2)).equal
    above = Enclosure(Fraction(2, 5), Fraction(1, 2))
    assert not replace(inside, independent_value=above).equal


def test_three_pairs_are_offered_and_counted_once() -> None:
    odds = trueodds.odds("farkle", "ece209", three_pairs=1500)
    assert isinstance(odds.rules, FarkleRules)
    derived = scores(odds.rules)
    for dice in range(1, 7):
        id = f"roll.{dice}.best.mean"
        assert derived[id] == odds[id].exact


@pytest.mark.parametrize(
    "preset",
    ["punto-banco", pytest.param("published-script", marks=pytest.mark.slow)],
)
def test_cells_of_the_tableau_by_every_sequence(preset: str) -> None:
    odds = trueodds.odds("baccarat", preset)
    assert isinstance(odds.rules, BaccaratRules)
    derived = cells(odds.rules)
    shifts = [q for q in odds.values() if q.id.startswith("cell.") and q.unit == "edge"]
    assert len(shifts) == 2 * len({q.id.rpartition(".")[0] for q in shifts})
    assert all(derived[q.id] == q.exact for q in shifts)


def test_baccarat_is_derived_twice_from_full_decks_only() -> None:
    game = games.find("baccarat")
    for changes in ({"shoe": "A:3,4:2,9:3,K:2"}, {"seen": "KH"}):
        rules = rulebook.load(game, changes=changes)
        assert isinstance(rules, BaccaratRules)
        for method in (derive, cells):
            with pytest.raises(ValueError, match="full decks"):
                method(rules)


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("box", {"minimum_to_bank": 300}),
        ("ece209", {"singles.5": 100, "straight": 0}),
        ("ece209", {"of_a_kind.4": {"2": 700}}),
    ],
)
def test_turns_of_farkle_by_what_is_still_to_be_won(
    preset: str, changes: dict[str, object]
) -> None:
    odds = trueodds.odds("farkle", preset, set=changes)
    assert isinstance(odds.rules, FarkleRules)
    derived = turns(odds.rules)
    assert derived == {id: odds[id].exact for id in derived}


@pytest.mark.parametrize(
    ("preset", "changes", "fault"),
    [
        ("zilch", {}, "can farkle"),
        ("ece209-literal", {}, "under junk"),
        ("ece209", {"hot_dice": False}, "hot dice"),
    ],
)
def test_turns_that_are_not_described_are_refused(
    preset: str, changes: dict[str, object], fault: str
) -> None:
    rules = FarkleRules.load(preset, **changes)
    with pytest.raises(ValueError, match=fault):
        turns(rules)


@pytest.mark.parametrize("field", ["fifteen_points", "flush_card_points"])
def test_the_script_is_described_where_it_differs_in_runs_alone(field: str) -> None:
    assert shows.script(CribbageRules.load(nobs_points=3))
    with pytest.raises(NotDescribedError, match="more than runs"):
        shows.script(CribbageRules.load(**{field: 0}))


def test_deals_beyond_int64_are_not_described() -> None:
    with pytest.raises(NotDescribedError, match="27 decks or fewer"):
        cells(BaccaratRules.load(decks=28))


@pytest.mark.slow
def test_the_distribution_of_shows_under_house_rules() -> None:
    changes: dict[str, object] = {
        "nobs_points": 3,
        "crib_flush": 4,
        "run_card_points": 2,
    }
    odds = trueodds.odds("cribbage", set=changes)
    assert isinstance(odds.rules, CribbageRules)
    distributions = shows.distributions(odds.rules)
    assert all(odds[id].exact == chance for id, chance in distributions.items())
    for rule in ("hand", "crib"):
        family = [
            v for id, v in distributions.items() if id.startswith(f"show.{rule}.")
        ]
        assert sum(family) == 1


def test_turns_and_races_of_loaded_dice() -> None:
    odds = trueodds.odds("bunco", weights=(1, 1, 2, 1, 1, 3), round_points=5, tables=1)
    rules = odds.rules
    derived = bunco_turns(rules) | races(rules)
    assert {"turn.points.7", "race.rolls.mean"} <= derived.keys()
    for id, value in derived.items():
        if id in odds:
            assert odds[id].exact == value


def test_a_race_is_solved_once() -> None:
    race = Turns.race
    with patch.object(Turns, "race", autospec=True, side_effect=race) as solve:
        races(BuncoRules.load(round_points=5))
    assert solve.call_count == 1


def test_a_race_without_points_has_no_odds_and_no_proof() -> None:
    points = ("match_points", "bunco_points", "mini_bunco_points")
    odds = trueodds.odds("bunco", set=dict.fromkeys(points, 0))
    assert not [*odds.fitting("race.*")]
    with pytest.raises(NotDescribedError, match="never ends"):
        races(odds.rules_as(BuncoRules))
    maker = next(each for each in makers("bunco") if each.proves("race.first_wins"))
    with pytest.raises(NotDescribedError, match="no roll scores"):
        maker.make(odds, silent)
