"""The directive ``rule-fields GAME``: the fields of a game's rules, with examples."""

from typing import Any

import tomli_w
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from tables import literal, table, text

from trueodds.core import games, rulebook

LONGEST = 60
"""The most characters of a value that is shown as it is."""


class RuleFields(SphinxDirective):
    """List every field: its meaning, its usual value, and the presets that differ."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a table of the fields of the game's record of rules."""
        game = games.find(self.arguments[0])
        presets = {
            name: rulebook.to_table(rulebook.load(game, name))
            for name in rulebook.preset_names(game)
        }
        usual, *others = presets
        record = type(rulebook.load(game))
        rows = []
        for field, meaning in rulebook.field_descriptions(record).items():
            value = presets[usual][field]
            different = [name for name in others if presets[name][field] != value]
            rows.append(
                (
                    literal(field, [f"{game.name}.{field}"]),
                    text(meaning),
                    literal(_example(field, value)),
                    text(", ".join(different)),
                )
            )
        header = ("field", "meaning", f"example ({usual})", "presets that differ")
        return [table(header, rows)]


def _example(field: str, value: object) -> str:
    """Return the field as the line of a rules file; a long table's first entry."""
    while isinstance(value, dict) and value:
        key, value = next(iter(value.items()))
        field = f"{field}.{key}"
    written = " ".join(tomli_w.dumps({"": value}).partition(" = ")[2].split()) or "{}"
    line = f"{field} = {written.replace('[ ', '[').replace(', ]', ']')}"
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 2]} …"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("rule-fields", RuleFields)
    return {"parallel_read_safe": True}
