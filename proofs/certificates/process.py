"""Certificates of processes: models with all states written out.

Any exported model has one, for each question that the model can be asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from trueodds.core.models.model import Model, Question
from trueodds.core.models.process import Move
from trueodds.proofs.certificates.format import Certificate, exact


def process(name: str, id: str, model: Model, question: Question) -> Certificate:
    """Return the certificate of a model's answer to a question.

    Args:
        name: The names of the game and of the model, such as "bunco race".
        id: The id of the quantity that is the answer.
        model: The model.
        question: The question, such as ``Question(best="max")``.

    Raises:
        ModelError: If ``model.solve`` raises it.

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
    ranks = ranks_of(moves)
    all_end = len(ranks) == len(moves)
    if not all_end:
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


def ranks_of(moves: Sequence[Sequence[Move]]) -> Mapping[int, int]:
    """Return the rank of each state from which every strategy may end at any time.

    An end has rank 0. Let an action have the least rank of its outcomes. The rank of a
    state is one more than the highest rank of its actions. Within as many steps, every
    strategy ends with a positive probability.
    """
    leading = defaultdict(list)
    for state, actions in enumerate(moves):
        for action, move in enumerate(actions):
            for target in move.weights:
                leading[target].append((state, action))
    unranked = [{*range(len(actions))} for actions in moves]
    ranks = {state: 0 for state, actions in enumerate(unranked) if not actions}
    reached = [*ranks]
    for target in reached:  # which grows
        for state, action in leading[target]:
            unranked[state].discard(action)
            if not unranked[state] and state not in ranks:
                ranks[state] = ranks[target] + 1
                reached.append(state)
    return ranks
