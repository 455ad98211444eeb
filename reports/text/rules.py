"""Presets and their fields as texts: lists to read, TOML to start house rules from."""

import textwrap

import tomli_w

from trueodds.core import rulebook
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.rules_name import rules_name
from trueodds.reports.text.tables import table_text

__all__ = ["as_toml", "fields", "house_rules", "presets", "rules_name"]


def presets(game: Game) -> str:
    """The presets of a game with what they are; the first is the default."""
    rows = [
        [name, rulebook.load(game, name).description]
        for name in rulebook.preset_names(game)
    ]
    return table_text([game.name, "rules"], rows)


def fields(game: Game) -> str:
    """Every field of a game's rules and what it means."""
    described = rulebook.field_descriptions(game.room("rules").Rules)
    return table_text(["field", "meaning"], [list(pair) for pair in described.items()])


def house_rules(game: Game, source: str) -> str:
    """Rules as a TOML file with every field explained; ``--rules FILE`` reads it back.

    Raises ``UnknownNameError`` or ``RulesError`` for rules that are not there.
    """
    return as_toml(rulebook.load(game, source))


def as_toml(rules: Rules) -> str:
    """Rules as TOML, with what each field means before it."""
    described = rulebook.field_descriptions(type(rules))
    table = rulebook.to_table(rules)
    # TOML takes what follows a table into it, so the tables go last.
    ordered = sorted(table, key=lambda name: isinstance(table[name], dict))
    return "\n".join(
        f"{_comment(described[name])}\n{tomli_w.dumps({name: table[name]})}"
        for name in ordered
    )


def _comment(text: str) -> str:
    return textwrap.fill(text, 86, initial_indent="# ", subsequent_indent="# ")
