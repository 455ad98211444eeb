"""Tables of derivations and certificates."""

from collections.abc import Iterator, Sequence

from tabulate import tabulate

from trueodds.core.exact.quantity import family_of
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made
from trueodds.reports.output import Output, Table

Row = tuple[str | int, ...]

DERIVATIONS = (
    *("trueodds", "quantity", "number", "method", "independent method", "equal"),
)
CERTIFICATES = ("certificate", "claims", "bytes", "checker")


def output(derived: Sequence[Derivation], made: Sequence[Made]) -> Output:
    """Return, as an answer, the quantities derived again and what was proved."""
    proved: list[Row] = [
        (each.name, len(each.claims), len(each.text), "proved") for each in made
    ]
    tables = {DERIVATIONS: _derivations(derived), CERTIFICATES: proved}
    full = {header: rows for header, rows in tables.items() if rows}

    def aligned() -> Iterator[str]:
        """Yield the tables for people, who see numbers aligned."""
        for header, rows in full.items():
            yield tabulate(rows, header)

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
        others={"table": lambda: "\n\n".join(aligned()) + "\n"},
    )


def _derivations(derived: Sequence[Derivation]) -> list[Row]:
    """Return the quantities derived twice, one row for each family."""
    families: dict[tuple[str, ...], list[Derivation]] = {}
    for each in derived:
        family = family_of(each.quantity)
        key = each.command, family, each.method, each.independent_method
        families.setdefault(key, []).append(each)
    return [
        (
            command,
            alike[0].quantity if len(alike) == 1 else family,
            len(alike),
            method,
            independent_method,
            "yes" if all(each.equal for each in alike) else "no",
        )
        for (command, family, method, independent_method), alike in families.items()
    ]
