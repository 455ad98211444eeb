"""The play of small decks in extensive form, and naive best responses in fractions."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Run
from explicit_play import best_response, dealt, policy_in_parts, solved

from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.errors import RulesError
from trueodds.core.models.model import Decision, Node
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules


@pytest.mark.parametrize(
    ("ranks", "hand", "rules"),
    [
        ((0, 4, 9, 10), 2, PlayRules()),
        ((4, 5, 9), 3, PlayRules()),
        ((7, 8), 4, PlayRules(go_points=2)),
        ((1, 10), 3, PlayRules(count_limit=25, pair_points=100)),
        # A player without cards gets a go, as the opponent's two cards do not fit.
        ((4, 9), 4, PlayRules(count_limit=29)),
        # A player says go with all cards in hand, and the opponent plays all of his.
        ((0, 3, 9), 3, PlayRules(count_limit=15)),
        ((4, 9), 3, PlayRules(count_limit=19, limit_points=7)),
    ],
)
def test_certificate_has_the_naive_best_responses(
    ranks: tuple[int, ...], hand: int, rules: PlayRules
) -> None:
    game = RanksOfPlay(ranks, hand, rules)
    hands = dealt(game)
    solver = solved(game, hands, 20)
    proof = certify(game, hands, in_parts(game, solver.totals))
    explicit = explicit_game(ranks, hand, rules)
    policy = policy_in_parts(game, proof.parts, explicit)
    pone, dealer = (
        best_response(explicit, player, policy) for player in (PONE, DEALER)
    )
    assert pone + dealer > 0
    assert proof.value.lower <= -pone <= proof.value.lower + Fraction(1, 10**10)
    assert proof.value.upper - Fraction(1, 10**10) <= dealer <= proof.value.upper


@pytest.mark.parametrize(
    ("ranks", "hand", "message"),
    [
        ((0, 0), 2, "a rank is twice in A A"),
        ((0,), 3, "4 cards are too few for two hands of 3"),
        ((0, 1, 2), 5, "a hand of 5 cards cannot be played"),
        ((0, 1, 2), 2, "more than 100 nodes"),
    ],
)
def test_decks_that_cannot_be_dealt_or_are_too_large(
    ranks: tuple[int, ...], hand: int, message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        explicit_game(ranks, hand, PlayRules(), most_nodes=100)


def test_a_game_of_exactly_the_most_nodes_is_built() -> None:
    """Decisions and ends are counted one by one."""

    def nodes(node: Node) -> int:
        below = node.actions if isinstance(node, Decision) else ()
        return 1 + sum(nodes(after) for _, after in below)

    game = explicit_game((0, 1), 2, PlayRules())
    number = sum(nodes(node) for _, _, node in game.start.outcomes)
    assert explicit_game((0, 1), 2, PlayRules(), most_nodes=number) == game
    with pytest.raises(RulesError, match=f"more than {number - 1} nodes"):
        explicit_game((0, 1), 2, PlayRules(), most_nodes=number - 1)


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{}"]+')
"""A token of the .efg format: a label, a brace, or a number or letter."""


class EfgFile:
    """A parser of the .efg format as Gambit documents it; checks the whole file."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.sets: dict[tuple[str, ...], list[str]] = {}
        self.outcomes: dict[str, list[Fraction]] = {}
        self.kinds = {"c": 0, "p": 0, "t": 0}
        assert self.take(3) == ["EFG", "2", "R"]
        self.title, self.players = self.label(), self.braces()
        self.comment = self.label()
        self.value = self.node()
        assert self.at == len(self.tokens)

    def take(self, number: int) -> list[str]:
        self.at += number
        return self.tokens[self.at - number : self.at]

    def label(self) -> str:
        (token,) = self.take(1)
        assert token[0] == token[-1] == '"'
        return str(token[1:-1])

    def braces(self) -> list[str]:
        assert self.take(1) == ["{"]
        end = self.tokens.index("}", self.at)
        inside = self.take(end - self.at)
        assert self.take(1) == ["}"]
        return inside

    def node(self) -> Fraction:
        """Read a node and all below; return the dealer's payoff by uniform choices."""
        (kind,) = self.take(1)
        self.kinds[kind] += 1
        assert self.label() == ""
        if kind == "t":
            (outcome,) = self.take(1)
            self.label()
            payoffs = [Fraction(number) for number in self.braces()]
            assert self.outcomes.setdefault(outcome, payoffs) == payoffs
            assert sum(payoffs) == 0
            return payoffs[1]
        key = (kind, *self.take(2 if kind == "p" else 1))
        key = (*key, self.label())
        inside = self.braces()
        assert self.take(1) == ["0"]
        if kind == "c":
            weights = [Fraction(number) for number in inside[1::2]]
            assert sum(weights) == 1
        else:
            assert self.sets.setdefault(key, inside) == inside
            weights = [Fraction(1, len(inside))] * len(inside)
        return sum((weight * self.node() for weight in weights), Fraction(0))


def test_exported_file_is_a_game_of_gambit(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.efg"
    command = ("cribbage", "play", "export", "--ranks", "A 2 3", "--hand", "2")
    result = trueodds_command(*command, "--out", str(file))
    assert result.code == 0
    text = file.read_text()
    efg = EfgFile(text)
    assert efg.players == ['"pone"', '"dealer"']
    assert f"{sum(efg.kinds.values())} nodes" in result.out
    assert efg.kinds["c"] == 1
    assert trueodds_command(*command).out == text
    again = trueodds_command(*command, "--out", str(file))
    assert again.code == 2
    assert "error: " in again.err
    assert trueodds_command(*command, "--out", str(file), "--force").code == 0
