"""Pig, a jeopardy dice game, as a game for trueodds."""

from trueodds.core.games import Game

GAME = Game(
    "pig",
    rules="trueodds_pig.rules",
    models={"solitaire": "trueodds_pig.model:SOLITAIRE"},
)
