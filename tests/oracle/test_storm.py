"""Storm solves our exported models to the same fractions as our own solvers.

Storm is a probabilistic model checker (stormchecker.org), here by its Python bindings,
in exact arithmetic. It reads what ``trueodds export`` writes; the comments on top of a
model are the questions and our answers.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import trueodds
from trueodds.analysis import export
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.core.models import model as model_of
from trueodds.core.models.decision import Action
from trueodds.reports.export import drn_files

stormpy = pytest.importorskip(
    "stormpy", reason="there is no stormpy; it is in the tox environment oracle"
)

ANSWER = re.compile(r"^// (.*=\? .*) is (\S+)$", re.MULTILINE)
MODELS = [
    ("bunco", "turn", None),
    ("bunco", "race", None),
    ("bunco", "race", "published-script"),
    ("bunco", "game", None),
    ("baccarat", "coup", None),
    ("baccarat", "coup", "published-script"),
    ("farkle", "threshold:300", "ece209"),
    ("farkle", "threshold:1000", "box"),
    ("farkle", "threshold:350", "facebook"),
    ("farkle", "solitaire:300", "ece209"),
]


def solved(text: str, folder: Path) -> dict[str, Fraction]:
    """Return Storm's exact answer to each question of a model."""
    file = folder / "model.drn"
    file.write_text(text, encoding="utf-8")
    model = stormpy.build_model_from_drn[stormpy.Rational](str(file))
    answers = {}
    for question, _ in ANSWER.findall(text):
        (property_,) = stormpy.parse_properties(question)
        exact = stormpy.environments.exact()
        result = stormpy.model_checking(model, property_, environment=exact)
        answers[question] = Fraction(str(result.get_value(model.initial_states[0])))
    return answers


def text_of(model) -> str:
    (text,) = drn_files(model).values()
    return text


@pytest.mark.parametrize(("game", "name", "rules"), MODELS)
def test_storm_gives_the_same_fractions(game, name, rules, tmp_path):
    text = text_of(export.model(game, name, rules))
    ours = {question: Fraction(answer) for question, answer in ANSWER.findall(text)}
    assert ours
    assert solved(text, tmp_path) == ours


def solitaire_pig(target):
    """Pig alone in the fewest turns; (banked, points of the turn)."""

    def step(state):
        banked, turn = state
        if banked + turn >= target:
            return ()
        roll = {(banked, 0): Fraction(1, 6)}
        roll |= {(banked, turn + face): Fraction(1, 6) for face in range(2, 7)}
        actions = {"roll": Action(roll, reward=int(turn == 0))}
        return actions | ({"hold": Action({(banked + turn, 0): 1})} if turn else {})

    return model_of.Model.explore(
        f"Pig alone to {target}",
        (0, 0),
        step,
        variables=("banked", "turn"),
        reward="turns",
        questions=(model_of.Question(best="min"),),
    )


def test_storm_agrees_on_solitaire_pig_to_100(tmp_path):
    (turns,) = solved(text_of(solitaire_pig(100)), tmp_path).values()
    assert round(turns, 12) == Fraction("12.545232351955")
    assert len(str(turns)) == 380
    assert turns == solitaire_pig(100).answer(model_of.Question(best="min"))


def one_turn(rules, ceiling):
    """Return the best turn of Farkle; states are (stake, dice, roll).

    From ``ceiling`` on the stake is banked.
    """
    rolls = dice_set(rules).rolls
    classes = sorted(
        {keeps for distribution in rolls.values() for keeps in distribution if keeps}
    )
    number = {keeps: n for n, keeps in enumerate(classes, start=1)}

    def step(state):
        stake, dice, roll = state
        if dice == 0:
            return ()
        if roll:
            return {
                f"keep{n}": Action({(stake + keep.points, keep.left or 7, 0): 1})
                for n, keep in enumerate(classes[roll - 1])
            }
        bank = Action({(0, 0, 0): 1}, reward=stake)
        if dice == 7:  # hot dice
            if not rules.hot_dice:
                return {"bank": bank}
            dice = 6
        again = rolls[dice].map(
            lambda keeps: (stake, dice, number[keeps]) if keeps else (0, 0, 0)
        )
        if stake == 0:
            return {"roll": Action(again)}
        return {"bank": bank} | ({"roll": Action(again)} if stake < ceiling else {})

    return model_of.Model.explore(
        "A turn of Farkle for the most points",
        (0, 6, 0),
        step,
        variables=("stake", "dice", "roll"),
        reward="points",
        questions=(model_of.Question(best="max"),),
    )


@pytest.mark.parametrize(
    ("rules", "changes"), [("ece209", {}), ("box", {"hot_dice": False})]
)
def test_storm_agrees_on_the_best_turn_of_farkle(rules, changes, tmp_path):
    """One turn as a decision process, and as backward induction finds it.

    With n dice, from E(best score) / P(farkle) on, the stake at risk is worth more than
    what a roll can bring.
    """
    odds = trueodds.odds("farkle", rules, set=changes)
    ceiling = max(
        odds[f"roll.{dice}.best.mean"].exact / odds[f"roll.{dice}.farkle"].exact
        for dice in range(1, 7)
    )
    model = one_turn(odds.rules, ceiling)
    assert list(solved(text_of(model), tmp_path).values()) == [odds["turn.mean"].exact]
