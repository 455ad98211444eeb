"""The equilibrium of the play on small decks, against a linear programme."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from explicit_play import dealt, solved
from scipy.optimize import linprog
from scipy.sparse import coo_array

from trueodds.analysis.cribbage.play.solving import saved_solution
from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.pair_values import pair_values
from trueodds.analysis.cribbage.play.solving.parts import PARTS, are_whole, in_parts
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.errors import RulesError
from trueodds.core.models.model import Chance, Decision, End, Node
from trueodds.core.rules.cribbage_play import DEALER, PONE

Hand = tuple[int, ...]


class Sequences:
    """The sequence form of the play, from the explicit tree of the reference."""

    def __init__(self, game: RanksOfPlay) -> None:
        self.numbers: list[dict[object, int]] = [{(): 0}, {(): 0}]
        self.sets: list[dict[object, tuple[int, list[int]]]] = [{}, {}]
        self.payoff: Counter[tuple[int, int]] = Counter()
        explicit = explicit_game(game.ranks, game.hand, game.rules, 10**7)
        self.follow(explicit.start, (0, 0), 1)

    def follow(self, node: Node, at: tuple[int, int], weight: float) -> None:
        if isinstance(node, End):
            self.payoff[at] += weight * float(node.payoffs[DEALER])
        elif isinstance(node, Chance):
            for _, probability, below in node.outcomes:
                self.follow(below, at, float(probability))
        elif isinstance(node, Decision):
            player, numbers = node.player, self.numbers[node.player]
            for action, below in node.actions:
                key = node.information, action
                sequence = numbers.setdefault(key, len(numbers))
                entry = self.sets[player].setdefault(key[0], (at[player], []))
                if sequence not in entry[1]:
                    entry[1].append(sequence)
                after = (sequence, at[1]) if player == PONE else (at[0], sequence)
                self.follow(below, after, weight)

    def constraints(self, player: int) -> coo_array:
        """Return the realization plan's equations; the right sides are 1 and then 0."""
        rows, columns, values = [0], [0], [1.0]
        for row, (parent, children) in enumerate(self.sets[player].values(), start=1):
            entries = [(parent, -1.0), *((child, 1.0) for child in children)]
            for column, value in entries:
                rows.append(row)
                columns.append(column)
                values.append(value)
        shape = len(self.sets[player]) + 1, len(self.numbers[player])
        return coo_array((values, (rows, columns)), shape=shape)

    def value(self) -> float:
        """Return the value of the game for the dealer, by HiGHS (von Stengel 1996)."""
        (i, j), values = zip(*self.payoff, strict=True), list(self.payoff.values())
        pone, dealer = len(self.numbers[PONE]), len(self.numbers[DEALER])
        paid = coo_array((values, (j, i)), shape=(dealer, pone)).tocsr()
        ours, theirs = self.constraints(DEALER), self.constraints(PONE).tocsr()
        from scipy.sparse import block_array

        # Maximise q[0] with theirs.T q <= paid.T x for the dealer's plan x.
        unequal = block_array([[-paid.T, theirs.T]])
        right = np.zeros(ours.shape[0])
        right[0] = 1
        zeros = coo_array((ours.shape[0], theirs.shape[0]))
        cost = np.zeros(dealer + theirs.shape[0])
        cost[dealer] = -1
        bounds = [(0, None)] * dealer + [(None, None)] * theirs.shape[0]
        solved = linprog(
            cost,
            A_ub=unequal,
            b_ub=np.zeros(pone),
            A_eq=block_array([[ours, zeros]]),
            b_eq=right,
            bounds=bounds,
            method="highs",
        )
        assert solved.status == 0
        return -float(solved.fun)


@pytest.mark.parametrize(
    ("ranks", "hand"),
    [
        ((0, 1, 2), 2),
        ((0, 4, 9, 10), 2),
        ((4, 5, 9), 3),
        ((0, 1, 2), 4),
        ((8, 9, 11), 4),
    ],
)
def test_solution_encloses_the_value_of_the_linear_programme(
    ranks: Hand, hand: int
) -> None:
    game = RanksOfPlay(ranks, hand)
    solver = solved(game, dealt(game), 400, np.float64)
    pone, dealer = (float(values.sum()) for values in solver.responses())
    value = Sequences(game).value()
    assert -pone - 1e-9 <= value <= dealer + 1e-9
    assert pone + dealer < 5e-3


def test_certificate_encloses_the_value_of_the_linear_programme() -> None:
    game = RanksOfPlay((4, 5, 9), 3)
    hands = dealt(game)
    solver = solved(game, hands, 400)
    parts = in_parts(game, solver.totals)
    assert set(np.unique(parts).tolist()) <= set(range(PARTS + 1))
    assert are_whole(game, parts)
    changed = parts.copy()
    changed[changed.argmax()] -= 1
    assert not are_whole(game, changed)
    proof = certify(game, hands, parts)
    value = Sequences(game).value()
    assert float(proof.value.lower) - 1e-9 <= value <= float(proof.value.upper) + 1e-9
    assert proof.exploitability < 1e-2
    net = [float(mean.midpoint) for mean in proof.means]
    assert float(proof.value.lower) <= net[DEALER] - net[PONE] <= proof.value.upper
    of_dealer = proof.probability[DEALER]
    assert np.isclose(np.nansum(of_dealer * proof.own[DEALER]), net[DEALER])
    assert np.isclose(np.nansum(of_dealer * proof.opponent[DEALER]), net[PONE])
    gains = proof.most[DEALER] - proof.own[DEALER] + proof.opponent[DEALER]
    assert np.nanmin(gains) > -1e-9


def test_hands_that_are_never_kept_play_a_best_response() -> None:
    game = RanksOfPlay((4, 5, 9), 3)
    every = dealt(game)
    never = 3
    hands = every.copy()
    hands[never] = 0
    hands /= hands.sum()
    solver = solved(game, hands, 100)
    parts = in_parts(game, solver.totals)
    proof = certify(game, hands, parts, (every, every))
    assert proof.value == certify(game, hands, parts).value
    assert (proof.parts != parts).any()
    net = proof.own[DEALER] - proof.opponent[DEALER]
    assert net[never] == pytest.approx(proof.most[DEALER, never])
    pone, dealer = pair_values(game, proof.parts)
    conditional = every[never] / every[never].sum()
    assert conditional @ (dealer - pone)[never] == pytest.approx(net[never])


def test_progress_of_another_game_is_refused(tmp_path: Path) -> None:
    game = RanksOfPlay((0, 1, 2), 2)

    def run(deck: str, iterations: int) -> None:
        solver = Solver(game, dealt(game))
        saved_solution.run(tmp_path, {"deck": deck}, solver, Fraction(0), iterations)

    run("A 2 3", 5)
    with pytest.raises(RulesError, match="begun with other rules or other hands"):
        run("4", 6)
    (tmp_path / saved_solution.PROGRESS).write_bytes(b"broken")
    with pytest.raises(RulesError, match="cannot resume from"):
        run("A 2 3", 6)


def test_values_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="play certify writes it"):
        saved_solution.values_of(tmp_path)
    (tmp_path / saved_solution.VALUES).write_text("{}")
    with pytest.raises(RulesError, match="cannot read"):
        saved_solution.values_of(tmp_path)


@pytest.mark.slow
def test_size_of_the_whole_public_tree() -> None:
    game = RanksOfPlay()
    assert len(game.tree.player) == 800_645
    assert int((game.tree.child[:, -1] != -1).sum()) == 322_237
    both = (game.tree.leaf_cards == 1).all(axis=1)
    assert int(both.sum()) == 4_238_370
