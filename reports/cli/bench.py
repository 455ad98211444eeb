"""``trueodds bench``: how fast a scorer of yours is, and whether it got slower."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import (
    is_number,
    prints,
    require_one_scorer,
    scorer_options,
    timeout_option,
)

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.group()
def bench() -> None:
    """Time a scorer of yours."""


@bench.command()
@scorer_options
@click.option(
    "--positions",
    type=click.IntRange(min=2),
    default=10_000,
    show_default=True,
    help="How many random positions; the same ones every time.",
)
@timeout_option("Seconds that a run may take.")
@click.option(
    "--baseline",
    metavar="FILE",
    help="Speeds to hold this run against; stored when there is no such file.",
)
@click.option("--update", is_flag=True, help="Store this run's speeds in the baseline.")
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    callback=is_number,
    default=0.25,
    show_default=True,
    help="How much worse than the baseline is no regression, as a share.",
)
@prints("table", "json")
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
    """Time a scorer of GAME: its rate, and its first answer with start-up.

    The scorer is a program CMD, which reads a position a line and answers each with an
    integer a line, or a Python FUNCTION of the position's text. Positions are written
    as for "trueodds score". Exit code 1 when an answer is wrong, or when the scorer is
    slower than the baseline.
    """
    require_one_scorer(command, function)
    if update and not baseline:
        raise click.UsageError("--update needs --baseline FILE")
    from dataclasses import replace
    from functools import partial
    from pathlib import Path

    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.bench import baseline as baselines
    from trueodds.proofs.verify.bench.scorer import bench_scorer
    from trueodds.proofs.verify.scorer.serve import python_command
    from trueodds.reports.text.bench import Standing, output

    column = games.find(game)
    rule = column.scoring_rule(rule)
    question = baselines.question(column, rule, rulebook.load(column, rules, changes))
    file = Path(baseline) if baseline else None
    was = (
        baselines.load(file, question)
        if file and file.exists() and not update
        else None
    )
    measure = partial(
        bench_scorer,
        column,
        python_command(function) if function else command,
        rules=rules,
        changes=changes,
        rule=rule,
        positions=positions,
        timeout=timeout,
    )
    found = measure()
    worse = baselines.regressions(was, found.scorer, tolerance) if was else []
    if was and worse:
        # A busy moment of the machine passes; a regression does not.
        again = measure()
        found = replace(
            found,
            scorer=found.scorer.best(again.scorer),
            mistake=found.mistake or again.mistake,
        )
        worse = baselines.regressions(was, found.scorer, tolerance)
    stored = None
    # The speed of wrong answers is nothing to hold others against.
    if file and was is None and found.mistake is None:
        baselines.store(file, question, found.scorer)
        stored = str(file)
    standing = Standing(was, stored, worse)
    return output(found, question, standing)
