"""Recorded games in the neutral formats: bars, CSV and JSON lines."""

import json

import pytest
from verdicts import first_wrong

from trueodds.core import games, rulebook
from trueodds.core.errors import PositionError
from trueodds.proofs.verify.transcript import TranscriptDetails, verify_transcript
from trueodds.proofs.verify.verdict import Verdict
from trueodds.reports.cli.verify import transcript

COLUMNS = {
    "bunco": ["round", "dice", "points"],
    "baccarat": ["cards", "result"],
    "farkle": ["roll", "keep", "points", "then"],
}
MORE = {
    "bunco": ["4 | 4 4 1 | 2"],
    "baccarat": ["9 8 K K | P"],
    "farkle": ["123456 | 123456 | 1500 | roll", "223344 |  | 0 | farkle"],
}


def lines_of_help() -> dict[str, list[str]]:
    """Return the lines of each game that ``verify transcript --help`` shows."""
    shown: dict[str, list[str]] = {}
    for line in (transcript.epilog or "").strip("\b\n").splitlines():
        if name := line[:10].strip():
            shown[name] = []
        shown[name or [*shown][-1]].append(line[10:].partition("   ")[0])
    return shown


HELP = lines_of_help()
RIGHT = {game: [*HELP[game], *lines] for game, lines in MORE.items()}


def verify(game: str, *lines: str) -> Verdict[TranscriptDetails]:
    column = games.find(game)
    return verify_transcript(column, rulebook.load(column, column.base_preset), lines)


def as_csv(game: str, lines: list[str]) -> list[str]:
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [",".join(COLUMNS[game]), *(",".join(row) for row in cells)]


def as_json(game: str, lines: list[str]) -> list[str]:
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [json.dumps(dict(zip(COLUMNS[game], row, strict=True))) for row in cells]


@pytest.mark.parametrize("game", games.ours())
def test_the_help_shows_three_right_lines_of_each_game(game: str) -> None:
    """Of cribbage it is the beginning of a deal."""
    verdict = verify(game, *HELP[game])
    assert verdict.word == ("undecided" if game == "cribbage" else "agrees")
    assert verdict.counts == {"lines": 3, "skipped": 0}


@pytest.mark.parametrize("game", RIGHT)
def test_right_recordings_in_three_formats(game: str) -> None:
    lines = RIGHT[game]
    for text in (lines, as_csv(game, lines), as_json(game, lines), ["", *lines, ""]):
        verdict = verify(game, *text)
        assert verdict.word == "agrees", verdict
        assert verdict.counts == {"lines": len(lines), "skipped": 0}


WRONG = [
    ("bunco", "2 | 2 2 2 | 25", "2 | 2 2 2 | 21"),
    ("bunco", "7 | 2 2 2 | 5", "round | dice | points"),
    ("bunco", "1 | 2 2 7 | 0", "1 | _ _ _ | _"),
    ("bunco", "1 | 2 2 | 0", "1 | _ _ _ | _"),
    ("baccarat", "6 K 8 A 9 5 | Player", "6 K 8 A 9 5 | banker"),
    ("baccarat", "6 K 8 A 9 | tie", "6 K 8 A 9 _ | _"),
    ("baccarat", "9 8 K K 2 | P", "9 8 K K | _"),
    ("farkle", "113456 | 115 | 300 | roll", "113456 | 115 | 250 | roll"),
    ("farkle", "113456 | 116 | 200 | roll", "113456 | _ | _ | _"),
    ("farkle", "113456 | 1111 | 1000 | roll", "113456 | _ | _ | _"),
    ("farkle", "11345 | 115 | 250 | roll", "______ | _ | _ | _"),
    ("farkle", "223344 | 2 | 0 | roll", "223344 | - | 0 | farkle"),
    ("farkle", "113456 | 115 | 250 | farkle", "113456 | 115 | 250 | bank or roll"),
    ("farkle", "113457 | 115 | 250 | roll", "______ | _ | _ | _"),
]


@pytest.mark.parametrize(("game", "line", "expected"), WRONG)
def test_first_wrong_line(game: str, line: str, expected: str) -> None:
    first = next(right for right in RIGHT[game] if right.endswith(("bank", "P", "0")))
    before = RIGHT[game][:2] if game == "farkle" else [first]
    for text in ([*before, line], as_csv(game, [*before, line])):
        verdict = verify(game, *text)
        example = first_wrong(verdict)
        assert (example.where, example.expected) == (f"line {len(text)}", expected)
        assert verdict.counts["lines"] == len(before)


UNREAD = [
    ("bunco", "2 | 2 2 2 | twenty", "points is 'twenty', which is not read"),
    ("bunco", "two | 2 2 2 | 21", "round is 'two', which is not read"),
    ("bunco", "2 | 2 2 x | 21", "'2 2 x' is not a roll"),
    ("baccarat", "9 8 K 1X | P", "'9 8 K 1X | P' is not a coup"),
    ("baccarat", "9 8 K", "'9 8 K' is not a coup"),
    ("farkle", "113456 | 115 | 250 | perhaps", "then is 'perhaps', which is not read"),
    ("farkle", "11345x | 115 | 250 | roll", "roll is '11345x', which is not read"),
    ("farkle", "113456 | all | 250 | roll", "keep is 'all', which is not read"),
    ("farkle", "113456 | 115 | 2.5 | roll", "points is '2.5', which is not read"),
]


@pytest.mark.parametrize(("game", "line", "why"), UNREAD)
def test_a_line_that_is_not_read_is_not_judged(game: str, line: str, why: str) -> None:
    """Also if it follows a right line; a wrong line before it is refuted."""
    verdict = verify(game, RIGHT[game][-1], line)
    assert (verdict.word, verdict.example) == ("not judged", None)
    assert verdict.summary.startswith(f"line 2: {why}")
    wrong = next(text for name, text, _ in WRONG if name == game)
    assert verify(game, *RIGHT[game][:2], wrong, line).word == "refuted"


@pytest.mark.parametrize("keep", ["-", "0", ""])
def test_a_farkle_in_which_a_die_scores(keep: str) -> None:
    example = first_wrong(verify("farkle", f"123466 | {keep} | 0 | farkle"))
    assert example.why == ("1 scores 100, so this is no farkle",)


def test_a_turn_that_is_not_over_is_undecided() -> None:
    verdict = verify("farkle", "113456 | 115 | 250 | roll")
    assert (verdict.word, "a roll of 3 dice" in verdict.summary) == ("undecided", True)


def test_lines_without_the_columns() -> None:
    with pytest.raises(PositionError, match=r"line 2 has 2 columns; expected round"):
        verify("bunco", "1 | 2 3 3 | 0", "1 | 2 3 3")
    with pytest.raises(PositionError, match="line 1 is not a JSON object with"):
        verify("bunco", '{"round": 1}')
