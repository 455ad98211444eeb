"""``trueodds prove``: derive again by other methods, and write certificates."""

import click


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME|CLAIM|QUANTITY|CERTIFICATE]...")
@click.option(
    "--out", metavar="DIR", help="A folder to write the certificates to, as JSON."
)
def prove(names: tuple[str, ...], out: str | None) -> int:
    """Derive quantities again by independent methods, and make certificates.

    Everything, unless named. Every certificate is checked by the independent checker
    (see "trueodds check"). Nothing is written before all is proved. Exit code 1 at the
    first disagreement.
    """
    if out == "":
        raise click.BadParameter("it names no folder", param_hint="--out")
    from pathlib import Path

    from trueodds.proofs.prove import DisagreementError, Made, plans
    from trueodds.proofs.prove import prove as proofs
    from trueodds.reports.files import write_together
    from trueodds.reports.progress import shown
    from trueodds.reports.text.proofs import certificates_table, derivations_table

    made: list[Made] = []
    derived = []
    try:
        with shown() as progress:
            for found in proofs(plans(names), progress):
                if isinstance(found, Made):
                    made.append(found)
                else:
                    derived += found
    except DisagreementError as error:
        click.echo(f"trueodds: not proved: {error}", err=True)
        return 1
    if not derived and not made:
        raise click.UsageError(
            "what is named is not derived a second time, and no certificate claims it"
        )
    if out:
        texts = {f"{one.name}.json": one.text for one in made}
        write_together(Path(out), texts)
    tables = derivations_table(derived), certificates_table(made)
    click.echo("\n\n".join(table for table in tables if table))
    return 0
