"""``trueodds claims``, ``prove`` and ``check``: claims, derivations, certificates."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from trueodds.core.storage import store
from trueodds.core.storage.files import refuse_to_replace, write_together
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import (
    FORMATS,
    TABLES,
    NamesCommand,
    one_of,
    prints,
    rules_options,
    words_argument,
)
from trueodds.reports.output import Output
from trueodds.reports.progress import shown


@click.command()
@words_argument("source", metavar="[SOURCE|WORD...]")
@click.option(
    "--verdict",
    "verdicts",
    type=one_of(("true", "approximate", "false", "unspecified")),
    multiple=True,
    help="Print only claims with this verdict. May be given more than once.",
)
@prints(*FORMATS)
def claims(source: str, verdicts: tuple[str, ...]) -> Output:
    """Fact-check published claims by exact numbers.

    SOURCE is S1, S2, S3, S4, S5 or elsewhere, a game such as bunco, or a claim such as
    S1.e [default: all]. Words find claims, such as: trueodds claims baccarat tie. A
    claim is approximate if it is right except for rounding. "trueodds cite S1.e" cites
    a verdict.
    """
    from trueodds.proofs.claims import judge
    from trueodds.reports.text.claims import output

    with shown() as progress:
        judged = judge(source or None, progress)
    return output([c for c in judged if not verdicts or c.verdict in verdicts])


@click.command(cls=NamesCommand)
@click.argument("names", nargs=-1, metavar="[GAME|CLAIM|QUANTITY|CERTIFICATE]...")
@click.option("--out", metavar="DIR", help="Write the certificates to this folder.")
@click.option("--force", is_flag=True, help="Replace files that exist in --out.")
@rules_options
@prints(*TABLES)
@store.unshipped()
def prove(
    names: tuple[str, ...], out: str | None, force: bool, rules: ChosenRules
) -> Output:
    """Recompute results by independent methods and write certificates.

    Without names, it proves everything but the largest certificates, in some minutes.
    The independent checker checks every certificate (see "trueodds check"). No file is
    written unless everything is proved. Exit code 1: two methods disagree.

    With other rules, give names of a single game, such as farkle or farkle turn.mean.
    A game can have options of its own: trueodds prove farkle --dice "weighted, fair*5".
    """
    if out == "":
        raise click.BadParameter("the folder has no name", param_hint="--out")
    from trueodds.proofs.prove import DisagreementError, Made, plans
    from trueodds.proofs.prove import prove as carry_out
    from trueodds.reports.text.proofs import output

    todo = plans(names)
    chosen = None
    if rules != (None, {}):
        if len(todo) != 1:
            raise click.UsageError(
                "--rules and --set need names that belong to one game; such as: "
                "trueodds prove farkle --rules kingdom-come"
            )
        chosen = rules.odds(todo[0].game)
    if out:
        makers = (maker for plan in todo for maker in plan.makers)
        files = (Path(out, f"{maker.name}.json") for maker in makers)
        refuse_to_replace(files, force=force)
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
        echo(f"trueodds: not proved: {error}", err=True)
        return Output("trueodds.proofs/1", record=dict, table=list, exit_code=1)
    if out:
        texts = {f"{each.name}.json": each.text for each in made}
        write_together(Path(out), texts)
    return output(todo, derived, made)


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
        echo(result.line)
        if result.needs_numpy and not with_numpy:
            echo(f"hint: trueodds check --numpy {quote(path)}", err=True)
        worst = max(worst, result.code)
    return worst
