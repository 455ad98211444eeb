"""The same quantities (numbers with ids) under several rule sets, side by side."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError, listed
from trueodds.core.exact.digits import counted
from trueodds.core.exact.quantity import Quantity, family_of
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part, Table
from trueodds.reports.parts import parts
from trueodds.reports.records import Hidden
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import selected
from trueodds.reports.text.records import version

ABSENT = "-"

MOST_ROWS = 20
"""The most differences that the table shows by default."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules, and the name by which a comparison shows them."""

    name: str
    rules: Rules
    rules_digest: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The values of a quantity, by the name of the rule set.

    ``id`` is the id of the quantity. The value is None for a rule set that does not
    have the quantity.
    """

    id: str
    # In the order of the rule sets, with a key for each of them.
    values: Mapping[str, Quantity | None]

    @property
    def known(self) -> list[Quantity]:
        """The quantity under each rule set that has it, in the order of rule sets."""
        return [*filter(None, self.values.values())]


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison(Answer):
    """The same quantities of a game under several rule sets.

    ``words`` are the ids or words by which the user chose quantities. The table shows
    the quantities that they name, or all if ``everything`` is true. Otherwise it shows
    the headlines that differ between the rule sets, and then the largest differences.
    ``options`` are changes that all rule sets share, such as "decks=6".
    """

    schema = "trueodds.compare/1"

    game: str
    version: str
    # It names every rule set and option, so ``reproduce`` can derive the file again.
    command: str
    rule_sets: tuple[RuleSet, ...]
    quantities: tuple[Compared, ...]
    words: Hidden[Sequence[str]]
    options: Hidden[Sequence[str]]
    everything: Hidden[bool]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table: a row for each quantity, and a column for each rule set."""
        sets = [_column(each.name) for each in self.rule_sets]
        return {"quantities": Grid((Column("id", "id"), *sets), self.quantities)}

    def table(self) -> Iterator[Part]:
        """Yield a sentence, and a table of quantities by rule set.

        These are the quantities that the user asked for. If he asked for none, they are
        the headlines that differ between the rule sets, and the largest differences.
        """
        if not self.words and not self.everything:
            yield from self._differences()
            return
        count = counted(len(self.quantities), "numbers")
        title = games.find(self.game).title
        about = f"{count} of {title} by {self._names()}."
        if self.words:
            yield about
            yield self._labelled(self.quantities)
        else:
            yield f"All {about}"
            yield from self.markdown()

    def markdown(self) -> Iterator[Part]:
        """Yield a table of all quantities, with a column for each rule set."""
        yield self.tables()["quantities"].table()

    def _labelled(self, quantities: Iterable[Compared]) -> Table:
        """Return rows with labels, with digits that tell different values apart."""
        rows = []
        for row in quantities:
            # Two values that differ must not look equal. The usual decimals come first,
            # and 19 significant digits last.
            for digits in (None, *range(3, 20)):
                texts = [
                    numbers.value_text(value, digits) if value else ABSENT
                    for value in row.values.values()
                ]
                values = {value.bounds for value in row.known}
                if len({*texts} - {ABSENT}) >= len(values):
                    break
            rows.append([row.id, row.known[0].label, *texts])
        return Table(["id", "", *(each.name for each in self.rule_sets)], rows)

    def _differences(self) -> Iterator[Part]:
        """Yield a sentence and the quantities that differ, the headlines first."""
        title = games.find(self.game).title
        names = self._names()
        differences = {row.id: _difference(row) for row in self.quantities}
        by_id = {row.id: row for row in self.quantities if differences[row.id]}
        total = counted(len(self.quantities), "numbers")
        if not by_id:
            yield f"{title} has the same {total} by {names}."
            return
        yield (
            f"{len(by_id):,} of {total} of {title} differ between {names}. The "
            "headlines come first, then the largest difference of each group of ids."
        )
        differing = sorted(by_id, key=lambda id: differences[id], reverse=True)
        leading = [id for id in parts(self.game).headlines or () if id in by_id]
        largest: dict[str, str] = {}
        # Neighbours in a distribution differ alike, so each group shows only its
        # largest difference, which comes first.
        for id in differing:
            largest.setdefault(family_of(id), id)
        others = [id for id in largest.values() if id not in leading]
        rows = [*leading, *others][:MOST_ROWS]
        yield self._labelled(by_id[id] for id in rows)
        if len(differing) > len(rows):
            yield f"{len(differing) - len(rows):,} more differ: --all"

    def _names(self) -> str:
        names = listed((each.name for each in self.rule_sets), " and ")
        return " with ".join([f"the {names} rules", *self.options])


def comparison(
    game: str,
    rule_sets: Mapping[str, Odds],
    words: Sequence[str] = (),
    options: Sequence[str] = (),
    *,
    everything: bool = False,
) -> Comparison:
    """Return a comparison of the odds of one game under several rule sets.

    A quantity that some of the rule sets do not have is shown as ``-``, and is null in
    JSON and empty in CSV. If the name of a rule set is a change, such as "decks=6", its
    rules are those of the first rule set with this change.

    Args:
        game: The name of the game.
        rule_sets: The odds under each rule set, by the name of the rule set.
        words: Ids of quantities, or words of their labels. Without words, all
            quantities are compared.
        options: Rules that all rule sets share, such as "decks=6".
        everything: Show all compared quantities in the table.
    """
    # A preset is a word of the command, and a change of a rule is an option.
    named = [f"--set={name}" if "=" in name else name for name in rule_sets]
    named += [f"--{option}" for option in options]
    command = ["trueodds", "compare", game, *named, *words, "--format", "json"]
    return Comparison(
        game=game,
        version=version(),
        command=shlex.join(command),
        rule_sets=tuple(
            RuleSet(name, odds.rules, rulebook.digest(game, odds.rules))
            for name, odds in rule_sets.items()
        ),
        quantities=tuple(
            Compared(id, {name: odds.get(id) for name, odds in rule_sets.items()})
            for id in _ids(rule_sets, words)
        ),
        words=words,
        options=options,
        everything=everything,
    )


def _column(name: str) -> Column:
    """Return the column of a rule set."""
    return Column(
        name,
        name,
        derived=lambda row: row.values[name],
        shown=lambda row: (
            numbers.decimal(row.values[name]) if row.values[name] else ABSENT
        ),
    )


def _ids(rule_sets: Mapping[str, Odds], words: Sequence[str]) -> list[str]:
    """Return the ids that words name under any of the rule sets, or all ids.

    Raises ``UnknownNameError`` if they name none.
    """
    if not words:
        return [*dict.fromkeys(id for odds in rule_sets.values() for id in odds)]
    ids: dict[str, None] = {}
    # A rule may bring numbers of its own, so words need to fit under one rule set only.
    for odds in rule_sets.values():
        try:
            ids |= dict.fromkeys(selected(odds, words))
        except UnknownNameError as error:
            fault = error
    # The last error is as good as any: each says which words are unknown.
    if not ids:
        raise fault
    return [*ids]


def _difference(row: Compared) -> Fraction:
    """Return the difference of the values as a share of 1.

    Probabilities and edges are shares already. Differences of other values are
    divided by the largest value.
    """
    there = [value.bounds.midpoint for value in row.known]
    span = max(there) - min(there)
    if len(there) < len(row.values):
        return Fraction(1, 10**9)  # a difference, but the smallest of all
    if row.known[0].unit in numbers.PERCENT:
        return span
    return span / (max(map(abs, there)) or 1)
