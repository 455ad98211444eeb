"""``trueodds prove``: run independent derivations and write certificates."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import (
    TABLES,
    NamesCommand,
    prints,
    rules_options,
)
from trueodds.reports.output import Output


@click.command(cls=NamesCommand)
@click.argument("names", nargs=-1, metavar="[GAME|CLAIM|QUANTITY|CERTIFICATE]...")
@click.option("--out", metavar="DIR", help="Write the certificates to this folder.")
@click.option("--force", is_flag=True, help="Replace files that exist in --out.")
@rules_options
@prints(*TABLES)
def prove(
    names: tuple[str, ...],
    out: str | None,
    force: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Recompute results by independent methods and write certificates.

    Without names, it proves everything but the largest certificates, in some minutes.
    The independent checker checks every certificate (see "trueodds check"). No file is
    written unless everything is proved. Exit code 1: two methods disagree.

    With other rules, name what belongs to one game, such as farkle or farkle:turn.mean.
    A game can have options of its own: trueodds prove farkle --dice "weighted, fair*5".
    """
    if out == "":
        raise click.BadParameter("the folder has no name", param_hint="--out")
    from pathlib import Path

    from trueodds.analysis.run import odds
    from trueodds.core.storage.files import refuse_to_replace, write_together
    from trueodds.proofs.prove import DisagreementError, Made, plans
    from trueodds.proofs.prove import prove as carry_out
    from trueodds.reports.progress import shown
    from trueodds.reports.text.proofs import output

    todo = plans(names)
    chosen = None
    if rules is not None or changes:
        if len(todo) != 1:
            raise click.UsageError(
                "--rules and --set need names that belong to one game; such as: "
                "trueodds prove farkle --rules kingdom-come"
            )
        chosen = odds(todo[0].game, rules, changes=changes)
    if out and not force:
        makers = (maker for plan in todo for maker in plan.makers)
        refuse_to_replace(Path(out, f"{maker.name}.json") for maker in makers)
    made: list[Made] = []
    derived = []
    try:
        with shown() as progress:
            for result in carry_out(todo, progress, chosen):
                if isinstance(result, Made):
                    made.append(result)
                else:
                    derived += result
    except DisagreementError as error:
        click.echo(f"trueodds: not proved: {error}", err=True)
        return Output("trueodds.proofs/1", record=dict, table=list, exit_code=1)
    if out:
        texts = {f"{each.name}.json": each.text for each in made}
        write_together(Path(out), texts)
    return output(derived, made)
