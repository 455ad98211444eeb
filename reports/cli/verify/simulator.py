"""``trueodds verify simulator``: random outcomes against their exact law."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import (
    game_argument,
    prints,
    rule_option,
    rules_options,
    timeout_option,
)

if TYPE_CHECKING:
    from trueodds.reports.output import Output


def _share(
    context: click.Context, parameter: click.Parameter, given: str | None
) -> Fraction | None:
    """An exact number between 0 and 1."""
    if given is None:
        return None
    from trueodds.core.exact_toml import exact

    try:
        number = exact(given)
    except (ValueError, ZeroDivisionError):
        number = Fraction(0)
    if not 0 < number < 1:
        raise click.BadParameter(
            f"{given!r} is not between 0 and 1, such as 0.001 or 1/1000"
        )
    return number


@click.command()
@game_argument
@click.argument("command", nargs=-1, metavar="[-- CMD... | -]")
@click.option("--file", "file", metavar="FILE", help="Outcomes from a file.")
@click.option(
    "--counts", metavar="FILE.csv", help="How often each outcome came: outcome,count."
)
@click.option(
    "--python",
    "function",
    metavar="MODULE:FUNCTION",
    help="A function that draws an outcome at each call.",
)
@click.option(
    "--outcome", "kind", metavar="KIND", help="The kind of outcome; see the docs."
)
@rules_options
@rule_option
@click.option(
    "--alpha",
    metavar="NUMBER",
    callback=_share,
    default="0.001",
    show_default=True,
    help="The chance to refute a simulator that is right, however long it runs.",
)
@click.option(
    "--within",
    metavar="NUMBER",
    callback=_share,
    help="Stop when every chance is shown to be so near to its exact value.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=2),
    help="Judge so many outcomes at most; 10,000,000 of a program unless said.",
)
@timeout_option("Seconds that a program may be silent.")
@click.option(
    "--receipt", metavar="FILE", help="Write all that the verdict rests on to a file."
)
@prints("table", "json")
def simulator(
    game: str,
    command: tuple[str, ...],
    file: str | None,
    counts: str | None,
    function: str | None,
    kind: str | None,
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    alpha: Fraction,
    within: Fraction | None,
    limit: int | None,
    timeout: float,
    receipt: str | None,
) -> Output:
    """Tell whether random outcomes follow the exact law of GAME.

    The outcomes are printed by a program CMD, an outcome a line; or read from a FILE,
    or from standard input, which is -; or drawn by a Python FUNCTION; or counted in a
    CSV FILE. The verdict is valid however long one looks: refuted (exit code 1), within
    the tolerance of --within (0), or undecided (3); 2 when they cannot be judged.
    """
    if sum(map(bool, (command, file, counts, function))) != 1:
        raise click.UsageError(
            "name one source of outcomes: a program after --, --file FILE, "
            "--counts FILE.csv, --python module:function, or - for standard input"
        )
    from pathlib import Path

    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.simulator.outcomes import OutcomeError, outcome_law
    from trueodds.proofs.verify.simulator.receipt import record, write
    from trueodds.proofs.verify.simulator.run import (
        LIMIT,
        judge_counts,
        judge_stream,
    )
    from trueodds.proofs.verify.simulator.sources import SimulatorError
    from trueodds.proofs.verify.simulator.verdict import failed, verdict
    from trueodds.reports.progress import shown
    from trueodds.reports.text.verdict import output

    column = games.find(game)
    record_of_rules = rulebook.load(column, rules, changes)
    law = outcome_law(column, record_of_rules, kind, rule)
    if limit is None and (function or (command and command != ("-",))):
        limit = LIMIT
    try:
        if counts:
            judged = judge_counts(Path(counts), law, alpha=alpha, tolerance=within)
        else:
            with _blocks(command, file, function, timeout) as blocks, shown() as bar:
                judged = judge_stream(
                    blocks,
                    law,
                    alpha=alpha,
                    tolerance=within,
                    limit=limit,
                    progress=bar,
                )
    except (OutcomeError, SimulatorError) as error:
        found = failed(column, record_of_rules, law.kind, str(error))
    else:
        found = verdict(column, record_of_rules, judged)
        if receipt:
            write(
                Path(receipt),
                record(column, record_of_rules, column.scoring_rule(rule), judged),
            )
    return output(found)


@contextmanager
def _blocks(
    command: tuple[str, ...], file: str | None, function: str | None, timeout: float
) -> Iterator[Iterator[bytes]]:
    from pathlib import Path

    from trueodds.proofs.verify.simulator import draw, sources

    if file:
        yield sources.of_file(Path(file))
    elif command == ("-",):
        yield sources.of_stream(sys.stdin.buffer)
    else:
        program = draw.draw_command(function) if function else command
        with sources.of_command(program, timeout) as blocks:
            yield blocks
