"""The command line, run in this process by ``trueodds_command``."""

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
