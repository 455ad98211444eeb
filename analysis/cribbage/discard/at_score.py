"""The probability to win the game from a score with each discard of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trueodds.analysis.cribbage.game import win_chain
from trueodds.analysis.cribbage.game.players import players_of
from trueodds.analysis.cribbage.game.throw_at_score import wins_of_throws
from trueodds.analysis.cribbage.game.whole_deals import chosen
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress


def wins_at_score(
    deal: Sequence[int],
    role: str,
    opponent: str | Path,
    score: tuple[int, int],
    play: str | Path,
    rules: CribbageRules,
    progress: Progress,
) -> tuple[list[Enclosure], str]:
    """Return the probability to win with each discard, and how both play this deal.

    Later deals are played by the shipped strategies.

    Args:
        deal: The numbers of your six cards, ascending: 4 times the rank, plus the suit.
        role: Your role, ``dealer`` or ``pone``.
        opponent: The opponent's discard strategy: a name or a strategy file.
        score: The scores before the deal, yours first.
        play: How both play this deal: a policy, a folder with a solved play, or
            "shipped" for the strategy that ships.
        rules: The rules.
        progress: Is called as the opponent's hands are counted.

    Returns:
        Bounds of the probabilities, in the order of ``DISCARDS``; and ``play`` in
        words.

    Example:
        >>> from trueodds.core.storage.progress import silent
        >>> rules = CribbageRules.load()
        >>> wins, play = wins_at_score(
        ...     [4, 5, 6, 7, 8, 9], "dealer", "equilibrium", (120, 0), "highest", rules,
        ...     silent,
        ... )
        >>> play, all(win.lower > 0.99 for win in wins)
        ('the highest card that fits', True)
    """
    by = chosen(rules, play=str(play))
    later = win_chain.shipped_wins(rules, progress)
    wins = wins_of_throws(
        deal,
        (rules.target - score[0], rules.target - score[1]),
        players_of(by, rules),
        strategy(opponent, OPPONENT[role], rules),
        later.bounds,
        rules,
        deals=role == "dealer",
        progress=progress,
    )
    return wins, by.words[1]
