"""Discards adapted to the play: fictitious play over both stages of a deal."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from explicit_play import Policy, best_response, dealt, policy_in_parts, solved

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.play.results import all_discards
from trueodds.analysis.cribbage.play.results.all_discards import respond
from trueodds.analysis.cribbage.play.results.shipped import shipped_results
from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.pair_values import pair_values
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, OPPONENT, ROLES
from trueodds.core.errors import RulesError
from trueodds.core.models.model import Chance, End, ExtensiveGame, Node
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules
from trueodds.core.storage import store

Hand = tuple[int, ...]
DECK = (4, 5, 9)
GAME = RanksOfPlay(DECK, 2)
EXPLICIT = explicit_game(DECK, 2, PlayRules())
DEALT = dealt(GAME)
DEALS = list(combinations_with_replacement(DECK, 3))
"""Each player is dealt three cards and throws one."""
WAYS = {
    (pone, dealer): prod(
        comb(4, pone.count(r)) * comb(4 - pone.count(r), dealer.count(r)) for r in DECK
    )
    for pone, dealer in product(DEALS, repeat=2)
}
Throws = list[dict[Hand, dict[int, float]]]
"""Probabilities of the ranks that pone and the dealer throw, by deal."""


def keep(deal: Hand, thrown: int) -> Hand:
    rest = list(deal)
    rest.remove(thrown)
    return tuple(rest)


def show(cards: Hand) -> int:
    """Return two points for each pair and each fifteen of two cards."""
    values = {4: 5, 5: 6, 9: 10}
    pairs = combinations(cards, 2)
    return sum(2 * (a == b) + 2 * (values[a] + values[b] == 15) for a, b in pairs)


def shown(deals: tuple[Hand, Hand], thrown: tuple[int, int]) -> int:
    """Return the dealer's points of hand and crib, less those of pone's hand."""
    hands = [keep(*each) for each in zip(deals, thrown, strict=True)]
    return show(hands[DEALER]) + show(thrown) - show(hands[PONE])


def outcomes(throws: Throws) -> Iterator[tuple[Any, Any, float]]:
    """Yield both deals, all throws from them, and the probability of the deals."""
    total = sum(WAYS.values())
    for deals, ways in WAYS.items():
        for thrown in product(*map(set, deals)):
            yield deals, thrown, ways / total


def values(throws: Throws, player: int, net: Any) -> dict[Hand, dict[int, float]]:
    """Return the value of each throw of a player, times the probability of the deal."""
    totals = {deal: dict.fromkeys(deal, 0.0) for deal in DEALS}
    other, sign = 1 - player, 1 if player == DEALER else -1
    for deals, thrown, chance in outcomes(throws):
        part = throws[other][deals[other]].get(thrown[other], 0)
        pone, dealer = map(keep, deals, thrown)
        points = shown(deals, thrown) + net[dealer, pone]
        totals[deals[player]][thrown[player]] += chance * part * sign * points
    return totals


def gain(totals: Mapping[Hand, Mapping[int, float]], own: Mapping[Hand, Any]) -> float:
    return sum(
        max(row.values()) - sum(own[deal].get(r, 0) * x for r, x in row.items())
        for deal, row in totals.items()
    )


def kept(throws: Throws) -> Any:
    """Return the distribution of the hands that both keep."""
    hands = np.zeros((len(GAME.hands), len(GAME.hands)))
    for deals, thrown, chance in outcomes(throws):
        for player in (PONE, DEALER):
            chance *= throws[player][deals[player]].get(thrown[player], 0)
        pone, dealer = (GAME.hands.index(hand) for hand in map(keep, deals, thrown))
        hands[dealer, pone] += chance
    return hands


def value(node: Node, policy: Policy) -> Fraction:
    """Return the dealer's expected payoff when both play a policy."""
    if isinstance(node, End):
        return node.payoffs[DEALER]
    if isinstance(node, Chance):
        return sum((p * value(n, policy) for _, p, n in node.outcomes), Fraction())
    shares = policy[node.player, str(node.information)]
    return sum(
        (shares[name] * value(n, policy) for name, n in node.actions), Fraction()
    )


PAIRS = [
    (GAME.hands[p], GAME.hands[d], below)
    for (p, d), (_, _, below) in zip(
        np.argwhere(DEALT.T), EXPLICIT.start.outcomes, strict=True
    )
]
"""Pone's and the dealer's hand, and the play that follows."""


def net_points(points: tuple[Any, Any]) -> dict[tuple[Hand, Hand], float]:
    """Return the dealer's net points by the dealer's and pone's hand."""
    pone, dealer = points
    places = dict(enumerate(GAME.hands))
    return {
        (places[d], places[p]): float(dealer[d, p] - pone[d, p])
        for d, p in np.ndindex(*pone.shape)
    }


def hold_against_brute_force(
    throws: Throws, hands: Any, proof: Any, gains: list[float]
) -> None:
    """Compute the gains in the throws and in the play by the explicit tree."""
    policy = policy_in_parts(GAME, proof.parts, EXPLICIT)
    naive = {(d, p): float(value(below, policy)) for p, d, below in PAIRS}
    for player in (PONE, DEALER):
        played = values(throws, player, naive)
        assert gain(played, throws[player]) == pytest.approx(gains[player])
    outcomes = tuple(
        ("", Fraction(hands[GAME.hands.index(d), GAME.hands.index(p)]), below)
        for p, d, below in PAIRS
    )
    game = ExtensiveGame("", EXPLICIT.players, Chance(outcomes))
    best = sum(best_response(game, player, policy) for player in (PONE, DEALER))
    assert float(best) == pytest.approx(float(proof.exploitability), abs=1e-9)


def test_exploitability_of_both_stages_is_that_of_brute_force() -> None:
    """Fictitious play on a small deck, its gains held against explicit trees."""
    throws: Throws = [{deal: {deal[0]: 1.0} for deal in DEALS} for _ in range(2)]
    before = None
    exploitability = []
    for rounds in range(1, 7):
        hands = kept(throws)
        solver = Solver(GAME, hands)
        if before is not None:
            solver.regrets[:], solver.iterations = before.regrets, before.iterations
            solver.restart()
            assert solver.iterations == 20
        while solver.iterations < 200:
            solver.iterate()
        before = solver
        proof = certify(GAME, hands, in_parts(GAME, solver.totals), (DEALT, DEALT))
        net = net_points(pair_values(GAME, proof.parts))
        of_throws = [values(throws, player, net) for player in (PONE, DEALER)]
        gains = [gain(*each) for each in zip(of_throws, throws, strict=True)]
        exploitability.append(sum(gains) + float(proof.exploitability))

        if rounds % 2 == 0:
            hold_against_brute_force(throws, hands, proof, gains)

        for own, totals in zip(throws, of_throws, strict=True):
            for deal, row in totals.items():
                for rank in row:
                    part = own[deal].get(rank, 0) * (1 - 1 / rounds)
                    own[deal][rank] = part + (rank == max(row, key=row.get)) / rounds
    assert exploitability[-1] < exploitability[0] / 5


def test_strategies_move_towards_best_responses() -> None:
    random = np.random.default_rng(5)
    current = strategy("uniform", "dealer", CribbageRules.load())
    totals = random.random((CLASSES, 15))
    adapted = respond(current, totals, Fraction(1, 3))
    best = totals.argmax(axis=1)
    rows = np.arange(CLASSES)
    weights = adapted.strategy.weights
    assert adapted.strategy.denominator == 45
    assert (weights[rows, best] == 2 + 15).all()
    assert (weights.sum(axis=1) == 45).all()
    sets = all_classes(6).sets
    shortfall = totals.max(axis=1) - totals.mean(axis=1)
    assert adapted.gain == pytest.approx(np.average(shortfall, weights=sets))
    assert adapted.most == pytest.approx(shortfall.max())
    pure = respond(adapted.strategy, totals, Fraction(1))
    assert (pure.strategy.denominator, pure.changed) == (1, 0)
    assert (pure.strategy.weights.argmax(axis=1) == best).all()


def test_adapted_strategies_are_written_as_a_strategy_file(
    trueodds_command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two evaluations over all deals are replaced; their opponents are checked."""
    rules = CribbageRules.load()
    wanted = np.arange(CLASSES) // 5000 % 15, np.arange(CLASSES) // 7000 % 15
    of_role = {role: np.eye(15)[row] for role, row in zip(ROLES, wanted, strict=True)}

    def show_totals(role: str, opponent: Strategy, *others: Any) -> Any:
        shipped = strategy("equilibrium", OPPONENT[role], rules)
        assert opponent.table.rows == shipped.table.rows
        return of_role[role] / 2

    monkeypatch.setattr(all_discards, "show_totals", show_totals)
    monkeypatch.setattr(all_discards, "net_points", lambda folder, role: role)
    monkeypatch.setattr(
        all_discards, "play_values", lambda throws, role, *_: of_role[role]
    )
    monkeypatch.setattr(all_discards, "solved", lambda *_: None)
    monkeypatch.setattr(all_discards, "values_of", lambda _: shipped_results("kept"))
    out = tmp_path / "adapted.strategy"
    command = ("cribbage", "play", "adapt", str(tmp_path), "--out", str(out))
    ran = trueodds_command(*command)
    assert (ran.code, ran.err) == (0, "")
    assert "As dealer, the best discards gain 1.4" in ran.out
    assert "in a single deal. They differ from the usual throw" in ran.out
    for role, row in zip(ROLES, wanted, strict=True):
        assert (strategy(out, role, rules).weights.argmax(axis=1) == row).all()
    assert "--force replaces it" in trueodds_command(*command).err


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--share", "0"), "'0' is no share above 0"),
        (("--share", "x"), "'x' is no share above 0"),
        (("--share", "1e-99999999"), "'1e-99999999' is no share above 0"),
        ((), "certify writes it"),
    ],
)
def test_what_cannot_be_adapted(
    trueodds_command: Any, tmp_path: Path, options: tuple[str, ...], error: str
) -> None:
    out = tmp_path / "new.strategy"
    ran = trueodds_command(
        *("cribbage", "play", "adapt", str(tmp_path), "--out", str(out)), *options
    )
    assert ran.code == 2
    assert error in ran.err
    assert not out.exists()


@pytest.mark.parametrize("share", ["1/2", "1e-19", "1e-400"])
def test_large_denominators_are_refused_at_once(
    trueodds_command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, share: str
) -> None:
    """The folder has values only, so anything later would fail otherwise."""
    play = shipped_results("kept")
    monkeypatch.setattr(all_discards, "values_of", lambda _: play)
    out = tmp_path / "new.strategy"
    command = ("cribbage", "play", "adapt", str(tmp_path), "--out", str(out))
    ran = trueodds_command(*command, "--share", share)
    assert (ran.code, out.exists()) == (2, False)
    assert "could pass 65535: it is 50685 now\nhint: adapt with --share 1" in ran.err


def test_net_points_are_those_of_explicit_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = solved(GAME, DEALT, 20)
    parts = in_parts(GAME, solver.totals)
    pone, dealer = pair_values(GAME, parts)
    store.write(tmp_path / saved_solution.PAIRS, {}, {"pone": pone, "dealer": dealer})
    monkeypatch.setattr(saved_solution, "HANDS", range(len(pone)))
    of_dealer, of_pone = (
        saved_solution.net_points(tmp_path, role) for role in ("dealer", "pone")
    )
    policy = policy_in_parts(GAME, parts, EXPLICIT)
    for hand_of_pone, hand_of_dealer, below in PAIRS:
        p, d = map(GAME.hands.index, (hand_of_pone, hand_of_dealer))
        points = float(value(below, policy))
        assert of_dealer[d, p] == pytest.approx(points, abs=1e-9)
        assert of_pone[p, d] == pytest.approx(-points, abs=1e-9)


def test_start_of_a_solve_is_looked_at_first(
    trueodds_command: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    def stop(*_: Any) -> None:
        raise RulesError("the hands are derived")

    monkeypatch.setattr(saved_solution, "named_hands", stop)
    out, start = tmp_path / "out", tmp_path / "start"
    command = ("cribbage", "play", "solve", "--out", str(out), "--start", str(start))
    assert (
        f"there is no {start}/progress.play to start" in trueodds_command(*command).err
    )
    out.mkdir()
    (out / "progress.play").touch()
    assert "the hands are derived" in trueodds_command(*command).err
    assert f"--start has no effect: the solve in {out} is resumed" in caplog.text


def test_a_solve_begins_with_the_regrets_of_another(tmp_path: Path) -> None:
    solver = Solver(GAME, DEALT)
    with pytest.raises(RulesError, match=r"there is no .*progress\.play"):
        saved_solution.begin_from(tmp_path, solver)
    key = {"format": 1, "rules": msgspec.to_builtins(GAME.rules), "hands": "others"}
    saved_solution.run(tmp_path, key, solver, Fraction(0), 40)
    again = Solver(GAME, DEALT)
    saved_solution.begin_from(tmp_path, again)
    assert again.iterations == 20
    assert (again.regrets == solver.regrets / 2).all()
    assert not again.totals.any()


def test_ties_keep_the_usual_discard_and_large_denominators_are_refused() -> None:
    current = Strategy.pure(np.full(CLASSES, 7))
    tied = respond(current, np.zeros((CLASSES, 15)), Fraction(1, 2))
    assert (tied.gain, tied.changed) == (0, 0)
    assert (tied.strategy.weights[:, 7] == tied.strategy.denominator).all()
    with pytest.raises(RulesError, match="could pass 65535"):
        current.toward(np.zeros(CLASSES, int), Fraction(1, 70_000))
