"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("game")
rule_option = click.option(
    "--rule", help="Which of the game's scoring rules, such as hand or crib."
)


def rules_options(command: Command) -> Command:
    """``--rules`` and ``--set``: which rules a game is played by."""
    command = click.option(
        "--set",
        "changes",
        metavar="KEY=VALUE",
        multiple=True,
        callback=_changes,
        help="Change one rule; lists take commas (weights=1,1,1,1,1,2). Repeatable.",
    )(command)
    return click.option(
        "--rules", metavar="NAME|FILE.toml", help="A preset, or house rules in a file."
    )(command)


def format_option(*formats: str) -> Callable[[Command], Command]:
    """``--format``, the first being the default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print.",
    )


def _changes(
    context: click.Context, parameter: click.Parameter, given: Iterable[str]
) -> dict[str, str]:
    """Read KEY=VALUE pairs."""
    changes: dict[str, str] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not (equals and key.strip()):
            raise click.BadParameter(f"{pair!r} is not KEY=VALUE, such as decks=6")
        changes.pop(key.strip(), None)  # the last one counts, and comes last
        changes[key.strip()] = value.strip()
    return changes
