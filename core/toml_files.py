"""TOML files that belong to the package."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any


def toml_file(
    package: str | None, name: str, number: Callable[[str], Any] = float
) -> dict[str, Any]:
    """Return the tables of a file in a package, with its decimals read by ``number``.

    >>> toml_file("trueodds.core", "synonyms.toml")["0"]
    ['zero', 'nothing', 'nought']
    """
    text = files(str(package)).joinpath(name).read_text("utf-8")
    return tomllib.loads(text, parse_float=number)
