"""Verification of a table of positions and answers, such as a program's log.

A line has a position, a separator (a tab, a comma, ``;``, ``=`` or ``|``) and the
answer; or it is a JSON object with the keys ``position`` and ``answer``. A first line
without an answer is a header.
"""

import json
import re
from pathlib import Path

from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.storage.files import read_text
from trueodds.proofs.verify.positions.order import TextOrder
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion, ScorerResult
from trueodds.proofs.verify.scorer.verdict import ScorerDetails, judge
from trueodds.proofs.verify.verdict import Verdict

LINE = re.compile(r'(.+?)[\t,;=|]\s*"?([+-]?\d{1,17})(?:\.0*)?"?')
MOST_LETTERS = 1_000
"""Upper limit on the letters of a line: the time to read it grows with their square."""


def verify_answers(question: ScorerQuestion, file: Path) -> Verdict[ScorerDetails]:
    """Return the verdict on a table of positions and a scorer's answers in a file.

    A line of the file has a position and an answer, such as ``113456 = 250``.
    ``question`` has the game, the rules and the scoring rule.

    Raises ``PositionError`` for a file that cannot be read and for a line that is not a
    position and an answer.
    """
    texts: list[str] = []
    wrong = []
    score = question.score
    for number, (position, answer) in _table(file):
        try:
            value = score(position).value
        except TrueoddsError as error:
            # A position that does not exist is a fault of the table, and not a wrong
            # answer.
            raise PositionError(f"{file}, line {number}: {error}") from None
        if value != answer:
            wrong.append(Disagreement(len(texts), answer))
        texts.append(position)
    if not texts:
        raise PositionError(f"{file} has no line such as: 113456 = 250")
    # No place remains, and every wrong answer is kept.
    state = RunState([], len(wrong), wrong)
    question = question._replace(answers=str(file))
    return judge(question, TextOrder(texts, score), ScorerResult(state, []))


def _table(file: Path) -> list[tuple[int, tuple[str, int]]]:
    """Return the positions and answers of a file with their line numbers."""
    table = []
    lines = read_text(file, PositionError).splitlines()
    for number, line in enumerate(lines, start=1):
        row = _row(line)
        if row:
            table.append((number, row))
        # Only a line before the first answer can be a header, and no JSON object is
        # one.
        elif line.strip() and (table or line.lstrip().startswith("{")):
            raise PositionError(
                f"{file}, line {number}: {line[:60]!r} is not a position and an "
                "integer, such as: 113456 = 250"
            )
    return table


def _row(line: str) -> tuple[str, int] | None:
    if line.lstrip().startswith("{"):
        try:
            record = json.loads(line)
            position = record["position"]
            answer = record["answer"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        # One pattern reads the answers of both forms, so that 29.0 is 29 in both.
        line = f"{position} = {answer}"
    match = LINE.fullmatch(line.strip()) if len(line) <= MOST_LETTERS else None
    return (match[1].strip('" \t'), int(match[2])) if match else None
