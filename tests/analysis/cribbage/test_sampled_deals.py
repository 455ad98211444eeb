"""Sampled deals: checked against the reference rules and the proved averages."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game import means, sampler
from trueodds.analysis.cribbage.game.deal_counts import (
    BATCHES,
    shipped_counts,
)
from trueodds.analysis.cribbage.game.sample import MOST, add_deals, sample
from trueodds.analysis.cribbage.game.win_chain import win_table
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.analysis.cribbage.play.solving.kept_hands import KEPT, named_hands
from trueodds.analysis.cribbage.play.solving.opponent_keeps import compiled_throws
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.tree.public_tree import Game
from trueodds.analysis.cribbage.strategy_file import StrategyTable, strategy_tables
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import Deal, GameState
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayState
from trueodds.core.storage import store

RULES = CribbageRules.load()
Step = tuple[int, int]
"""A player and the points that he scores."""


def words(rows: int, seed: int = 1) -> Any:
    raw = np.random.PCG64(seed).random_raw(rows * sampler.DRAWS)
    return raw.reshape(rows, sampler.DRAWS)


def merged(steps: list[Step]) -> list[Step]:
    """Return steps that score, consecutive ones of a player added up."""
    whole: list[Step] = []
    for player, points in steps:
        if points and whole and whole[-1][0] == player:
            whole[-1] = (player, whole[-1][1] + points)
        elif points:
            whole.append((player, points))
    return whole


def sampled_steps(steps: Any) -> list[Step]:
    return merged([(p, int(row[p])) for row in steps for p in (PONE, DEALER)])


def reference_steps(hands: list[list[Card]], played: list[int]) -> list[Step]:
    """Play cards of these ranks by the reference; a player alone scores the most."""
    state = PlayState.start(hands[PONE], hands[DEALER])
    steps: list[Step] = []
    order = iter(played)
    while state.to_play is not None:
        if not (state.hands[0] and state.hands[1]):
            return merged(steps + last_cards(state)[1])
        if state.legal_cards():
            rank = next(order)
            card = next(c for c in state.hands[state.to_play] if c.rank == rank)
            state, award = state.play(card)
            steps.append((award.player, award.points))
        else:
            state, passed = state.go()
            if passed:
                steps.append((passed.player, passed.points))
    return merged(steps)


def last_cards(state: PlayState) -> tuple[list[Card], list[Step]]:
    """Return the best order of a player who alone has cards, and its steps."""
    player = PONE if state.hands[PONE] else DEALER
    best: tuple[list[Card], list[Step]] | None = None
    most = 0
    for order in permutations(state.hands[player]):
        after, steps = state, []
        left = list(order)
        while after.to_play is not None:
            legal = after.legal_cards()
            if legal and left[0] not in legal:
                break
            if legal:
                after, award = after.play(left.pop(0))
            else:
                after, award = after.go()
            if award:
                steps.append((award.player, award.points))
        else:
            points = sum(points for scorer, points in steps if scorer == player)
            if best is None or points > most:
                best, most = (list(order), steps), points
    assert best
    return best


@pytest.mark.parametrize("ranks", [(0, 4, 9), (2, 4, 6, 7)], ids=str)
def test_the_play_is_scored_in_order_as_by_the_reference(
    ranks: tuple[int, ...],
) -> None:
    game = Game(ranks)
    parts = in_parts(game, np.zeros(game.slots, np.float32))
    deck = [(place, suit) for place in range(len(ranks)) for suit in range(4)]
    generator = random.Random(1)
    dealt = [generator.sample(deck, 8) for _ in range(300)]
    hands = np.array(dealt, np.uint8)[:, :, 0].reshape(300, 2, 4).swapaxes(0, 1)
    steps, played = sampler.play_out(words(300), hands, game, parts)
    for cards, each, order in zip(dealt, steps, played, strict=True):
        real = [Card(ranks[place], suit) for place, suit in cards]
        ranks_played = [ranks[place] for place in order if place >= 0]
        expected = reference_steps([real[:4], real[4:]], ranks_played)
        assert sampled_steps(each) == expected


def test_a_deal_ends_a_game_as_in_the_reference() -> None:
    """Heels, play, shows and crib, from scores at which either player can go out."""
    ranks, number = (2, 4, 9), 60
    game, generator = Game(ranks), random.Random(4)
    low = [4 * rank + suit for rank in ranks for suit in range(4)]
    others = [card for card in range(52) if card not in low]
    cards = np.array(
        [
            [*generator.sample(low, 8), *generator.sample(others, 5)]
            for _ in range(number)
        ]
    ).astype(np.uint8)
    starters = cards[:, 12:]
    shows = [np.hstack([cards[:, at : at + 4], starters]) for at in (0, 4, 8)]
    places = np.searchsorted(ranks, cards[:, :8] >> 2).astype(np.uint8)
    parts = in_parts(game, np.zeros(game.slots, np.float32))
    hands = places.reshape(number, 2, 4).swapaxes(0, 1)
    steps, played = sampler.play_out(words(number, seed=3), hands, game, parts)
    played = np.where(played < 0, -1, np.array(ranks)[played])
    deals = sampler.Deals(shows[0], shows[1], shows[2], steps, played)
    outcomes = Counter[int | None]()
    for deal in range(number):
        totals, reached = np.zeros((2, MOST, MOST), np.int32)
        only = sampler.Deals(*(column[deal : deal + 1] for column in deals))
        add_deals(only, RULES, totals, reached)
        dealer, pone = (int(at[0]) for at in totals.nonzero())
        for _ in range(8):
            need = generator.randint(1, dealer + 6), generator.randint(1, pone + 6)
            scores = RULES.target - need[0], RULES.target - need[1]
            state = GameState.start(RULES, dealer=0, scores=scores)
            winner = after_deal(state, deals, deal).winner
            expected = None if totals[: need[0], : need[1]].any() else 1
            expected = 0 if reached[need[0], : need[1]].any() else expected
            assert winner == expected
            outcomes[winner] += 1
    assert min(outcomes[outcome] for outcome in (0, 1, None)) > 10


def test_cards_are_dealt_evenly_and_thrown_by_the_strategy() -> None:
    tables = strategy_tables("equilibrium", RULES)
    throws = [compiled_throws(tables[role]) for role in ("pone", "dealer")]
    rows = 4000
    shows = np.zeros((3, rows, 5), np.uint8)
    sampler._throw(words(rows), *throws, sampler.compiled_tables(), shows)
    starters = Counter(shows[0, :, 4].tolist())
    assert len(starters) == 52
    chi_square = sum((n - rows / 52) ** 2 / (rows / 52) for n in starters.values())
    assert chi_square < 100  # 51 degrees of freedom: 1 in 20,000 by chance
    for pone, dealer, crib in shows.transpose(1, 0, 2).tolist():
        assert len({*pone[:4], *dealer[:4], *crib}) == 13
        for role, kept, thrown in (
            ("pone", pone[:4], crib[:2]),
            ("dealer", dealer[:4], crib[2:4]),
        ):
            # Suits that are alike change places at random.
            weights = [
                throw_weight(tables[role], kept, thrown, names)
                for names in permutations(range(4))
            ]
            assert any(weights)


def throw_weight(
    table: StrategyTable, kept: list[int], thrown: list[int], names: tuple[int, ...]
) -> int:
    """Return the weight of a discard after renaming the suits."""
    kept, thrown = (
        [card & ~3 | names[card & 3] for card in cards] for cards in (kept, thrown)
    )
    number, suits = classify([*kept, *thrown])
    ordered = sorted(
        [*kept, *thrown], key=lambda card: (card >> 2, suits.index(card & 3))
    )
    places = sorted(ordered.index(card) for card in thrown)
    return table.weights(number)[DISCARDS.index((places[0], places[1]))]


def test_shipped_deals_have_the_proved_means() -> None:
    """All parts of a deal: cards, throws, play, shows and crib."""
    counts, results, play = shipped_counts(), at_equilibrium(RULES), play_results(RULES)
    assert results
    assert play
    proved = {q.id: q.decimal for q in means.quantities(RULES, results.bounds, play)}
    for role, axis in (("dealer", 1), ("pone", 2)):
        per_batch = counts.totals.sum(axis=3 - axis)
        points = np.arange(per_batch.shape[1])
        sampled = per_batch @ points / per_batch.sum(axis=1)
        error = sampled.std(ddof=1) / BATCHES**0.5
        assert abs(sampled.mean() - proved[f"deal.{role}.mean"]) < 4 * error < 0.03


def test_the_mean_of_a_deal_is_the_sum_of_its_parts() -> None:
    """2/13 + 3.3207 + 7.98057130 + 4.78175903, and 2.0216 + 8.12952527."""
    results, play = at_equilibrium(RULES), play_results(RULES)
    assert results
    assert play
    heels, dealer, pone = means.quantities(RULES, results.bounds, play)
    assert heels.exact == Fraction(2, 13)
    assert dealer.decimal == pytest.approx(2 / 13 + 3.3207 + 12.76233033, abs=1e-4)
    assert pone.decimal == pytest.approx(2.0216 + 8.12952527, abs=1e-4)
    assert max(dealer.bounds.width, pone.bounds.width) < Fraction(1, 10**9)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a solution folder with a strategy that plays each card equally often."""
    path = tmp_path_factory.mktemp("solution")
    game = Game()
    parts = in_parts(game, np.zeros(game.slots, np.float32))
    about = {"iterations": 1, "exploitability": 1.0}
    weights = named_hands(KEPT, RULES)
    store.write_bytes(
        path / saved_solution.STRATEGY,
        saved_solution._key(RULES.play, weights) | about,
        zlib.compress(parts.tobytes(), 1),
    )
    return path


@pytest.mark.slow
def test_an_interrupted_sample_is_resumed_with_the_same_bytes(
    folder: Path, tmp_path: Path, trueodds_command: Any
) -> None:
    """From the command line; the second run is stopped after half of the batches."""
    words = ("cribbage", "sample", str(folder), "--deals", "5000", "--out")
    whole, resumed = tmp_path / "whole.deals", tmp_path / "resumed.deals"
    assert trueodds_command(*words, str(whole)).code == 0
    unfinished = tmp_path / "resumed.deals.unfinished"

    def stop(stage: str, done: int, total: int) -> None:
        if stage == "batches of deals" and done >= total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sample(folder, RULES, 5000, 1, unfinished, stop)
    assert unfinished.exists()
    assert trueodds_command(*words, str(resumed)).code == 0
    assert not unfinished.exists()
    assert resumed.read_bytes() == whole.read_bytes()
    code, out, _ = trueodds_command("cribbage", "win", "--deals", str(resumed))
    assert (code, "5,000 sampled deals" in out) == (0, True)


@pytest.mark.slow
def test_games_of_the_reference_end_as_often_as_the_chain_says(folder: Path) -> None:
    """Sampled deals, played again by ``GameState`` until a player reaches 31."""
    tables = strategy_tables("equilibrium", RULES)
    throws = [compiled_throws(tables[role]) for role in ("pone", "dealer")]
    game, rules = Game(), CribbageRules.load(target=31)
    parts = saved_solution.strategy_of(folder, game)
    chain = win_table(sample(folder, RULES, 100_000, 1), rules)
    deals = sampler.deal_out(words(12_000, seed=9), *throws, game, parts)
    stream = iter(range(12_000))
    wins = games = 0
    while (first := next(stream, None)) is not None:
        state = GameState.start(rules, dealer=0)
        deal: int | None = first
        while deal is not None and state.winner is None:
            state = after_deal(state, deals, deal)
            if state.winner is None:
                deal = next(stream, None)
        if state.winner is not None:
            games += 1
            wins += state.winner == 0
    expected = chain.win(0, 0, deals=True)
    error = (expected.value * (1 - expected.value) / games) ** 0.5
    assert games > 3000
    assert abs(wins / games - expected.value) < 4 * (error + expected.standard_error)


def after_deal(state: GameState, deals: sampler.Deals, number: int) -> GameState:
    """Play a sampled deal by the reference, until it or the game ends."""
    pone, dealer, crib = (
        [Card.of_number(card) for card in cards[number].tolist()]
        for cards in (deals.pone, deals.dealer, deals.crib)
    )
    thrown = crib[:2], crib[2:4]
    dealt = [*pone[:4], *thrown[0]], [*dealer[:4], *thrown[1]]
    state, _ = state.begin(Deal((dealt[0], dealt[1]), thrown, pone[4]))
    order = iter(deals.played[number].tolist())
    last: list[Card] | None = None
    while state.winner is None and state.play is not None:
        play = state.play
        assert play.to_play is not None
        legal = play.legal_cards()
        if not legal:
            state, _ = state.go()
            continue
        if last is None and not all(play.hands):
            last = last_cards(play)[0]
        if last is None:
            rank = next(order)
            card = next(card for card in legal if card.rank == rank)
        else:
            card = last.pop(0)
        state, _ = state.play_card(card)
    return state
