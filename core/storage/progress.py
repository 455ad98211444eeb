"""Progress callbacks for long-running work."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the name of the stage, the steps done, and the number of steps."""


def silent(stage: str, done: int, total: int) -> None:
    """Discard progress reports (the default callback).

    A report has the name of a stage, and how much of its total is done.
    """
