"""The command that checks certificates of trueodds, and the kinds of certificates.

Nothing in a certificate is trusted. A proof starts from the rules in the certificate:
it rolls all dice and deals all cards itself, scores them with its own scorers, and
repeats every step in integers and fractions. The exception is a certificate of a
process: it has all states of a model written out, and its proof does not show that a
game is this model.

Exit code 0: every claim is proved. 1: a claim does not follow. 2: a file is not a
certificate, or it cannot be checked, for example without numpy. With several files, the
exit code is the highest of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NamedTuple

from . import baccarat, bunco, cribbage, cribbage_win, farkle_turns, process
from .proving import Kind
from .reading import (
    MOST_BYTES,
    MOST_PARTS,
    MalformedError,
    UnprovedError,
    Values,
    conform,
    fraction,
    one_line,
    optional_fields,
    read_json,
    refuse,
    require,
)
from .words import rules_in_words, values_in_words

SCHEMA = "trueodds.certificate/1"
HEAD = ("schema", "kind", "game", "model")
SMALL: dict[str, Kind] = {
    **bunco.KINDS,
    **baccarat.KINDS,
    **cribbage.KINDS,
    **cribbage_win.KINDS,
    **farkle_turns.KINDS,
}
LARGE = (
    "match farkle match",
    "decision farkle dice-turn",
    "equilibrium cribbage discard",
    "equilibrium cribbage play",
)
"""The kinds whose proof needs numpy. A proof takes up to some minutes."""


Others = Callable[[str], Kind | None]
"""Finds a kind that is not in this folder, such as ``listing pair roll``, by name."""


class UncheckedError(Exception):
    """The error for a certificate that cannot be checked, whatever it claims."""


class NeedsNumpyError(UncheckedError):
    """The error for a kind of certificate that needs numpy, which is not installed."""


class FileVerdict(NamedTuple):
    """The exit code for a file, the line to print, and True if numpy is missing."""

    code: int
    line: str
    needs_numpy: bool = False


def find_kind(
    name: str, *, with_numpy: bool = True, others: Others | None = None
) -> Kind:
    """Return the kind of certificate with this name, as a ``Kind``.

    A ``Kind`` has the function that proves the claims. ``name`` is three fields of a
    certificate with blanks between them: the kind, the game and the model, such as
    ``match farkle match``. ``others`` takes the name of a kind that is not in this
    folder, and returns its ``Kind``, or None. ``with_numpy`` is false if numpy must not
    be used.

    Raises:
        MalformedError: If there is no kind with this name.
        UncheckedError: If the kind needs numpy, which must not be used or cannot be
            loaded.
    """
    if name in SMALL:
        return SMALL[name]
    if name not in LARGE:
        # A kind of someone else has its own checker, in another package.
        if others and (other := others(name)):
            return other
        refuse(f"no checker has its kind, game and model: {name!r}")
    if not with_numpy:
        raise NeedsNumpyError(f"certificates of the kind {name} need numpy")
    # Import these files only here, so that all other kinds are checked without numpy.
    try:
        if name == "match farkle match":
            from .farkle_match import KIND
        elif name == "decision farkle dice-turn":
            from .farkle_dice import KIND
        elif name == "equilibrium cribbage discard":
            from .cribbage_discard import KIND
        else:
            from .cribbage_play import KIND
    except ModuleNotFoundError as error:
        raise NeedsNumpyError(f"{error}; the kind {name} needs numpy") from None
    return KIND


def check(
    content: bytes, *, with_numpy: bool = True, others: Others | None = None
) -> Values:
    """Return the claims of a certificate by quantity id, after proving all of them.

    ``with_numpy`` is false if numpy must not be used. ``others`` returns the ``Kind``
    of another package by its name, as in ``find_kind``. ``content`` is the content of
    the file.

    Raises:
        MalformedError: If the content is not a certificate.
        UncheckedError: If its kind needs numpy, which is not installed, or if the
            checker of another package fails.
        UnprovedError: If a claim does not follow.
    """
    claims: Values = _proved(content, with_numpy, others)[0]["claims"]
    return claims


def _proved(
    content: bytes, with_numpy: bool, others: Others | None
) -> tuple[Values, str]:
    """Prove all claims of a certificate; return it, and a sentence on what is proved.

    The sentence has every condition under which the claims hold.
    """
    # A process may have more parts than others. Its maker writes the kind first.
    is_process = b'"kind":"process"' in content[:100]
    most_parts = process.MOST_PARTS if is_process else MOST_PARTS
    table = conform(read_json(content, most_parts), dict)
    if (schema := table.get("schema")) != SCHEMA:
        refuse(f"expected the schema {SCHEMA}, not {brief(schema)}")
    names = [conform(table.get(name), str) for name in HEAD[1:]]
    if names[0] == "process":  # of any game and model
        kind = process.KIND
    else:
        kind = find_kind(" ".join(names), with_numpy=with_numpy, others=others)
    if len(content) > kind.most_bytes:
        refuse(f"it is larger than {kind.most_bytes} bytes")
    # A file that claims nothing would be proved whatever it holds.
    claims = conform(table.get("claims"), dict)
    if not claims:
        refuse("it claims nothing")
    claimed = {id: read_claim(claim) for id, claim in claims.items()}
    # Refuse unknown fields: a reader might think that they were proved, too.
    shape = {**dict.fromkeys(HEAD, str), "claims": dict, "rules": kind.rules}
    parts = conform(table, shape | kind.data)
    # Rules of the right shape may be no game, such as dice whose faces weigh nothing.
    # So an error on the way is a refusal.
    try:
        proved = kind.prove(parts["rules"], *(parts[name] for name in kind.data))
    except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
        refuse(f"the rules are not a game, or the data are incomplete: {error!r}")
    # Every claim must be one of the proved values, and follow from it.
    for id, value in optional_fields(proved, lambda claim: claim, claims).items():
        if type(claimed[id]) is not type(proved[id]):
            refuse(f"{id} is claimed as {brief(value)}; expected {proved[id]!r}")
        require(
            follows(claimed[id], proved[id], looser=kind.looser),
            f"{id} is not {brief(value)}: {in_words(proved[id])} is proved",
        )
    values = values_in_words({id: claimed[id] for id in claims})
    rules = ""
    if stated := table["rules"]:
        rules = f", by {rules_in_words(names[1], names[2], stated)}"
    condition = f", {kind.words(parts)}" if kind.words else ""
    number = f"{len(claims)} claim{'s' * (len(claims) > 1)}"
    return table, f"{kind.follows}: {number}: {values}{rules}{condition}"


def read_claim(claim: Any) -> Any:
    """Read a claim of a certificate: a fraction, or a lower and an upper bound.

    The bounds are returned as a pair of fractions.
    """
    if isinstance(claim, str):
        return fraction(claim)
    return tuple(conform(claim, {"lower": fraction, "upper": fraction}).values())


def follows(claimed: Any, proved: Any, *, looser: bool) -> bool:
    """Return True if a claim follows from the value, or the bounds, that is proved.

    With ``looser``, the claimed bounds may be wider than the proved ones. Both are a
    fraction or a pair of fractions, the lower bound first.
    """
    if looser:
        return bool(claimed[0] <= proved[0] and proved[1] <= claimed[1])
    return bool(claimed == proved)


def in_words(proved: Fraction | tuple[Fraction, Fraction]) -> str:
    """Return a proved value or two proved bounds as text of at most 80 characters."""
    if isinstance(proved, tuple):
        return f"{proved[0]!s:.33} to {proved[1]!s:.33}"
    return f"{proved!s:.80}"


def verdict(
    path: str, *, with_numpy: bool = True, others: Others | None = None
) -> FileVerdict:
    """Check a certificate; return the exit code and the line to print.

    The exit code is 0 if the claims are proved, 1 if one does not follow, and 2 if the
    file cannot be checked. ``with_numpy`` is false if numpy must not be used.
    ``others`` returns the ``Kind`` of another package by its name, as in ``find_kind``.
    ``path`` is the path of the certificate's file.
    """
    file = Path(path)
    path = one_line(path, most=1_000)
    try:
        if not file.is_file():  # Reading a pipe might never end.
            is_folder = "it is a folder; name its files"
            refuse(is_folder if file.is_dir() else "there is no such file")
        # Read a byte more than allowed, to see that a file is too large.
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        _, sentence = _proved(content, with_numpy, others)
    except UnprovedError as error:
        return FileVerdict(1, f"{path}: not proved: {error}")
    except UncheckedError as error:
        needs_numpy = isinstance(error, NeedsNumpyError)
        return FileVerdict(2, f"{path}: not checked: {error}", needs_numpy)
    except (MalformedError, OSError) as error:
        return FileVerdict(2, f"{path}: not a certificate: {error}")
    return FileVerdict(0, f"{path}: {sentence}")


def main(paths: Sequence[str]) -> int:
    """Check certificate files, print each result, and return the highest exit code.

    ``paths`` are the paths of the files.
    """
    worst = 0 if paths else 2
    for path in paths:
        code, line, _ = verdict(path)
        print(line, flush=True)
        worst = max(worst, code)
    return worst
