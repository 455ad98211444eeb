"""The shipped results of the play, and discards ranked with them."""

import csv
import json
from fractions import Fraction
from importlib.resources import files
from math import comb
from pathlib import Path

import jsonschema
import msgspec
import numpy as np
import pytest
from commands import Run
from doc_pages import DOCS

import trueodds
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.play.results.all_discards import (
    play_effect,
    play_values,
    show_totals,
    table_loss,
)
from trueodds.analysis.cribbage.play.results.shipped import (
    ERROR,
    HANDS,
    NET_ERROR,
    ProvedPlay,
    play_results,
    quantities,
)
from trueodds.analysis.cribbage.play.solving.kept_hands import dealt_hands
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    keeps_given_deal,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.solving.pair_values import pair_values
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, strategy_tables
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules

HAND = "5H 5D JS QC 2D 9S"


@pytest.fixture(scope="module")
def kept() -> ProvedPlay:
    play = play_results(CribbageRules.load())
    assert play is not None
    return play


@pytest.fixture(scope="module", params=["kept", "dealt"])
def play(request: pytest.FixtureRequest) -> ProvedPlay:
    results = play_results(CribbageRules.load(), request.param)
    assert results is not None
    return results


def test_results_do_not_depend_on_rules_that_do_not_matter(kept: ProvedPlay) -> None:
    rules = CribbageRules.load()
    replace = msgspec.structs.replace
    short = replace(rules, target=61)
    heels = replace(rules, play=replace(rules.play, heels_points=3))
    goes = replace(rules, play=replace(rules.play, go_points=2))
    assert play_results(short) is play_results(heels) is kept
    assert play_results(goes) is None
    assert all(at_equilibrium(other) for other in (short, heels, goes))
    for nobs in (replace(rules, nobs_points=2), replace(short, nobs_points=2)):
        assert play_results(nobs) is at_equilibrium(nobs) is None


def test_the_shipped_play_is_as_close_to_best_as_answers_say(kept: ProvedPlay) -> None:
    assert kept.value.width <= Fraction(1, 10_000)


def test_hands_have_the_weights_of_the_exact_distribution(kept: ProvedPlay) -> None:
    total = 577649904471590968017000 // 6
    for role, number in (("dealer", 1624), ("pone", 1651)):
        weights = [hand.weight for hand in kept.hands[role]]
        assert sum(weights) == kept.hands[role][0].total == total
        assert sum(map(bool, weights)) == number


@pytest.mark.parametrize(("role", "other"), [("dealer", "pone"), ("pone", "dealer")])
def test_tables_add_up_to_the_proved_means(
    play: ProvedPlay, role: str, other: str
) -> None:
    hands = play.hands[role]
    own = sum((h.own * h.weight for h in hands), Fraction(0)) / hands[0].total
    opponent = sum((h.opponent * h.weight for h in hands), Fraction(0)) / hands[0].total
    for mean, bounds in ((own, play.means[role]), (opponent, play.means[other])):
        assert bounds.lower - ERROR <= mean <= bounds.upper + ERROR


def test_best_responses_of_the_tables_bound_the_value(play: ProvedPlay) -> None:
    most = {
        role: sum((h.most * h.weight for h in hands), Fraction(0)) / hands[0].total
        for role, hands in play.hands.items()
    }
    assert abs(most["dealer"] - play.value.upper) <= ERROR
    assert abs(-most["pone"] - play.value.lower) <= ERROR
    assert 0 < play.value.width < Fraction(11, 100_000)
    for hands in play.hands.values():
        assert all(hand.net <= hand.most + 2 * NET_ERROR for hand in hands)
        never = [hand for hand in hands if not hand.weight]
        assert all(abs(hand.net - hand.most) <= 2 * NET_ERROR for hand in never)


def test_dealt_hands_have_the_weights_of_the_deck() -> None:
    play = play_results(CribbageRules.load(), "dealt")
    assert play is not None
    weights = dealt_hands()
    for role, sums in (("dealer", weights.row_sums()), ("pone", weights.column_sums())):
        assert [hand.weight for hand in play.hands[role]] == sums
    assert play.of("pone", (0, 1, 2, 3)).total == comb(52, 4) * comb(48, 4)


def test_known_extremes(kept: ProvedPlay) -> None:
    """The best and worst hands of an independent prototype."""
    best = {
        role: [HANDS.index(h.hand) for h in sorted(hands, key=lambda h: h.net)]
        for role, hands in kept.hands.items()
    }
    assert HANDS[best["dealer"][-1]] == (4, 4, 5, 5)
    assert HANDS[best["dealer"][0]] == (7, 7, 7, 7)
    assert HANDS[best["pone"][-1]] == (1, 1, 2, 2)
    assert HANDS[best["pone"][0]] == (4, 4, 4, 4)


@pytest.mark.parametrize("prefix", ["play.equilibrium", "play.dealt.equilibrium"])
def test_quantities_are_enclosures(prefix: str) -> None:
    values = {q.id: q.value for q in quantities(CribbageRules.load())}
    value = values[f"{prefix}.value"]
    dealer = values[f"{prefix}.dealer.mean"]
    pone = values[f"{prefix}.pone.mean"]
    assert isinstance(value, Enclosure)
    assert isinstance(dealer, Enclosure)
    assert isinstance(pone, Enclosure)
    assert value.lower <= dealer.lower - pone.upper <= value.upper
    other = CribbageRules.load(**{"play.go_points": 2})
    assert not [*quantities(other)]


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_a_discard_with_the_play(role: str, kept: ProvedPlay) -> None:
    plain, played = (
        trueodds.discard(HAND, role, with_play=with_play) for with_play in (False, True)
    )
    assert {*map(repr, played)} != {*map(repr, plain)}
    for discard in played:
        same = plain.of(discard.discard)
        assert (same.own, same.crib, same.total) == (
            *(discard.own, discard.crib, discard.total),
        )
        points = kept.of(role, tuple(card.rank for card in discard.keep))
        assert discard.total_with_play == discard.total + points.net
    totals = [discard.total_with_play for discard in played]
    assert totals == sorted(totals, reverse=True)
    assert played.rankings[0].best_without_play.discard == plain.best.discard


def test_the_play_is_solved_against_equilibrium_only() -> None:
    with pytest.raises(RulesError, match="not by uniform"):
        trueodds.discard(HAND, "dealer", opponent="uniform", with_play=True)


def test_the_command_says_whether_the_play_changes_the_throw(
    trueodds_command: Run,
) -> None:
    code, out, err = trueodds_command("discard", HAND, "--role", "mine", "--with-play")
    assert (code, err) == (0, "")
    assert "hand + crib + play is" in out
    assert "the best throw into your crib" in out
    assert "hands that these six cards leave, if both play a strategy proved" in out
    code, out, _ = trueodds_command("discard", HAND, "--with-play", "--format", "json")
    record = json.loads(out)
    assert record["play"]["pone"]["gain"] >= 0
    best = record["roles"]["dealer"][0]["play"]
    assert best["given_deal"] == pytest.approx(best["net"], abs=0.2)
    assert record["play_by"].startswith("a strategy proved to lose at most 0.0")
    code, _, err = trueodds_command("discard", HAND, "--play-from", "nowhere")
    assert code == 2
    assert "error: there is no nowhere/play.strategy" in err


def test_tables_in_files(
    trueodds_command: Run, tmp_path: Path, kept: ProvedPlay
) -> None:
    path = tmp_path / "dealer.csv"
    command = "cribbage", "play", "table", "--role", "dealer", "--out"
    assert trueodds_command(*command, str(path))[0] == 0
    with path.open() as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 1820
    assert rows[0]["hand"] == "5 5 6 6"
    assert float(rows[0]["net"]) == float(kept.of("dealer", (4, 4, 5, 5)).net)
    command = (*command, str(path), "--hands", "dealt")
    ran = trueodds_command(*command)
    assert (ran.code, "hint: --force replaces it" in ran.err) == (2, True)
    assert trueodds_command(*command, "--force")[0] == 0
    with path.open() as file:
        rows = [*csv.DictReader(file)]
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(1)
    pair = next(row for row in rows if row["hand"] == "5 5 6 6")
    assert float(pair["probability"]) == 36 / comb(52, 4)
    ran = trueodds_command("cribbage", "play", "table", "DIR", *command[3:])
    assert (ran.code, "give it or DIR" in ran.err) == (2, True)
    command = "cribbage", "play", "table", "--role", "dealer", "--out"
    code, _, err = trueodds_command(*command, str(tmp_path / "dealer.txt"))
    assert (code, "error:" in err) == (2, True)


def test_effect_of_the_play_on_one_deal() -> None:
    show, play = np.zeros((2, 962_988, 15))
    show[:, 0], play[7, 3] = 1, 1.25
    effect = play_effect("dealer", show, play, 1e-9)
    deals = all_classes(6)
    assert effect.deals == comb(52, 6)
    assert (effect.changed, effect.undecided) == (int(deals.sets[7]), 0)
    assert effect.mean_cost == pytest.approx(0.25 * effect.changed / effect.deals)
    first = effect.examples[0]
    assert [card.number for card in first.deal] == deals.cards[7].tolist()
    assert first.cost == 0.25
    assert (first.without_play, first.with_play) == tuple(
        tuple(first.deal[place] for place in DISCARDS[discard]) for discard in (0, 3)
    )
    play[7, 3] = 1 + 1e-9
    assert play_effect("dealer", show, play, 1e-9).undecided == deals.sets[7]
    # A tie without the play is no change.
    show[:, 1], play[:, 1] = 1, 0.5
    assert play_effect("pone", show, play, 1e-9).changed == 0


@pytest.mark.slow
def test_the_command_counts_the_deals_that_the_play_changes(
    trueodds_command: Run,
) -> None:
    code, out, _ = trueodds_command("cribbage", "play", "discards", "--format", "json")
    assert code == 0
    record = json.loads(out)
    schema = files("trueodds.reports") / "schemas" / "play-discards-1.json"
    jsonschema.validate(record, json.loads(schema.read_text("utf-8")))
    for role, changed in ("dealer", "3252486"), ("pone", "4035354"):
        effect = record["roles"][role]
        assert (effect["changed"], effect["undecided"]) == (changed, "0")
        assert len(effect["examples"]) == 10


@pytest.mark.slow
def test_the_page_has_the_effect_against_the_hands_that_each_deal_leaves(
    kept: ProvedPlay,
) -> None:
    rules = CribbageRules.load()
    game = RanksOfPlay(rules=rules.play)
    pone, dealer = pair_values(game, in_parts(game, shipped_strategy().parts))
    page = (DOCS / "explanation" / "cribbage-play.md").read_text("utf-8")
    for role, net in ("dealer", dealer - pone), ("pone", (pone - dealer).T):
        throws = strategy("equilibrium", OPPONENT[role], rules)
        loss = table_loss(role, show_totals(role, throws, rules), kept, net, rules)
        effect = loss.given_deal
        percent = 100 * effect.changed / effect.deals
        row = f"| {role} | {percent:.2f} % | {effect.mean_cost:.4f} points"
        assert f"{row} | {loss.mean:.4f} points | {loss.most:.2f} |" in page


@pytest.mark.slow
def test_values_of_all_deals_agree_with_one_deal() -> None:
    rules = CribbageRules.load()
    throws = strategy_tables("equilibrium", rules)["pone"]
    points = np.random.default_rng(1).random((1820, 1820))
    values = play_values(throws, points)
    for row in (0, 123_456, 900_000):
        deal = all_classes(6).cards[row].tolist()
        weights = keeps_given_deal(throws, deal) / comb(46, 6) / throws.denominator
        expected = points[kept_ranks()[row]] @ weights
        assert values[row] == pytest.approx(expected, abs=1e-6)
