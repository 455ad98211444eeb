"""Pig, a jeopardy dice game, as a game for trueodds."""

from trueodds.game import Game

GAME = Game(
    "pig",
    rules="trueodds_pig.rules:PigRules",
    scoring={"roll": "trueodds_pig.rules:ROLL"},
    models={"solitaire": "trueodds_pig.model:SOLITAIRE"},
)
