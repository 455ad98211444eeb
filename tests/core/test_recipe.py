"""Recipes: what is asked of a declared process, and mistakes in its declaration."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models import Ask, Chance, End, Recipe, Step
from trueodds.core.models.explored import Explored
from trueodds.core.models.model import Question, State

HALF = Fraction(1, 2)
RULES = None
ASKS = (
    Ask("stop.points", "Points", best="max"),
    Ask("stop.rolls", "Rolls", "rolls", of="rolls", best="max"),
    Ask("stop.shown", "Shown at the end", of="shown", best="max"),
    Ask("stop.five", "A five or a six", of="high", best="max"),
    Ask("stop.wait", "Best against a six", of="six", best="min"),
)


def roll_again(state: State, rules: Any) -> Step:
    """Keep a die or roll it again; each roll costs a third, and the end pays."""
    shown, kept = state
    if kept:
        high = "six" if shown == 6 else "high" if shown == 5 else ""
        return End(shown, high)
    die = Distribution({(face, 0): 1 for face in range(1, 7)})
    again = Chance(die, {"reward": Fraction(-1, 3), "rolls": 1})
    return {"keep": Chance({(shown, 1): 1}), "again": again} if shown else again


STOP = Recipe(
    "A die", lambda rules: (0, 0), roll_again, asks=ASKS, variables=("shown", "kept")
)


def value(ask: Ask, recipe: Recipe = STOP) -> Fraction | None:
    """Return the exact answer to a question."""
    explored = Explored(replace(recipe, asks=[ask]), RULES)
    return explored.quantity(*explored.asks).exact


def test_rewards_payoffs_variables_and_labels_are_asked_for() -> None:
    # Keep 5 and 6: three rolls on average, each of them for a third.
    assert value(ASKS[0]) == Fraction(11, 2) - 1
    assert value(ASKS[2]) == 6
    assert value(ASKS[3]) == 1
    assert value(ASKS[4]) == 0
    units = [ask.unit for ask in Explored(STOP, RULES).asks[2:4]]
    assert units == ["points", "probability"]


def test_the_exported_model_has_the_questions_about_rewards_and_labels() -> None:
    model = STOP.make(RULES)
    best = Question(best="max")
    assert model.questions == (best, Question("high", "max"), Question("six", "min"))
    assert model.answer(best) == value(ASKS[0])
    rolls, question = Explored(STOP, RULES).question(ASKS[1])
    assert (rolls.reward, rolls.questions) == ("rolls", (question,))


def test_a_chain_has_its_mean_length_its_total_and_its_end() -> None:
    def step(state: State, rules: Any) -> Step:
        (points,) = state
        if points >= 2:
            return End(points, "even" if points == 2 else "odd")
        return Chance({(points + 1,): HALF, (points + 2,): HALF}, {"steps": 1})

    asks = [Ask("x", "X"), Ask("n", "N", of="steps"), Ask("p", "P", of="points")]
    walk = Recipe("A walk", lambda rules: (0,), step, asks=asks, variables=["points"])
    assert [value(ask, walk) for ask in asks] == [
        Fraction(9, 4),
        HALF * 3,
        9 * HALF / 2,
    ]
    assert value(Ask("e", "Even", of="even"), walk) == Fraction(3, 4)


def test_a_label_that_no_end_has_is_refused_unless_the_recipe_lists_it() -> None:
    asked = Ask("stop.hihg", "A five or a six", of="hihg", best="max")
    message = (
        r"A die: 'stop\.hihg' asks of 'hihg', which is no reward, no variable and no "
        "label of an end; did you mean high[?] There are: end, high, kept, reward, "
        "rolls, shown, six$"
    )
    with pytest.raises(ModelError, match=message):
        value(asked)
    assert value(asked, replace(STOP, labels=("hihg",))) == 0


def test_what_is_best_is_the_most_or_the_least() -> None:
    asked = Ask("stop.points", "Points", best="most")  # type: ignore[arg-type]
    message = r"^A die: 'stop\.points' has best='most'; write 'max' or 'min'$"
    with pytest.raises(ModelError, match=message):
        value(asked)


def test_a_question_without_an_answer_is_named() -> None:
    """The error has the state as the package wrote it, and not its number."""

    def win_a_point(state: State, rules: Any) -> Step:
        if state == (30, 7):
            return End()
        return {"stop": Chance({(30, 7): 1}), "win": Chance({(20, 3): 1}, reward=1)}

    most = Ask("won.most", "Points", best="max")
    recipe = Recipe("To win", lambda rules: (20, 3), win_a_point, asks=[most])
    message = r"^To win: 'won\.most': state \(20, 3\) has no finite value"
    with pytest.raises(ModelError, match=message):
        value(most, recipe)


def test_a_chain_that_never_ends_is_named_by_its_state() -> None:
    def stay(state: State, rules: Any) -> Step:
        if state == (9,):
            return End()
        half = Fraction(1, 2)
        return Chance({(5,): 1} if state == (5,) else {(5,): half, (9,): half})

    asked = Ask("stay.points", "Points")
    recipe = Recipe("To stay", lambda rules: (4,), stay, asks=[asked])
    message = r"^To stay: 'stay\.points': state \(5,\) never absorbs$"
    with pytest.raises(ModelError, match=message):
        value(asked, recipe)


def test_questions_and_the_title_depend_on_the_rules() -> None:
    def step(state: State, rules: int) -> Step:
        return Chance({(1, 1): 1}, reward=rules) if state == (0, 0) else End()

    recipe = Recipe(
        "To {rules}",
        lambda rules: (0, 0),
        step,
        asks=lambda rules: [Ask(f"to.{rules}", "Points")],
    )
    explored = Explored(recipe, 7)
    assert explored.quantity(*explored.asks).exact == 7
    assert explored.asks[0].id == "to.7"
    assert (recipe.make(7).title, recipe.make(7).variables) == ("To 7", ("x1", "x2"))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda state, rules: 3, r"state \(0,\): 3 is no step; it must be an End"),
        (lambda state, rules: {"on": 3}, "is no step"),
        (lambda state, rules: {"roll on": Chance({(1,): 1})}, "is no step"),
        (lambda state, rules: Chance({(1,): 1}, 0.5), "0.5 is not an exact number"),
        (lambda state, rules: Chance({(1,): HALF}), "add up to 1/2, not 1"),
        (lambda state, rules: Chance({(1, 2): 1}), r"state \(1, 2\) has other vari"),
        (lambda state, rules: Chance({(True,): 1}), r"\(True,\) must have whole"),
        (lambda state, rules: Chance({("a",): 1}), "must have whole numbers only"),
        (lambda state, rules: Chance({5: 1}), "state 5 has other variables"),
        (lambda state, rules: End(), r"the start \(0,\) is an end"),
        (
            lambda state, rules: Chance({(state[0] + 1,): 1}),
            "A step has more than 9 steps",
        ),
    ],
)
def test_a_wrong_step_is_named(
    step: Callable[[State, Any], Step], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stepped(state: State, rules: Any) -> Step:
        return step(state, rules) if state != (1,) or rules else End(label="one")

    endless = "more than" in message
    monkeypatch.setattr("trueodds.core.models.explored.MOST_STEPS", 9)
    recipe = Recipe("A step", lambda rules: (0,), stepped, asks=(), variables="n")
    with pytest.raises(ModelError, match=message):
        recipe.make(endless)
