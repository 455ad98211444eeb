"""Check the links of a built site: ``python tests/docs/check_site.py build/docs``.

Every link inside the site leads to a file and, after ``#``, to an element of it. No
page loads anything from elsewhere, so the site works from the file system.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src"}


class Page(HTMLParser):
    """The links, the anchors and the loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.loads: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what a tag links to, loads or marks."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        if tag in LOADS and LOADS[tag] in values:
            self.loads.add(values[LOADS[tag]])


def faults(site: Path) -> list[str]:
    """Return every dead link, and everything that is loaded from elsewhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    dead = []
    for path, page in pages.items():
        for link in sorted(page.links | page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "data":
                    dead.append(f"{path}: loads {link}")
                continue
            target = path.parent / unquote(parts.path) if parts.path else path
            if not target.exists():
                dead.append(f"{path}: {link} leads nowhere")
            elif parts.fragment and link in page.links:
                other = pages.get(target.resolve()) or pages.get(target)
                other = other or Page(target.read_text("utf-8"))
                if unquote(parts.fragment) not in other.anchors:
                    dead.append(f"{path}: {link} has no such anchor")
    return dead


if __name__ == "__main__":
    dead = faults(Path(sys.argv[1]).resolve())
    print("\n".join(dead) or "every link leads somewhere, and nothing is loaded")
    sys.exit(bool(dead))
