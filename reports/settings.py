"""The rules that a user chose as default, for tables on a terminal."""

import json
import os
from pathlib import Path

from trueodds.core import rulebook
from trueodds.core.errors import UnknownNameError, choices
from trueodds.core.games import Game
from trueodds.core.storage.files import write_together

FILE = "default-rules.json"


def folder() -> Path:
    """Return the folder of the settings: ``TRUEODDS_CONFIG``, or the user's own."""
    if named := os.environ.get("TRUEODDS_CONFIG"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("trueodds"))


def default_rules(game: str) -> str | None:
    """Return the preset that the user chose for a game, or None.

    If the file cannot be read, no preset is chosen.
    """
    name = _chosen().get(game)
    return name if isinstance(name, str) else None


def set_default_rules(game: Game, name: str) -> None:
    """Store a preset as the user's default for a game; the usual rules remove it.

    Raises ``UnknownNameError`` if there is no such preset, and ``OutputError`` if
    the settings cannot be written.
    """
    presets = rulebook.preset_names(game)
    if name not in presets:
        raise UnknownNameError(
            f"{game.name} has no rules {name!r}; {choices(name, presets)}"
        )
    chosen = {key: value for key, value in _chosen().items() if key != game.name}
    if name != presets[0]:
        chosen[game.name] = name
    write_together(folder(), {FILE: json.dumps(chosen, indent=1) + "\n"})


def _chosen() -> dict[str, object]:
    try:
        chosen = json.loads((folder() / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return chosen if isinstance(chosen, dict) else {}
