"""Tables for the directives of this folder, with an anchor on every row."""

from collections.abc import Iterable, Sequence

from docutils import nodes


def text(content: str) -> nodes.paragraph:
    """Return a paragraph of plain text."""
    return nodes.paragraph("", content)


def literal(content: str, ids: Sequence[str] = ()) -> nodes.paragraph:
    """Return a paragraph of code, which is the target of all these anchors."""
    paragraph = nodes.paragraph("", "", nodes.literal("", content))
    for id in ids:
        paragraph.insert(0, nodes.inline("", "", ids=[id]))
    return paragraph


def table(header: Sequence[str], rows: Iterable[Sequence[nodes.Node]]) -> nodes.table:
    """Return a table with a header; each cell is a node."""
    group = nodes.tgroup(cols=len(header))
    group += [nodes.colspec(colwidth=1) for _ in header]
    head, body = nodes.thead(), nodes.tbody()
    head += _row(text(title) for title in header)
    body += [_row(cells) for cells in rows]
    group += [head, body]
    return nodes.table("", group)


def _row(cells: Iterable[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", cell) for cell in cells))
