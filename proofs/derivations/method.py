"""An independent method, and the command that prints the quantities it derives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds

Value = Fraction | Enclosure


@dataclass(frozen=True, slots=True)
class Source:
    """A command, without ``trueodds``, and the function that computes its odds."""

    command: str
    odds: Callable[[], Odds]


@dataclass(frozen=True, slots=True)
class Method:
    """An independent method of deriving some quantities of a game.

    ``ids`` are the ids that it derives, with ``*`` for any text. ``function`` is a name
    in ``trueodds.proofs.<game>``, or in another ``module`` of ``trueodds.proofs``. It
    takes the rules and returns exact values or proved bounds by quantity id, without
    those that it cannot derive. ``source`` computes the quantities where they are not
    in the game's own odds under the default rules.
    """

    name: str
    ids: tuple[str, ...]
    function: str = "derive"
    module: str = ""
    source: Source | None = None

    def derives(self, id: str) -> bool:
        """Return True if this method derives the quantity of this id."""
        return is_listed(id, self.ids)

    def derive(self, odds: Odds) -> dict[str, Value]:
        """Return the values by quantity id, under the rules of these odds.

        Raises:
            NotDescribedError: If the method does not describe these rules.
        """
        module = import_module(f"trueodds.proofs.{self.module or odds.game}")
        derived: dict[str, Value] = getattr(module, self.function)(odds.rules)
        return derived
