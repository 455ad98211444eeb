"""Rule sets and their fields as text: lists to read, and TOML for house rules."""

import textwrap

import tomli_w

from trueodds.core import games, rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.rules_name import rules_name
from trueodds.reports.text.tables import table_text

__all__ = ["as_toml", "every_game", "house_rules", "one_game", "rules_name"]


def every_game() -> str:
    """Return the rule sets of every game."""
    tables = [_presets(games.find(name)) for name in games.names()]
    title = (
        "The rules of every game; the first of each game are its default, such as "
        f"{rulebook.preset_names(games.find(games.names()[0]))[0]}.\n"
    )
    return "\n".join([title, *tables])


def one_game(game: Game) -> str:
    """Return the rule sets of a game, and the meaning of each field."""
    names = rulebook.preset_names(game)
    described = rulebook.field_descriptions(game.room("rules").Rules)
    return "\n".join(
        [
            f"{game.name.capitalize()} is played by the {names[0]} rules by default; "
            "--rules NAME plays by others, --set FIELD=VALUE changes a field.\n",
            _presets(game),
            table_text(
                ["field", "meaning"], [list(pair) for pair in described.items()]
            ),
        ]
    )


def _presets(game: Game) -> str:
    rows = [
        [name, rulebook.load(game, name).description]
        for name in rulebook.preset_names(game)
    ]
    return table_text([game.name, "rules"], rows)


def house_rules(game: Game, source: str) -> str:
    """Return rules as a TOML file, which ``--rules FILE`` reads back.

    Raises ``UnknownNameError`` or ``RulesError`` for rules that are not there.
    """
    return as_toml(rulebook.load(game, source))


def as_toml(rules: Rules) -> str:
    """Return rules as TOML, each field after a comment that explains it."""
    described = rulebook.field_descriptions(type(rules))
    table = rulebook.to_table(rules)
    # A TOML table takes in all keys that follow it, so the tables go last.
    ordered = sorted(table, key=lambda name: isinstance(table[name], dict))
    return "\n".join(
        f"{_comment(described[name])}\n{tomli_w.dumps({name: table[name]})}"
        for name in ordered
    )


def _comment(text: str) -> str:
    return textwrap.fill(text, 86, initial_indent="# ", subsequent_indent="# ")
