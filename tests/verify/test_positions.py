"""Random positions are positions, under every preset, and the same every time."""

import pytest

from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.verify.positions import sample

PRESETS = [
    (game, preset)
    for game in games.ours()
    for preset in rulebook.preset_names(games.find(game))
]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_random_position_can_be_scored(name: str, preset: str) -> None:
    game = games.find(name)
    rules = rulebook.load(game, preset)
    score = game.rules_part.score
    positions = sample(game, rules, 50)
    assert positions == sample(game, rules, 60)[:50]
    assert positions != sample(game, rules, 50, seed=2)
    assert len({score(position, rules).value for position in positions}) > 1


def test_game_without_random_positions() -> None:
    game = Game("nim", "trueodds.core.errors", "", "")
    rules = BuncoRules.load()
    with pytest.raises(UnknownNameError, match="nim has no random positions"):
        sample(game, rules, 1)
