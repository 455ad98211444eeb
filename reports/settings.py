"""The rules that a user chose as default, for tables on a terminal."""

import json
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError, choices
from trueodds.core.games import Game
from trueodds.core.storage.files import write_together

FILE = "default-rules.json"


def folder() -> Path:
    """Return the folder of the user's settings.

    The environment variable ``TRUEODDS_CONFIG`` names it. If it is not set, the folder
    is where the operating system keeps a user's settings of programs.
    """
    if named := os.environ.get("TRUEODDS_CONFIG"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("trueodds"))


def default_rules(game: str) -> str | None:
    """Return the preset that the user chose for a game, or None.

    If the file of the user's settings cannot be read, no preset is chosen. Raises
    ``UnknownNameError`` if the preset does not exist.
    """
    name = _chosen().get(game)
    if name is None:
        return None
    place = f"your default rules (trueodds rules {game} --default NAME): "
    return _preset(games.find(game), name, place)


def set_default_rules(game: Game, name: str) -> None:
    """Store the preset ``name`` as the user's default for a game.

    The default preset of the game is not stored: it removes the user's choice.

    Raises ``UnknownNameError`` if there is no such preset, and ``OutputError`` if
    the settings cannot be written.
    """
    chosen = {key: value for key, value in _chosen().items() if key != game.name}
    # The usual rules are not stored, so they follow a default that a later version
    # changes.
    if _preset(game, name) != game.default_preset:
        chosen[game.name] = name
    content = json.dumps(chosen, indent=1) + "\n"
    write_together(folder(), {FILE: content}, place="TRUEODDS_CONFIG")


def _preset(game: Game, name: str, place: str = "") -> str:
    """Return the name of a preset; an error begins with ``place``."""
    presets = rulebook.preset_names(game)
    if name not in presets:
        raise UnknownNameError(
            f"{place}{game.name} has no rules {name!r}; {choices(name, presets)}"
        )
    return name


def _chosen() -> dict[str, str]:
    # A damaged file must not stop answers that do not depend on it.
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder() / FILE).read_bytes(), type=dict[str, str])
    return {}
