"""Certificates of processes: models with all states written out.

Every exported model has such a certificate for each of its questions.
"""

from __future__ import annotations

from typing import Any

from trueodds.core.models.model import Model, Question
from trueodds.core.models.process import Move, ranks_of
from trueodds.proofs.certificates.format import Certificate, exact


def process(name: str, id: str, model: Model, question: Question) -> Certificate:
    """Return the certificate of a model's answer to a question, with all its states.

    Args:
        name: The names of the game and of the model, such as "bunco race".
        id: The id of the quantity that is the answer.
        model: The model.
        question: The question, such as ``Question(best="max")`` for the largest
            expected reward.

    Raises:
        ModelError: If the question has no answer, or the model has choices and the
            question does not say what is best.

    Example:
        >>> from trueodds.analysis.export import model
        >>> race = model("bunco", "race")
        >>> certificate = process(
        ...     "bunco race", "race.first_wins", race, Question("first_wins")
        ... )
        >>> certificate.data["states"][1]
        [(0, 0, 0, 1), '1', 0, []]
        >>> len(certificate.data["states"]), certificate.data["all_end"]
        (884, True)
    """
    solution = model.solve(question)
    # The best action comes first.
    moves = [
        sorted(actions, key=lambda move: move.label != solution.policy[number])
        for number, actions in enumerate(model.moves)
    ]
    # If the process ends whatever is chosen, ranks take all actions into account.
    ranks = ranks_of(moves)
    all_end = len(ranks) == len(moves)
    if not all_end:
        # Else only the best actions must end. The checker then compares them with
        # strategies that end.
        ranks = ranks_of([actions[:1] for actions in moves])
    states = [
        [
            state,
            exact(solution.values[number]),
            ranks[number],
            [_action(move, pays=question.label is None) for move in moves[number]],
        ]
        for number, state in enumerate(model.states)
    ]
    return Certificate(
        f"process {name}",
        {},
        {id: exact(solution.value)},
        {
            "about": {"title": model.title, "variables": model.variables},
            "best": question.best or "none",
            "all_end": all_end,
            "states": states,
        },
    )


def _action(move: Move, *, pays: bool) -> list[Any]:
    """Return the reward, the sum of the weights, and each outcome with its weight."""
    reward = exact(move.reward) if pays and move.reward else "0"
    return [reward, move.total, [*move.weights.items()]]
