"""The speed of scorers, and a gate for changes that make code slower."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Unpack

from trueodds.core.errors import OptionError
from trueodds.core.games import Game, GameName, find
from trueodds.core.storage.files import refuse_to_replace, written_whole
from trueodds.reports.chosen import chosen
from trueodds.reports.cli import echo
from trueodds.reports.signatures import Between, Words, checked

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.bench import Gate, Speeds
    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource

File: TypeAlias = Annotated[str | Path | None, "FILE"]
Function: TypeAlias = Annotated[str | None, "MODULE:FUNCTION"]
Side: TypeAlias = Annotated[str | None, "SIDE"]
Expression: TypeAlias = Annotated[str | None, "EXPR"]


@checked
def scorer(
    game: Annotated[GameName | Game, find],
    /,
    *command: Annotated[str, Words("[-- CMD...]")],
    python: Function = None,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    positions: Annotated[int, Between(2)] = 10_000,
    timeout: Annotated[float, Between(0, open=True)] = 60.0,
    **options: Unpack[GameOptions],
) -> Speeds:
    """Measure a scorer's speed, beside our reference scorer.

    The scorer is a program CMD that reads a position per line and answers each with an
    integer per line, or a Python FUNCTION of the position's text. Positions are written
    as for "trueodds score". Exit code 0: every answer is right. 1: an answer is wrong.
    2: it cannot be measured. "trueodds bench gate" finds out which of two scorers is
    slower.

    Args:
        game: The game.
        command: The program and its arguments.
        python: Check this Python function instead of a program.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        positions: Number of random positions; always the same ones.
        timeout: Seconds that a run may take.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The speeds, their ratios, and the first wrong answer; exit code 1 if there is
        one.

    Raises:
        TrueoddsError: The scorer fails, or is too fast for this many positions.

    Example:
        >>> scorer("bunco")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.OptionError: name one scorer: a program after --, or \
python module:function
    """
    from trueodds.proofs.verify.bench.scorer import bench_scorer
    from trueodds.proofs.verify.scorer.serve import python_command
    from trueodds.reports.answers.bench import Speeds

    column = find(game)
    column.scorer(rule)  # which says if there are no positions
    if bool(command) == bool(python):
        raise OptionError(
            "name one scorer: a program after --, or --python module:function"
        )
    record = chosen(rules, set).with_fields(options).of_game(column)
    words = python_command(python) if python else command
    return Speeds.of(
        bench_scorer(
            column, words, positions=positions, timeout=timeout, rules=record, rule=rule
        )
    )


@checked
def gate(
    *revisions: Annotated[str, Words("[BASE HEAD]")],
    base: Side = None,
    head: Side = None,
    tests: Annotated[str | Path | None, "PATH"] = None,
    keyword: Expression = None,
    marker: Expression = None,
    harness: Literal["head", "base"] = "head",
    install: Annotated[str | None, "CMD"] = None,
    python: Function = None,
    game: Annotated[GameName | Game | None, find] = None,
    lines: File = None,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    delta: Annotated[float, Between(0, 1, open=True)] = 0.1,
    clock: Literal["cpu", "wall"] = "cpu",
    instructions: bool = False,
    history: File = None,
    resume: bool = False,
    **options: Unpack[GameOptions],
) -> Gate:
    """Decide whether HEAD is slower than BASE.

    BASE and HEAD are git revisions of the project in this folder; "." is the files as
    they are now. The gate times HEAD's pytest-benchmark tests on the code of both.
    --base and --head name other things to compare: programs that answer each line with
    a line, or (with --python or --tests) virtual environments. Exit code 0: nothing is
    slower. 1: a benchmark is slower or wrong. 2: it cannot be measured. 3: nothing was
    compared, because only HEAD can run the benchmarks.

    Args:
        revisions: Two git revisions, such as "main" and "HEAD".
        base: Program or environment to compare with.
        head: Program or environment to judge.
        tests: Run only this file or folder.
        keyword: Run only matching names, as in pytest.
        marker: Run only matching markers.
        harness: The revision whose benchmarks run on both sides.
        install: Shell command that installs a revision.  [default: pip install .]
        python: Time this Python function of a line.
        game: Time scorers on positions of this game.
        lines: Time scorers on the lines of a file.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        delta: Smallest difference that matters, as a share.
        clock: Measure processor time, or wall-clock time.
        instructions: Also count instructions with callgrind (slow).
        history: Append the result to a history.
        resume: Resume a run that was interrupted.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The decision on each benchmark, and the exit code.

    Raises:
        TrueoddsError: The sides are not named, or cannot be built or measured.

    Example:
        >>> gate("main")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.OptionError: name two sides: two revisions, such as main \
HEAD, or base and head
    """
    # Two revisions, or two other sides; one of each cannot be compared.
    named = [*revisions, *filter(None, (base, head))]
    if len(named) != 2 or len(revisions) == 1:
        raise OptionError(
            "name two sides: two revisions, such as main HEAD, or --base and --head"
        )
    if harness == "base" and not revisions:
        raise OptionError("--harness needs two revisions, such as main HEAD")
    if game and lines:
        raise OptionError("--game and --lines exclude each other")
    inputs = game or lines
    if python and not inputs:
        raise OptionError("--python needs --game GAME or --lines FILE")
    if (base or head) and not (inputs or tests):
        raise OptionError(
            "--base and --head need --game or --lines (programs), or --tests"
        )
    asked = chosen(rules, set).with_fields(options)
    if asked.named and not game:
        raise OptionError("rules need --game GAME")
    from trueodds.proofs.verify.bench.gate import run
    from trueodds.reports.answers.bench import Gate

    column = find(game) if game else None
    request = run.GateRequest(
        named[0],
        named[1],
        revisions=bool(revisions),
        tests=tests,
        keyword=keyword,
        marker=marker,
        harness=harness,
        install=install,
        function=python,
        lines=lines,
        game=column,
        rule=rule,
        rules=asked.of_game(column) if column else None,
        delta=delta,
        clock=clock,
        instructions=instructions,
        resume=resume,
    )
    result = run.gate(request, lambda line: echo(f"gate: {line}", err=True))
    if history:
        run.append_history(Path(history), result)
    return Gate.of(result)


@checked
def history(
    file: Annotated[str | Path, Words("FILE")],
    /,
    *,
    out: Annotated[str | Path, "FILE.html"],
    force: bool = False,
) -> Written:
    """Draw a plot for each benchmark: its time after each run of the gate.

    "trueodds bench gate --history FILE" adds a run to FILE. A run has, for each
    benchmark, the ratio of its time in the head to its time in the base. The plots
    multiply these ratios. So the unit is the benchmark's time in the base of its first
    run.

    Args:
        file: A history that the gate has written.
        out: The page to write.
        force: Overwrite an existing page.

    Returns:
        The name of the page.

    Raises:
        TrueoddsError: FILE is not a history, or the page exists.

    Example:
        >>> history("missing.jsonl", out="page.html")
        Traceback (most recent call last):
            ...
        trueodds.proofs.verify.bench.gate.environments.GateError: ...
    """
    from trueodds.proofs.verify.bench.gate.history import load_history, page
    from trueodds.reports.answers.written import Written

    target = Path(out)
    text = page(load_history(Path(file)))
    refuse_to_replace([target], force=force)
    with written_whole(target) as place:
        place.write_text(text, encoding="utf-8")
    return Written.of(target)
