"""A match of two players who roll different dice.

Both players' states are in the same tables (``optimal.solve.MatchTables``), so the
solver and the proof of a match with equal dice also work here. Each player's view of
the result is a ``Match``, with this player's dice and the bounds of the turns in which
the opponent moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from trueodds.analysis.farkle.match.optimal.cache import (
    Match,
    matches_on,
)
from trueodds.analysis.farkle.match.state_space import StateSpace, state_space
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.progress import Progress, silent


@dataclass(frozen=True)
class DifferentDice:
    """A solved match of you and an opponent with other dice.

    ``yours`` is the match from your seat: its space has your dice, and its bounds are
    the probabilities that the opponent wins when the opponent is to move. ``theirs`` is
    the match from the opponent's seat: its space has the opponent's dice, and its
    bounds are the probabilities that you win when you are to move.
    """

    yours: Match
    theirs: Match

    @property
    def first_player(self) -> Enclosure:
        """The probability that you win if you move first."""
        return self.theirs.first_player

    @property
    def second_player(self) -> Enclosure:
        """The probability that you win if the opponent moves first."""
        opponent = self.yours.first_player
        return Enclosure(1 - opponent.upper, 1 - opponent.lower)


def solved_against(
    rules: FarkleRules, against: str, progress: Progress = silent, *, use: bool = True
) -> DifferentDice:
    """Solve the match with the dice of the rules against other dice, with proof.

    Args:
        rules: The rules; their dice are yours.
        against: The opponent's dice, as text, such as ``fair*6``.
        progress: A callback for the work, which may take long.
        use: Read the result from the cache, or store it there. If False, the cache is
            left alone.

    Returns:
        The solved match.

    Raises:
        DiceError: If the opponent's dice are unknown or impossible.
        RulesError: If the match never ends or has too many scores.
        ModelError: If the bounds cannot be proved.

    Example:
        >>> rules = FarkleRules.load("ece209", dice="weighted, fair*5", target=100)
        >>> match = solved_against(rules, "fair*6", use=False)
        >>> match.first_player.texts(6), match.second_player.texts(6)
        (('0.986955', '0.986956'), ('0.0363376', '0.0363377'))
    """
    spaces = (state_space(rules), state_space(opponent_rules(rules, against)))
    return solved_between(spaces, progress, use=use)


def opponent_rules(rules: FarkleRules, against: str) -> FarkleRules:
    """Return the rules with the opponent's dice.

    ``rules`` have your dice. ``against`` are the opponent's dice, as text, such as
    ``fair*6``.
    """
    return msgspec.structs.replace(rules, dice=against)


def solved_between(
    spaces: tuple[StateSpace, StateSpace],
    progress: Progress = silent,
    *,
    use: bool = True,
) -> DifferentDice:
    """Solve the match of players with different dice, given the state space of each.

    ``spaces`` are yours, then the opponent's. If ``use`` is false, the cache is left
    alone.
    """
    yours, theirs = spaces
    # With equal dice one state space is enough, and both seats see the same match.
    equal = yours.rules == theirs.rules
    matches = matches_on((yours,) if equal else spaces, progress, use=use)
    return DifferentDice(matches[0], matches[-1])
