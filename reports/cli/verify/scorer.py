"""``trueodds verify scorer``: verify a scorer on every position of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from trueodds.core.games import Game
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import (
    FORMATS,
    PositionsCommand,
    executor,
    prints,
    scheduler_option,
    scorer_options,
    timeout_option,
)
from trueodds.reports.cli.positions import choice_of, choice_options
from trueodds.reports.cli.score import POSITIONS
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

INTERRUPTED = 130
"""Exit code of a program that was ended by Ctrl-C."""


@click.command(cls=PositionsCommand, epilog=POSITIONS)
@scorer_options
@click.option(
    "--answers",
    metavar="FILE",
    help="Check a table of positions and answers instead of a program.",
)
@choice_options
@click.option(
    "--ordered",
    is_flag=True,
    help="Send the cards or dice of every position in ascending order.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of scorers that run at once [default: 1, or the scheduler's workers]",
)
@scheduler_option
@click.option(
    "--max-failures",
    type=click.IntRange(0),
    default=1000,
    help="Stop after N wrong answers; 0 sends all positions.",
)
@timeout_option("Seconds in which the scorer may neither read nor answer.")
@click.option(
    "--resume",
    metavar="FILE",
    help="Save the comparisons in FILE, and resume from it after an interruption.",
)
@prints(*FORMATS)
def scorer(
    game: Game,
    command: tuple[str, ...],
    function: str | Callable[[str], object] | None,
    answers: str | None,
    rules: ChosenRules,
    rule: str | None,
    jobs: int | None,
    scheduler: str | None,
    max_failures: int,
    timeout: float,
    resume: str | None,
    **choice: Any,
) -> Output:
    """Verify a scorer of GAME on every position.

    The scorer is a program CMD that reads one position a line and answers each with one
    integer a line, or a Python FUNCTION of the position's text. A program may buffer
    its output. Exit code 0 if every answer is right, 1 if an answer is wrong, 2 if the
    scorer cannot be judged, also if it is right by other rules than the default and no
    rules are named.

    A game can have options of its own: trueodds verify scorer GAME --help.
    """
    if sum(map(bool, (command, function, answers))) != 1:
        raise click.UsageError(
            "name one scorer: a program after --, or --python module:function, or "
            "--answers FILE"
        )
    if callable(function) and (scheduler or resume):
        raise click.UsageError(
            "--scheduler and --resume need the name of a function, module:function"
        )

    from trueodds.proofs.verify.scorer.answers_file import verify_answers
    from trueodds.proofs.verify.scorer.run import Question
    from trueodds.proofs.verify.scorer.verdict import verify_scorer
    from trueodds.reports.text.verdict import failure_table, output

    game.scoring_rule(rule)
    question = Question(
        game.name,
        rules.of_game(game),
        rule,
        choice_of(**choice),
        command,
        function,
        named=rules.named,
    )
    if answers:
        verdict = verify_answers(question, Path(answers))
        return output(verdict, failure_table(verdict))
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
    interrupted = verdict.details["interrupted"]
    if interrupted:
        echo("trueodds: interrupted", err=True)
    return output(verdict, failure_table(verdict), INTERRUPTED if interrupted else None)
