"""Presets keep the digests that their strategy files, caches and receipts name."""

from pathlib import Path

import pytest

from trueodds.core import games, rulebook
from trueodds.core.rules.farkle import FarkleRules

DIGESTS = {
    "bunco": {
        "bunco": "0f4100d4c605fb421dddc5cb",
        "d20": "cffd87ef4c4f3b32e3077749",
        "published-script": "42f9821d89c9750c0e210d5f",
        "published-script-dice": "c8bd1623fbf27ca1dd8888ec",
    },
    "baccarat": {
        "punto-banco": "0c731c5c78c7b7f73c9c3d6a",
        "published-script": "43318a32038514d1ba3c4d57",
        "published-script-eight-decks": "6830daa8a34c4406ea98c39c",
        "punto-banco-single-deck": "5640c1e578618cb3aace3eed",
    },
    "cribbage": {
        "six-card": "6f1ff25cdd797b534613dbd5",
        "published-script": "3b795af9c88e5496934b4790",
    },
    "farkle": {
        "ece209": "174121ccb9192947029c8833",
        "blog": "03612006f22317d0d50b604d",
        "box": "749274dd7eaaf20e1e3b8442",
        "common": "01143fc44aca0db75e58a2dc",
        "ece209-literal": "ef5606e73ea5c4e92767deee",
        "facebook": "3b858d5680480f8c54e01638",
        "five-thousand": "8b213575f0ead2c7f557dd16",
        "greed": "be6e0f2050d74f45f0d0a7dc",
        "greed-kata": "8c47fd85911f1ab2c1122941",
        "kingdom-come": "9b4126940834b7bd24bcb680",
        "ten-thousand": "b8a622d9955d771378c8771c",
        "triples": "35c5060037a2d8fa9e0331bd",
        "zilch": "624f0874db606357566725b0",
    },
}
"""The first 24 digits of the digests of all presets, as files name them."""


@pytest.mark.parametrize("game", games.ours())
def test_presets_keep_their_digests(game: str) -> None:
    column = games.find(game)
    digests = {
        name: rulebook.digest(game, rulebook.load(column, name))
        for name in rulebook.preset_names(column)
    }
    start = len("sha256:")
    assert {name: digest[start:][:24] for name, digest in digests.items()} == (
        DIGESTS[game]
    )


FILE = """minimum_to_open = 350
[singles]
5 = 0
"""


def test_a_rules_file_without_extends_keeps_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(FILE)
    rules = FarkleRules.load(file)
    assert rulebook.digest("farkle", rules)[7:31] == "643824333dd1633829e09f04"
    assert rulebook.rules_name("farkle", rules) == (
        "ece209 rules with singles.5 = 0, minimum_to_open = 350"
    )


def test_the_base_of_a_game_is_its_default_unless_it_names_one() -> None:
    assert games.find("cribbage").base is None
    assert games.find("cribbage").base_preset == games.find("cribbage").default
    assert games.find("farkle").base == "ece209"


@pytest.mark.parametrize("game", games.ours())
def test_every_preset_but_the_base_says_what_it_extends(game: str) -> None:
    folder = Path(rulebook.__file__).parent / "rules" / "presets" / game
    silent = {
        file.stem for file in folder.iterdir() if "\nextends" not in file.read_text()
    }
    assert silent == {games.find(game).base_preset}
