"""``trueodds bench``: measure speed, and gate changes that make code slower."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from trueodds.core.games import Game
from trueodds.core.storage.files import refuse_to_replace, written_whole
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands, echo
from trueodds.reports.cli._shared import (
    FORMATS,
    PositionsCommand,
    one_of,
    prints,
    require_one_scorer,
    rule_option,
    rules_options,
    scorer_options,
    timeout_option,
)
from trueodds.reports.output import Output


@click.group(cls=Commands)
def bench() -> None:
    """Measure speed, and find changes that make code slower."""


@bench.lists("Measure a scorer's speed.", cls=PositionsCommand)
@scorer_options
@click.option(
    "--positions",
    type=click.IntRange(2),
    default=10_000,
    help="Number of random positions; always the same ones.",
)
@timeout_option("Seconds that a run may take.")
@prints(*FORMATS)
def scorer(
    game: Game,
    command: tuple[str, ...],
    function: str | None,
    rules: ChosenRules,
    **options: Any,
) -> Output:
    """Measure a scorer's speed, beside our reference scorer.

    The scorer is a program CMD that reads a position per line and answers each with an
    integer per line, or a Python FUNCTION of the position's text. Positions are written
    as for "trueodds score". Exit code 0: every answer is right. 1: an answer is wrong.
    2: it cannot be measured. "trueodds bench gate" finds out which of two scorers is
    slower.
    """
    require_one_scorer(command, function)
    from trueodds.proofs.verify.bench.scorer import bench_scorer
    from trueodds.proofs.verify.scorer.serve import python_command
    from trueodds.reports.text.bench import output

    words = python_command(function) if function else command
    options |= {"rules": rules.source, "changes": rules.changes}
    return output(bench_scorer(game, words, **options))


@bench.lists("Is one version slower than another?")
@click.argument("revisions", nargs=-1, metavar="[BASE HEAD]")
@click.option("--base", metavar="SIDE", help="Program or environment to compare with.")
@click.option("--head", metavar="SIDE", help="Program or environment to judge.")
@click.option("--tests", metavar="PATH", help="Run only this file or folder.")
@click.option(
    "-k", "keyword", metavar="EXPR", help="Run only matching names, as in pytest."
)
@click.option("-m", "marker", metavar="EXPR", help="Run only matching markers.")
@click.option(
    "--harness",
    type=one_of(["head", "base"]),
    default="head",
    help="The revision whose benchmarks run on both sides.",
)
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
    type=one_of(["cpu", "wall"]),
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
@prints(*FORMATS)
def gate(
    revisions: tuple[str, ...],
    base: str | None,
    head: str | None,
    history: str | None,
    rules: ChosenRules,
    **options: Any,
) -> Output:
    """Decide whether HEAD is slower than BASE.

    BASE and HEAD are git revisions of the project in this folder; "." is the files as
    they are now. The gate times HEAD's pytest-benchmark tests on the code of both.
    --base and --head name other things to compare: programs that answer each line with
    a line, or (with --python or --tests) virtual environments. Exit code 0: nothing is
    slower. 1: a benchmark is slower or wrong. 2: it cannot be measured. 3: nothing was
    compared, because only HEAD can run the benchmarks.
    """
    named = [*revisions, *filter(None, (base, head))]
    if len(named) != 2 or len(revisions) == 1:
        raise click.UsageError(
            "name two sides: two revisions, such as main HEAD, or --base and --head"
        )
    if options["harness"] == "base" and not revisions:
        raise click.UsageError("--harness needs two revisions, such as main HEAD")
    if options["game"] and options["lines"]:
        raise click.UsageError("--game and --lines exclude each other")
    inputs = options["game"] or options["lines"]
    if options["function"] and not inputs:
        raise click.UsageError("--python needs --game GAME or --lines FILE")
    if (base or head) and not (inputs or options["tests"]):
        raise click.UsageError(
            "--base and --head need --game or --lines (programs), or --tests"
        )

    from trueodds.proofs.verify.bench.gate.run import Request, append_history
    from trueodds.proofs.verify.bench.gate.run import gate as run_gate
    from trueodds.reports.text.bench import gate_output

    options |= {"rules": rules.source, "changes": rules.changes}
    request = Request(named[0], named[1], bool(revisions), **options)
    result = run_gate(request, lambda line: echo(f"gate: {line}", err=True))
    if history:
        append_history(Path(history), result)
    return gate_output(result)


@bench.lists("Draw the history of gate runs.")
@click.argument("file")
@click.option("--out", required=True, metavar="FILE.html", help="The page to write.")
@click.option("--force", is_flag=True, help="Overwrite an existing page.")
def history(file: str, out: str, force: bool) -> None:
    """Draw the ratios in FILE, chained over commits, one plot for each benchmark.

    "trueodds bench gate --history FILE" writes FILE.
    """
    from trueodds.proofs.verify.bench.gate.history import load_history, page

    target = Path(out)
    text = page(load_history(Path(file)))
    refuse_to_replace([target], force=force)
    with written_whole(target) as place:
        place.write_text(text, encoding="utf-8")
    echo(f"Wrote {target}")
