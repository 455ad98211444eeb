"""Values of the actions in a state of a declared model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from trueodds.core.games import Game, GameName, find
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Numbers, Words, checked, text_of

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.state import StateAdvice
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource


@checked
def advise(
    game: Annotated[GameName | Game, find],
    model: Annotated[str | None, Words("[MODEL]")] = None,
    state: Annotated[Numbers | None, Words("[STATE]...")] = None,
    /,
    *,
    quantity: Annotated[str | None, "ID"] = None,
    rules: RulesSource = None,
    set: Changes = None,
    **options: Unpack[GameOptions],
) -> StateAdvice:
    """Print the value of each action in a state of GAME, and what a mistake costs.

    MODEL is a model that "trueodds export GAME" lists, if its game declares it with
    questions. Without MODEL, an error lists these models. STATE has the values of its
    variables, such as 20 21 or score=20 turn=21 [default: the start].

    Args:
        game: The game.
        model: The name of a model.
        state: The values of the model's variables, as text or as a list of numbers.
        quantity: The question to play for, by the id of its answer [default: the first
            question of the model].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The best action, with the value of each action and what it costs.

    Raises:
        TrueoddsError: There is no such model or state.

    Example:
        >>> advise("bunco", "race", "2 20 20 0", quantity="race.first_wins").value
        Fraction(5, 14)
    """
    from trueodds.reports.answers.state import state_advice

    record = chosen(rules, set).with_fields(options).of_game(find(game))
    return state_advice(find(game), model, record, quantity, text_of(state) or "")
