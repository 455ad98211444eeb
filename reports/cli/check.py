"""``trueodds check``: the independent checker on certificates."""

import click


@click.command()
@click.argument("certificates", nargs=-1, required=True, metavar="CERTIFICATE...")
@click.option(
    "--numpy",
    "with_numpy",
    is_flag=True,
    help="Use the checker of whole matches, which needs numpy.",
)
def check(certificates: tuple[str, ...], with_numpy: bool) -> int:
    """Check each CERTIFICATE with the independent checker.

    The same as "python proofs/checker.py", which needs nothing installed. Exit code 1
    when a claim does not follow, 2 when a file is no certificate.
    """
    if with_numpy:
        from trueodds.proofs import checker_numpy

        return checker_numpy.main(certificates)
    from trueodds.proofs import checker

    return checker.main(certificates)
