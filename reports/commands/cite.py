"""Cite a number, an answer or a claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Unpack

import click

from trueodds.core import games
from trueodds.core.errors import OptionError
from trueodds.core.games import Game
from trueodds.reports.chosen import ChosenRules, chosen
from trueodds.reports.cli import cli, message_of
from trueodds.reports.cli._shared import game_of
from trueodds.reports.progress import shown
from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from trueodds.reports.answers.cite import Citation
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource
    from trueodds.reports.output import Answer


@checked
def cite(
    game: Annotated[str | Game | None, Words("[GAME|CLAIM]")] = None,
    /,
    *words: Annotated[str, Words("[ID|WORD...|COMMAND...]")],
    rules: RulesSource = None,
    set: Changes = None,
    **options: Unpack[GameOptions],
) -> Citation:
    """Cite the program or, with GAME and ID, one exact number.

    A number is cited in a sentence and with its exact value, the digest of its rules,
    and the command that prints it. Words find a number, such as: trueodds cite farkle
    bust three dice. If they find several, their ids are listed. The answer of a COMMAND
    of the game is cited likewise, such as: trueodds cite cribbage win 110 112 --role
    dealer. A CLAIM of "trueodds claims", such as S1.e, is cited with its verdict.

    A game can have options of its own: trueodds cite GAME --help.

    Args:
        game: A game or a claim. Without it, the program is cited.
        words: An id, words that find a number, or a command of the game with its words.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        options: Options of the game by keyword, such as ``dice``.

    Returns:
        The citation, which ``text("bibtex")`` and ``text("csl")`` write for programs.

    Raises:
        TrueoddsError: There is no such number or claim, or there are several.

    Example:
        >>> cite("bunco", "roll.bunco").number.value
        Fraction(1, 216)
        >>> cite("baccarat", "bet.tie_8.edge").number.pays
        '8 to 1'
    """
    from trueodds.reports.answers import cite as answers

    named = game.name if isinstance(game, Game) else game
    changed = chosen(rules, set).with_fields(options)
    if not words and changed.named:
        raise OptionError(
            "--rules and --set need a game and a number; such as: trueodds cite farkle "
            "turn.mean --rules box"
        )
    if named is None:
        return answers.Citation()
    # A game comes before a claim of the same name.
    if (
        not words
        and named.lower() not in games.names()
        and (claim := answers.cite_claim(named))
    ):
        return claim
    name = game_of(click.Context(cli, info_name="trueodds cite"), None, named).name
    if not words:
        raise OptionError(f"ID is missing; trueodds odds {name} --all lists the ids")
    if command := called(name, words):
        answer = _answer(command, name, words, changed)
        return answers.cite_answer(words[0], answer, changed.command(name, *words))
    with shown() as progress:
        return answers.cite_number(changed.odds(name, progress), " ".join(words))


def called(game: str, words: Sequence[str]) -> click.Command | None:
    """Return the command of a game that some words call, or None.

    ``game`` is the name of the game. The first of ``words`` may be the name of one of
    its commands, such as "night". Only commands whose answers can be cited count: those
    with rules and several formats. Several words of letters alone, such as "night
    points", call no command, because they are words that find a number.
    """
    context = click.Context(cli)
    group = cli.get_command(context, game.lower())
    if not isinstance(group, click.Group) or not words:
        return None
    command = group.get_command(context, words[0])
    searched = len(words) > 1 and all(map(str.isalpha, words))
    names = {param.name for param in getattr(command, "params", ())}
    # Only an answer with rules can be cited, and only one that has other formats is a
    # record.
    if not searched and names >= {"rules", "format_"}:
        return command
    return None


def _answer(
    command: click.Command, game: str, words: Sequence[str], rules: ChosenRules
) -> Answer:
    """Return the answer of a game's command."""
    name, *typed = words
    try:
        with command.make_context(
            f"trueodds {game} {name}", typed, help_option_names=[]
        ) as inner:
            # With the format None the command returns its answer and prints nothing.
            inner.params |= {"format_": None, "rules": rules}
            answer: Answer = command.invoke(inner)
    except click.ClickException as error:
        raise OptionError(message_of(error)) from None
    return answer
