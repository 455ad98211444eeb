"""The directive ``book-glossary``: the words of the page "Glossary" of the report."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from trueodds.reports.html.book import page_of


class BookGlossary(SphinxDirective):
    """Write a glossary under each heading; other pages can link to its words."""

    def run(self) -> list[nodes.Node]:
        """Return a heading and a glossary for each group of words."""
        sections: list[nodes.Node] = []
        for title, words in page_of("glossary").values["glossary"].items():
            entries = "\n\n".join(
                "\n".join([*names.split(", "), f"  {meaning}"])
                for names, meaning in words.items()
            )
            heading = nodes.title("", title)
            section = nodes.section("", heading, ids=[nodes.make_id(title)])
            section += self.parse_text_to_nodes(f"```{{glossary}}\n{entries}\n```")
            sections.append(section)
        return sections


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("book-glossary", BookGlossary)
    return {"parallel_read_safe": True}
