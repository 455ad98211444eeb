"""Citations of the program, of an exact number, of an answer and of a claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Annotated

from trueodds.core import rulebook
from trueodds.core.errors import listed
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules, rules_name
from trueodds.proofs.claims import JudgedClaim, judge
from trueodds.proofs.claims.register import entries
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.parts import parts
from trueodds.reports.records import Hidden, OrAbsent
from trueodds.reports.text import cite as texts
from trueodds.reports.text.records import version


def value_text(value: Fraction | Enclosure) -> str:
    """Return a value as citations write it: the whole fraction, or both bounds."""
    if isinstance(value, Enclosure):
        return "between {} and {}".format(*value.texts())
    return fraction_text(value)


@dataclass(frozen=True, slots=True)
class CitedNumber:
    """A number, the rules it belongs to, and the command that prints it.

    ``sentence`` states the number in words. ``pays`` has the pay-outs of a bet if the
    number is its house edge, and is otherwise None.
    """

    id: str
    label: str
    sentence: str
    value: Annotated[Fraction | Enclosure, value_text]
    pays: OrAbsent[str]
    game: str
    rules: str
    rules_digest: str
    command: str


@dataclass(frozen=True, slots=True)
class CitedClaim(JudgedClaim):
    """A claim with its verdict, and the command that judges it."""

    command: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Citation(Answer):
    """A citation of the program, with the facts that are cited.

    ``key`` is the name of the entry in a bibliography. ``work`` is the cited work, and
    its authors, year, title, version and address are also fields of their own.
    ``facts`` are lines of text, such as a number in words and its rules. ``number`` is
    the main number that is cited, and ``claim`` is the published claim whose verdict is
    cited. Each is None if the citation has none.
    """

    schema = "trueodds.citation/1"

    # The keys of the JSON repeat the fields of ``work``, which is hidden itself: the
    # authors are a single text here.
    key: str = field(default_factory=lambda: f"trueodds-{version()}")
    author: str = field(init=False)
    year: int | None = field(init=False)
    title: str = field(init=False)
    version: str = field(init=False)
    url: str = field(init=False)
    work: Hidden[texts.Work] = field(default_factory=texts.Work)
    facts: tuple[str, ...] = ()
    number: CitedNumber | None = None
    claim: OrAbsent[CitedClaim] = None

    def __post_init__(self) -> None:
        author = listed(self.work.authors, " and ")
        # The data class is frozen, so its fields are set where they are stored.
        vars(self).update(asdict(self.work), author=author)

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the facts that are cited."""
        return {"facts": Grid([Column("fact", "fact", derived=str)], self.facts)}

    def table(self) -> Iterable[Part]:
        """Return the citation as text."""
        return [texts.plain(self.work, self.facts)]

    def _unescaped(self, format_: str) -> Iterable[str]:
        if format_ in texts.FORMATS:
            return [texts.FORMATS[format_](self.work, self.key, self.facts)]
        return super()._unescaped(format_)


def cite_number(odds: Odds, name: str) -> Citation:
    """Return the citation of a quantity, an exact number in the odds of a game.

    ``name`` is the id of the quantity, such as "roll.bunco", its label, or words that
    find it. Raises ``UnknownNameError`` if ``name`` fits no quantity, or several.
    """
    quantity = odds.named(name)
    pays = None
    if quantity.unit == "edge":
        pays = parts(odds.game).pays(odds, quantity)
    return _citation(
        quantity.id,
        texts.sentence(odds.game, quantity),
        [quantity],
        odds.rules,
        # The command of the odds prints all numbers as JSON; a citation names the one
        # that is read.
        f"{odds.command.removesuffix(' --format json')} {quantity.id}",
        pays,
    )


def cite_answer(name: str, answer: Answer, command: str) -> Citation:
    """Return the citation of the answer of a command.

    The citation quotes the first sentence of the answer, and gives the numbers in this
    sentence with their exact values or bounds. ``name`` is that of the command, such as
    "bets", and ``command`` the command line that gives the answer.
    """
    # Ids of quantities have a dot, and names of fields have none.
    held = {**vars(answer), **vars(answer).get("quantities", {})}
    numbers = [
        held[id] if "." in id else Quantity(id, id, held[id], "", "")
        for id in answer.stated
        if held[id] is not None
    ]
    first = str(next(iter(answer.table())))
    command = command.removesuffix(" --format json")
    return _citation(name, first, numbers, held["rules"], command)


def _citation(
    name: str,
    sentence: str,
    quantities: Sequence[Quantity],
    rules: Rules,
    command: str,
    pays: str | None = None,
) -> Citation:
    """Return the citation of a sentence with its numbers, the main one first."""
    # The digest fixes the rules even if a preset of this name changes later.
    about = (
        rules.game,
        rules_name(rules.game, rules),
        rulebook.digest(rules.game, rules),
    )
    numbers = [
        CitedNumber(q.id, q.label, sentence, q.value, pays, *about, command)
        for q in quantities
    ]
    return Citation(
        key=f"trueodds-{rules.game}-{name}",
        facts=(
            sentence,
            *(f"{n.id} = {value_text(n.value)} ({n.label})" for n in numbers),
            *([f"Pays: {pays}"] if pays else []),
            f"Rules: {', '.join(about)}",
            f"Command: {command}",
            *texts.facts_of(rules.game),
        ),
        work=texts.work_of(rules.game),
        number=next(iter(numbers), None),
    )


def cite_claim(name: str) -> Citation | None:
    """Return the citation of the verdict on a published claim, or None.

    ``name`` is the id of the claim, such as "S1.b". The result is None if no claim has
    this id.
    """
    # The register is read first, because judging computes exact numbers.
    if name.lower() not in {entry.id.lower() for entry in entries()}:
        return None
    claim = judge(name)[0]
    command = f"trueodds claims {claim.id}"
    return Citation(
        key=f"trueodds-claim-{claim.id}",
        facts=(
            f'{claim.id} ({claim.source}): {claim.statement}: "{claim.claimed}"',
            f"Verdict: {claim.verdict}. {claim.why}",
            f"Command: {command}",
        ),
        claim=CitedClaim(**asdict(claim), command=command),
    )
