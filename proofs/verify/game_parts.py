"""Parts of a game, looked up in a package whose modules are named after games."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def game_part(package: str, game: str, part: str) -> Any:
    """Return ``part`` of the module ``package.game``, or None if it does not exist.

    >>> game_part("trueodds.proofs.verify.transcript", "bunco", "replay").__name__
    'replay'
    >>> game_part("trueodds.proofs.verify.transcript", "chess", "replay")
    """
    name = f"{package}.{game}"
    return getattr(import_module(name), part, None) if find_spec(name) else None
