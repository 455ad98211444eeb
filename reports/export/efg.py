"""Games in extensive form as files of Gambit, with exact fractions.

The format is Gambit's ``.efg`` (https://gambitproject.readthedocs.io, "The extensive
game (.efg) file format"): a line for each node, in depth-first order. OpenSpiel's
``efg_game`` reads it too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction

from trueodds.core.models.extensive import Chance, Decision, End, ExtensiveGame, Node


def efg_text(game: ExtensiveGame, comment: str = "") -> str:
    """Return a game as an .efg file.

    Example:
        >>> from trueodds.core.models.extensive import Decision, End
        >>> ends = (End((Fraction(1), Fraction(-1))), End((Fraction(0), Fraction(0))))
        >>> start = Decision(0, "start", (("left", ends[0]), ("right", ends[1])))
        >>> print(efg_text(ExtensiveGame("One choice", ("Ann", "Bob"), start)), end="")
        EFG 2 R "One choice" { "Ann" "Bob" }
        ""
        p "" 1 1 "start" { "left" "right" } 0
        t "" 1 "1" { 1 -1 }
        t "" 2 "0" { 0 0 }
    """
    players = " ".join(map(_quoted, game.players))
    lines = [
        f"EFG 2 R {_quoted(game.title)} {{ {players} }}",
        _quoted(comment),
        *_Lines().of(game.start),
    ]
    return "\n".join(lines) + "\n"


class _Lines:
    """The lines of nodes, with the numbers of information sets and outcomes."""

    def __init__(self) -> None:
        self.events = 0
        self.sets: dict[int, dict[Hashable, int]] = {}
        self.outcomes: dict[tuple[Fraction, ...], int] = {}

    def of(self, node: Node) -> Iterator[str]:
        """Yield the lines of a node and of all that follows it."""
        match node:
            case End(payoffs):
                number = self.outcomes.setdefault(payoffs, len(self.outcomes) + 1)
                paid = " ".join(map(str, payoffs))
                yield f't "" {number} {_quoted(str(payoffs[0]))} {{ {paid} }}'
            case Chance(outcomes):
                self.events += 1
                shares = " ".join(f"{_quoted(name)} {p}" for name, p, _ in outcomes)
                yield f'c "" {self.events} "" {{ {shares} }} 0'
                for _, _, below in outcomes:
                    yield from self.of(below)
            case Decision(player, information, actions):
                sets = self.sets.setdefault(player, {})
                number = sets.setdefault(information, len(sets) + 1)
                names = " ".join(_quoted(name) for name, _ in actions)
                yield (
                    f'p "" {player + 1} {number} {_quoted(str(information))} '
                    f"{{ {names} }} 0"
                )
                for _, below in actions:
                    yield from self.of(below)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
