"""``trueodds check``: run the independent checkers on certificates."""

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

        return farkle_match.main(certificates, _check_with_numpy)
    from trueodds.proofs import checker

    return checker.main(certificates)


def _check_with_numpy(path: str, content: bytes) -> int:
    """Check with the numpy checker for certificates of this kind."""
    import msgspec

    from trueodds.proofs.checkers import cribbage_discard, farkle_match

    try:
        document = msgspec.json.decode(content)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        document = None
    kind = document.get("kind") if isinstance(document, dict) else None
    tell = cribbage_discard.tell if kind == "equilibrium" else farkle_match.tell
    return tell(path, content)
