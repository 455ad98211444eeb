"""The directive ``quantity-ids GAME``: every id of a game's numbers, as an anchor.

Ids that differ only in a number are one family and one row. The anchor of an id is
``GAME.ID``, such as ``bunco.roll.bunco``.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from tables import literal, table, text

import trueodds
from trueodds.core.exact.quantity import Quantity

NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")


class QuantityIds(SphinxDirective):
    """List the ids of a game under rules: its usual ones, or those named second."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a table with a row for each family of ids."""
        game, *rules = self.arguments
        prefix = ".".join([game, *rules])
        families: dict[str, list[Quantity]] = {}
        for quantity in trueodds.odds(game, *rules).values():
            families.setdefault(NUMBER.sub("N", quantity.id), []).append(quantity)
        rows = []
        for pattern, members in families.items():
            first = members[0]
            name = first.id if len(members) == 1 else pattern
            anchors = [f"{prefix}.{member.id}" for member in members]
            value = repr(first) if len(members) == 1 else f"{len(members):,} numbers"
            rows.append((literal(name, anchors), text(_label(members)), text(value)))
        return [table(("id", "what it is", "value"), rows)]


def _label(members: list[Quantity]) -> str:
    """Return the label of one number, or the first and last labels of a family."""
    labels = list(dict.fromkeys(member.label for member in members))
    return labels[0] if len(labels) == 1 else f"{labels[0]} … {labels[-1]}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("quantity-ids", QuantityIds)
    return {"parallel_read_safe": True}
