"""A server that answers by the scorers' protocol, with a function or our reference.

``python -m trueodds.proofs.verify.scorer.serve FUNCTION`` answers each line of its
input with the function's value of that line. ``… serve GAME RULE FIELDS`` answers with
the reference scorer under the rules with these FIELDS (JSON).
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trueodds.proofs.verify.python_function import FunctionError, find

if TYPE_CHECKING:
    from trueodds.core.rulebook import Rules

CANNOT_LOAD = 86
"""Exit code when there is no such function."""


def python_command(scorer: str) -> list[str]:
    """Return the command that runs a Python function as a scorer of lines.

    ``scorer`` is the function's name, such as ``module:function``. It is looked up from
    the current folder.
    """
    return [sys.executable, "-m", __name__, scorer]


def reference_command(game: str, rule: str, rules: Rules) -> list[str]:
    """Return the command that runs the reference scorer of a game on lines.

    ``rule`` is the name of the scoring rule.
    """
    from trueodds.core import rulebook

    fields = json.dumps(rulebook.to_table(rules))
    return [sys.executable, "-m", __name__, game, rule, fields]


def reference(game: str, rule: str, fields: str) -> Callable[[str], int]:
    """Return the reference scorer as a function from a position's text to its points.

    ``fields`` are the rules as JSON.

    >>> reference("cribbage", "hand", "{}")("5H 5C 5S JD | 5D")
    29
    """
    from trueodds.core import games, rulebook

    column = games.find(game)
    record = rulebook.load(column, None, json.loads(fields))
    score = column.scorer(rule)
    return lambda position: int(score(position, record, rule).value)


def main(arguments: Sequence[str]) -> None:
    """Answer each line of input with a line, by the function in the arguments.

    ``arguments`` are the name ``module:function``; or a game, a scoring rule and the
    rules as JSON, for the reference scorer.
    """
    # Text that the function prints is not an answer.
    answers = sys.stdout
    sys.stdout = sys.stderr
    try:
        # Three words are a game, a rule and fields; a single word is a function.
        score = reference(*arguments) if len(arguments) == 3 else find(arguments[0])
    except FunctionError as error:
        print(error, file=sys.stderr)
        sys.exit(CANNOT_LOAD)
    for line in sys.stdin:
        try:
            # A function that raises ends the answers, as any other scorer that fails
            # would.
            answer = score(line.rstrip("\n"))
        except Exception as error:
            print(own_frames(error), file=sys.stderr)
            sys.exit(1)
        # Flushed at once: the caller may wait for each answer.
        print(answer, file=answers, flush=True)


def own_frames(error: BaseException) -> str:
    """Return an error's traceback without the frames of this module."""
    report = traceback.TracebackException.from_exception(error)
    report.stack = traceback.StackSummary.from_list(
        [frame for frame in report.stack if frame.filename != __file__]
    )
    return "".join(report.format()).rstrip("\n")


if __name__ == "__main__":
    main(sys.argv[1:])
