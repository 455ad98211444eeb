"""The content of a game's page, without its layout."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import resources
from itertools import accumulate, chain
from typing import NamedTuple

import msgspec

from trueodds.core import games
from trueodds.core.charts import BarChart
from trueodds.core.exact.distribution import quantile
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.reports.kinds import percents
from trueodds.reports.output import Table
from trueodds.reports.text.numbers import value_text

MOST_SHOWN = 6
"""The most sections with plots on the first page of a game, unless it names them."""

LEAST_SHOWN = Fraction(1, 10000)
"""The least probability at the ends of a plot."""

HALF = Fraction(1, 2)

UNLIKELY = (
    " Outcomes that are not listed have a combined probability below one in a million."
)

ALMOST_ALL = 1 - Fraction(1, 10**5)
"""The sum that bars must exceed to get a chart of "N or more"."""


@dataclass(frozen=True, slots=True)
class Plot(BarChart):
    """A bar chart of a report: ``horizontal`` is the title of the horizontal axis.

    The heights are shares of 1 if ``percent`` is true. The ``mean`` and the
    ``median`` are marked if the labels are numbers and the value is not None.
    ``at_least`` is the chart of "N or more", if the bars are a distribution of N.
    """

    at_least: BarChart | None = None


class MapCell(NamedTuple):
    """A cell of a ``RankMap``: its text, and its shade as a decimal.

    The shade is 0 for the least value of the map, and 1 for the largest.
    """

    text: str
    shade: str


class RankMap(NamedTuple):
    """A square table of shaded cells, with a row and a column for each rank of cards.

    ``caption`` is the text above it, and ``ranks`` are the headings of the rows, which
    are also those of the columns. A cell is None if it has no value.
    """

    caption: str
    ranks: Sequence[str]
    rows: Sequence[Sequence[MapCell | None]]


@dataclass(frozen=True, slots=True)
class Section:
    """A table of quantities, with a text before it and perhaps a plot.

    ``maps`` and ``grids`` are further tables, of values that are no quantities. A map
    has shaded cells, with a row and a column for each rank of cards. If ``complete`` is
    true, the rows are everything that can happen, and the table ends with their sum. If
    there are words in ``asked``, the search box of the report finds the quantities only
    for a question that has one of these words. Raises ``ValueError`` if a complete
    section does not add up to 1.
    """

    title: str
    text: str
    quantities: tuple[Quantity, ...]
    complete: bool = False
    plot: Plot | None = None
    maps: tuple[RankMap, ...] = ()
    grids: tuple[Table, ...] = ()
    asked: str = ""

    def __post_init__(self) -> None:
        if self.complete and self.sum != 1:
            raise ValueError(f"{self.title!r} adds up to {self.sum}, not 1")

    @property
    def sum(self) -> Fraction:
        """The sum of the exact values of the quantities; bounds are left out."""
        exact = (quantity.exact for quantity in self.quantities)
        return sum((value for value in exact if value is not None), Fraction(0))


@dataclass(frozen=True, slots=True)
class Page:
    """A game's pages: the headline numbers, then the sections.

    ``lead`` is the first text below the title. ``overview`` has the titles of the
    sections whose plots are on the first page of the game. The default is the first
    sections that have a plot or a map. ``words`` has the words for each headline by id;
    the default is the label of the quantity.
    """

    title: str
    lead: str
    headlines: tuple[Quantity, ...]
    sections: tuple[Section, ...]
    overview: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    def shown(self) -> tuple[Section, ...]:
        """Return the sections of the first page, which have plots or maps."""
        drawn = [each for each in self.sections if each.plot or each.maps]
        if not self.overview:
            return tuple(drawn[:MOST_SHOWN])
        return tuple(each for each in drawn if each.title in self.overview)


def plain_page(odds: Odds) -> Page:
    """Return a page with all numbers, in sections by their ids.

    There is a section with a plot for each distribution, such as the ids
    ``roll.points.N``. The other numbers have a section for each first word of their
    ids.

    >>> import trueodds
    >>> page = plain_page(trueodds.odds("bunco"))
    >>> [section.title for section in page.sections][:3]
    ['Roll', 'Roll points', 'Round']
    """
    numbers: dict[str, list[Quantity]] = {}
    every = tuple(odds.values())
    complete = odds.complete()
    for quantity in every:
        # Members of a whole distribution have a section of their own.
        head, _, _ = quantity.id.rpartition(".")
        name = head if head in complete else quantity.id.partition(".")[0]
        numbers.setdefault(name, []).append(quantity)
    sections = []
    for name, group in numbers.items():
        words = name.replace(".", " ").replace("_", " ")
        plot = masses_plot(words, complete[name]) if name in complete else None
        sections.append(Section(words.capitalize(), "", tuple(group), plot=plot))
    return Page(games.find(odds.game).title, "", every, tuple(sections))


class ListedSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section in the file of a game's pages, such as ``pages/bunco.toml``.

    The section has a title, a text, a table and perhaps a plot. ``ids`` are the ids and
    globs of the quantities in the table. If they are everything that can happen,
    ``complete`` is true, and the table ends with their sum. ``family`` is the prefix of
    a distribution, which is plotted; ``outcome`` is the title of the plot's axis.
    Without ``ids``, the table lists this distribution. If it has no largest outcome,
    unlikely outcomes are left out, and ``mean`` is the id of its mean. If ``asked`` has
    words, a search finds the quantities only by one of the words.
    """

    title: str
    text: str = ""
    ids: str = ""
    complete: bool = False
    family: str = ""
    outcome: str = ""
    mean: str = ""
    asked: str = ""


class PageFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game's pages, such as ``pages/bunco.toml``.

    ``lead`` is the first text below the title. ``sections`` has lists of sections by
    name, such as "first". ``overview`` has the titles of the sections whose plots are
    on the first page of the game. The default is the first sections that have a plot or
    a map.
    """

    title: str
    lead: str
    sections: Mapping[str, tuple[ListedSection, ...]]
    overview: tuple[str, ...] = ()


class Sections:
    """Builder of the sections of a game. Sections without any numbers are left out.

    ``odds`` have the numbers. The texts are in the file of the game's pages, such as
    ``pages/bunco.toml``, as the ``PageFile`` in ``file``. Each name in braces in this
    file is replaced by the keyword argument of this name.
    """

    def __init__(self, odds: Odds, **values: object) -> None:
        self.odds = odds
        name = f"{odds.game}.toml"
        # A package's file comes before ours of the same name.
        own = games.find(odds.game).file(f"pages/{name}")
        file = own or resources.files(f"{__package__}.pages").joinpath(name)
        text = file.read_text(encoding="utf-8").format(**values)
        self.file = msgspec.toml.decode(text, type=PageFile)

    def page(self, words: Mapping[str, str], *further: Section) -> Page:
        """Return the game's page: sections from its file, then ``further`` sections.

        The file is that of the game's pages, such as ``pages/bunco.toml``. It has lists
        of sections. The page has the file's title, the text below the title, and the
        sections of the list "first". ``words`` has the words for each headline number,
        by id.
        """
        return Page(
            title=self.file.title,
            lead=self.file.lead,
            headlines=self.named(" ".join(words)),
            sections=(*self.listed("first"), *further),
            overview=self.file.overview,
            words=words,
        )

    def named(self, names: str) -> tuple[Quantity, ...]:
        """Return the quantities of ids and globs; those that fit nothing are skipped.

        >>> import trueodds
        >>> bunco = Sections(trueodds.odds("bunco"))
        >>> [each.id for each in bunco.named("game.mean turn.*mean")]
        ['game.mean', 'turn.mean', 'turn.rolls.mean']
        """
        return tuple(chain.from_iterable(map(self.odds.fitting, names.split())))

    def listed(self, group: str) -> Iterator[Section]:
        """Yield the sections of a group in the file of the game's pages.

        ``group`` is the name of a list of sections in the file, such as "first". A
        section is left out if there are no quantities for its table.
        """
        for entry in self.file.sections[group]:
            masses = self.odds.family(entry.family) if entry.family else []
            mean = self.odds[entry.mean] if masses and entry.mean else None
            plot = masses_plot(entry.outcome, masses, mean) if masses else None
            quantities = self.named(entry.ids)
            text = entry.text
            complete = entry.complete
            if not entry.ids:
                # An enclosure has no exact value, so it is kept.
                quantities = tuple(mass for mass in masses if mass.exact != 0)
                # With a largest outcome the family is complete; without, the file names
                # the mean.
                complete = not mean
                if mean:
                    text += UNLIKELY
                elif len(quantities) < len(masses):
                    text += " Outcomes that are not listed cannot happen."
            if quantities:
                yield Section(
                    entry.title, text, quantities, complete, plot, asked=entry.asked
                )


def masses_plot(
    outcome: str, masses: Sequence[Quantity], mean: Quantity | None = None
) -> Plot:
    """Return a plot with a bar for each of the probabilities ``masses``.

    The last part of their ids is the outcome N, such as 3 points, and ``outcome`` is
    the title of the axis, such as "points". If the bars add up to 1, the mean is
    computed from them; otherwise it is ``mean``. Leading and trailing outcomes below a
    ten-thousandth are not drawn.
    """
    bars = {
        quantity.id.rpartition(".")[2]: quantity.bounds.midpoint for quantity in masses
    }
    texts = [*map(value_text, masses)]
    total = sum(bars.values(), Fraction(0))
    middle = None if mean is None else mean.bounds.midpoint
    # The mean is exact only if no outcome is missing.
    if total == 1:
        middle = sum((int(n) * value for n, value in bars.items()), Fraction(0))
    shown = _likely([*bars.values()])
    note = " (ends below 0.01 % are not drawn)" if len(bars) > len(texts[shown]) else ""
    return Plot(
        f"Probability by {outcome}{note}",
        [*bars][shown],
        [*bars.values()][shown],
        texts[shown],
        horizontal=outcome,
        mean=middle,
        # A missing tail cannot move the median as soon as half of the probability is
        # there.
        median=_median(bars) if total >= HALF else None,
        at_least=_at_least(outcome, bars, total) if total > ALMOST_ALL else None,
    )


def _likely(bars: Sequence[Fraction]) -> slice:
    """Return the slice from the first to the last bar that is large enough to see."""
    seen = [place for place, bar in enumerate(bars) if bar >= LEAST_SHOWN]
    if not seen:
        return slice(None)
    return slice(seen[0], seen[-1] + 1)


def _median(bars: Mapping[str, Fraction]) -> Fraction:
    """Return the least N such that N or less has at least probability 1/2."""
    return Fraction(quantile(((int(n), value) for n, value in bars.items()), HALF))


def _at_least(outcome: str, bars: Mapping[str, Fraction], total: Fraction) -> BarChart:
    # ``left[n]`` is the probability of the n-th outcome or more; the last item is 0.
    left = [total - before for before in accumulate(bars.values(), initial=Fraction(0))]
    left.pop()
    shown = _likely(left)
    heights = left[shown]
    return BarChart(
        f"At least N {outcome}",
        [*bars][shown],
        heights,
        [percents(4)(height / total) for height in heights],
        horizontal=f"at least N {outcome}",
    )
