"""``trueodds check``: run the independent checkers on certificates."""

from typing import Any

import click


@click.command()
@click.argument("certificates", nargs=-1, required=True, metavar="CERTIFICATE...")
@click.option(
    "--numpy",
    "with_numpy",
    is_flag=True,
    help="Check certificates of a whole match or a whole deck, which needs numpy.",
)
def check(certificates: tuple[str, ...], with_numpy: bool) -> int:
    """Check each CERTIFICATE with the independent checker.

    This is the same as "python proofs/checker.py", which needs nothing installed. Exit
    code 1: a claim does not follow. 2: a file is not a certificate.
    """
    if with_numpy:
        from trueodds.proofs.checkers import farkle_match

        most = max(checker.MOST_BYTES for checker in _checkers())
        return farkle_match.main(certificates, _check_with_numpy, most)
    from trueodds.proofs import checker

    return checker.main(certificates)


def _check_with_numpy(path: str, content: bytes) -> int:
    """Check with the numpy checker for certificates of this kind."""
    import msgspec

    try:
        document = msgspec.json.decode(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        click.echo(f"{path}: not a certificate: it is not JSON, or not whole")
        return 2
    facts: dict[str, Any] = document if isinstance(document, dict) else {}
    for checker in _checkers():
        if all(facts.get(name) == value for name, value in checker.HEAD.items()):
            return int(checker.tell(path, content))
    click.echo(f"{path}: not a certificate: no checker has its kind, game and model")
    return 2


def _checkers() -> list[Any]:
    """Return the modules that check certificates with numpy."""
    from importlib import import_module
    from pkgutil import iter_modules

    from trueodds.proofs import checkers

    names = [module.name for module in iter_modules(checkers.__path__)]
    return [import_module(f"{checkers.__name__}.{name}") for name in names]
