"""Options that several commands of the play have."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def hands_option(command: Command) -> Command:
    """Add ``--hands``."""
    return click.option(
        "--hands",
        metavar="HANDS",
        default="kept",
        help="Distribution of the hands: kept (as the shipped equilibrium of the "
        "discard keeps them), dealt (at random), or a strategy file.",
    )(command)
