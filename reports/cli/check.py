"""``trueodds check``: run the independent checker on certificates."""

from shlex import quote

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
    from trueodds.proofs.checkers.command import verdict

    worst = 0
    for path in certificates:
        result = verdict(path, with_numpy=with_numpy)
        click.echo(result.line)
        if result.needs_numpy and not with_numpy:
            click.echo(f"hint: trueodds check --numpy {quote(path)}", err=True)
        worst = max(worst, result.code)
    return worst
