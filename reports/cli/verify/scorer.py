"""``trueodds verify scorer``: whether a scorer of yours is right, everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import (
    prints,
    require_one_scorer,
    scorer_options,
    timeout_option,
)
from trueodds.reports.cli.positions import choice_of, choice_options
from trueodds.reports.cli.score import POSITIONS

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command(epilog=POSITIONS)
@scorer_options
@choice_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many scorers run side by side; 1, or one a worker of the scheduler.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run on the workers of a dask scheduler, such as tcp://localhost:8786.",
)
@click.option(
    "--max-failures",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Stop after so many wrong answers; 0 for never.",
)
@timeout_option("Seconds in which the scorer may neither read nor answer.")
@click.option(
    "--resume",
    metavar="FILE",
    help="Keep there what has been compared, and go on from there if interrupted.",
)
@prints("table", "json")
def scorer(
    game: str,
    command: tuple[str, ...],
    function: str | None,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    sample: int | None,
    seed: int | None,
    by_class: bool,
    jobs: int | None,
    scheduler: str | None,
    max_failures: int,
    timeout: float,
    resume: str | None,
) -> Output:
    """Tell whether a scorer of GAME is right, on every position there is.

    The scorer is a program CMD, which reads a position a line and answers each with an
    integer a line, or a Python FUNCTION of the position's text. Output may be buffered
    in any way. Exit code 0 when every answer is right, 1 when one is wrong, 2 when the
    scorer cannot be judged.
    """
    require_one_scorer(command, function)
    from pathlib import Path

    from trueodds.core import games, rulebook
    from trueodds.core.cluster import executor
    from trueodds.proofs.verify.scorer.run import Question
    from trueodds.proofs.verify.scorer.verdict import verify_scorer
    from trueodds.reports.progress import shown
    from trueodds.reports.text.verdict import kinds_table, output

    column = games.find(game)
    question = Question(
        column.name,
        rulebook.load(column, rules, changes),
        column.scoring_rule(rule),
        choice_of(sample, seed, by_class),
        command,
        function,
    )
    with executor(scheduler) as workers, shown() as progress:
        verdict = verify_scorer(
            question,
            jobs=jobs,
            executor=workers,
            timeout=timeout,
            max_failures=max_failures or None,
            resume=Path(resume) if resume else None,
            progress=progress,
        )
    return output(verdict, kinds_table(verdict))
