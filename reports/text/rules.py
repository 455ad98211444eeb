"""Rules as a TOML file for house rules."""

import textwrap

import tomli_w

from trueodds.core import rulebook
from trueodds.core.rulebook import Rules


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
