"""Derivations by two independent methods, and certificates (proofs), as an answer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from trueodds.core.exact.quantity import family_of
from trueodds.core.games import find
from trueodds.core.rulebook import rules_name
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.parts import parts
from trueodds.proofs.prove import Made, Plan
from trueodds.reports.kinds import POINTS, Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.cite import sentence
from trueodds.reports.text.numbers import LONGEST, exact_text

MOST_NAMED = 10
"""The most quantities whose values lead an answer."""

FAMILIES = (
    Column("command", "trueodds"),
    Column("quantity", "quantity"),
    Column("number", "number", POINTS, lambda family: len(family.derived)),
    Column("method", "method"),
    Column("independent_method", "independent method"),
    Column("equal", "equal", {True: "yes", False: "no"}.__getitem__),
)
CERTIFICATES = (
    Column("name", "certificate"),
    Column("claims", "claims", POINTS, lambda made: len(made.claims)),
    Column("bytes", "bytes", POINTS, lambda made: len(made.text)),
    Column("", "checker", shown=lambda made: "proved"),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Proved(Answer):
    """The quantities derived twice with equal values, and the accepted certificates.

    ``plans`` are the quantities and certificates that were asked for. If all quantities
    of a game were asked for, ``unproved`` names those that were neither derived twice
    nor certified, each as ``game:id``. ``out`` is the folder to which the certificates
    were written, if the user named any. If two methods disagree, only ``fault`` is set,
    which says so.
    """

    schema = "trueodds.proofs/1"

    # The JSON has names alone: the values are in the odds, and the proofs in the files.
    derived: Annotated[
        tuple[Derivation, ...], lambda derived: [each.quantity for each in derived]
    ] = ()
    certificates: Annotated[
        tuple[Made, ...], lambda made: [each.name for each in made]
    ] = ()
    plans: Hidden[Sequence[Plan]] = ()
    unproved: tuple[str, ...] = ()
    # The folder of the certificates, if the user named any.
    out: Hidden[str | Path | None] = None
    exit_code: Hidden[int] = 0
    fault: Hidden[str] = ""

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "families" and "proved", by name.

        "families" has the quantities that were derived twice, by family, and "proved"
        the certificates.
        """
        return {
            "families": Grid(FAMILIES, families(self.derived)),
            "proved": Grid(CERTIFICATES, self.certificates),
        }

    def table(self) -> Iterator[Part]:
        """Yield sentences on the quantities that a user named, and the tables."""
        if not self.fault:
            yield from _sentences(self.plans, self.derived, self.certificates)
            if self.out and not self.certificates:
                yield f"There is no certificate, so no file was written to {self.out}."
            yield from self.printed_tables()


def _sentences(
    todo: Sequence[Plan], derived: Sequence[Derivation], made: Sequence[Made]
) -> Iterator[str]:
    """Yield sentences with the named quantities, and with the numbers of proofs."""
    named = [(plan, id) for plan in todo for id in sorted(plan.quantities or ())]
    # A certificate can be asked for by name, and has no number to state.
    for plan, id in named[:MOST_NAMED]:
        if plan.odds and id in plan.odds:
            exact = exact_text(plan.odds[id])
            rules = plan.odds.rules
            # A fraction of hundreds of digits would hide the sentence.
            value = f" = {exact}" if len(exact) <= LONGEST else ""
            text = sentence(plan.game, plan.odds[id]).removesuffix(".")
            yield f"{text} ({id}{value}, {rules_name(plan.game, rules)})."
    yield (
        f"Numbers derived twice, with equal results: {len(derived):,}. Certificates "
        f"that the independent checker accepts: {len(made):,}."
    )
    for plan in todo:
        if unproved := plan.unproved:
            yield (
                f"Not proved: {len(unproved):,} of the {len(plan.whole):,} "
                f"numbers of {plan.game}, such as {unproved[0]}."
            )
    # The checker of a package's own kind is no independent witness, so its package is
    # named.
    of_packages = (parts(find(plan.game)).by_its_package() for plan in todo)
    if own := [*filter(None, of_packages)]:
        yield " ".join(own)


class DerivedFamily(NamedTuple):
    """Quantities of a family, derived by two independent methods.

    The ids of a family differ only at their end, such as game.total.1 and game.total.2.
    ``command`` are the words after ``trueodds`` of the command that prints them.
    """

    command: str
    name: str
    method: str
    independent_method: str
    derived: list[Derivation]

    @property
    def quantity(self) -> str:
        """The id of the quantity, or the name of the family if there are several."""
        if len(self.derived) == 1:
            return self.derived[0].quantity
        return self.name

    @property
    def equal(self) -> bool:
        """True if both methods agree on every quantity of the family."""
        return all(each.equal for each in self.derived)


def families(derived: Iterable[Derivation]) -> list[DerivedFamily]:
    """Group the quantities that are derived twice by their family and their methods.

    A family is the quantities whose ids differ only at their end, such as game.total.N.
    """
    groups: dict[tuple[str, str, str, str], list[Derivation]] = {}
    for each in derived:
        name = family_of(each.quantity)
        # Members of a family that were derived by other methods have a row of their
        # own.
        key = each.command, name, each.method, each.independent_method
        groups.setdefault(key, []).append(each)
    return [DerivedFamily(*key, alike) for key, alike in groups.items()]
