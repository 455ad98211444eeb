"""Scripts, style and data of a report, as files beside its pages.

A browser that shows a page from a folder blocks ``fetch`` and module scripts. Scripts
are therefore classic scripts, and data are scripts that hold base64 text.
"""

import base64
import zlib
from collections.abc import Iterable, Iterator
from importlib import resources

from trueodds.reports.html.book import BookPage

MARK = "/* Part of a report by trueodds. */\n"
SHARED = ("engines/common.js", "widgets/shared.js")
STYLE = "assets/style.css"


def script_files(page: BookPage) -> tuple[str, ...]:
    """Return the files that a page loads, in order."""
    return tuple(f"assets/{script}" for script in (*SHARED, *page.scripts))


def asset_files(pages: Iterable[BookPage]) -> Iterator[tuple[str, str]]:
    """Yield each file that the pages load, and its content."""
    listed = tuple(pages)
    own = dict.fromkeys(script for page in listed for script in page.scripts)
    for script in (*SHARED, *own):
        yield f"assets/{script}", MARK + _source("trueodds.reports.html", script)
    yield STYLE, MARK + _source("trueodds.reports", "templates/style.css")
    for page in listed:
        for name, content in page.data.items():
            yield f"data/{name}.js", data_script(name, content)
        for name, content in page.plain_data.items():
            yield f"data/{name}.js", data_script(name, content, packed=False)


def data_script(name: str, content: bytes, *, packed: bool = True) -> str:
    """Return a script that hands over data as base64: raw deflate, or the bytes.

    >>> data_script("example", b"abc").splitlines()[1]
    'trueodds.data("example", "S0xKBgA=");'
    >>> data_script("example", b"abc", packed=False).splitlines()[1]
    'trueodds.data("example", "YWJj", false);'
    """
    unpacked = "" if packed else ", false"
    if packed:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        content = deflate.compress(content) + deflate.flush()
    text = base64.b64encode(content).decode()
    return f'{MARK}trueodds.data("{name}", "{text}"{unpacked});\n'


def _source(package: str, path: str) -> str:
    return resources.files(package).joinpath(path).read_text(encoding="utf-8")
