"""Tables of derivations and certificates."""

from collections.abc import Sequence

from tabulate import tabulate

from trueodds.core.exact.quantity import family_of
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made
from trueodds.reports.output import Output, Table

Header = tuple[str, ...]
Row = tuple[str | int, ...]


def output(derived: Sequence[Derivation], made: Sequence[Made]) -> Output:
    """Return what was derived again and what was proved, as an answer."""
    tables = [(_DERIVATIONS, _derivations(derived)), (_CERTIFICATES, _proved(made))]
    return Output(
        "trueodds.proofs/1",
        record=lambda: {
            "derived": [each.quantity for each in derived],
            "certificates": [each.name for each in made],
        },
        table=lambda: [
            Table(header, [list(map(str, row)) for row in rows])
            for header, rows in tables
            if rows
        ],
        others={"table": lambda: _for_people(tables)},
    )


_DERIVATIONS: Header = (
    *("trueodds", "quantity", "number", "method", "independent method", "equal"),
)
_CERTIFICATES: Header = ("certificate", "claims", "bytes", "checker")


def _for_people(tables: Sequence[tuple[Header, Sequence[Row]]]) -> str:
    """Return the tables with their numbers aligned."""
    return "\n\n".join(tabulate(rows, header) for header, rows in tables if rows) + "\n"


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


def _proved(made: Sequence[Made]) -> list[Row]:
    """Return the certificates that the checker accepted."""
    return [(each.name, len(each.claims), len(each.text), "proved") for each in made]
