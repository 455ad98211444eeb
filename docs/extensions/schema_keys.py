"""The directive ``schema-keys``: the JSON schemas that are installed, by name."""

import json
from importlib.resources import files
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from tables import literal, table, text


class SchemaKeys(SphinxDirective):
    """List the keys of every schema, with their types and descriptions."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each schema."""
        folder = files("trueodds.reports.schemas")
        names = sorted(e.name for e in folder.iterdir() if e.name.endswith(".json"))
        sections: list[nodes.Node] = []
        for name in names:
            schema = json.loads((folder / name).read_text(encoding="utf-8"))
            id = name.removesuffix(".json")
            section = nodes.section("", nodes.title("", schema["title"]), ids=[id])
            self.state.document.note_explicit_target(section)
            section += text(schema.get("description", ""))
            rows = [
                (literal(key), text(_kind(value)), text(value.get("description", "")))
                for key, value in schema.get("properties", {}).items()
            ]
            if rows:
                section += table(("key", "type", "meaning"), rows)
            sections.append(section)
        return sections


def _kind(value: dict[str, Any]) -> str:
    """Return the type of a key in words."""
    if "const" in value:
        return f"always {value['const']!r}"
    kind = value.get("type", "")
    return " or ".join(kind) if isinstance(kind, list) else kind


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("schema-keys", SchemaKeys)
    return {"parallel_read_safe": True}
