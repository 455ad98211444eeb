"""``trueodds verify simulator``: test random outcomes for their distribution."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import click

from trueodds.core import games
from trueodds.core.games import Game
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli._shared import (
    FORMATS,
    FunctionOption,
    PositionsCommand,
    columns_option,
    game_argument,
    prints,
    rule_option,
    rules_options,
    share_reader,
    timeout_option,
)
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

between_0_and_1 = share_reader(
    "not a number between 0 and 1, such as 0.001 or 1/1000", whole=False
)


class SimulatorCommand(PositionsCommand):
    """A command whose help lists the kinds of outcome of its GAME."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game, and then parse the arguments."""
        ctx.obj = self.named_game(self._arguments(ctx, args))
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds of outcome, and what a simulator has to print for each."""
        if ctx.obj:
            from trueodds.proofs.verify.simulator.outcomes import explained

            with formatter.section(f"Kinds of outcome of {ctx.obj}"):
                formatter.write_dl(list(explained(games.find(ctx.obj)).items()))


@click.command(cls=SimulatorCommand)
@game_argument
@click.argument("command", nargs=-1, metavar="[FILE | - | -- CMD...]")
@click.option("--file", "file", metavar="FILE", help="Read the outcomes from a file.")
@click.option(
    "--counts",
    metavar="FILE.csv",
    help="Read counts from a CSV file with the columns outcome,count.",
)
@click.option(
    "--python",
    "function",
    cls=FunctionOption,
    metavar="MODULE:FUNCTION",
    help="Call a Python function that returns an outcome.",
)
@click.option(
    "--outcome",
    "kind",
    metavar="KIND",
    help="Kind of outcome, such as die; GAME --help lists all.  [default: those that "
    "the first lines fit; bare numbers are then never refuted]",
)
@columns_option
@rules_options
@rule_option
@click.option(
    "--alpha",
    metavar="NUMBER",
    callback=between_0_and_1,
    default="0.001",
    help="Probability that a right simulator is ever refuted.",
)
@click.option(
    "--within",
    metavar="NUMBER",
    callback=between_0_and_1,
    help="Stop once every probability is within this distance of the exact one, such "
    "as 0.02.",
)
@click.option(
    "--limit",
    type=click.IntRange(2),
    metavar="N",
    help="Stop after N outcomes.  [default for programs: 1,000,000, or "
    "10,000,000 with --within]",
)
@timeout_option("Seconds that a program may be silent.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Stop after this time, with the verdict on the outcomes until then.",
)
@click.option(
    "--receipt", metavar="FILE", help="Write a receipt that others can check."
)
@prints(*FORMATS)
def simulator(
    game: Game,
    command: tuple[str, ...],
    file: str | None,
    counts: str | None,
    function: str | Callable[[], object] | None,
    kind: str | None,
    columns: list[str],
    rules: ChosenRules,
    rule: str | None,
    alpha: Fraction,
    within: Fraction | None,
    limit: int | None,
    timeout: float,
    time_limit: float | None,
    receipt: str | None,
) -> Output:
    """Test random outcomes of GAME against their exact distribution.

    The outcomes come from a program CMD that prints one per line, from a file, from
    standard input (-), from a Python FUNCTION, or from a table of counts. The verdict
    is valid at any time, so the test stops as soon as there is one. Exit code 0:
    consistent, or within the tolerance of --within. 1: refuted. 2: cannot be judged, or
    not judged without --outcome. 3: undecided.
    """
    if sum(map(bool, (command, file, counts, function))) != 1:
        raise click.UsageError(
            "name one source of outcomes: a program after --, --file FILE, "
            "--counts FILE.csv, --python module:function, or - for standard input"
        )
    if columns and counts:
        raise click.UsageError(
            "--columns names columns of outcomes; the file of --counts has the columns "
            "outcome,count"
        )
    from trueodds.proofs.verify.simulator.outcomes import (
        OutcomeError,
        UnknownKindError,
        kinds_of,
    )
    from trueodds.proofs.verify.simulator.receipt import record, write
    from trueodds.proofs.verify.simulator.run import (
        LIMIT,
        LIMIT_WITHIN,
        judge_counts,
        judge_lines,
    )
    from trueodds.proofs.verify.simulator.sources import SimulatorError
    from trueodds.proofs.verify.simulator.verdict import failed, verdict
    from trueodds.reports.text.verdict import outcome_table, output

    record_of_rules = rules.of_game(game)
    asked = game, record_of_rules, kind, rule
    question = kind or next(iter(kinds_of(game, record_of_rules, rule)))
    if len(command) == 1 and _is_plain(*command):
        file = command[0]
        command = ()
    if limit is None and (function or (command and command != ("-",))):
        limit = LIMIT if within is None else LIMIT_WITHIN
    settings: Any = {"alpha": alpha, "tolerance": within}
    try:
        if counts:
            judged = judge_counts(Path(counts), *asked, **settings)
        else:
            source = _blocks(command, file, function, timeout, time_limit)
            with closing(source) as blocks, shown() as bar:
                settings |= {"limit": limit, "progress": bar, "columns": columns}
                judged = judge_lines(blocks, *asked, **settings)
    except UnknownKindError as error:
        text = str(error)
        judgement = failed(game, record_of_rules, question, text, "not judged")
    except (OutcomeError, SimulatorError) as error:
        judgement = failed(game, record_of_rules, question, str(error))
    else:
        judgement = verdict(game, record_of_rules, judged)
        if receipt and judged.open:
            note = "no receipt was written, as the kind of outcome is not known"
            judgement = replace(judgement, notes=(*judgement.notes, note))
        elif receipt:
            write(
                Path(receipt),
                record(game, record_of_rules, game.scoring_rule(rule), judged),
            )
    return output(judgement, outcome_table(judgement))


def _is_plain(path: str) -> bool:
    """Return True for a file that is no program."""
    return os.path.isfile(path) and not os.access(path, os.X_OK)


def _blocks(
    command: tuple[str, ...],
    file: str | None,
    function: str | Callable[[], object] | None,
    timeout: float,
    time_limit: float | None,
) -> Generator[bytes]:
    from trueodds.proofs.verify.simulator import sources

    seconds = time_limit or inf
    if file:
        blocks = sources.from_file(Path(file))
    elif command == ("-",):
        blocks = sources.from_stream(sys.stdin.buffer, seconds)
    elif callable(function):
        blocks = sources.from_outcomes(function)
    else:
        program = sources.draw_command(function) if function else command
        blocks = sources.from_command(program, timeout, seconds)
    return sources.until(blocks, seconds)
