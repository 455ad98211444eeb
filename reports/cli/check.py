"""``trueodds check``: run the independent checkers on certificates."""

from pathlib import Path
from shlex import quote
from typing import Any

import click


@click.command()
@click.argument("certificates", nargs=-1, required=True, metavar="CERTIFICATE...")
@click.option(
    "--numpy",
    "with_numpy",
    is_flag=True,
    help="Check certificates of turns with any dice, a whole match or a whole deck, "
    "which needs numpy.",
)
def check(certificates: tuple[str, ...], with_numpy: bool) -> int:
    """Check each CERTIFICATE with the independent checker.

    This is the same as "python proofs/checker.py", which needs nothing installed. Exit
    code 1: a claim does not follow. 2: a file is not a certificate.
    """
    if with_numpy:
        from trueodds.proofs.checkers import farkle_match

        return farkle_match.main(certificates, _check_with_numpy, _most_bytes())
    from trueodds.proofs import checker

    worst = 0
    for path in certificates:
        code = checker.main([path])
        if code == 2 and _needs_numpy(path):
            click.echo(f"hint: trueodds check --numpy {quote(path)}", err=True)
        worst = max(worst, code)
    return worst


def _check_with_numpy(path: str, content: bytes) -> int:
    """Check with the numpy checker for certificates of this kind."""
    try:
        checker = _checker_of(content)
    except ValueError as error:
        click.echo(f"{path}: not a certificate: {error}")
        return 2
    return int(checker.tell(path, content))


def _needs_numpy(path: str) -> bool:
    """Return True if a file has the kind of a numpy checker."""
    if not Path(path).is_file():  # Reading a pipe might never end.
        return False
    try:
        with open(path, "rb") as file:
            _checker_of(file.read(_most_bytes()))
    except (OSError, ValueError):
        return False
    return True


def _checker_of(content: bytes) -> Any:
    """Return the numpy checker for certificates of this kind.

    Raises ``ValueError`` if there is none.
    """
    import msgspec

    try:
        document = msgspec.json.decode(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise ValueError("it is not JSON, or not whole") from None
    facts: dict[str, Any] = document if isinstance(document, dict) else {}
    for checker in _checkers():
        if all(facts.get(name) == value for name, value in checker.HEAD.items()):
            return checker
    raise ValueError("no checker has its kind, game and model")


def _most_bytes() -> int:
    return max(int(checker.MOST_BYTES) for checker in _checkers())


def _checkers() -> list[Any]:
    """Return the modules that check certificates with numpy."""
    from importlib import import_module
    from pkgutil import iter_modules

    from trueodds.proofs import checkers

    names = [module.name for module in iter_modules(checkers.__path__)]
    return [import_module(f"{checkers.__name__}.{name}") for name in names]
