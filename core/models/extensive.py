"""Games in extensive form: chance, decisions with information sets, and payoffs.

A node has all that follows it. An information set is named by any hashable value that
stands for what the player knows. A game of this form is small enough to write down; it
is the exchange form for other people's solvers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class End:
    """An end of the game, with the payoff of each player."""

    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A random event: labels, probabilities and what follows."""

    outcomes: tuple[tuple[str, Fraction, Node], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player, who knows no more than ``information``."""

    player: int
    information: Hashable
    actions: tuple[tuple[str, Node], ...]


Node: TypeAlias = End | Chance | Decision


@dataclass(frozen=True, slots=True)
class ExtensiveGame:
    """A game in extensive form.

    Example:
        >>> coin = Chance((("heads", Fraction(1, 2), End((Fraction(1), Fraction(-1)))),
        ...                ("tails", Fraction(1, 2), End((Fraction(-1), Fraction(1))))))
        >>> ExtensiveGame("Toss", ("Ann", "Bob"), coin).players
        ('Ann', 'Bob')
    """

    title: str
    players: tuple[str, ...]
    start: Node
