"""Tables of derivations and certificates."""

from collections.abc import Sequence

from tabulate import tabulate

from trueodds.core.quantity import family_of
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made


def derivations_table(derived: Sequence[Derivation]) -> str:
    """Return a table of the quantities derived twice, one row for each family."""
    families: dict[tuple[str, ...], list[Derivation]] = {}
    for each in derived:
        family = family_of(each.quantity)
        key = each.command, family, each.method, each.independent_method
        families.setdefault(key, []).append(each)
    rows = [
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
    methods = ("method", "independent method")
    headers = ("trueodds", "quantity", "number", *methods, "equal")
    return tabulate(rows, headers) if rows else ""


def certificates_table(made: Sequence[Made]) -> str:
    """Return a table of the certificates that the checker accepted."""
    rows = [(each.name, len(each.claims), len(each.text), "proved") for each in made]
    headers = ("certificate", "claims", "bytes", "checker")
    return tabulate(rows, headers) if rows else ""
