"""Tables of derivations and certificates."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from trueodds.core.exact.quantity import family_of
from trueodds.core.rulebook import rules_name
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made, Plan
from trueodds.reports.output import Output, Table
from trueodds.reports.text.cite import sentence
from trueodds.reports.text.numbers import LONGEST, exact_text

MOST_NAMED = 10
"""The most quantities whose values lead an answer."""

DERIVATIONS = (
    *("trueodds", "quantity", "number", "method", "independent method", "equal"),
)
CERTIFICATES = ("certificate", "claims", "bytes", "checker")


def output(
    todo: Sequence[Plan], derived: Sequence[Derivation], made: Sequence[Made]
) -> Output:
    """Return, as an answer, the quantities derived again and what was proved."""
    tables: dict[tuple[str, ...], list[list[str]]] = {
        DERIVATIONS: [
            [
                each.command,
                each.derived[0].quantity if len(each.derived) == 1 else each.name,
                f"{len(each.derived):,}",
                each.method,
                each.independent_method,
                "yes" if each.equal else "no",
            ]
            for each in families(derived)
        ],
        CERTIFICATES: [
            [each.name, f"{len(each.claims):,}", f"{len(each.text):,}", "proved"]
            for each in made
        ],
    }
    return Output(
        "trueodds.proofs/1",
        record=lambda: {
            "derived": [each.quantity for each in derived],
            "certificates": [each.name for each in made],
        },
        table=lambda: [
            *_sentences(todo, derived, made),
            *(Table(header, rows) for header, rows in tables.items() if rows),
        ],
    )


def _sentences(
    todo: Sequence[Plan], derived: Sequence[Derivation], made: Sequence[Made]
) -> Iterator[str]:
    """Yield sentences with the named quantities, and with the numbers of proofs."""
    named = [(plan, id) for plan in todo for id in sorted(plan.quantities or ())]
    for plan, id in named[:MOST_NAMED]:
        if plan.odds and id in plan.odds:
            exact = exact_text(plan.odds[id])
            rules = plan.odds.rules
            value = f" = {exact}" if len(exact) <= LONGEST else ""
            text = sentence(plan.game, plan.odds[id]).removesuffix(".")
            yield f"{text} ({id}{value}, {rules_name(plan.game, rules)})."
    yield (
        f"Numbers derived twice, with equal results: {len(derived):,}. Certificates "
        f"that the independent checker accepts: {len(made):,}."
    )


class Family(NamedTuple):
    """Quantities that share a name, derived by two independent methods.

    ``command`` is the command that prints these quantities.
    """

    command: str
    name: str
    method: str
    independent_method: str
    derived: list[Derivation]

    @property
    def equal(self) -> bool:
        """True if both methods agree on every quantity."""
        return all(each.equal for each in self.derived)


def families(derived: Iterable[Derivation]) -> list[Family]:
    """Return the families of quantities derived twice."""
    groups: dict[tuple[str, str, str, str], list[Derivation]] = {}
    for each in derived:
        name = family_of(each.quantity)
        key = each.command, name, each.method, each.independent_method
        groups.setdefault(key, []).append(each)
    return [Family(*key, alike) for key, alike in groups.items()]
