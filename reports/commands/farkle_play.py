"""Farkle as the program of a programming assignment (ECE 209) plays it: a dialogue."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from trueodds.core.errors import OptionError
from trueodds.reports.chosen import chosen
from trueodds.reports.commands.farkle import Dice, farkle_rules
from trueodds.reports.signatures import Between, checked

if TYPE_CHECKING:
    from trueodds.reports.answers.farkle.play import Played
    from trueodds.reports.chosen import Changes, RulesSource


@checked
def play(
    *,
    players: Annotated[int | None, Between(1, 4)] = None,
    rolls: Annotated[str | Path | None, "FILE"] = None,
    seed: Annotated[int | str | None, "N"] = None,
    dice: Dice = None,
    rules: RulesSource = None,
    set: Changes = None,
) -> Played:
    """Play the game of a programming assignment, ECE 209, with exactly its prompts.

    The default rules are those of the assignment, ece209. Answers are read from
    standard input, separated by any white space. ``players`` and ``seed`` answer the
    first two questions of the game. With ``rolls``, the game still asks for a seed but
    ignores it; with ``rolls`` and ``players``, it does not ask. Dice are rolled by
    their weights. A keep is one word: commas separate dice with a joker, more than 9
    sides or a name, such as 1,joker,5.

    Args:
        players: Number of players [default: ask].
        rolls: File of rolls, one word each, such as 113456 or 1,joker,5; - reads
            standard input, where each roll comes before the answers to it.
        seed: Seed of the dice [default: ask].
        dice: All your dice, which may be loaded, such as 'weighted, heavenly*3, fair*2'
            or '10:1:1:1:1:1*6' [default: the dice of the rules].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        What the game printed.

    Raises:
        TrueoddsError: An argument is wrong, or the input ends in mid-game.

    Example:
        >>> from tempfile import NamedTemporaryFile
        >>> with NamedTemporaryFile("w") as file:
        ...     _ = file.write("223446")
        ...     file.flush()
        ...     played = play(players=1, rolls=file.name)
        >>> played.printed.splitlines()[-1]
        'Turn score = 0'
    """
    from trueodds.reports.answers.farkle.play import Played

    printed: list[str] = []
    dialogue(printed.append, players, rolls, seed, dice, rules, set)
    return Played("".join(printed))


def dialogue(
    say: Callable[[str], None],
    players: int | None,
    rolls: str | Path | None,
    seed: int | str | None,
    dice: str | None,
    rules: RulesSource,
    set: Changes,
) -> None:
    """Play the assignment's game, and read the player's answers from standard input.

    ``say`` is called with each text as the game prints it. ``players`` is the number of
    players; the game asks for it if it is None. The dice are rolled with ``seed``, or
    follow ``rolls``, a file of rolls or - for standard input. If both are None, the
    game asks for a seed. ``dice`` are all dice as text, such as ``weighted, fair*5``;
    by default those of the rules. ``rules`` are a preset, a file or a record, by
    default those of the assignment, and ``set`` has changes of single rules.
    """
    from trueodds.core.rules.farkle.dice_kinds import dice_kinds
    from trueodds.reports.answers.farkle.play import (
        ASSIGNMENT,
        PublishedGame,
        TypedWords,
        read_seed,
        rolls_from,
    )

    if rolls is not None and seed is not None:
        raise OptionError("the dice have two sources; give --rolls or --seed, not both")
    source = ASSIGNMENT if rules is None else rules
    record = farkle_rules(chosen(source, set).with_fields({"dice": dice}))
    answers = TypedWords(sys.stdin)
    dealt = None
    if rolls is not None:
        read = answers if str(rolls) == "-" else TypedWords.of_file(str(rolls))
        dealt = rolls_from(read, dice_kinds(record))
    number = None if seed is None else read_seed(str(seed))
    PublishedGame(record, answers, say).play(players, number, dealt)
