"""Collect everything that the project publishes in one folder: ``tox -e home``.

``build/home`` gets sdist and wheel, the documentation, the book of all games, censuses,
and packs of positions with their scores. ``SHA256SUMS`` has a digest of each file, as
``sha256sum --check`` reads them, and ``index.html`` says what each part is.
"""

import hashlib
import runpy
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from trueodds.core import games, rulebook
from trueodds.core.games import Game
from trueodds.proofs.verify.positions.order import ChosenPositions, order

_release = runpy.run_path(str(Path(__file__).with_name("release.py")))
ROOT = _release["ROOT"]
VERSION = _release["VERSION"]
run = _release["run"]
HOME = ROOT / "build/home"
SUMS = "SHA256SUMS"
MOST = 1_000_000
"""The most positions of a pack that has one of every class."""

SAMPLE = 100_000
"""The positions of a pack of random ones."""

INDEX = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>trueodds {version}</title>
<h1>trueodds {version}</h1>
<p>The exact odds of Bunco, Baccarat, Cribbage and Farkle, with proofs.</p>
<ul>
{parts}
</ul>
<p><a href="{sums}">{sums}</a> has the SHA-256 of each file:
<code>sha256sum --check {sums}</code></p>
</html>
"""


def packages(folder: Path) -> None:
    """Build sdist and wheel."""
    run(sys.executable, "-m", "build", "--outdir", folder)


def documentation(folder: Path) -> None:
    """Build the site of the documentation, as ``tox -e docs`` does."""
    site, doctrees = ROOT / "build/docs", ROOT / "build/doctrees"
    options = ("-q", "-W", "-n", "--keep-going", "-b", "html", "-d", doctrees)
    run(sys.executable, "-m", "sphinx", *options, ROOT / "docs", site)
    hidden = shutil.ignore_patterns(".*")
    shutil.copytree(site, folder, ignore=hidden, dirs_exist_ok=True)


def book(folder: Path) -> None:
    """Write the report on all games."""
    run(sys.executable, "-m", "trueodds", "report", "--out", folder)


def scoring_rules() -> Iterator[tuple[Game, str]]:
    """Yield each game with each of its scoring rules."""
    for name in games.ours():
        game = games.find(name)
        for rule in game.scoring_rules:
            yield game, rule


def censuses(folder: Path) -> None:
    """Write the number of positions by score, for each scoring rule."""
    for game, rule in scoring_rules():
        command = (sys.executable, "-m", "trueodds", "census", game.name)
        text = run(*command, "--rule", rule)
        (folder / f"{game.name}-{rule}.txt").write_text(text, "utf-8")


def positions(folder: Path) -> None:
    """Write a pack of positions for each scoring rule."""
    for game, rule in scoring_rules():
        (folder / f"{game.name}-{rule}.txt").write_text(pack(game, rule), "utf-8")


def pack(game: Game, rule: str) -> str:
    """Return positions with their scores, as ``verify scorer --answers`` reads them.

    There is one position of every class, or a random sample if that is too many.
    """
    rules = rulebook.load(game)
    every = order(game, rules, rule, ChosenPositions(by_class=True))
    if every.count > MOST:
        every = order(game, rules, rule, ChosenPositions(sample=SAMPLE))
    texts = every.text(0, every.count).decode().splitlines()
    scores = every.values(0, every.count).tolist()
    pairs = zip(texts, scores, strict=True)
    return "".join(f"{text} = {score}\n" for text, score in pairs)


PARTS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "packages": (packages, "", "sdist and wheel, for pip"),
    "documentation": (documentation, "index.html", "how to use trueodds, and why"),
    "book": (book, "index.html", "the odds of all games, as pages with their data"),
    "censuses": (
        censuses,
        "",
        "for each scoring rule, a line for each score: the score and the number of "
        "positions; compare your program's with diff",
    ),
    "positions": (
        positions,
        "",
        "for each scoring rule, positions with their scores, for tests of a scorer in "
        "any language",
    ),
}
"""The parts by folder: how to write a part, its first page, and what it is."""


def index(home: Path) -> str:
    """Return the page that says what each part is, with its size."""
    rows = []
    for name, (_, page, text) in PARTS.items():
        files = [path for path in (home / name).rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files) / 1e6
        paths = (path.relative_to(home / name).as_posix() for path in files)
        links = [page] if page else sorted(paths)
        shown = ", ".join(
            f'<a href="{name}/{escape(link)}">{escape(link)}</a>' for link in links
        )
        about = f"{escape(text)} ({len(files):,} files, {size:,.1f} MB)"
        rows.append(f"<li><b>{name}</b>: {about}: {shown}</li>")
    return INDEX.format(version=VERSION, parts="\n".join(rows), sums=SUMS)


def sums(home: Path) -> str:
    """Return the SHA-256 of each file in a folder, by path."""
    lines = []
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.name != SUMS:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines.append(f"{digest}  {path.relative_to(home).as_posix()}\n")
    return "".join(lines)


def main() -> None:
    """Write all parts, the index and the digests."""
    shutil.rmtree(HOME, ignore_errors=True)
    for name, (write, _, _) in PARTS.items():
        start = time.monotonic()
        (HOME / name).mkdir(parents=True)
        write(HOME / name)
        print(f"{name}: {time.monotonic() - start:,.0f} s", flush=True)
    (HOME / "index.html").write_text(index(HOME), "utf-8")
    (HOME / SUMS).write_text(sums(HOME), "utf-8")
    size = sum(path.stat().st_size for path in HOME.rglob("*") if path.is_file())
    print(f"{HOME}: {size / 1e6:,.1f} MB")


if __name__ == "__main__":
    main()
