"""Verdicts on a user's scorer, simulator, recorded game, table of odds or receipt."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from trueodds.core.errors import OptionError, PositionError, WrongTypeError, choices
from trueodds.core.exact.exact_toml import number_of
from trueodds.core.games import Game, GameName, find, is_game
from trueodds.core.storage.files import read_lines, read_text
from trueodds.reports.chosen import chosen
from trueodds.reports.commands.positions import choice_of
from trueodds.reports.progress import shown
from trueodds.reports.signatures import (
    IN_PYTHON,
    Array,
    Between,
    Counts,
    Texts,
    Words,
    checked,
    read,
)

if TYPE_CHECKING:
    from typing import Unpack

    from trueodds.reports.answers.odds_verdict import OddsVerdict
    from trueodds.reports.answers.verdict import (
        ScorerVerdict,
        SimulatorVerdict,
        TranscriptVerdict,
    )
    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource

INTERRUPTED = 130
"""Exit code of a program that was ended by Ctrl-C."""

LANGUAGES = {
    "python": "py python3",
    "c": "",
    "java": "",
    "go": "golang",
    "rust": "rs",
    "js": "javascript node nodejs",
}
"""The languages of the templates, with their other names."""

Number: TypeAlias = int | float | Fraction | str

Columns: TypeAlias = Annotated[Texts | None, "NAME,NAME,…"]


@checked
def scorer(
    game: Annotated[GameName | Game, find],
    /,
    command: Texts | None = None,
    *,
    python: Annotated[str | Callable[[str], object] | None, "MODULE:FUNCTION"] = None,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    answers: Annotated[str | Path | None, "FILE"] = None,
    sample: Annotated[int | None, "N", Between(1)] = None,
    seed: Annotated[int | None, Between(0, 2**64 - 1)] = None,
    by_class: bool = False,
    ten: Annotated[Literal["10", "T"], "[10|T]"] = "10",
    ordered: bool = False,
    jobs: Annotated[int | None, "N", Between(1)] = None,
    scheduler: Annotated[str | None, "ADDRESS"] = None,
    max_failures: Annotated[int, Between(0)] = 1000,
    timeout: Annotated[float, Between(0, open=True)] = 60.0,
    resume: Annotated[str | Path | None, "FILE"] = None,
    **options: Unpack[GameOptions],
) -> ScorerVerdict:
    """Verify a scorer of GAME on every position.

    The scorer is a program CMD that reads one position a line and answers each with one
    integer a line, or a Python FUNCTION of the position's text. A program may buffer
    its output. Exit code 0 if every answer is right, 1 if an answer is wrong, 2 if the
    scorer cannot be judged, also if it is right by other rules than the default and no
    rules are named.

    A game can have options of its own: trueodds verify scorer GAME --help.

    Args:
        game: The game.
        command: The words of a program.
        python: Check this Python function instead of a program.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        answers: Check a table of positions and answers instead of a program.
        sample: Use only N random positions.
        seed: Random seed [default: 1]
        by_class: Skip positions that differ only in order or suits. (A scorer that
            looks at these may hide a bug.)
        ten: The rank of a ten in the text of a card.
        ordered: Send the cards or dice of every position in ascending order.
        jobs: Number of scorers that run at once [default: 1, or the scheduler's
            workers]
        scheduler: Compute on the workers of the dask scheduler at tcp://HOST:PORT.
        max_failures: Stop after N wrong answers; 0 sends all positions.
        timeout: Seconds that the scorer may pause, without reading or answering.
        resume: Save the comparisons in FILE, and resume from it after an interruption.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The verdict, with the classes of wrong answers.

    Raises:
        TrueoddsError: There is no scorer or there are several, or an argument is wrong.

    Example:
        >>> verdict = scorer("bunco", python=lambda position: 0)
        >>> verdict.verdict, verdict.counts["wrong"], verdict.details.kinds[0].count
        ('refuted', 576, 540)
    """
    assert isinstance(game, Game)
    if sum(map(bool, (command, python, answers))) != 1:
        raise OptionError(
            "name one scorer: a program after --, or --python module:function, or "
            "--answers FILE"
        )
    # Neither another machine nor a later run can find a function that has no name.
    if callable(python) and (scheduler or resume):
        raise OptionError(
            "--scheduler and --resume need the name of a function, module:function"
        )
    from trueodds.core.storage import parallel
    from trueodds.proofs.verify.scorer.answers_file import verify_answers
    from trueodds.proofs.verify.scorer.run import ScorerQuestion
    from trueodds.proofs.verify.scorer.verdict import verify_scorer
    from trueodds.reports.answers.verdict import ScorerVerdict

    choice = choice_of(
        sample=sample, seed=seed, by_class=by_class, ordered=ordered, ten=ten
    )
    game.scoring_rule(rule)
    asked = chosen(rules, set).with_fields(options)
    question = ScorerQuestion(
        game.name,
        asked.of_game(game),
        rule,
        choice,
        _words(command),
        python,
        named=asked.named,
    )
    if answers:
        return ScorerVerdict.of(verify_answers(question, Path(answers)))
    with parallel.executor(scheduler) as workers, shown() as progress:
        verdict = verify_scorer(
            question,
            jobs=jobs,
            executor=workers,
            timeout=timeout,
            max_failures=max_failures or None,
            resume=Path(resume) if resume else None,
            progress=progress,
        )
    stopped = INTERRUPTED if verdict.details.interrupted else None
    return ScorerVerdict.of(verdict, stopped)


def _words(command: Texts | None) -> tuple[str, ...]:
    if isinstance(command, str):
        return (command,)
    return tuple(command or ())


def _share(name: str, value: Number) -> Fraction:
    """Return an argument as an exact number between 0 and 1."""
    fault = "not a number between 0 and 1, such as 0.001 or 1/1000"
    return number_of(name, value, fault, lambda number: 0 < number < 1)


def _program(value: object) -> Any:
    """Return the words of a program; refuse outcomes in their place."""
    try:
        return read("command", value, Texts | None)
    except WrongTypeError as error:
        raise WrongTypeError(f"{error}; outcomes come by outcomes=[3, 1, 6]") from None


@checked
def simulator(
    game: Annotated[GameName | Game, find],
    /,
    command: Annotated[Texts | None, _program] = None,
    *,
    outcomes: Annotated[Sequence[object] | Array | None, IN_PYTHON] = None,
    file: Annotated[str | Path | None, "FILE"] = None,
    counts: Annotated[str | Path | Counts | None, "FILE.csv"] = None,
    python: Annotated[str | Callable[[], object] | None, "MODULE:FUNCTION"] = None,
    outcome: Annotated[str | None, "KIND"] = None,
    columns: Columns = None,
    rules: RulesSource = None,
    set: Changes = None,
    rule: str | None = None,
    alpha: Annotated[Number, "NUMBER"] = "0.001",
    within: Annotated[Number | None, "NUMBER"] = None,
    limit: Annotated[int | None, "N", Between(2)] = None,
    timeout: Annotated[float, Between(0, open=True)] = 60.0,
    time_limit: Annotated[float | None, "SECONDS", Between(0, open=True)] = None,
    receipt: Annotated[str | Path | None, "FILE"] = None,
    **options: Unpack[GameOptions],
) -> SimulatorVerdict:
    """Test random outcomes of GAME against their exact distribution.

    The outcomes come from a program CMD that prints one per line, from a file, from
    standard input (-), from a Python FUNCTION, or from a table of counts. The verdict
    is valid at any time, so the test stops as soon as there is one. Exit code 0:
    consistent, or within the tolerance of ``within``. 1: refuted. 2: cannot be judged,
    or not judged without ``outcome``. 3: undecided.

    Args:
        game: The game.
        command: The words of a program, or the name of a file with outcomes.
        outcomes: The outcomes in order, such as outcomes=[3, 1, 6]: numbers, texts, or
            sequences such as the dice of a roll.
        file: Read the outcomes from a file.
        counts: Read counts from a CSV file with the columns outcome,count.
        python: Call a Python function that returns an outcome.
        outcome: Kind of outcome, such as die; GAME --help lists all.  [default: the
            kinds that fit the first lines; if GAME has several kinds, bare numbers are
            then never refuted]
        columns: Names of the columns of a CSV file without a header, or with another
            one, such as p1,p2,p3,b1,b2,b3,winner; - is a column that is not read.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        rule: Scoring rule of the game, such as hand or crib.
        alpha: A right simulator is ever refuted with at most this probability.
        within: Stop once every probability is within this distance of the exact one,
            such as 0.02.
        limit: Stop after N outcomes.  [default for programs: 1,000,000, or 10,000,000
            with ``within``]
        timeout: Seconds that a program may be silent.
        time_limit: Stop after this time, with the verdict on the outcomes until then.
        receipt: Write a receipt that others can check.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The verdict, with the probability and the count of each outcome.

    Raises:
        TrueoddsError: There are no outcomes or several sources of them, or an argument
            is wrong.

    Example:
        >>> verdict = simulator("farkle", outcomes=[3, 1, 6, 7], outcome="die")
        >>> verdict.verdict, verdict.summary
        ('refuted', '7 came, and it cannot')
        >>> counts = dict.fromkeys("123456", 1000)
        >>> simulator("farkle", counts=counts, outcome="die").details.distance
        Fraction(11, 500)
    """
    assert isinstance(game, Game)
    sources = (command or None, file, counts, python, outcomes)
    if sum(source is not None for source in sources) != 1:
        raise OptionError(
            "name one source of outcomes: a program after --, --file FILE, "
            "--counts FILE.csv, --python module:function, or - for standard input"
        )
    if columns and counts is not None:
        raise OptionError(
            "--columns names columns of outcomes; the file of --counts has the columns "
            "outcome,count"
        )
    from trueodds.proofs.verify.simulator.outcomes import (
        OutcomeError,
        UnknownKindError,
        default_of,
        kinds_of,
    )
    from trueodds.proofs.verify.simulator.receipt import record, write
    from trueodds.proofs.verify.simulator.run import (
        LIMIT,
        LIMIT_WITHIN,
        judge_counts,
        judge_lines,
    )
    from trueodds.proofs.verify.simulator.sources import SimulatorError, blocks_of
    from trueodds.proofs.verify.simulator.verdict import failed, verdict
    from trueodds.reports.answers.verdict import SimulatorVerdict

    record_of_rules = chosen(rules, set).with_fields(options).of_game(game)
    asked = game, record_of_rules, outcome, rule
    question = outcome or default_of(game, kinds_of(game, record_of_rules, rule))
    words = _words(command)
    # A single word is a file with outcomes, unless it can be run.
    if len(words) == 1 and (words == ("-",) or _is_plain(*words)):
        file = words[0]
        words = ()
    # A file ends by itself, and a program may not.
    if limit is None and (python or words):
        limit = LIMIT if within is None else LIMIT_WITHIN
    settings: Any = {
        "alpha": _share("alpha", alpha),
        "tolerance": None if within is None else _share("within", within),
    }
    try:
        if counts is not None:
            judged = judge_counts(counts, *asked, **settings)
        else:
            drawn = outcomes if python is None else python
            source = blocks_of(words, file, drawn, timeout, time_limit or inf)
            with closing(source) as blocks, shown() as bar:
                settings |= {"limit": limit, "progress": bar}
                settings["columns"] = column_names(columns)
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
    return SimulatorVerdict.of(judgement)


def _is_plain(path: str) -> bool:
    """Return True for a file that is no program."""
    return os.path.isfile(path) and not os.access(path, os.X_OK)


def column_names(columns: Texts | None) -> list[str]:
    """Return the names of columns in lower case, without white space around them.

    ``columns`` has the names, or is a text with commas between them. None is no names.

    >>> column_names("Player, -,banker")
    ['player', '-', 'banker']
    """
    if isinstance(columns, str):
        columns = columns.split(",")
    return [name.strip().lower() for name in columns or ()]


@checked
def transcript(
    game: Annotated[GameName | Game, find],
    file: Annotated[str | Path, Words("FILE")],
    /,
    *,
    columns: Columns = None,
    rules: RulesSource = None,
    set: Changes = None,
    exact: bool = False,
    **options: Unpack[GameOptions],
) -> TranscriptVerdict:
    """Check the recorded game in FILE; - is standard input.

    A recording has its own rolls or cards; the rules decide everything else in it. Exit
    code 0 if all of it is right, 1 if a line is wrong, 2 if no game begins in it or if
    it is right by other rules than the default and no rules are named, and 3 if it ends
    in the middle of a game.

    A recording has the words of the published programs, or the lines that "trueodds
    verify transcript --help" shows. A recording of Bunco, baccarat or Farkle can also
    be CSV or JSON lines, with the columns that this help shows beside the lines.

    Args:
        game: The game.
        file: The file with the recorded game.
        columns: Names of the columns of a CSV file without a header, or with another
            one, such as p1,p2,p3,b1,b2,b3,winner; - is a column that is not read.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        exact: Count differences of white space and letter case as wrong.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The verdict, with all lines up to the first wrong one.

    Raises:
        TrueoddsError: The file cannot be read, or an argument is wrong.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "game.txt"
        ...     written = file.write_text("1 | 2 3 3 | 0")
        ...     transcript("bunco", file).verdict
        'agrees'
    """
    from trueodds.proofs.verify.transcript import verify_transcript
    from trueodds.reports.answers.verdict import TranscriptVerdict

    assert isinstance(game, Game)
    asked = chosen(rules, set).with_fields(options)
    record = asked.of_game(game)
    return TranscriptVerdict.of(
        verify_transcript(
            game,
            record,
            read_lines(file, PositionError),
            exact=exact,
            named=asked.named,
            columns=column_names(columns),
        )
    )


@checked
def odds(
    game: Annotated[GameName | Game, find],
    file: Annotated[str | Path, Words("FILE")],
    /,
    *,
    rules: RulesSource = None,
    set: Changes = None,
    **options: Unpack[GameOptions],
) -> OddsVerdict:
    """Check a table of odds in FILE, or - for standard input.

    Each line holds the id or the whole label of a quantity, a comma, and its value,
    such as 0.46 %, 1 in 216, 215 to 1 or 1/216; all formats of "trueodds odds" are
    read, too. A value is right if it is the exact one to the digits written. Exit code
    1 if a value is wrong, else 2 if one is undecided or not judged.

    Args:
        game: The game.
        file: The file with the table.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        options: Options of the game, such as dice="weighted, fair*5".

    Returns:
        The verdict on each value of the table.

    Raises:
        TrueoddsError: The file cannot be read, or an argument is wrong.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "table.csv"
        ...     written = file.write_text("roll.bunco,0.47 %")
        ...     odds("bunco", file).rows[0].right
        '0.46 %'
    """
    from trueodds.proofs.verify.odds import judge_table
    from trueodds.reports.answers.odds_verdict import odds_verdict
    from trueodds.reports.parts import parts

    assert isinstance(game, Game)
    with shown() as progress:
        exact = chosen(rules, set).with_fields(options).odds(game.name, progress)
        labels = parts(game.name).headlines
        text = read_text(file, PositionError)
        return odds_verdict(judge_table(text, exact, labels), exact)


@checked
def receipt(file: Annotated[str | Path, Words("FILE")], /) -> SimulatorVerdict:
    """Check a FILE written by "trueodds verify simulator --receipt".

    The distribution is derived again from the rules, the evidence from the counts, and
    the verdict from the evidence. The exit code is that of the verdict, or 2 when
    anything differs.

    Args:
        file: The receipt.

    Returns:
        The verdict that follows from the receipt.

    Raises:
        TrueoddsError: The file is no receipt, or it is not right.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> counts = dict.fromkeys("123456", 1000)
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "receipt.json"
        ...     first = simulator("farkle", counts=counts, outcome="die", receipt=file)
        ...     receipt(file).details == first.details
        True
    """
    from trueodds.proofs.verify.simulator.receipt import check
    from trueodds.proofs.verify.simulator.verdict import verdict
    from trueodds.reports.answers.verdict import SimulatorVerdict

    right = f"{file} is right: its verdict follows from its rules and counts."
    return SimulatorVerdict.of(verdict(*check(Path(file))), before=right)


def template_of(language: str) -> str:
    """Return the name of the scorer template in a programming language, or "".

    ``language`` is this name or another name of the language. The result is empty if
    there is no such template.

    >>> template_of("node")
    'js'
    """
    word = language.lower()
    return next(
        (n for n, other in LANGUAGES.items() if word in (n, *other.split())), ""
    )


@checked
def adapter(
    language: str,
    game: Annotated[GameName | Game | None, find] = None,
    /,
) -> Written:
    """Print a scorer template in LANGUAGE: python, c, java, go, rust or js.

    The template reads positions and answers 0. With GAME, it shows a position of this
    game. Call your own scorer in its function "score", then run:
    trueodds verify scorer GAME -- YOUR_PROGRAM

    Args:
        language: The language, or another name of it, such as node.
        game: A game, of which the template has a position.

    Returns:
        The template.

    Raises:
        TrueoddsError: There is no such language or game.

    Example:
        >>> len(adapter("node", "farkle").lines)
        11
    """
    from trueodds.reports.answers.written import Written

    # Both words are accepted in either order.
    if game is not None and is_game(language.lower()):
        language, game = str(game), find(language)
    if not (name := template_of(language)):
        hint = choices(language, LANGUAGES)
        raise OptionError(f"there is no template in {language!r}; {hint}")
    example = 'those of "trueodds positions GAME"'
    if game is not None:
        from trueodds.proofs.verify.positions.order import ChosenPositions, order

        played = find(game)
        rule = played.scoring_rule(None)
        choice = ChosenPositions(sample=1)
        sent = order(played, chosen(None, None).of_game(played), rule, choice)
        example = f'"{sent.text(0, 1).decode().strip()}"'
    template = files(__package__) / "adapters" / f"{name}.txt"
    text = template.read_text("utf-8").replace("EXAMPLE", example)
    return Written.of_text(text)
