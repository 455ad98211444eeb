"""``trueodds bench gate``: decide whether one version is slower than another."""

from __future__ import annotations

from typing import Any

import click

from trueodds.reports.cli._shared import prints, rule_option, rules_options
from trueodds.reports.output import Output


@click.command()
@click.argument("revisions", nargs=-1, metavar="[BASE HEAD]")
@click.option("--base", metavar="SIDE", help="Program or environment to compare with.")
@click.option("--head", metavar="SIDE", help="Program or environment to judge.")
@click.option("--tests", metavar="PATH", help="Run only this file or folder.")
@click.option(
    "-k", "keyword", metavar="EXPR", help="Run only matching names, as in pytest."
)
@click.option("-m", "marker", metavar="EXPR", help="Run only matching markers.")
@click.option(
    "--install",
    metavar="CMD",
    help="Shell command that installs a revision.  [default: pip install .]",
)
@click.option(
    "--python",
    "function",
    metavar="MODULE:FUNCTION",
    help="Time this Python function of a line.",
)
@click.option("--game", help="Time scorers on positions of this game.")
@click.option("--lines", metavar="FILE", help="Time scorers on the lines of a file.")
@rules_options
@rule_option
@click.option(
    "--delta",
    type=click.FloatRange(min=0, max=1, min_open=True, max_open=True),
    default=0.1,
    help="Smallest difference that matters, as a share.",
)
@click.option(
    "--clock",
    type=click.Choice(["cpu", "wall"]),
    default="cpu",
    help="Measure processor time, or wall-clock time.",
)
@click.option(
    "--instructions",
    is_flag=True,
    help="Also count instructions with callgrind (slow).",
)
@click.option("--history", metavar="FILE", help="Append the result to a history.")
@click.option("--resume", is_flag=True, help="Resume a run that was interrupted.")
@prints("table", "json", "markdown", "latex", "tsv")
def gate(
    revisions: tuple[str, ...],
    base: str | None,
    head: str | None,
    history: str | None,
    **options: Any,
) -> Output:
    """Decide whether HEAD is slower than BASE.

    BASE and HEAD are git revisions of the project in this folder; "." is the files as
    they are now. The gate times the project's pytest-benchmark tests. --base and --head
    name two other sides: programs that answer each line with a line, or (with --python
    or --tests) virtual environments. Exit code 0: nothing is slower. 1: a benchmark is
    slower or wrong. 2: it cannot be measured.
    """
    named = [*revisions, *filter(None, (base, head))]
    if len(named) != 2 or len(revisions) == 1:
        raise click.UsageError(
            "name two sides: two revisions, such as main HEAD, or --base and --head"
        )
    if options["game"] and options["lines"]:
        raise click.UsageError("--game and --lines exclude each other")
    inputs = options["game"] or options["lines"]
    if options["function"] and not inputs:
        raise click.UsageError("--python needs --game GAME or --lines FILE")
    if (base or head) and not (inputs or options["tests"]):
        raise click.UsageError(
            "--base and --head need --game or --lines (programs), or --tests"
        )
    from pathlib import Path

    from trueodds.proofs.verify.bench.gate.run import Request, append_history
    from trueodds.proofs.verify.bench.gate.run import gate as run_gate
    from trueodds.reports.text.gate import output

    request = Request(named[0], named[1], bool(revisions), **options)
    result = run_gate(request, lambda line: click.echo(f"gate: {line}", err=True))
    if history:
        append_history(Path(history), result)
    return output(result)
