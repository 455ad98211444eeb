"""TOML with exact decimals: what is too long is refused at once."""

from time import process_time

import pytest

from trueodds.core.errors import RulesError
from trueodds.core.exact import exact_toml
from trueodds.core.rules.baccarat import BaccaratRules


@pytest.mark.parametrize(
    "text",
    [
        "a." * 100_000 + "b = 1",
        "x = {" + "a . " * 100_000 + "b = 1}",
        "[" + '"a".' * 100_000 + "b]",
    ],
)
def test_a_key_of_many_parts_is_refused_within_a_second(text: str) -> None:
    before = process_time()
    with pytest.raises(ValueError, match="more than 100 parts"):
        exact_toml.loads(text)
    assert process_time() - before < 1


def test_sentences_and_decimals_are_no_keys() -> None:
    text = "One. " * 99 + "Two words. " * 100
    table = exact_toml.loads(f'text = "{text}"\npays = 0.95\na.b.c = 1')
    assert table["a"] == {"b": {"c": 1}}


@pytest.mark.parametrize("pays", ["1/" + "7" * 4_000, int("7" * 4_000)])
def test_a_bet_that_pays_a_long_fraction_is_refused(pays: object) -> None:
    with pytest.raises(RulesError, match="at most 400 characters are read"):
        BaccaratRules.load(**{"bets.banker.pays.banker": pays})
