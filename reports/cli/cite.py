"""``trueodds cite`` and ``reproduce``: name a number, and derive it again."""

from __future__ import annotations

import click

from trueodds.core import games
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli._shared import (
    FORMATS,
    game_of,
    prints,
    rules_options,
)
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import reproduce as reproducing
from trueodds.reports.output import Output
from trueodds.reports.progress import shown


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game", required=False, metavar="[GAME|CLAIM]")
@click.argument("words", nargs=-1, metavar="[ID|WORD...|COMMAND...]")
@rules_options
@prints("text", "bibtex", "csl", "json")
def cite(game: str | None, words: tuple[str, ...], rules: ChosenRules) -> Output:
    """Cite the program or, with GAME and ID, one exact number.

    A number is cited in a sentence and with its exact value, the digest of its rules,
    and the command that prints it. Words find a number, such as: trueodds cite farkle
    bust three dice. If they find several, their ids are listed. The answer of a COMMAND
    of the game is cited likewise, such as: trueodds cite cribbage win 110 112 --role
    dealer. A CLAIM of "trueodds claims", such as S1.e, is cited with its verdict.
    """
    from trueodds.reports.text.cite import cite as cited

    if not words and rules != (None, {}):
        raise click.UsageError(
            "--rules and --set need a game and a number; such as: trueodds cite farkle "
            "turn.mean --rules box"
        )
    if game is None:
        return cited()
    if not words and game.lower() not in games.names() and (claim := _judged(game)):
        return claim
    name = game_of(click.get_current_context(), None, game).name
    if not words:
        raise click.UsageError(
            f"ID is missing; trueodds odds {name} --all lists the ids"
        )
    if answered := _answered(name, words, rules):
        return answered
    with shown() as progress:
        return cited(rules.odds(name, progress), " ".join(words))


def _answered(game: str, words: tuple[str, ...], rules: ChosenRules) -> Output | None:
    """Return the citation of the answer of a game's command, if the words call one.

    A command has options, numbers or cards. Letters alone, such as "night points", are
    words that find a number, also if a command is called "night".
    """
    from trueodds.reports.cli import cli

    context = click.get_current_context()
    group = cli.get_command(context, game)
    named = isinstance(group, click.Group) and group.get_command(context, words[0])
    searched = len(words) > 1 and all(map(str.isalpha, words))
    if (
        not named
        or searched
        or not {"rules", "format_"}.issubset(param.name for param in named.params)
    ):
        return None
    from trueodds.reports.text.cite import cite_answer

    with named.make_context(f"trueodds {game} {words[0]}", [*words[1:]]) as inner:
        inner.params |= {"format_": None, "rules": rules}
        answer = named.invoke(inner)
    command = rules.command(game, *words)
    return cite_answer(words[0], answer, command.removesuffix(" --format json"))


def _judged(name: str) -> Output | None:
    """Return the citation of a claim with this id, or None where there is none."""
    from trueodds.proofs.claims import judge
    from trueodds.proofs.claims.register import entries
    from trueodds.reports.text.cite import cite_claim

    wanted = name.lower()
    if wanted not in {entry.id.lower() for entry in entries()}:
        return None
    return next(cite_claim(c) for c in judge(name) if c.id.lower() == wanted)


reproduce = command_of(reproducing.reproduce, *FORMATS)
