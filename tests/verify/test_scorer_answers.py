"""``trueodds verify scorer --answers``: tables of positions and answers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run

Verify = Callable[..., dict[str, object]]


@pytest.mark.parametrize(
    "table",
    [
        "position,answer\n113456,250\n246,0\n111,100\n",
        "113456 = 250\n246 = 0\n\n111 = 100\n",
        '{"position": "113456", "answer": 250}\n{"position": "246", "answer": 0}\n'
        '{"position": "111", "answer": 100}\n',
    ],
    ids=["csv", "text", "json lines"],
)
def test_table_of_answers(table: str, verify_scorer: Verify, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text(table)
    words = ("--rules", "ece209", "--answers", str(file))
    verdict = verify_scorer("farkle", *words)
    assert verdict["counts"] == {"positions": 3, "checked": 3, "wrong": 1}
    assert verdict["example"]["where"] == "111"
    file.write_text(table.replace("100", "1000"))
    verdict = verify_scorer("farkle", *words)
    assert verdict["notes"] == ["only the positions of the table were checked"]


def test_table_of_answers_that_is_none(trueodds_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    words = ("verify", "scorer", "cribbage", "--answers", str(file))
    file.write_text("5H 5C 5S JD | 5D | 29\n5H 5C 5S JD | 5H | 29\n")
    code, _, err = trueodds_command(*words)
    assert (code, "line 2: " in err) == (2, True)
    file.write_text("5H 5C 5S JD | 5D | 29\nwhatever\n")
    code, _, err = trueodds_command(*words)
    assert (code, "line 2: 'whatever' is not" in err) == (2, True)
    file.write_text("")
    assert trueodds_command(*words)[0] == 2
    for answer in ("29.5", "true", "1e400", "null"):
        file.write_text(f'{{"position": "5H 5C 5S JD | 5D", "answer": {answer}}}\n')
        code, _, err = trueodds_command(*words)
        assert (code, "line 1: " in err, "Traceback" in err) == (2, True, False)


def test_tables_with_a_byte_order_mark(trueodds_command: Run, tmp_path: Path) -> None:
    """As spreadsheets write them."""
    file = tmp_path / "table.csv"
    file.write_text("113456 = 250\n246 = 0\n", encoding="utf-8-sig")
    out = trueodds_command("verify", "scorer", "farkle", "--answers", str(file))[1]
    assert out.startswith("AGREES: all 2 answers are right")
    rows = "roll,keep,points,then\n113456,115,250,bank\n"
    file.write_text(rows, encoding="utf-8-sig")
    out = trueodds_command("verify", "transcript", "farkle", str(file))[1]
    assert out.startswith("AGREES: 1 line is right")


def test_the_crib_is_said_not_to_be_asked(
    trueodds_command: Run, tmp_path: Path
) -> None:
    file = tmp_path / "answers"
    file.write_text("5H 5C 5S JD | 5D | 29\n")
    words = ("verify", "scorer", "cribbage", "--answers", str(file))
    first = trueodds_command(*words)[1].splitlines()[0]
    assert first.startswith(
        "AGREES: the only answer is right (cribbage, six-card rules, "
        'rule "hand"; --rule crib was not asked'
    )
    first = trueodds_command(*words, "--rule", "crib")[1].splitlines()[0]
    assert first.endswith('(cribbage, six-card rules, rule "crib")')
