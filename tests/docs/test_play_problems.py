"""The table of published problems of the play has the numbers of the command."""

import re
from pathlib import Path

import pytest

import trueodds

PAGE = Path(__file__).parents[2] / "docs/explanation/cribbage-play.md"
ROW = re.compile(r"\| \[[^\]]+\]\([^)]+\) \|(.*)\|")
PROBLEMS = [
    [cell.strip() for cell in row.split("|")]
    for row in ROW.findall(PAGE.read_text("utf-8"))
]


def test_there_are_ten_problems() -> None:
    assert len(PROBLEMS) == 10


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem[0])
def test_costs_are_those_of_the_command(problem: list[str]) -> None:
    held, threw, starter, played, answers, best, costs = problem
    advised = trueodds.cribbage.play.advise(
        held, played=played, threw=threw, starter=starter
    )
    assert advised.by_strategy
    assert advised.cards[0].card == best
    cost = {value.card: float(value.costs.midpoint) for value in advised.cards}
    written = dict(item.split(": ") for item in costs.split("; "))
    assert written == {card: f"{abs(cost[card]):.2f}" for card in written}
    assert [*written] == [item.partition(":")[0] for item in answers.split("; ")]


def test_sentences_below_the_table_have_these_numbers() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    right = [costs for *_, best, costs in PROBLEMS if f"{best}: 0.00" in costs]
    assert len(right) == 6
    assert "In six of the ten, a published answer is the best card." in text
    replies = [
        float(cost)
        for *_, played, _, _, costs in PROBLEMS
        if played and ";" in costs
        for cost in re.findall(r"\d\.\d\d", costs)
    ]
    assert sorted(replies) == [0, 0, 0, 0.1, 0.48, 0.73]
    nine = trueodds.cribbage.play.advise("2 4 4 9", played="9").cards[-1]
    assert nine.reply == "9"
    assert f"{100 * float(nine.reply_probability.midpoint):.2f} %" in text
    six_to_nine = trueodds.cribbage.lead("6 7 8 9").cards
    means = [float(value.net.midpoint) for value in six_to_nine]
    assert [f"{mean:.2f}" for mean in (means[0], means[-1])] == ["-1.50", "-1.51"]
    assert means[0] - means[-1] < 0.02
