"""Tables of what was proved."""

from collections.abc import Sequence

from tabulate import tabulate

from trueodds.core.quantity import family_of
from trueodds.proofs.derivations import Derivation
from trueodds.proofs.prove import Made


def derivations_table(derived: Sequence[Derivation]) -> str:
    """What was derived twice, how, and whether it is equal; families in one row."""
    families: dict[tuple[str, ...], list[Derivation]] = {}
    for one in derived:
        family = family_of(one.quantity)
        key = one.of, family, one.method, one.second_method
        families.setdefault(key, []).append(one)
    rows = [
        (
            words,
            of[0].quantity if len(of) == 1 else family,
            len(of),
            method,
            second,
            "yes" if all(one.equal for one in of) else "no",
        )
        for (words, family, method, second), of in families.items()
    ]
    headers = ("trueodds", "quantity", "number", "method", "second method", "equal")
    return tabulate(rows, headers) if rows else ""


def certificates_table(made: Sequence[Made]) -> str:
    """The certificates that the checker accepted."""
    rows = [(one.name, one.claims, len(one.text), "proved") for one in made]
    headers = ("certificate", "claims", "bytes", "checker")
    return tabulate(rows, headers) if rows else ""
