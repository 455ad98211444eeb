"""Models: chains and decision processes, and how a game declares one.

A game declares the start, a step function, and the questions. The questions become
quantities of the game. A quantity, the exported model and the certificate are made of
the same ``Model``, so they have the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from trueodds.core.errors import ModelError
from trueodds.core.games import imported

if TYPE_CHECKING:
    from trueodds.core.models.explored import Explored
    from trueodds.core.models.model import Model, State
    from trueodds.core.models.process import Exact, Outcomes

REWARD = "reward"
"""The name of rewards that have no other name."""


@dataclass(frozen=True, slots=True)
class End:
    """An end of a process, with its payoff and its label."""

    payoff: Exact = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """A random step: a distribution of the next state, and the reward of the step.

    ``outcomes`` is a ``Distribution`` of states, or a mapping from states to exact
    probabilities. ``reward`` is a number, or numbers by name.
    """

    outcomes: Outcomes[Any]
    reward: Exact | Mapping[str, Exact] = 0


Step: TypeAlias = "End | Chance | Mapping[str, Chance]"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about a model, whose answer is the quantity ``id``.

    ``of`` is "reward" for the expected total of rewards and payoffs, or the name of
    other rewards. It may be a variable, for its expected value at the end. Any other
    text is a label, for the probability of an end with this label. ``best`` is "max" or
    "min" for decisions. ``unit`` is by default "probability" for a label, or "points".
    A question with an empty ``id`` is answered by the exported model only.
    """

    id: str
    label: str
    unit: str = ""
    of: str = REWARD
    best: Literal["max", "min"] | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """A process that is declared by its start, its steps, and questions about it.

    A state is a tuple of whole numbers, one for each of ``variables``. ``start(rules)``
    returns the first state. ``step(state, rules)`` returns an ``End``, a ``Chance``, or
    a ``Chance`` for each action by name. ``asks`` are the questions, or a function that
    returns the questions under some rules. ``title`` may name fields of the rules, such
    as "to {rules.target} points".

    A question about a label that no end has raises ``ModelError``. List in ``labels``
    the labels that under some rules no end has: their probability is then 0. Errors on
    the model begin with ``whose``, which trueodds fills in: the package, the game and
    the name of the model.

    A die is rolled until it shows a six, and each roll costs a point:

    >>> from fractions import Fraction
    >>> from trueodds.core.models.model import Question
    >>> def step(state, rules):
    ...     if state == (1,):
    ...         return End(label="six")
    ...     return Chance({(0,): Fraction(5, 6), (1,): Fraction(1, 6)}, reward=1)
    >>> rolls = Ask("six.rolls", "Rolls until a six", "rolls")
    >>> six = Recipe("Until a six", lambda rules: (0,), step, asks=[rolls])
    >>> six.make(None).answer(Question())
    Fraction(6, 1)
    """

    title: str
    start: Callable[[Any], State]
    step: Callable[[State, Any], Step]
    _: KW_ONLY
    asks: Sequence[Ask] | Callable[[Any], Iterable[Ask]]
    variables: Sequence[str] = ()
    labels: Sequence[str] = ()
    whose: str = ""

    # A declared recipe takes no number. One of ``model.Recipe`` may take a target.
    number: ClassVar[None] = None
    meaning: ClassVar[str] = ""

    def titled(self, rules: Any) -> str:
        """Return the title of the model, with fields of these rules filled in."""
        return self.title.format(rules=rules)

    def asks_under(self, rules: Any) -> tuple[Ask, ...]:
        """Return the questions that the recipe declares for these rules."""
        return tuple(self.asks(rules) if callable(self.asks) else self.asks)

    def explored(self, rules: Any) -> Explored:
        """Return the process under some rules as ``Explored``, with all its states.

        Raises ``ModelError`` if ``start`` or ``step`` returns something that the class
        does not allow, if the first state is an end, if there are more than a million
        steps, or if a question is about something that the process does not have.
        """
        # Slow to import, and the questions alone do not need it.
        explore = imported("trueodds.core.models.explored:Explored")
        try:
            explored: Explored = explore(self, rules)
        except ModelError as error:
            raise ModelError(f"{self.whose}{error}") from error
        return explored

    def make(self, rules: Any) -> Model:
        """Return the model to export, with the questions that it answers.

        A process can have several kinds of reward, each with a name. The model has only
        the kind that the questions name first.
        """
        explored = self.explored(rules)
        return explored.model(explored.rewards[0])
