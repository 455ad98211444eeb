"""Serve a Python function, or a reference scorer, by the protocol of scorers.

``python -m trueodds.proofs.verify.scorer.serve module:function`` answers each line of
its input with the function of it; ``… serve GAME RULE RULES CHANGES`` answers with the
reference scorer under the rules RULES (JSON: a preset, a file or null) with the fields
of CHANGES (JSON) changed.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def python_command(scorer: str) -> list[str]:
    """The command that serves ``module:function``, found from the current folder."""
    return [sys.executable, "-m", __name__, scorer]


def reference_command(
    game: str, rule: str, rules: str | None, changes: Mapping[str, str]
) -> list[str]:
    """The command that serves the reference scorer of a game."""
    asked = [game, rule, json.dumps(rules), json.dumps(changes)]
    return [sys.executable, "-m", __name__, *asked]


def find(name: str) -> Callable[[str], int]:
    """The function that ``module:function`` names.

    >>> find("math:isqrt")(17)
    4
    """
    module, _, function = name.partition(":")
    found: Callable[[str], int] = getattr(import_module(module), function)
    return found


def reference(game: str, rule: str, rules: str, changes: str) -> Callable[[str], int]:
    """The reference scorer as a function of a position's text.

    >>> reference("cribbage", "hand", "null", "{}")("5H 5C 5S JD | 5D")
    29
    """
    from trueodds.core import games, rulebook

    column = games.find(game)
    record = rulebook.load(column, json.loads(rules), json.loads(changes))
    score = column.room("rules").score
    return lambda position: int(score(position, record, rule).value)


def main(arguments: Sequence[str]) -> None:
    """Answer line by line until the input ends."""
    # What the function prints by the way is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    score = reference(*arguments) if len(arguments) == 4 else find(arguments[0])
    for line in sys.stdin:
        print(score(line.rstrip("\n")), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
