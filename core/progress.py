"""How long work says how far it is, to whoever listens."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""


def silent(stage: str, done: int, total: int) -> None:
    """Nobody listens."""
