"""Coups that are not printed on one line: tables of cards, and one hand per line.

Each coup is put on a line of its own, which ``coups`` reads. Blank lines take the other
places, so that a line keeps its number.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from trueodds.core.errors import PositionError
from trueodds.core.exact.digits import counted
from trueodds.proofs.verify.coups import (
    HAND,
    MOST,
    NOTHING,
    WINNER_FIRST,
    WINNERS,
    WON,
    number_of_cards,
)

OF_CARDS = rf"(?:{HAND})[\s_-]*(?:hand|cards?)?[\s_-]*[1-3]?|cards?[\s_-]*[1-6]?"
TOTALS = "total|value|points|score"
COLUMN = re.compile(
    rf"(?i){OF_CARDS}|winner|result|outcome"
    rf"|(?:{HAND})[\s_-]*(?:hand[\s_-]*)?(?:{TOTALS})"
)
"""A column of a table of coups."""

DELIMITERS = (",", "\t", ";", "|", " ")
NO_COLUMNS = "--columns names the columns of a table of coups of baccarat"
KNOWN = (
    "the names are player, banker, p1, p2, p3, b1, b2, b3, cards, winner, ptotal, "
    "btotal, and - for a column that is not read"
)
SIX = "player,player,player,banker,banker,banker"
FIRST = 20
"""The number of first lines that show what a table is."""


def coup_lines(lines: Iterable[str], columns: Sequence[str] = ()) -> Iterator[str]:
    """Yield as many lines as there are, with each coup on a single line.

    A table has a header with the names of its columns, or ``columns`` names them. Its
    header becomes a blank line. If each hand and the winner have lines of their own,
    these lines are joined in the place of the first, and the others become blank.
    Raises ``PositionError`` for a table without names in which Player's third card has
    a place of its own.

    >>> [*coup_lines(["p1,p2,p3,b1,b2,b3", "K,5,3,7,Q,NA"])]
    ['', 'p: K 5 3; b: 7 Q']
    >>> [*coup_lines(["Player: K A 5 (6)", "Banker: 7 2 (9)", "Banker wins"])]
    ['Player: K A 5 (6); Banker: 7 2 (9); Banker wins', '', '']
    """
    for name in columns:
        if not COLUMN.fullmatch(name) and name != "-":
            raise PositionError(f"{name!r} is no column of a coup; {KNOWN}")
    waiting = iter(lines)
    head = list(islice(waiting, FIRST))
    place, first, delimiter = _first(head)
    header = _header(first, delimiter)
    names = columns or header
    if names:
        # A header of its own, or a first row without a card, is no coup.
        if header or max(map(number_of_cards, first.split(delimiter))) < 1:
            head[place : place + 1] = [""]
        rows = chain(head, waiting)
        yield from (_row(line, delimiter, names) for line in rows)
        return
    for line in head:
        cells = [cell.strip() for cell in line.split(delimiter)]
        # With blanks as the delimiter, "-" stands between two hands.
        none = cells[2:3] != ["-"] or delimiter != " "
        # Six places, and the third is empty: Player's cards come first, and not in the
        # order of the deal. Only names tell.
        if len(cells) == MOST and cells[2].upper() in {*NOTHING, ""} and none:
            raise PositionError(
                f"{line.strip()[:40]!r} has no third card; name its columns, such as "
                f"--columns {SIX}"
            )
    yield from _joined(chain(head, waiting))


def unread(lines: Iterable[str], columns: Sequence[str] = ()) -> list[str]:
    """Return a note on the columns in a table's header that are not read.

    ``lines`` are those of the table, the header first. The list has one note. It is
    empty if all columns are read, or if ``columns`` names the columns.

    >>> unread(["p1,p2,b1,b2,hand no,bet", "K,9,8,K,1,5"])
    ['columns not read: hand no, bet']
    """
    _, line, delimiter = _first(lines)
    header = _header(line, delimiter)
    names = [name for name in header if not COLUMN.fullmatch(name)]
    if columns or not names:
        return []
    return [f"columns not read: {', '.join(names)}"]


def _first(lines: Iterable[str]) -> tuple[int, str, str]:
    """Return the first line with words: its place, itself and its delimiter."""
    for place, line in enumerate(lines):
        if line.strip():
            delimiter = next((sign for sign in DELIMITERS if sign in line), ",")
            return place, line, delimiter
    return 0, "", ","


def _header(line: str, delimiter: str) -> list[str]:
    """Return the columns that a header names, or none if it is no header of coups."""
    names = [cell.strip().lower() for cell in line.split(delimiter)]
    if names == ["player", "banker"]:
        return names
    # A row of cards or winners is no header, even if some of its words are names too.
    for name in names:
        if name in WINNERS or not name or name.isdigit():
            return []
    of_coup = [name for name in names if COLUMN.fullmatch(name)]
    return names if len(of_coup) > 1 else []


def _row(line: str, delimiter: str, names: Sequence[str]) -> str:
    """Return the cells of a row behind their names."""
    rows = csv.reader([line.strip(" ")], delimiter=delimiter, skipinitialspace=True)
    cells = [cell.strip() for cell in next(rows, ())]
    if not any(cells):
        return ""
    # A cell more or less would shift cards to another hand.
    if len(cells) != len(names):
        raise PositionError(
            f"{line.strip()[:40]!r} has {counted(len(cells), 'columns')}; expected "
            f"{', '.join(names)}"
        )
    by_name: dict[str, list[str]] = {}
    for name, cell in zip(names, cells, strict=True):
        if COLUMN.fullmatch(name):
            # p1, p2 and p3 are three cards of one hand.
            word = re.sub(r"[\s_-]*(?:hand|cards?)?[\s_-]*[1-6]?$", "", name) or "cards"
            word = re.sub(rf"^({HAND})(?={TOTALS})", r"\1 ", word)
            if cell and cell.upper() not in NOTHING and cell.lower() != "nothing":
                by_name.setdefault(word, []).append(cell)
    return "; ".join(f"{name}: {' '.join(cells)}" for name, cells in by_name.items())


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with both hands, and with the winner, of several lines."""
    coup: list[str] = []
    for line in lines:
        if coup and not _goes_on(coup, line):
            yield from _one_line(coup)
            coup = []
        alone = HAND_ALONE["player"].match(line)
        # "Player 7 6" has a winner and both totals, so it is a coup of its own.
        if coup or (alone and not WINNER_FIRST.fullmatch(line)):
            coup.append(line)
        else:
            yield line
    yield from _one_line(coup)


def _one_line(coup: Sequence[str]) -> list[str]:
    if not coup:
        return []
    words = [line.strip() for line in coup]
    text = "; ".join(filter(None, words))
    # As many lines as before, so that messages have the right line.
    blanks = [""] * (len(coup) - 1)
    return [text, *blanks]


def _goes_on(coup: Sequence[str], line: str) -> bool:
    """Return True if a line belongs to the coup whose lines came before."""
    # Behind the winner only blank lines belong to the coup.
    if any(WON.search(before) for before in coup):
        return not line.strip()
    return bool(
        HAND_ALONE["banker"].match(line)
        or WON.search(line)
        or not line.strip()
        or (HAND_ALONE["player"].match(line) and re.search("(?i)takes|draws", line))
    )


HAND_ALONE = {
    name: re.compile(rf"(?i)\W*(?:{own})\b(?!.*\b(?:{other})\b)(?=.*[2-9AJQKT])")
    for name, own, other in (
        ("player", "player|punto|p", "banker|banco|dealer|b|wins|won"),
        ("banker", "banker|banco|dealer|b", "player|punto|p|wins|won"),
    )
}
"""Lines with only one of the hands."""
