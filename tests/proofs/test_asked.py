"""Derivations of the answers of declared models."""

from fractions import Fraction

import pytest

from trueodds.core.models import model as models
from trueodds.core.models.model import Model, Question
from trueodds.core.models.process import Action, Graph
from trueodds.proofs.asked import dual

WAYS = {"walk": Action({(2,): 1}, 3), "run": Action({(2,): 1}, 2)}


def test_a_wrong_best_action_is_not_derived_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model.explore(
        "A way",
        (1,),
        lambda state: WAYS if state == (1,) else (),
        variables=("n",),
        reward="hours",
        questions=(),
    )
    question = Question(best="min")
    assert dual(model, question) == model.answer(question) == Fraction(2)
    solve = models.solve_graph

    def most(graph: Graph[tuple[int, ...]], *, maximise: bool, names: object) -> object:
        return solve(graph, maximise=True)

    monkeypatch.setattr(models, "solve_graph", most)
    assert model.answer(question) == Fraction(3)
    with pytest.raises(ArithmeticError, match="an action is better"):
        dual(model, question)
