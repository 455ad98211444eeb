"""The comparison of printed texts, on which the golden files rest."""

import pytest
from printed_bounds import same

TABLE = (
    "seat.1  Seat 1 of 3  [0.37123435126582, 0.37123435126618]  0.371234351266  2.694"
)
JSON = '"exact": null,\n "decimal": 0.25,\n "lower": "0.2499",\n "upper": "0.2501",'
CSV = "game.skunk,A skunk,,0.1218647341,0.121864734111,0.121864734135,,,8.2058194,p,m"


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (TABLE, TABLE.replace("582,", "581,").replace("1266 ", "127 ")),
        (JSON, JSON.replace("2501", "2502")),
        (CSV, CSV.replace("4135,", "4136,").replace("194,", "2,")),
    ],
)
def test_last_digits_of_bounds_may_differ(text: str, other: str) -> None:
    assert text != other
    assert same(text, other)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (TABLE, TABLE.replace("[0.371", "[0.370")),  # wide
        (TABLE, TABLE.replace("[0.37123435126582, 0.37123435126618]", "[0.4, 0.5]")),
        (TABLE, TABLE.replace("2.694", "2.696")),
        (TABLE, TABLE.replace("Seat 1 of 3", "Seat 1 of 4")),
        (JSON, JSON.replace("0.25,", "0.27,")),
        (CSV, CSV.replace("8.2058194", "8.2058")),
        ("Bunco 1/216", "Bunco 1/217"),
        ("a\nb", "a"),
    ],
)
def test_other_differences_are_found(text: str, other: str) -> None:
    assert not same(text, other)
