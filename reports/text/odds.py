"""The odds of a game as an answer: the headlines, a family, or every number."""

import shlex
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice

from trueodds.analysis import run
from trueodds.core import games, rulebook
from trueodds.core.errors import PackageError, UnknownNameError
from trueodds.core.exact.digits import counted
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.reports.output import Part, Table
from trueodds.reports.parts import parts
from trueodds.reports.text import numbers
from trueodds.reports.text.tables import escaped

MOST_HEADLINES = 12

NEGLIGIBLE = Fraction(1, 10**12)
"""The probability of an event that people do not read, or of its opposite."""

UNLISTED = Fraction(1, 10**6)
"""The most probability that a family can leave out and still be a distribution."""


@dataclass(frozen=True, slots=True)
class View:
    """The part of the odds that a user asked to see, and the form of its numbers.

    ``names`` are ids of quantities, globs, or families: beginnings of ids, such as
    ``turn.points`` of ``turn.points.50``. ``everything`` asks for a table of all
    quantities, ``exact`` for fractions, ``plot`` for bars, and ``digits`` for a number
    of significant digits in place of the usual decimals.
    """

    names: Sequence[str] = ()
    everything: bool = False
    exact: bool = False
    plot: bool = False
    digits: int | None = None


def selected(odds: Odds, names: Iterable[str]) -> Odds:
    """Return the quantities that ids, families or globs name, or else words.

    A family is the beginning of ids, such as ``turn.points`` of ``turn.points.50``.
    If a name fits no id, the names are the words of a search (``Odds.find``). The
    command of the selected odds has the same names.

    Raises ``UnknownNameError``, with the nearest names, if nothing is found.

    >>> import trueodds
    >>> [*selected(trueodds.odds("bunco"), ["turn.*mean", "roll.bunco"])]
    ['roll.bunco', 'turn.mean', 'turn.rolls.mean']
    >>> [*selected(trueodds.odds("farkle"), ["bust", "three", "dice"])]
    ['roll.3.farkle']
    """
    # A name without wildcards is an id or a family, such as ``turn.points`` of
    # ``turn.points.50``.
    fitting = {}
    for name in names:
        fitting[name] = [name]
        if not set("*?[") & {*name}:
            fitting[name].append(f"{name}.*")
    # A single name that fits nothing makes all of them words, as people type sentences.
    unknown = [name for name in fitting if not [*odds.fitting(*fitting[name])]]
    if unknown:
        chosen = odds.find(" ".join(fitting))
    else:
        globs = chain(*fitting.values())
        chosen = odds.only(odds.fitting(*globs))
    if not chosen:
        # Text with a dot was meant as an id, so the error names this id alone.
        is_id = any("." in name for name in unknown)
        text = " ".join(unknown if is_id else fitting)
        near = odds.near(text, words=True)
        raise UnknownNameError(f"{odds.game} has no number {text!r}; {near}")
    words = shlex.split(odds.command)
    words[3:3] = fitting  # after "trueodds odds GAME"
    return Odds(odds.game, odds.rules, shlex.join(words), chosen.values())


def headlines(odds: Odds) -> tuple[Quantity, ...]:
    """Return the headline quantities, labelled in the words of the game.

    If the game has no such words, its page chooses the quantities. Without a page, they
    are the first quantities of ``odds``, because later ones may take long to compute.
    Raises ``PackageError`` if a package has words for an id that its game does not
    have.
    """
    of_game = parts(odds.game)
    if words := of_game.headlines:
        require_known(odds, words, "headlines")
        return labelled(odds, words)[:MOST_HEADLINES]
    # ``islice`` below asks for no more, so the families that follow are not computed.
    leading = of_game.page(odds).headlines if of_game.has_page else odds.values()
    return tuple(islice(leading, MOST_HEADLINES))


def require_known(odds: Odds, ids: Iterable[str], what: str) -> None:
    """Raise ``PackageError`` for an id that no preset of another package's game has.

    ``what`` is the part of the package that names the ids, such as "headlines".
    """
    package = games.credited(odds.game)
    absent = [id for id in ids if id not in odds and id not in odds.unanswered]
    if package is None or not absent:
        return
    # These rules may lack a number that others have, so each preset is asked.
    presets = rulebook.preset_names(games.find(odds.game))
    known = [run.odds(odds.game, preset) for preset in presets]
    for id in absent:
        if not any(id in each for each in known):
            raise PackageError(
                f"the package {package} failed: its {what} name {id}, which "
                f"{odds.game} does not have; {odds.near(id)}"
            )


def labelled(odds: Odds, words: Mapping[str, str]) -> tuple[Quantity, ...]:
    """Return the quantities with the ids of ``words``, whose words become the labels.

    Ids that the odds do not have are skipped.
    """
    quantities = []
    for id, label in words.items():
        if id in odds:
            quantities.append(replace(odds[id], label=label))
    return tuple(quantities)


def all_quantities(odds: Odds, view: View) -> Table:
    """Return a table of all quantities of the odds of a game.

    Long fractions are abridged unless the view is ``exact``. Decimals have 12
    significant digits, or the ``digits`` of the view.
    """
    rows = [
        [
            quantity.id,
            quantity.label,
            numbers.exact_text(quantity, abridge=not view.exact),
            numbers.decimal(quantity, view.digits or 12),
            numbers.one_in(quantity),
        ]
        for quantity in odds.values()
    ]
    return Table(["id", "", "exact", "decimal", "1 in"], rows)


def view_parts(odds: Odds, view: View) -> Iterator[Part]:
    """Yield a sentence on the rules, the quantities of a view, and perhaps a hint.

    The quantities are those of ``odds`` that the view asks for.
    """
    title = games.find(odds.game).title
    rules = rules_name(odds.game, odds.rules)
    # Names outrank --all, which then only keeps what would be left out of their list.
    if view.everything and not view.names:
        yield f"All {len(odds):,} numbers of {title} ({rules})."
        yield all_quantities(odds, view)
    elif not view.names:
        yield f"The odds of {title} ({rules})."
        leading = headlines(odds)
        yield Table([], [[q.label, *_cells(q, view)] for q in leading])
        such = ""
        pending = odds.pending
        # Families that are not computed yet have no known number of quantities. A
        # sentence is not worth the wait for them.
        count = "More numbers"
        if not pending:
            count = counted(len(odds), "numbers")
            for family in islice(odds.complete(unlisted=UNLISTED), 1):
                command = selected(odds, [family]).command
                such = f"; a distribution: {command.removesuffix(' --format json')}"
        yield f"{count}: --all{such}; fractions: --exact"
        yield from parts(odds.game).left_out(odds)
    elif len(odds) == 1:
        (quantity,) = odds.values()
        value = numbers.value_text(quantity, view.digits)
        yield f"{quantity.label}: {value} ({title}, {rules})."
        yield Table([], _details(quantity, view))
    else:
        yield f"{len(odds):,} numbers of {title} ({rules})."
        yield from listed_parts(odds, view)
    yield from map("No answer: {}".format, odds.unanswered.values())


def listed_parts(odds: Odds, view: View) -> Iterator[Part]:
    """Yield a table of the odds that are in no distribution, then each distribution.

    A distribution is the probabilities of all outcomes N, with ids that end in N. A row
    N of its table has P(N) and P(N or more). The first table leaves out probabilities
    of (almost) 0 or 1, and a distribution leaves out outcomes of probability 0. Neither
    leaves out an id that the view names, or any id if the view is of everything.
    """

    def is_asked(quantity: Quantity) -> bool:
        return view.everything or quantity.id in view.names

    # A distribution shows P(N or more) in its rows, so those ids need no rows of their
    # own.
    families = odds.complete(unlisted=UNLISTED)
    in_rows = set()
    for family, masses in families.items():
        for mass in masses:
            if mass.exact or is_asked(mass):
                number = mass.id.removeprefix(f"{family}.")
                in_rows |= {mass.id, f"{family}.at_least.{number}"}
    single = [quantity for id, quantity in odds.items() if id not in in_rows]
    listed = [q for q in single if is_asked(q) or _is_read(q)]
    if listed:
        yield _list(listed, view)
    for family, masses in families.items():
        yield _distribution(family, masses, view, in_rows)
    if left := len(single) - len(listed):
        yield f"Left out, as the probability is about 0 or 1: {left:,}. See --all"


def _is_read(quantity: Quantity) -> bool:
    """Return False for a probability of (almost) 0 or 1."""
    if quantity.unit != "probability":
        return True
    bounds = quantity.bounds
    return bounds.upper > NEGLIGIBLE and bounds.lower < 1 - NEGLIGIBLE


def _list(quantities: Sequence[Quantity], view: View) -> Table:
    highest = max(
        (q.bounds.midpoint for q in quantities if q.unit == "probability"),
        default=Fraction(1),
    )
    return Table(
        ["id", "", "value", "", *_more_header(view)],
        [[q.id, q.label, *_cells(q, view, highest)] for q in quantities],
    )


def _details(quantity: Quantity, view: View) -> list[list[str]]:
    rows = [
        ["id", quantity.id],
        [
            "bounds" if quantity.exact is None else "exact",
            numbers.exact_text(quantity, abridge=not view.exact),
        ],
        ["decimal", numbers.decimal(quantity, view.digits or 12)],
        ["count", numbers.share(quantity)],
        ["1 in", numbers.one_in(quantity)],
        ["method", quantity.method],
    ]
    return [row for row in rows if row[1]]


def _cells(
    quantity: Quantity, view: View, highest: Fraction | None = None, *more: str
) -> list[str]:
    """Return a row of cells: the value as people read it, what stands beside it, more.

    If the view asks for them, the exact value and a bar follow. A bar is drawn relative
    to ``highest``.
    """
    exact = [numbers.exact_text(quantity)] * view.exact
    bar = [_bar(quantity, highest)] * view.plot
    value = numbers.value_text(quantity, view.digits)
    return [value, numbers.one_in_text(quantity), *more, *exact, *bar]


def _more_header(view: View) -> list[str]:
    return ["exact"] * view.exact + [""] * view.plot


def _distribution(
    family: str, masses: Sequence[Quantity], view: View, in_rows: Container[str]
) -> Table:
    """Return a table of P(N) and P(N or more), with a row for each of these ids.

    The title is what the labels have in common, such as "Points of a game".
    """
    label, colon, _ = masses[0].label.rpartition(": ")
    title = f"{label} ({family})" if colon else family
    # All bars of a table have one scale.
    highest = max(quantity.bounds.midpoint for quantity in masses)
    # Outcomes that are not listed are larger than those that are.
    left = Fraction(1)
    rows = []
    for quantity in masses:
        # ``left`` still contains this outcome: the column is P(N or more).
        more = replace(quantity, value=left, count=None, total=None)
        left -= quantity.bounds.midpoint
        if quantity.id in in_rows:
            or_more = numbers.value_text(more, view.digits)
            number = quantity.id.rpartition(".")[2]
            rows.append([number, *_cells(quantity, view, highest, or_more)])
    return Table(["", "exactly", "", "or more", *_more_header(view)], rows, title)


def _bar(quantity: Quantity, highest: Fraction | None) -> str:
    """Return the bar of a probability, drawn to an eighth of a character."""
    # 45 columns are for the cells in front of the bar.
    if quantity.unit != "probability":
        return ""
    room = shutil.get_terminal_size().columns - 45
    width = max(10, min(40, room))
    length = max(quantity.bounds.midpoint, Fraction(0))
    share = length / (highest or 1)
    whole, eighths = divmod(round(8 * width * share), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[eighths].strip()


def markdown_parts(odds: Odds, command: str) -> list[Part]:
    """Return all quantities with all digits, under their rules and a command.

    ``command`` is the command line that gives the odds.
    """
    exact = all_quantities(odds, View(exact=True))
    rows = [
        [f"`{id}`", *cells, numbers.share(quantity), quantity.method]
        for (id, *cells), quantity in zip(exact.rows, odds.values(), strict=True)
    ]
    header = ["id", "quantity", "exact", "decimal", "1 in", "count of total", "method"]
    return [
        f"# {games.find(odds.game).title}: exact odds",
        f"By {escaped(rules_name(odds.game, odds.rules))}; made by `{command}`.",
        Table(header, rows),
    ]
