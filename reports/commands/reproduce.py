"""Derive a file or a report again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from trueodds.reports.answers.reproduction import Reproduction


@checked
def reproduce(path: Annotated[str | Path, Words("FILE|DIR")]) -> Reproduction:
    """Derive a JSON FILE, or the report in DIR, again by its own command.

    Prints "identical" or the first difference. Exit code 1: there is a difference.

    Args:
        path: The JSON file, or the folder of the report.

    Returns:
        Whether the answer is identical, or the first difference.

    Raises:
        TrueoddsError: It is neither a report nor a JSON file with a command.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from trueodds.reports.commands.compare import compare
        >>> text = compare("bunco", "d20", "roll").text("json")
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "compared.json"
        ...     written = file.write_text(text)
        ...     reproduce(file).identical
        True
    """
    from trueodds.reports.answers.reproduction import reproduced

    return reproduced(Path(path))
