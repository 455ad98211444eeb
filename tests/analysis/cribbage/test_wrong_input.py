"""Wrong input of ``trueodds discard`` and ``trueodds cribbage``: one line each."""

import shlex
from collections.abc import Callable
from typing import Any

import pytest

HAND = '"5H 5D JS QC 2D 9S"'


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ('discard "5H 5D JS QC 2D" --role pone', "a deal is six cards, not 5"),
        ('discard "5H 5D JS QC 2D 9S 3C" --role pone', "not 7"),
        ('discard "5H 5D JS QC 2D 5H" --role pone', "5H is there twice"),
        ('discard "5H 5D JS QC 2D 9X" --role pone', "'9X' is not a card"),
        ('discard "" --role pone', "not 0"),
        ("discard HAND --role deeler", "'deeler' is not one of 'dealer', 'pone'"),
        ("discard HAND --role me", "'me' is not one of 'dealer', 'pone', 'mine'"),
        ("discard 5H5DJSQC2D9X", "'9X' is not a card"),
        ("discard 5H5DJSQC2D2D", "2D is there twice"),
        ("discard 5H 5D JS QC 2D", "not 5"),
        ('discard HAND --throw "5H QS"', "a discard is two of the cards"),
        ("discard", "Missing argument 'CARDS...'"),
        ("discard HAND --role pone --opponent me", "there is no strategy 'me'"),
        ("discard HAND --role pone --opponent /", "cannot read /"),
        ("discard HAND --role pone --format xml", "'xml' is not one of"),
        (
            'discard HAND --role dealer --throw "9S 2H"',
            "a discard is two of the cards 2D 5D 5H 9S JS QC, not 9S 2H",
        ),
        ("discard HAND --role dealer --throw 9S", "not 9S"),
        ('discard HAND --role dealer --throw "9S 9S"', "9S is there twice"),
        ("discard HAND --role dealer --throw nine", "'nine' is not a card"),
        ('discard HAND --role dealer --throw ""', "not none"),
        ("cribbage table --out x.xlsx", "a .parquet, .csv or .md file, not '.xlsx'"),
        ("cribbage table --of deals", "name a .parquet or a .csv file with --out"),
        ("cribbage table --of deals --out x.md", "name a .parquet or a .csv"),
        ("cribbage table --of 92", "'92' is not one of"),
        ("cribbage table --role poen", "'poen' is not one of 'dealer', 'pone'"),
        (
            "cribbage table --out /dev/null/x.parquet",
            "cannot write /dev/null/x.parquet",
        ),
        ('cribbage table --out ""', "it names no file"),
        ("cribbage table --opponent nobody", "there is no strategy 'nobody'"),
        ("cribbage certify --strategy nope", "there is no strategy 'nope'"),
        ("cribbage certify --format html", "'html' is not one of 'table', 'json'"),
        (
            "cribbage certify --scheduler nowhere",
            "no dask scheduler answers at nowhere",
        ),
        ("cribbage solve --gap small", "'small' is not a number of points"),
        ("cribbage solve --gap -1", "'-1' is not a number of points"),
        ("cribbage solve --gap 1/0", "'1/0' is not a number of points"),
        ('cribbage solve --out ""', "it names no folder"),
        ("cribbage solve --out /dev/null/x", "cannot write /dev/null/x/solving.npz"),
        ("cribbage win --score 121 --role mine", "--score 121 is not a score in play"),
        ("cribbage win --opponent -1 --role mine", "--opponent -1 is not a score"),
        ("cribbage win --score 3", "a score needs --role"),
        ("cribbage win --role both", "'both' is not one of"),
        (
            "cribbage win --set nobs_points=2",
            "the shipped strategies are for six-card cribbage",
        ),
        ("cribbage win --score 121-3 --role mine", "--score 121-3 is not a score"),
        ("cribbage win --score -1-0 --role mine", "--score -1-0 is not a score"),
        ("cribbage win -1-0 --role mine", "there is no option -1"),
        ("cribbage win --play nodir", "there is no nodir/play.strategy"),
        ("cribbage win --throws nodir", "not computed for the throws 'nodir'"),
        ("cribbage win --throws uniform", "not computed for the throws 'uniform'"),
        (
            "cribbage win --play highest --set crib_flush=4",
            "the shipped strategies are for six-card cribbage",
        ),
        ("cribbage win --table x.txt", "a .csv or .parquet file"),
        ("cribbage win --table nodir/x.csv", "there is no folder nodir"),
        ('cribbage play export --ranks "A 2 X"', "'X' is not a rank"),
        ('cribbage play export --ranks "A A"', "a rank is twice"),
        ('cribbage play export --ranks "A 2 3" --out ""', "names no file"),
    ],
)
def test_wrong_input_gets_one_line(
    command: str, fault: str, trueodds_command: Callable[..., Any]
) -> None:
    ran = trueodds_command(*shlex.split(command.replace("HAND", HAND)))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("trueodds: error: ")
    assert ran.err.count("\n") in (1, 2)  # an error, and perhaps a hint
    assert fault in ran.err
