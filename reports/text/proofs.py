"""Tables of derivations and certificates."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tabulate import tabulate

from trueodds.core.exact.quantity import family_of
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made
from trueodds.reports.output import Output, Table

DERIVATIONS = (
    *("trueodds", "quantity", "number", "method", "independent method", "equal"),
)
CERTIFICATES = ("certificate", "claims", "bytes", "checker")


def output(derived: Sequence[Derivation], made: Sequence[Made]) -> Output:
    """Return, as an answer, the quantities derived again and what was proved."""
    tables: dict[tuple[str, ...], list[tuple[str | int, ...]]] = {
        DERIVATIONS: [
            (
                each.command,
                each.derived[0].quantity if len(each.derived) == 1 else each.name,
                len(each.derived),
                each.method,
                each.independent_method,
                "yes" if each.equal else "no",
            )
            for each in families(derived)
        ],
        CERTIFICATES: [
            (each.name, len(each.claims), len(each.text), "proved") for each in made
        ],
    }
    full = {header: rows for header, rows in tables.items() if rows}

    def aligned() -> str:
        """Return the tables for people, who see numbers aligned."""
        return "\n\n".join(tabulate(rows, header) for header, rows in full.items())

    return Output(
        "trueodds.proofs/1",
        record=lambda: {
            "derived": [each.quantity for each in derived],
            "certificates": [each.name for each in made],
        },
        table=lambda: [
            Table(header, [list(map(str, row)) for row in rows])
            for header, rows in full.items()
        ],
        others={"table": lambda: f"{aligned()}\n"},
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
