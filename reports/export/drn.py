"""Storm's explicit format DRN, with every probability and reward a fraction.

Read it with Storm in exact arithmetic: ``storm --exact --explicit-drn FILE --prop …``,
or with stormpy as rationals. The comments at the top give the questions and what our
own solvers answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from trueodds.core.exact.printing import fraction_text
from trueodds.core.models.model import Model


def files(model: Model) -> dict[str, str]:
    """Return one file with the whole model."""
    return {"drn": "\n".join(_lines(model)) + "\n"}


def _lines(model: Model) -> Iterator[str]:
    yield f"// {model.title}; exported by trueodds"
    for question in model.questions:
        answer = fraction_text(model.answer(question))
        yield f"// {question.text(model.reward)} is {answer}"
    yield f"@type: {'DTMC' if model.is_chain else 'MDP'}"
    yield "@parameters"
    yield ""
    yield "@reward_models"
    yield model.reward
    yield "@nr_states"
    yield str(len(model.states))
    yield "@nr_choices"
    yield str(sum(len(moves) or 1 for moves in model.moves))
    yield "@model"
    for number, moves in enumerate(model.moves):
        labels = ("init", *model.labels[number]) if not number else model.labels[number]
        yield " ".join([f"state {number} [0]", *labels])
        yield f"//{model.name(number)}"
        for move in moves:
            yield f"\taction {move.label} [{fraction_text(move.reward)}]"
            for target, probability in move.probabilities.items():
                yield f"\t\t{target} : {fraction_text(probability)}"
        if not moves:
            yield f"\taction {model.labels[number][0]} [0]"
            yield f"\t\t{number} : 1"
