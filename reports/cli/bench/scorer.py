"""``trueodds bench scorer``: measure a scorer's speed."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import (
    PositionsCommand,
    is_number,
    prints,
    require_one_scorer,
    scorer_options,
    timeout_option,
)
from trueodds.reports.output import Output


@click.command(cls=PositionsCommand)
@scorer_options
@click.option(
    "--positions",
    type=click.IntRange(min=2),
    default=10_000,
    help="Number of random positions; always the same ones.",
)
@timeout_option("Seconds that a run may take.")
@click.option(
    "--baseline",
    metavar="FILE",
    help="Compare with the speed in FILE, or store it if there is no FILE.",
)
@click.option("--update", is_flag=True, help="Store this run in the baseline.")
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    callback=is_number,
    default=0.25,
    help="Allowed slowdown, such as 0.25 for 25 %.",
)
@prints("table", "json", "markdown", "latex", "tsv")
def scorer(
    game: str,
    command: tuple[str, ...],
    function: str | None,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    positions: int,
    timeout: float,
    baseline: str | None,
    update: bool,
    tolerance: float,
) -> Output:
    """Measure a scorer's speed, beside our reference scorer.

    The scorer is a program CMD that reads a position per line and answers each with an
    integer per line, or a Python FUNCTION of the position's text. Positions are written
    as for "trueodds score". A baseline stores the ratio to the reference, so a busy
    machine changes it little. Exit code 0: all is well. 1: an answer is wrong, or the
    scorer is slower than the baseline. 2: it cannot be measured. 3: the machine is too
    busy to tell.
    """
    require_one_scorer(command, function)
    if update and not baseline:
        raise click.UsageError("--update needs --baseline FILE")
    from pathlib import Path

    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.bench import baseline as baselines
    from trueodds.proofs.verify.bench.scorer import bench_scorer
    from trueodds.proofs.verify.bench.timing import Ratios
    from trueodds.proofs.verify.scorer.serve import python_command
    from trueodds.reports.text.bench import Compared, output

    column = games.find(game)
    rule = column.scoring_rule(rule)
    question = baselines.question(column, rule, rulebook.load(column, rules, changes))
    file = Path(baseline) if baseline else None
    before = None
    if file and file.exists() and not update:
        before = baselines.load(file, question)
    measured = bench_scorer(
        column,
        python_command(function) if function else command,
        positions,
        timeout,
        rules=rules,
        changes=changes,
        rule=rule,
        baseline=before and before.ratios,
        tolerance=tolerance,
    )
    stored = None
    # The speed of wrong answers is not stored.
    if file and before is None and measured.mistake is None:
        ratios = Ratios(measured.warm.middle, measured.cold.middle)
        baselines.store(file, question, baselines.Baseline(measured.scorer, ratios))
        stored = str(file)
    return output(measured, question, Compared(before, stored, tolerance))
