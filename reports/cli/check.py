"""``trueodds check``: the independent checker on certificates."""

import re

import click


@click.command()
@click.argument("certificates", nargs=-1, required=True, metavar="CERTIFICATE...")
@click.option(
    "--numpy",
    "with_numpy",
    is_flag=True,
    help="Use the checkers of a whole match and a whole deck, which need numpy.",
)
def check(certificates: tuple[str, ...], with_numpy: bool) -> int:
    """Check each CERTIFICATE with the independent checker.

    The same as "python proofs/checker.py", which needs nothing installed. Exit code 1
    when a claim does not follow, 2 when a file is no certificate.
    """
    if with_numpy:
        from trueodds.proofs.checkers import farkle_match

        return farkle_match.main(certificates, _tell)
    from trueodds.proofs import checker

    return checker.main(certificates)


def _tell(path: str, content: bytes) -> int:
    """What the checker with numpy says that is for certificates of this kind."""
    from trueodds.proofs.checkers import cribbage_discard, farkle_match

    of_discards = re.search(rb'"kind"\s*:\s*"equilibrium"', content)
    tell = cribbage_discard.tell if of_discards else farkle_match.tell
    return tell(path, content)
