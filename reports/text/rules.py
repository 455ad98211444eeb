"""Rule sets and their fields as text: lists to read, and TOML for house rules."""

import textwrap

import tomli_w

from trueodds.core import games, rulebook
from trueodds.core.exact import exact_toml
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.reports.output import Output, Table

SCHEMA = "trueodds.rules/1"


def every_game() -> Output:
    """Return the rule sets of every game."""
    ours = [games.find(name) for name in games.names()]
    title = (
        "The rules of every game; the first of each game are its default, such as "
        f"{rulebook.preset_names(ours[0])[0]}."
    )
    return Output(
        SCHEMA,
        record=lambda: {game.name: dict(_descriptions(game)) for game in ours},
        table=lambda: [title, *map(_presets, ours)],
    )


def one_game(game: Game) -> Output:
    """Return the rule sets of a game, and the meaning of each field."""
    described = rulebook.field_descriptions(game.rules_part.Rules)
    default = game.rules_part.DEFAULT
    usage = (
        f"By default, {game.name.capitalize()} is played by {default} rules. "
        "--rules NAME plays by others, --set FIELD=VALUE changes a field."
    )
    fields = [list(pair) for pair in described.items()]
    return Output(
        SCHEMA,
        record=lambda: {game.name: dict(_descriptions(game)), "fields": described},
        table=lambda: [usage, _presets(game), Table(["field", "meaning"], fields)],
    )


def _descriptions(game: Game) -> list[list[str]]:
    """Return the name and the description of each preset, the default first."""
    presets = game.rules_part.Rules.presets()
    return [[name, rules.description] for name, rules in presets.items()]


def _presets(game: Game) -> Table:
    return Table([game.name, "rules"], _descriptions(game))


def house_rules(game: Game, source: str) -> Output:
    """Return rules as a TOML file, which ``--rules FILE`` reads back.

    Raises ``UnknownNameError`` or ``RulesError`` for rules that do not exist.
    """
    rules = rulebook.load(game, source)
    described = rulebook.field_descriptions(type(rules))
    values = rulebook.to_table(rules)
    rows = [
        [name, exact_toml.write(values[name]), meaning]
        for name, meaning in described.items()
        if name in values
    ]
    return Output(
        SCHEMA,
        record=lambda: {"text": as_toml(rules)},
        table=lambda: [Table(["field", "value", "meaning"], rows)],
        others={"table": lambda: as_toml(rules)},  # lines of a file are not wrapped
    )


def default_rules(game: Game, name: str) -> Output:
    """Return the confirmation that a game's default rules are stored."""
    return Output(
        SCHEMA,
        record=lambda: {"game": game.name, "default": name},
        table=lambda: [
            f"Tables on your terminal show {game.name} by the {name} rules now. "
            "Everything else keeps to the usual rules."
        ],
    )


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
