"""Census: the number of positions by score, which any program can print and compare.

A wrong scorer has another census, unless its faults cancel.
"""

from collections import Counter

import numpy as np

from trueodds.core.errors import PositionError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions.order import Choice, order

BLOCK = 1 << 16


def census(
    game: Game, rules: Rules, rule: str, progress: Progress = silent
) -> dict[int, int]:
    """Return the exact number of positions by score, ascending.

    Raises ``PositionError`` for a game that cannot list its positions.

    >>> from trueodds.core import games, rulebook
    >>> bunco = games.find("bunco")
    >>> census(bunco, rulebook.load(bunco), "roll")
    {0: 720, 1: 450, 2: 90, 5: 30, 21: 6}
    """
    if parts(game).positions().space(rules, rule) is None:
        raise PositionError(
            f"{game.name} has no list of all its positions under these rules, so it "
            "has no census"
        )
    every = order(game, rules, rule, Choice())
    counted: Counter[int] = Counter()
    for start in range(0, every.count, BLOCK):
        stop = min(start + BLOCK, every.count)
        scores, counts = np.unique(every.values(start, stop), return_counts=True)
        counted.update(dict(zip(scores.tolist(), counts.tolist(), strict=True)))
        progress("positions", stop, every.count)
    return dict(sorted(counted.items()))
